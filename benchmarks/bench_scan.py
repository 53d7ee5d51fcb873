"""The scanner on labelled skills and on real code: recall, false alarms, time per skill, import time, and its peers.

usage: bench_scan.py [SAMPLE] [--half even|odd] [--code DIR]... [--peer NAME=COMMAND]... [--list] [--json]

SAMPLE is a folder of labelled skills: `*.jsonl.gz`, one object a line with id, label, class, path and files, and an
`evaluate.py` that scores verdicts, one object a line with id and severity. Nothing of it is executed or opened but as
text. `--half` takes the samples whose SHA-256 of the id is even or odd, so that rules are tuned on one half and judged
on the other. `--code` takes every script below a folder as a skill of its own: real code that is known to be harmless.

Times of ours are processor time, so that other work on the machine does not count; those of peers are from start to
end of their process.

A peer is a command with {folder} in it that prints JSON with a severity anywhere in it; each skill is laid on disk for
it. `--list` names each sample on the wrong side.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skillhouse.disk import load
from skillhouse.model.policy import Policy
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.plugins import detectors
from skillhouse.scan.engine import scan
from skillhouse.scan.pieces import language_of
from skillhouse.service.scan import scan_skill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ORDER = ["none", "info", "low", "medium", "high", "critical"]
SCRIPTS = {".py", ".sh", ".bash", ".js", ".mjs", ".cjs", ".ts", ".md"}
MEDIUM = ORDER.index("medium")
LARGEST = 1 << 20
PEER_SECONDS = 60

Verdicts = dict[str, tuple[str, float]]


def samples(folder: Path, half: str) -> list[dict[str, Any]]:
    """The labelled skills of a folder, or one half of them."""
    found = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8", errors="surrogatepass") as lines:
            found += [json.loads(line) for line in lines]
    wanted = {"even": 0, "odd": 1}.get(half)
    return [one for one in found if wanted is None or parity(one["id"]) == wanted]


def parity(name: str) -> int:
    """0 or 1, by the SHA-256 of a name."""
    return hashlib.sha256(name.encode()).digest()[-1] % 2


def lay(sample: dict[str, Any], folder: Path) -> None:
    """Write the files of a sample as text, none of them executable."""
    for name, text in sample["files"].items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))


def ours(sample: list[dict[str, Any]], say: Callable[[str, str], None]) -> Verdicts:
    """Our verdict and the seconds of processor time that it took, for each sample."""
    chosen, found = detectors(), {}
    with tempfile.TemporaryDirectory() as base:
        for number, one in enumerate(sample):
            folder = Path(base) / str(number)
            lay(one, folder)
            skill = load(folder).skills[0]
            began = time.process_time()
            report = scan_skill(skill, detectors=chosen)
            took = time.process_time() - began
            found[one["id"]] = (str(report.worst or "none"), took)
            for finding in report.findings:
                say(one["id"], f"{finding.severity} {finding.rule} {finding.location.text}: {finding.message[:140]}")
    return found


def peer(command: str, sample: list[dict[str, Any]]) -> Verdicts:
    """The verdicts of another scanner, by the highest severity that its output names."""
    found = {}
    with tempfile.TemporaryDirectory() as base:
        for number, one in enumerate(sample):
            folder = Path(base) / str(number)
            lay(one, folder)
            words = [word.replace("{folder}", str(folder)) for word in shlex.split(command)]
            began = time.perf_counter()
            try:
                done = subprocess.run(words, capture_output=True, text=True, timeout=PEER_SECONDS, check=False)
                said = done.stdout
            except subprocess.TimeoutExpired:
                said = ""
            found[one["id"]] = (highest(said), time.perf_counter() - began)
    return found


def highest(said: str) -> str:
    """The highest severity in a report: the value of any key that is called so."""
    words = re.findall(r'"(?:severity|level|risk_level|risk)"\s*:\s*"(\w+)"', said)
    known = [word.lower() for word in words if word.lower() in ORDER]
    return max(known, key=ORDER.index, default="none")


def rates(sample: list[dict[str, Any]], verdicts: Verdicts) -> dict[str, dict[str, float]]:
    """Per label and class: how many, and the share with a finding at or above medium and high, in per cent."""
    groups: dict[str, list[int]] = defaultdict(list)
    for one in sample:
        groups[f"{one['label']} {one['class']}"].append(ORDER.index(verdicts[one["id"]][0]))
        groups[f"{one['label']} (all)"].append(ORDER.index(verdicts[one["id"]][0]))
    return {
        name: {
            "n": len(levels),
            "medium": 100 * sum(level >= ORDER.index("medium") for level in levels) / len(levels),
            "high": 100 * sum(level >= ORDER.index("high") for level in levels) / len(levels),
        }
        for name, levels in sorted(groups.items())
    }


def times(verdicts: Verdicts) -> dict[str, float]:
    """Milliseconds a skill: median, 95th percentile, the longest."""
    taken = sorted(1e3 * took for _, took in verdicts.values())
    return {
        "median_ms": statistics.median(taken),
        "p95_ms": taken[min(len(taken) - 1, int(0.95 * len(taken)))],
        "max_ms": taken[-1],
    }


def scripts(folders: Iterable[Path]) -> Iterator[Path]:
    """Every script and page below some folders."""
    for folder in folders:
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix in SCRIPTS or not path.suffix)


def real_code(folders: list[Path]) -> dict[str, Any]:
    """Each file of some folders as the one script of a skill: how many have findings, and by which rules."""
    chosen, slowest = detectors(), (0.0, "")
    levels: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    by_language: dict[str, Counter[str]] = defaultdict(Counter)
    high: list[str] = []
    from skillhouse.scan.subject import Subject  # noqa: PLC0415

    for path in scripts(folders):
        if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        content = path.read_bytes()
        if not path.suffix and not content.startswith(b"#!"):
            continue
        file = SkillFile(f"scripts/{path.name}" if path.suffix != ".md" else f"reference/{path.name}", content)
        began = time.process_time()
        report = scan(Subject("code", Bundle((file,))), Policy(), chosen)
        slowest = max(slowest, (time.process_time() - began, str(path)))
        worst = str(report.worst or "none")
        levels[worst] += 1
        by_language[language_of(file.path, content[:200].decode("utf-8", "replace"))][worst] += 1
        rules.update(
            {f"{one.severity} {one.rule}" for one in report.findings if ORDER.index(str(one.severity)) >= MEDIUM}
        )
        high += [
            f"{one.rule} {path}:{one.location.line}: {one.message[:120]}"
            for one in report.findings
            if ORDER.index(str(one.severity)) >= ORDER.index("high")
        ]
    total = sum(levels.values())
    return {
        "files": total,
        "levels": {name: levels[name] for name in ORDER},
        "by_language": {
            name: {"files": sum(count.values()), **{level: count[level] for level in ORDER[3:]}}
            for name, count in by_language.items()
        },
        "rules": dict(rules.most_common()),
        "high": high,
        "slowest": {"ms": 1e3 * slowest[0], "file": slowest[1]},
    }


def import_time() -> float:
    """Milliseconds of processor time to import the scanner with all its detectors: the median of five."""
    loads = "from skillhouse.scan import engine, registry; registry.builtin_detectors()"

    def once(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    return statistics.median(once(loads) - once("pass") for _ in range(5))


def show(name: str, table: dict[str, dict[str, float]], taken: dict[str, float]) -> None:
    """One scanner's table."""
    print(f"\n{name}: " + ", ".join(f"{key} {value:.1f}" for key, value in taken.items()))
    for group, row in table.items():
        print(f"  {group:28} {int(row['n']):4}  >= medium {row['medium']:5.1f} %  >= high {row['high']:5.1f} %")


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("sample", type=Path, nargs="?")
    parser.add_argument("--half", choices=["even", "odd", "all"], default="all")
    parser.add_argument("--code", type=Path, action="append", default=[])
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    told: dict[str, Any] = {"import_ms": import_time()}
    if given.sample:
        told |= judged(given)
    if given.code:
        told["code"] = real_code(given.code)
    if given.json:
        print(json.dumps(told, indent=2))
        return 0
    print(f"import of the scanner: {told['import_ms']:.0f} ms")
    for name, one in told.get("scanners", {}).items():
        show(name, one["rates"], one["times"])
    for line in told.get("wrong", []) if given.list else []:
        print(line)
    if given.code:
        print(json.dumps(told["code"], indent=2))
    return 0


def judged(given: argparse.Namespace) -> dict[str, Any]:
    """Ours and the peers on the labelled skills."""
    sample = samples(given.sample, given.half)
    said: dict[str, list[str]] = defaultdict(list)
    verdicts = {"skillhouse": ours(sample, lambda name, text: said[name].append(text))}
    for one in given.peer:
        name, _, command = one.partition("=")
        verdicts[name] = peer(command, sample)
    wrong = []
    for one in sample:
        level = ORDER.index(verdicts["skillhouse"][one["id"]][0])
        if (level >= ORDER.index("high")) != (one["label"] == "malicious"):
            wrong += [f"\n{one['label']} {one['class']} {one['id']} {one['path']}: {ORDER[level]}"]
            wrong += [f"    {text}" for text in said[one["id"]][:6]]
    return {
        "scanners": {name: {"rates": rates(sample, v), "times": times(v)} for name, v in verdicts.items()},
        "wrong": wrong,
    }


if __name__ == "__main__":
    sys.exit(main())
