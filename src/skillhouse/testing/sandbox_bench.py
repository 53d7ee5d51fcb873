"""How fast a sandboxed run is on this host, beside a bare interpreter in the same minutes (`skillhouse bench sandbox`).

Every kind of run takes its turn in each round, so that a host whose speed drifts slows all of them alike: the ratios
can be trusted where the milliseconds cannot.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, bwrap
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox
    from skillhouse.sandbox.runtimes import Runtime, Runtimes

__all__ = ["measure_sandbox"]

_TOTAL = b"""import json
import sys
from decimal import ROUND_HALF_UP, Decimal


def cents(value):
    return value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


quantity, price, rate = map(Decimal, sys.argv[1:])
net = cents(quantity * price)
vat = cents(net * rate / 100)
print(json.dumps({"net": str(net), "vat": str(vat), "gross": str(net + vat)}))
"""
_ARGS = ("3", "19.99", "21")
_HELLO = b"print('hello')\n"
_SLOTS = 2
_HELLO_JS = b"console.log('hello')\n"
# Long enough for a slot to have its next sandbox ready, as between the calls of an agent: no kind of run pays for what
# the one before it left to do. A Node that stands ready takes longer to get there.
_PAUSE_S, _NODE_PAUSE_S = 0.03, 0.4


@dataclass
class _Course:
    """The samples of one kind of run, in milliseconds."""

    run: Callable[[], object]
    pause_s: float = _PAUSE_S
    every: int = 1
    samples: list[float] = field(default_factory=list)

    def lap(self) -> None:
        """Run once, some time after the last, and note how long it took."""
        time.sleep(self.pause_s)
        began = time.perf_counter()
        self.run()
        self.samples.append((time.perf_counter() - began) * 1e3)

    @property
    def p50(self) -> float:
        """The median."""
        return statistics.median(self.samples)

    @property
    def p99(self) -> float:
        """The value that one in a hundred is above."""
        return sorted(self.samples)[min(len(self.samples) - 1, round(0.99 * len(self.samples)))]


def _job(name: str, content: bytes, args: tuple[str, ...] = ()) -> Job:
    return Job((SkillFile("SKILL.md", b""), SkillFile(name, content)), name, args, limits=Limits())


def _in_sandbox(sandbox: Sandbox, job: Job) -> Callable[[], object]:
    def run() -> None:
        outcome = sandbox.run(job)
        if outcome.exit_code:
            raise SandboxUnavailable(f"the measured script failed: {outcome.stderr.decode('utf-8', 'replace')}")

    return run


def _bare(*command: str) -> Callable[[], object]:
    def run() -> None:
        subprocess.run(command, check=True, capture_output=True, env={}, stdin=subprocess.DEVNULL)  # noqa: S603

    return run


def _program(runtime: Runtime) -> str:
    """Where an interpreter lies on the host."""
    return next(
        (bind.source for bind in runtime.binds if bind.target.endswith(f"bin/{Path(bind.target).name}")),
        runtime.executable,
    )


def _rate(run: Callable[[], object], seconds: float) -> float:
    """Runs a second with two callers."""
    counts, end = [0, 0], time.perf_counter() + seconds

    def call(caller: int) -> None:
        while time.perf_counter() < end:
            run()
            counts[caller] += 1

    began = time.perf_counter()
    threads = [threading.Thread(target=call, args=(caller,)) for caller in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - began)


def _proportional_mb(pid: int) -> float:
    """A process's memory with shared pages split among those who share them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def _below(pid: int) -> list[int]:
    """The processes under one, nearest first."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def _idle_memory() -> dict[str, float]:
    """Of the pool that this process holds: its two zygotes, and a slot for Python with all that waits in it. A slot has
    two processes in it that wait, and the small zygote none here, as no shell script was run.
    """
    (warm,) = [pid for top in _below(os.getpid()) for pid in _below(top)]
    small = [pid for pid in _below(warm) if not _below(pid)]
    slots = [pid for pid in _below(warm) if _below(pid)]

    def whole(pid: int) -> float:
        return _proportional_mb(pid) + sum(map(whole, _below(pid)))

    return {
        "zygote_pss_mb": round(_proportional_mb(warm), 1),
        "small_zygote_pss_mb": round(sum(map(_proportional_mb, small)), 1),
        "slot_pss_mb": round(sum(map(whole, slots)) / max(1, len(slots)), 1),
    }


def _measure_memory(runtimes: Runtimes, bwrap_path: str | None = None) -> dict[str, float]:
    """What a pool for Python scripts holds while it waits, in megabytes. Raises SandboxUnavailable."""
    with PoolSandbox(runtimes, size=_SLOTS, bwrap_path=bwrap_path) as pool:
        pool.warm_up()
        for _ in range(_SLOTS):
            pool.run(_job("scripts/hello.py", _HELLO))
        time.sleep(_NODE_PAUSE_S)
        return _idle_memory()


def _courses(
    folder: Path, pool: Sandbox, cold: Sandbox, runtimes: Runtimes, program: bwrap.Bwrap
) -> dict[str, _Course]:
    total, hello = _job("scripts/total.py", _TOTAL, _ARGS), _job("scripts/hello.py", _HELLO)
    python = _program(runtimes.required_python)
    command = (python, "-B", str(folder / "total.py"), *_ARGS)
    plain = (str(program.path), "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all", "--")
    courses = {
        "bare": _Course(_bare(*command)),
        "bwrap": _Course(_bare(*plain, *command), every=2),
        "cold": _Course(_in_sandbox(cold, total), every=4),
        "warm": _Course(_in_sandbox(pool, total)),
        "warm_hello": _Course(_in_sandbox(pool, hello)),
        "sh": _Course(_in_sandbox(pool, _job("scripts/hello.sh", b"echo hello\n")), every=2),
        "bwrap_sh": _Course(_bare(*plain, "/bin/sh", "-c", "echo hello"), every=2),
    }
    if runtimes.node:
        courses["node"] = _Course(_in_sandbox(pool, _job("scripts/hello.js", _HELLO_JS)), _NODE_PAUSE_S, every=4)
        courses["bare_node"] = _Course(_bare(_program(runtimes.node), str(folder / "hello.js")), _NODE_PAUSE_S, every=4)
    return courses


def _empty(pool: Sandbox, job: Job) -> float:
    """A run for which nothing stands ready, in milliseconds: two runs take what does, the third is measured."""
    waiting = [threading.Thread(target=_in_sandbox(pool, job)) for _ in range(_SLOTS)]
    for thread in waiting:
        thread.start()
    for thread in waiting:
        thread.join()
    began = time.perf_counter()
    _in_sandbox(pool, job)()
    return (time.perf_counter() - began) * 1e3


def measure_sandbox(
    runtimes: Runtimes,
    bwrap_path: str | None = None,
    *,
    quick: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, float]:
    """Measure every kind of run in one interleaved session. Times are milliseconds, memory is megabytes.

    `progress` hears the round and the number of rounds. Raises SandboxUnavailable where no sandbox can run.
    """
    rounds, seconds = (12, 1.5) if quick else (120, 6.0)
    memory = _measure_memory(runtimes, bwrap_path)
    with (
        tempfile.TemporaryDirectory() as name,
        PoolSandbox(runtimes, size=_SLOTS, bwrap_path=bwrap_path) as pool,
        NamespaceSandbox(runtimes, bwrap_path=bwrap_path) as cold,
    ):
        folder = Path(name)
        (folder / "total.py").write_bytes(_TOTAL)
        (folder / "hello.js").write_bytes(_HELLO_JS)
        courses = _courses(folder, pool, cold, runtimes, bwrap.find(bwrap_path))
        empty: list[float] = []
        for course in courses.values():
            course.run()
        for number in range(rounds):
            for course in courses.values():
                if number % course.every == 0:
                    course.lap()
            empty.append(_empty(pool, _job("scripts/total.py", _TOTAL, _ARGS)))
            if progress:
                progress(number + 1, rounds)
        rates = {kind: _rate(courses[kind].run, seconds) for kind in ("warm", "bare", "bwrap")}
        return _figures(courses, rates, empty) | memory


def _figures(courses: dict[str, _Course], rates: dict[str, float], empty: list[float]) -> dict[str, float]:
    bare = courses["bare"].p50
    figures = {
        "bare_p50_ms": bare,
        "warm_p50_ms": courses["warm"].p50,
        "cold_p50_ms": courses["cold"].p50,
        "bwrap_p50_ms": courses["bwrap"].p50,
        "warm_p50_over_bare": courses["warm"].p50 / bare,
        "warm_hello_over_bare": courses["warm_hello"].p50 / bare,
        "warm_p99_over_bare_p50": courses["warm"].p99 / bare,
        "empty_over_bare": statistics.median(empty) / bare,
        "cold_over_bare": courses["cold"].p50 / bare,
        "bwrap_over_bare": courses["bwrap"].p50 / bare,
        "sh_over_bwrap_sh": courses["sh"].p50 / courses["bwrap_sh"].p50,
        "runs_per_s": rates["warm"],
        "runs_over_bare": rates["warm"] / rates["bare"],
        "runs_over_bwrap": rates["warm"] / rates["bwrap"],
    }
    if "node" in courses:
        figures["node_over_bare"] = courses["node"].p50 / courses["bare_node"].p50
    return {name: round(value, 3) for name, value in figures.items()}
