"""Good and hostile scripts from several threads at once: each gets its own answer, and nothing is left over."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox

# Name → script, and what must come of it: exit code, why it was stopped, the files it left.
MIXED = {
    "good": (b"print('fine'); open('out.txt', 'w').write('x')", 0, None, ["out.txt"]),
    "fails": (b"raise SystemExit(3)", 3, None, []),
    "crashes": (b"import os; os.abort()", 134, None, []),
    "sleeps": (b"import time; time.sleep(60)", 137, "timeout", []),
    "floods": (b"import os\nwhile True: os.write(1, b'x' * 65536)", 137, "output", []),
    "forks": (b"import os, time\nfor _ in range(4): os.fork()\ntime.sleep(60)", 137, "timeout", []),
    "daemon": (b"import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)", 0, None, []),
    "links": (b"import os; os.mkfifo('f'); os.symlink('/', 'l'); os.mkdir('d'); os.chmod('d', 0)", 0, None, []),
    "opens": (b"import os\nkept = [os.open('/dev/null', 0) for _ in range(500)]", 0, None, []),
    "kills": (b"import os; os.kill(-1, 9)", 1, None, []),
}
KINDS: dict[str, Callable[[], Sandbox]] = {
    "cold": NamespaceSandbox,
    "cold-without-groups": lambda: NamespaceSandbox(use_groups=False),
    "warm": lambda: PoolSandbox(size=2),
    "warm-without-groups": lambda: PoolSandbox(size=2, use_groups=False),
}


def job(script: bytes, wall_s: float = 20) -> Job:
    """A job of one script."""
    return Job((SkillFile("x.py", script),), "x.py", limits=Limits(wall_s=wall_s))


def mixed(name: str) -> Job:
    """One of the mixed scripts; those that must time out soon do."""
    script, _, stopped, _ = MIXED[name]
    return job(script, 0.6 if stopped == "timeout" else 20)


def descriptors() -> list[str]:
    """What this process has open, but for the folder that lists it."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            found.append(str(entry.readlink()))
    return sorted(found)


def children() -> list[int]:
    """The processes that this one started and that are not reaped."""
    tasks = Path("/proc/self/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def groups() -> list[str]:
    """The control groups that this process has made and not removed: it holds each, by an open descriptor."""
    return [name for name in descriptors() if "/skillhouse-run-" in name]


@pytest.mark.rule("SBX-2", "SBX-8", "RUN-3")
@pytest.mark.parametrize("kind", KINDS)
def test_mixed_scripts_at_once_get_their_own_answers_and_leave_nothing(kind: str) -> None:
    """Four threads, thirty runs: descriptors, processes, threads and control groups are as before."""
    before = descriptors(), children(), threading.active_count(), groups()
    work = [name for _ in range(3) for name in MIXED]
    with KINDS[kind]() as sandbox, ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda name: sandbox.run(mixed(name)), work))
    for name, outcome in zip(work, outcomes, strict=True):
        _, exit_code, stopped, files = MIXED[name]
        seen = (name, outcome.exit_code, outcome.stopped, [artifact.path for artifact in outcome.artifacts])
        assert seen == (name, exit_code, stopped, files)
    assert before == (descriptors(), children(), threading.active_count(), groups())


@pytest.mark.rule("SBX-8")
@pytest.mark.parametrize("kind", KINDS)
def test_runs_in_turn_keep_descriptors_flat(kind: str) -> None:
    """What one run opens is closed when it ends, not when the sandbox is."""
    with KINDS[kind]() as sandbox:
        sandbox.run(job(MIXED["good"][0]))
        sandbox.run(job(MIXED["good"][0]))
        before = len(descriptors())
        for _ in range(20):
            sandbox.run(job(MIXED["good"][0]))
        # A warm sandbox that is being made meanwhile has some open, or not yet.
        assert len(descriptors()) <= before + 8


@pytest.mark.rule("SBX-8")
def test_a_refused_start_leaves_nothing() -> None:
    """Where bwrap itself fails, its pipes and groups are given back as well."""
    before = descriptors(), children(), groups()
    with NamespaceSandbox(bwrap_path="/bin/false") as sandbox:
        for _ in range(5):
            with pytest.raises(Exception, match="could not run"):
                sandbox.run(job(b""))
    assert before == (descriptors(), children(), groups())


@pytest.mark.rule("SBX-2")
def test_the_answers_of_many_callers_are_never_mixed_up() -> None:
    """Each caller gets the output and the files of its own script."""
    source = b"import sys; print(sys.argv[1]); open(sys.argv[1], 'w').write(sys.argv[1])"
    names = [f"caller-{number}" for number in range(24)]
    for kind in ("cold", "warm"):
        with KINDS[kind]() as sandbox, ThreadPoolExecutor(4) as pool:
            outcomes = list(pool.map(lambda name: sandbox.run(replace(job(source), args=(name,))), names))
        for name, outcome in zip(names, outcomes, strict=True):
            assert outcome.stdout.decode() == f"{name}\n"
            assert [(found.path, found.content) for found in outcome.artifacts] == [(name, name.encode())]
