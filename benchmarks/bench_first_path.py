"""The first path in one interleaved run: bare python3, plain bwrap, a cold and a warm sandbox run, validate and build.

Each contestant has its turn in every round, so that a slow moment hits all alike: trust the ratios. `make bench` runs
it; `--quick` takes a fifth of the rounds, `--json` prints data.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import skillhouse
from skillhouse.config import load_settings
from skillhouse.sandbox import bwrap
from skillhouse.service.author import example

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 30
MEGABYTE = 1 << 20
FILES = 64
SCRIPT, ARGS = "scripts/total.py", ["3", "19.99", "21"]
# Long enough for the pool to have its next sandbox ready, as between the calls of an agent.
PAUSE_S = 0.05


def lay_large_skill(folder: Path) -> int:
    """Write a skill of about 4 MB of text in many files; its size in bytes."""
    folder.mkdir()
    (folder / "SKILL.md").write_text("---\nname: large\ndescription: Measures how fast reading is.\n---\nRead it.\n")
    line = "A line of text that somebody wrote down, number {}.\n"
    text = "".join(map(line.format, range(1_200)))
    for number in range(FILES):
        (folder / f"part-{number:03}.md").write_text(text)
    return sum(path.stat().st_size for path in folder.iterdir())


def timed(action: Callable[[], object]) -> float:
    """Milliseconds that one call takes."""
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1e3


def contestants(base: Path, stack: ExitStack) -> dict[str, tuple[Callable[[], object], float]]:
    """Each by name: what it does, and by what its time is divided."""
    example(base / "example")
    folder = base / "example" / "skills" / "price-calculation"
    definition = skillhouse.load(folder).skills[0].definition
    if definition is None:
        sys.exit("the example cannot be read")
    megabytes = lay_large_skill(base / "large") / MEGABYTE
    large = skillhouse.load(base / "large")
    # The same interpreter for all: a version manager's python3 may be a slow wrapper, or another version.
    python = str(Path(sys.executable).resolve())
    settings = replace(load_settings(), python=python)
    cold = stack.enter_context(skillhouse.open_sandbox(settings))
    warm = stack.enter_context(skillhouse.open_sandbox(settings, slots=1))
    bare = [python, str(folder / SCRIPT), *ARGS]
    program = str(bwrap.find(settings.bwrap).path)
    boxed = [program, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all", "--", *bare]
    return {
        "bare python3": (lambda: subprocess.run(bare, check=True, capture_output=True), 1),
        "plain bwrap": (lambda: subprocess.run(boxed, check=True, capture_output=True), 1),
        "cold sandbox run": (lambda: skillhouse.run_script(definition, SCRIPT, ARGS, sandbox=cold), 1),
        "warm sandbox run": (lambda: skillhouse.run_script(definition, SCRIPT, ARGS, sandbox=warm), 1),
        "validate, per MB": (lambda: skillhouse.load(base / "large"), megabytes),
        "build, per MB": (lambda: skillhouse.build(large), megabytes),
    }


def measure(rounds: int) -> dict[str, float]:
    """The median of each contestant, in milliseconds."""
    with tempfile.TemporaryDirectory() as base, ExitStack() as stack:
        course = contestants(Path(base), stack)
        samples: dict[str, list[float]] = {name: [] for name in course}
        for number in range(rounds + 1):
            for name, (action, size) in course.items():
                time.sleep(PAUSE_S)
                took = timed(action) / size
                if number:  # the first round only warms caches
                    samples[name].append(took)
    return {name: statistics.median(values) for name, values in samples.items()}


def main() -> None:
    """Measure and print the medians, and each one's ratio to bare python3."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the rounds")
    parser.add_argument("--json", action="store_true", help="print data")
    wanted = parser.parse_args()
    rounds = ROUNDS // 5 if wanted.quick else ROUNDS
    medians = measure(rounds)
    ratios = {name: median / medians["bare python3"] for name, median in medians.items()}
    if wanted.json:
        figures = {name: {"median_ms": medians[name], "over_bare": ratios[name]} for name in medians}
        print(json.dumps({"rounds": rounds, "figures": figures}, indent=1))
        return
    print(f"medians of {rounds} interleaved rounds")
    for name, median in medians.items():
        print(f"  {name:18} {median:8.2f} ms   {ratios[name]:6.2f} x bare python3")


if __name__ == "__main__":
    main()
