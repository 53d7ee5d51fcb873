"""Single-use sandboxes that stand ready: what a host gets that lets no process below bwrap make namespaces."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from pathlib import Path

import pytest

from skillhouse.config import Settings
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, bwrap
from skillhouse.sandbox.prewarmed import PrewarmedSandbox
from skillhouse.sandbox.stage import is_open
from skillhouse.service.host import diagnose, open_sandbox

HELLO = Job((SkillFile("x.py", b"import sys; print('hello', *sys.argv[1:])"),), "x.py", ("you",))
# bwrap with a filter around it: nothing below may call unshare(2), as AppArmor has it on some hosts.
FORBIDDING = """#!/usr/bin/python3 -I
import ctypes, os, platform, struct, sys

number = {"x86_64": 272, "aarch64": 97}[platform.machine()]
code = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7FFF0000)]
text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
program = struct.pack("HxxxxxxP", len(code), ctypes.addressof(text))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
    sys.exit("no filter could be loaded")
os.execv(BWRAP, [BWRAP, *sys.argv[1:]])
"""


def below(pid: int) -> list[int]:
    """The processes right under one."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


@pytest.mark.rule("SBX-2", "SBX-8")
def test_closing_leaves_no_process_and_no_descriptor() -> None:
    """After the sandbox is closed, nothing of it is left."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    with PrewarmedSandbox(size=2) as sandbox:
        assert sandbox.run(HELLO).stdout == b"hello you\n"
        assert sandbox.run(HELLO).sandbox.backend == "prewarmed"
    assert below(os.getpid()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.rule("RUN-7")
def test_a_waiting_sandbox_that_dies_loses_no_run() -> None:
    """Nothing of a job has run in it, so the run that would have had it goes cold; the next one is ready again."""
    with PrewarmedSandbox(size=1) as sandbox:
        assert sandbox.run(HELLO).exit_code == 0
        deadline = time.monotonic() + 60
        while not (waiting := below(os.getpid())) and time.monotonic() < deadline:
            threading.Event().wait(0.05)
        threading.Event().wait(1)
        os.kill(waiting[0], signal.SIGKILL)
        threading.Event().wait(0.5)
        assert sandbox.run(HELLO).sandbox.backend == "namespaces"
        assert sandbox.run(HELLO).sandbox.backend == "prewarmed"


@pytest.mark.rule("SBX-8", "TBL-2")
def test_a_job_that_it_was_not_made_for_is_run_cold() -> None:
    """Other caps, and tables, hold all the same."""
    with PrewarmedSandbox(size=1) as sandbox:
        small = Job(HELLO.files, "x.py", limits=Limits(memory_bytes=64 << 20))
        assert sandbox.run(small).sandbox.backend == "namespaces"
        reads = Job(
            (SkillFile("x.py", b"print(open('data/a.jsonl').read())"),),
            "x.py",
            tables=(SkillFile("data/a.jsonl", b"1"),),
        )
        assert sandbox.run(reads).stdout == b"1\n"
        quick = Job((SkillFile("x.py", b"while True: pass"),), "x.py", limits=Limits(wall_s=0.3))
        assert (sandbox.run(quick).stopped, sandbox.run(HELLO).exit_code) == ("timeout", 0)


@pytest.mark.rule("SBX-10")
def test_it_stands_in_where_slots_may_make_no_namespaces() -> None:
    """`open_sandbox` takes it from the first run on, `doctor` says so, and so does each run."""
    real = bwrap.find(None).path
    if not (is_open(real) and Path("/usr/bin/python3").exists()):
        pytest.skip("no bwrap that every user may read, or no /usr/bin/python3")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        program = Path(name, "bwrap")
        program.write_text(FORBIDDING.replace("BWRAP", repr(str(real))))
        program.chmod(0o755)
        settings = Settings(bwrap=str(program), sandbox="namespaces")
        assert [check.status for check in diagnose(settings) if check.layer in {"pool", "run"}] == ["weaker", "ok"]
        with open_sandbox(settings, slots=1) as sandbox:
            seen = [sandbox.run(HELLO) for _ in range(2)]
    assert [(one.sandbox.backend, one.stdout) for one in seen] == [("prewarmed", b"hello you\n")] * 2
