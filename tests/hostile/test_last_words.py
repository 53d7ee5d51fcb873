"""A sandbox whose outer process dies may leave one behind that keeps its pipe open: nobody waits for that one."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from skillhouse.sandbox.namespaces import last_words


@pytest.mark.rule("RUN-7")
def test_a_complaint_is_read_though_another_process_keeps_the_pipe() -> None:
    """As a bwrap that is killed before its child can notice."""
    command = ["/bin/sh", "-c", "sleep 60 & echo $!; echo no such thing >&2; wait"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    with process.stdout as said:
        other = int(said.readline())
    started = time.monotonic()
    try:
        assert last_words(process) == "no such thing"
        assert time.monotonic() - started < 5
    finally:
        os.kill(other, signal.SIGKILL)
    assert last_words(process) == ""
