"""A sandbox whose outer process dies before it stands: its complaint is heard, and nothing of it stays behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import threading
import time

import pytest

from skillhouse.sandbox.bwrap import Launcher
from skillhouse.sandbox.namespaces import Pipes, last_words, start_bwrap
from skillhouse.sandbox.orphans import kill_writers
from skillhouse.sandbox.runtimes import Runtimes


def ends(pipe: int) -> bool:
    """Whether nobody can write to a pipe any more, after a while at most."""
    deadline = time.monotonic() + 20
    while select.select([pipe], [], [], max(deadline - time.monotonic(), 0))[0]:
        if not os.read(pipe, 4096):
            return True
    return False


@pytest.mark.rule("RUN-7", "SBX-8")
def test_a_complaint_is_read_though_another_process_has_the_pipe() -> None:
    """As a bwrap that is killed before its child can notice. The child goes too."""
    command = ["/bin/sh", "-c", "sleep 60 & echo no such thing >&2; echo $!; wait"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    with process.stdout as said:
        other = os.pidfd_open(int(said.readline()))
        assert last_words(process) == "no such thing"
        assert select.select([other], [], [], 20)[0]
        os.close(other)
    assert last_words(process) == ""


@pytest.mark.rule("SBX-8", "RUN-7")
def test_a_bwrap_that_is_killed_while_it_starts_leaves_nothing() -> None:
    """However far it had come: it makes its child some milliseconds before that dies with it."""
    runtimes = Runtimes()
    launcher = Launcher(runtimes)
    try:
        for number in range(40):
            with Pipes() as pipes:
                words = tuple(map(str, pipes.given))
                process = start_bwrap(launcher.command((runtimes.required_python,), words), pipes.given)
                pipes.give_away()
                assert process.stderr
                pipe = os.dup(process.stderr.fileno())
                threading.Event().wait(number / 8_000)
                process.kill()
                last_words(process)
                assert ends(pipe)
                os.close(pipe)
    finally:
        launcher.close()


@pytest.mark.rule("SBX-8")
def test_who_only_reads_a_pipe_is_left_alone() -> None:
    """So is this process, though it could write."""
    read, write = os.pipe()
    reader = subprocess.Popen(["/bin/cat"], stdin=read)
    writer = subprocess.Popen(["/bin/sleep", "60"], stdout=write)
    try:
        kill_writers(read)
        assert writer.wait(20) == -signal.SIGKILL
        os.close(write)
        assert reader.wait(20) == 0
    finally:
        os.close(read)
        for process in (reader, writer):
            process.kill()
            process.wait()
