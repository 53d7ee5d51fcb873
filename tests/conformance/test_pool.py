"""The warm pool: what it keeps, what it survives, and what it leaves behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, Outcome
from skillhouse.sandbox.pool import PoolSandbox

HELLO = Job((SkillFile("x.py", b"print('hello')"),), "x.py")
SLOW = Job((SkillFile("x.py", b"import subprocess; subprocess.run(['sleep', '25'])"),), "x.py")


def open_descriptors() -> int:
    """How many this process has."""
    return len(list(Path("/proc/self/fd").iterdir()))


def children(pid: int) -> list[int]:
    """Every process below one."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *children(child)]
    return found


def wait_until_gone(pids: list[int]) -> list[int]:
    """Those of the processes that still live after a while."""
    deadline = time.monotonic() + 60
    while alive := [pid for pid in pids if Path(f"/proc/{pid}/exe").exists()]:
        if time.monotonic() > deadline:
            break
        threading.Event().wait(0.02)
    return alive


@pytest.mark.rule("SBX-2", "SBX-8")
def test_closing_leaves_no_process_and_no_descriptor() -> None:
    """After the pool is closed, nothing of it is left."""
    before = open_descriptors()
    with PoolSandbox(size=2) as pool:
        pool.warm_up()
        assert pool.run(HELLO).stdout == b"hello\n"
        made = children(os.getpid())
    assert made
    assert wait_until_gone(made) == []
    assert before == open_descriptors()


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("depth", [0, 1, 2, 3], ids=["bwrap", "zygote", "slot", "init"])
def test_a_run_whose_sandbox_dies_says_so_and_the_next_one_works(depth: int) -> None:
    """Killing any process of the pool loses the run that depends on it, as an operator's error, and no other."""
    with PoolSandbox(size=1) as pool:
        assert pool.run(HELLO).stdout == b"hello\n"
        answers: list[Outcome | SandboxUnavailable] = []
        thread = threading.Thread(target=lambda: answers.append(attempt(pool, SLOW)))
        thread.start()
        line = wait_for_line(depth)
        os.kill(line, signal.SIGKILL)
        thread.join(60)
        assert isinstance(answers[0], SandboxUnavailable)
        assert answers[0].code == "SANDBOX_BROKEN"
        for _ in range(3):
            assert pool.run(HELLO).stdout == b"hello\n"


@pytest.mark.rule("SBX-2", "RUN-7")
def test_a_slot_that_is_killed_costs_the_others_nothing() -> None:
    """Its run says so at once, with nothing of it left behind, and the zygote goes on."""
    with PoolSandbox(size=1) as pool:
        assert pool.run(HELLO).stdout == b"hello\n"
        outer = direct(os.getpid())
        answers: list[Outcome | SandboxUnavailable] = []
        thread = threading.Thread(target=lambda: answers.append(attempt(pool, SLOW)))
        thread.start()
        slot = wait_for_line(2)
        below = children(slot)
        started = time.monotonic()
        os.kill(slot, signal.SIGKILL)
        thread.join(60)
        assert time.monotonic() - started < 5
        assert isinstance(answers[0], SandboxUnavailable)
        assert wait_until_gone(below) == []
        assert pool.run(HELLO).stdout == b"hello\n"
        assert direct(os.getpid()) == outer


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("depth", [1, 2, 3], ids=["zygote", "slot", "waiting"])
def test_a_sandbox_that_is_killed_while_it_waits_costs_no_run(depth: int) -> None:
    """Nothing of a job has run in it, so the job gets another one, and its caller does not notice."""
    with PoolSandbox(size=1) as pool:
        for _ in range(3):
            assert pool.run(HELLO).stdout == b"hello\n"
            time.sleep(0.2)
            for process in layer(depth):
                with suppress(ProcessLookupError):  # it died with the one before
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.1)
            assert pool.run(HELLO).stdout == b"hello\n"


def layer(depth: int) -> list[int]:
    """The processes at this depth below the pool's bwrap: zygotes, slots, what waits in them."""
    found = direct(os.getpid())
    for _ in range(depth):
        found = [child for process in found for child in direct(process)]
    return found


def wait_for_line(depth: int) -> int:
    """The process at this depth of the chain bwrap, zygote, slot, init, once the script has started its own child."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for outer in direct(os.getpid()):
            for zygote in direct(outer):
                for slot in direct(zygote):
                    below = direct(slot)
                    if any(direct(process) for process in below):
                        return [outer, zygote, slot, below[0]][depth]
        threading.Event().wait(0.02)
    pytest.fail("the run never began")


def direct(pid: int) -> list[int]:
    """The children of a process, none when it is gone."""
    try:
        return [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except FileNotFoundError:
        return []


def attempt(pool: PoolSandbox, job: Job) -> Outcome | SandboxUnavailable:
    """The outcome, or the error as a value."""
    try:
        return pool.run(job)
    except SandboxUnavailable as error:
        return error


@pytest.mark.rule("SBX-8")
def test_a_job_with_other_caps_is_run_with_its_own() -> None:
    """The pool was built for its own caps; another memory cap is not ignored but run cold."""
    script = b"x = bytearray(120 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1\nprint('kept')"
    limits = Limits(memory_bytes=64 << 20)
    with PoolSandbox(size=1) as pool:
        outcome = pool.run(Job((SkillFile("x.py", script),), "x.py", limits=limits))
        assert outcome.sandbox.backend == "namespaces"
        assert outcome.stopped == "memory"
        short = Limits(wall_s=0.5)
        stopped = pool.run(Job((SkillFile("x.py", b"while True: pass"),), "x.py", limits=short))
        assert (stopped.sandbox.backend, stopped.stopped) == ("pool", "timeout")


@pytest.mark.rule("SBX-2")
def test_a_broken_script_does_not_spoil_the_slot() -> None:
    """After a memory bomb, a flood and a timeout, the same slot runs the next script untouched."""
    bombs = (b"x = []\nwhile True: x.append(bytearray(b'x' * (1 << 20)))", b"while True: print('x' * 9999)")
    with PoolSandbox(size=1, limits=Limits(wall_s=10, memory_bytes=64 << 20)) as pool:
        for bomb in bombs:
            outcome = pool.run(Job((SkillFile("x.py", bomb),), "x.py", limits=Limits(wall_s=10, memory_bytes=64 << 20)))
            assert outcome.stopped in {"memory", "output"}
            again = pool.run(Job(HELLO.files, HELLO.script, limits=Limits(wall_s=10, memory_bytes=64 << 20)))
            assert (again.stdout, again.sandbox.backend) == (b"hello\n", "pool")


@pytest.mark.rule("SBX-2")
def test_four_callers_share_two_slots() -> None:
    """More callers than slots wait their turn; each gets its own answer, and descriptors stay flat."""
    with PoolSandbox(size=2) as pool:
        pool.warm_up()
        assert pool.run(HELLO).stdout == b"hello\n"
        before = open_descriptors()
        wrong: list[str] = []

        def call(name: str) -> None:
            for number in range(25):
                job = Job((SkillFile("x.py", b"import sys; print(sys.argv[1])"),), "x.py", (f"{name}{number}",))
                answer = pool.run(job).stdout.decode().strip()
                if answer != f"{name}{number}":
                    wrong.append(answer)

        threads = [threading.Thread(target=call, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        deadline = time.monotonic() + 10  # what a run leaves is closed a moment after its caller has the outcome
        while open_descriptors() > before + 8 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert before + 8 >= open_descriptors()


@pytest.mark.rule("SBX-2")
def test_a_zygote_is_replaced_after_its_share_of_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address layout and hash seed that runs share are renewed, and the old zygote is gone."""
    monkeypatch.setattr("skillhouse.sandbox.pool._RUNS_PER_ZYGOTE", 3)
    seed = Job((SkillFile("x.py", b"print(hash('seed'))"),), "x.py")
    with PoolSandbox(size=1) as pool:
        seeds: set[bytes] = set()
        deadline = time.monotonic() + 20
        while len(seeds) < 3 and time.monotonic() < deadline:
            seeds.add(pool.run(seed).stdout)
        assert len(seeds) >= 3
        assert len(direct(os.getpid())) <= 2


@pytest.mark.rule("SBX-10")
def test_old_zygotes_go_though_some_slots_are_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool that has run many scripts holds no more than a new one, whatever kinds of script came in between."""
    monkeypatch.setattr("skillhouse.sandbox.pool._RUNS_PER_ZYGOTE", 3)
    shell = Job((SkillFile("x.sh", b"sleep 0.3; echo hello"),), "x.sh")
    with PoolSandbox(size=2) as pool:
        for _ in range(2):
            threads = [threading.Thread(target=pool.run, args=(shell,)) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for _ in range(9):
                assert pool.run(HELLO).stdout == b"hello\n"
        deadline = time.monotonic() + 20
        while len(direct(os.getpid())) > 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(direct(os.getpid())) == 1
        assert pool.run(shell).stdout == b"hello\n"
    assert direct(os.getpid()) == []
