"""Ten thousand runs through one pool: what of the host must stay flat does, and no run is told anything but its own.

Four callers take turns through harmless and hostile scripts of the conformance suite. Every so many runs the pool
rests, and descriptors, processes, memory, control groups and files left on disk are counted. They may not grow from
the first rest to the last. `make soak` runs it; the exit code is 1 where something grew or a script broke its promise.
Slow runs are counted apart: the suite's bounds are not made for four callers on a busy host.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skillhouse.config import load_settings
from skillhouse.errors import SkillhouseError
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.service.host import open_sandbox
from skillhouse.testing.script import script_behaviours

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox

CALLERS = 4
SLOTS = 2
# Quick ones of every kind: harmless, failing, killed, over a cap, and trying to get out.
HARMLESS = ("args_none_sh", "run_common_js", "run_sh_siblings_sh", "fid_siblings_py", "table_read_only_py")
HOSTILE = (
    *("disk_full_py", "end_segfault_py", "end_kill_py", "fs_host_files_py", "mem_grow_py", "mem_shared_py"),
    *("net_listen_py", "out_flood_py", "proc_daemon_py", "proc_fork_bomb_py", "proc_kill_all_py", "res_kinds_py"),
    *("res_names_py", "proc_orphans_reaped_py", "sys_mounts_py", "pair_abstract_stream_py"),
)
# Of every ten runs, one is of each list; the rest are plain ones, each of which must give its own answer back.
HARMLESS_TURN, HOSTILE_TURN, TURNS = 3, 7, 10
WARM_UP = 200
# Memory that Python's own allocator may keep; a leak of a page a run would be 40 MB.
SLACK_MB = 8.0
SLACK = {"memory_mb": SLACK_MB, "pool_memory_mb": SLACK_MB}
# One for each kind of slot that lasts long enough to have all of them made at once.
LONG = {"x.py": b"import time; time.sleep(0.5)", "x.sh": b"sleep 0.5", "x.js": b"setTimeout(() => {}, 500)"}
ECHO = SkillFile("x.py", b"import sys; print(sys.argv[1])")


def tree(pid: int) -> list[int]:
    """Every process below one."""
    found: list[int] = []
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        for child in (int(one) for task in tasks for one in (task / "children").read_text().split()):
            found += [child, *tree(child)]
    except FileNotFoundError:
        return found
    return found


def memory_mb(pid: int) -> float:
    """A process's memory with shared pages split among those who share them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def groups() -> int:
    """The control groups of Skillhouse on this host: nothing else is to run here meanwhile."""
    return sum(name.startswith("skillhouse-") for _, folders, _ in os.walk("/sys/fs/cgroup") for name in folders)


def counted() -> dict[str, float]:
    """What must stay flat, now."""
    below = tree(os.getpid())
    return {
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "processes": len(below),
        "threads": threading.active_count(),
        "groups": groups(),
        "left on disk": sum(1 for _ in Path(tempfile.gettempdir()).glob("skillhouse*/*")),
        "memory_mb": round(memory_mb(os.getpid()), 1),
        "pool_memory_mb": round(sum(map(memory_mb, below)), 1),
    }


class Soak:
    """The runs of all callers: what each does is a matter of its number alone."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._checks = {one.name: one.check for one in script_behaviours()}
        self._lock = threading.Lock()
        self.kinds: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.slow = 0

    def one(self, number: int) -> None:
        """A single run, with its verdict noted."""
        turn, round_ = number % TURNS, number // TURNS
        name, check = "plain", self._plain(number)
        if turn == HARMLESS_TURN:
            name = HARMLESS[round_ % len(HARMLESS)]
            check = self._checks[name]
        elif turn == HOSTILE_TURN:
            name = HOSTILE[round_ % len(HOSTILE)]
            check = self._checks[name]
        problem = ""
        try:
            check(self._sandbox)
        except Exception as error:  # noqa: BLE001 -- whatever a run ends with is counted, and shown at the end
            problem = f"{name}: {type(error).__name__}: {str(error)[:200]}"
        with self._lock:
            self.kinds[name] += 1
            if "it took" in problem:
                self.slow += 1
            elif problem:
                self.broken[problem] += 1

    @staticmethod
    def _plain(number: int) -> Callable[[Sandbox], None]:
        def check(sandbox: Sandbox) -> None:
            outcome = sandbox.run(Job((ECHO,), "x.py", (str(number),)))
            if outcome.stdout != f"{number}\n".encode():
                raise AssertionError(f"run {number} was told {outcome.stdout[:80]!r}, exit code {outcome.exit_code}")

        return check

    def fill(self) -> None:
        """Have every slot of every kind made, so that none is new when it is counted."""

        def run(name: str, content: bytes) -> None:
            with suppress(SkillhouseError):  # a host without Node.js has no slots for it
                self._sandbox.run(Job((SkillFile(name, content),), name))

        for name, content in LONG.items():
            threads = [threading.Thread(target=run, args=(name, content)) for _ in range(SLOTS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    def several(self, first: int, last: int) -> None:
        """Runs from `first` up to `last`, by all callers at once."""

        def call(caller: int) -> None:
            for number in range(first + caller, last, CALLERS):
                self.one(number)

        threads = [threading.Thread(target=call, args=(caller,)) for caller in range(CALLERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def at_rest() -> dict[str, float]:
    """The counts once the slots have their next sandboxes ready."""
    time.sleep(1.0)
    return counted()


def main() -> int:
    """Run the soak and print its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000, help=f"how many runs after the first {WARM_UP}")
    parser.add_argument("--rests", type=int, default=10, help="how often to rest and count")
    parser.add_argument("--json", action="store_true", help="print data")
    options = parser.parse_args()
    rows: list[dict[str, float]] = []
    with open_sandbox(load_settings(), slots=SLOTS) as sandbox:
        soak = Soak(sandbox)
        soak.fill()
        soak.several(0, WARM_UP)
        rows.append({"runs": 0, **at_rest()})
        began = time.monotonic()
        for rest in range(options.rests):
            first, last = (WARM_UP + options.runs * at // options.rests for at in (rest, rest + 1))
            soak.several(first, last)
            rows.append({"runs": last - WARM_UP, **at_rest()})
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        seconds = time.monotonic() - began - options.rests
    grown = [key for key in rows[0] if key != "runs" and rows[-1][key] > rows[0][key] + SLACK.get(key, 0)]
    figures = {
        "runs": options.runs, "seconds": round(seconds, 1), "rests": rows, "kinds": dict(soak.kinds),
        "broken": dict(soak.broken), "slow": soak.slow, "grown": grown,
    }  # fmt: skip
    print(json.dumps(figures, indent=2) if options.json else report(figures, rows))
    return 1 if grown or soak.broken else 0


def report(figures: dict[str, Any], rows: list[dict[str, float]]) -> str:
    """The figures for a person."""
    heads = list(rows[0])
    table = ["  ".join(f"{head:>14}" for head in heads)]
    table += ["  ".join(f"{row[head]:>14g}" for head in heads) for row in rows]
    tail = [f"{figures['runs']} runs in {figures['seconds']} s, {figures['slow']} of them slow"]
    tail += [f"grown: {', '.join(figures['grown']) or 'nothing'}"]
    return "\n".join([*table, *tail, *(f"broken: {problem}" for problem in figures["broken"])])


if __name__ == "__main__":
    sys.exit(main())
