"""How long a run in a container takes, beside bare Python and a sandbox of namespaces, in interleaved rounds.

`python benchmarks/bench_containers.py [ROUNDS]` tries every engine and runtime that this host can start the sandbox
image with, and prints the median of each as a ratio to bare `python3 script.py`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.config import Settings
from skillhouse.errors import SandboxUnavailable
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, engine
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.oci import OciSandbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox

SCRIPT = b"import json; print(json.dumps({'total': sum(range(1000))}))"
JOB = Job((SkillFile("x.py", SCRIPT),), "x.py")
# What a warm container needs to stand ready again, so that a round finds it so.
_PAUSE_S = 3.0


def containers(stack: ExitStack) -> dict[str, Sandbox]:
    """A sandbox for each engine and runtime that works here, cold and with one container ready."""
    found: dict[str, Sandbox] = {}
    for name in engine.ENGINES:
        for runtime in ("crun", "runc", "runsc", "kata"):
            for slots, kind in ((0, "cold"), (1, "ready")):
                try:
                    made_by = engine.find(name, runtime)
                    sandbox = stack.enter_context(OciSandbox(made_by, Settings().sandbox_image, slots=slots))
                    sandbox.run(JOB)
                except SandboxUnavailable as error:
                    print(f"{name} {runtime}: {error.message}", file=sys.stderr)
                    break
                found[f"{name} {runtime} {kind}"] = sandbox
    return found


def seconds(action: Callable[[], object]) -> float:
    """How long it takes."""
    started = time.monotonic()
    action()
    return time.monotonic() - started


def main(rounds: int) -> None:
    """Measure, and print."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        script = folder / "x.py"
        script.write_bytes(SCRIPT)
        cold = stack.enter_context(NamespaceSandbox())
        python = cold.launcher.runtimes.required_python
        program = next((bind.source for bind in python.binds if "/bin/" in bind.target), python.executable)
        bare = [program, "-B", str(script)]
        actions: dict[str, Callable[[], object]] = {
            "bare python": lambda: subprocess.run(bare, check=True, capture_output=True),
            "namespaces cold": lambda: cold.run(JOB),
        }
        for name, sandbox in containers(stack).items():
            actions[name] = lambda sandbox=sandbox: sandbox.run(JOB)  # type: ignore[misc]  # bound now, not later
        times: dict[str, list[float]] = {name: [] for name in actions}
        for _ in range(rounds):
            for name, action in actions.items():
                times[name].append(seconds(action))
            time.sleep(_PAUSE_S)
    base = statistics.median(times["bare python"])
    for name, each in times.items():
        print(f"{name:24} {statistics.median(each) / base:8.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
