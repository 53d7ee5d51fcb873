"""The watch over a running tree of processes: real ones, without a sandbox around them."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from skillhouse.model.run import Limits
from skillhouse.sandbox import capture, guest

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox.capture import Capture


def end_group(leader: int) -> None:
    """Kill what a script left running, as the end of its namespace does in a sandbox."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def watched(
    script: str,
    *,
    limits: Limits | None = None,
    report: bytes = b"",
    over_memory: Callable[[], bool] | None = None,
) -> Capture:
    """Run a shell script and watch it; `report` is what its PID 1 would have said of its end."""
    with ExitStack() as stack:
        pipes = [os.pipe() for _ in range(3)]
        for read, _ in pipes:
            stack.callback(os.close, read)
        process = subprocess.Popen(
            ["/bin/sh", "-c", script], stdout=pipes[0][1], stderr=pipes[1][1], start_new_session=True
        )
        stack.callback(process.wait)
        stack.callback(end_group, process.pid)
        os.write(pipes[2][1], report)
        for _, write in pipes:
            os.close(write)
        pidfd = os.pidfd_open(process.pid)
        stack.callback(os.close, pidfd)
        seen = capture.watch(
            [read for read, _ in pipes], end=pidfd, first=pidfd, limits=limits or Limits(), over_memory=over_memory
        )
        assert seen is not None
        return seen


@pytest.mark.rule("RUN-3")
def test_both_streams_and_the_report_are_gathered() -> None:
    """Streams are kept apart; status, CPU time and memory come from the report."""
    seen = watched("printf out; printf err >&2", report=guest.END.pack(3 << 8, 0.25, 1 << 20))
    assert (seen.stdout, seen.stderr, seen.status, seen.stopped) == (b"out", b"err", 3 << 8, None)
    assert (seen.cpu_ms, seen.largest_bytes) == (250.0, 1 << 20)
    assert seen.wall_ms > 0


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("report", [b"", b"half"])
def test_an_end_without_a_whole_report_is_told_apart(report: bytes) -> None:
    """No status: whoever asks must not take it for a script's success."""
    seen = watched("exit 0", report=report)
    assert (seen.status, seen.cpu_ms, seen.largest_bytes) == (None, None, None)


@pytest.mark.rule("SBX-8")
def test_time_is_up_at_the_limit() -> None:
    """What was printed before is kept."""
    seen = watched("echo before; exec sleep 30", limits=Limits(wall_s=0.3))
    assert (seen.stopped, seen.stdout) == ("timeout", b"before\n")
    assert seen.wall_ms < 10_000


@pytest.mark.rule("SBX-8")
def test_a_closed_stream_does_not_stop_the_clock() -> None:
    """With both streams at their end, the limit still comes."""
    assert watched("exec sleep 30 >&- 2>&-", limits=Limits(wall_s=0.3)).stopped == "timeout"


@pytest.mark.rule("SBX-8")
@pytest.mark.parametrize("cap", [1, 10, 65_536, 70_000])
def test_output_is_cut_at_the_cap(cap: int) -> None:
    """Both streams count together; the first byte over the cap stops the run."""
    flood = "while :; do echo 0123456789; echo 0123456789 >&2; done"
    seen = watched(flood, limits=Limits(output_bytes=cap))
    assert seen.stopped == "output"
    assert len(seen.stdout) + len(seen.stderr) == cap


@pytest.mark.rule("SBX-8")
def test_exactly_the_cap_is_no_breach() -> None:
    """Ten bytes of ten."""
    seen = watched("printf 01234; printf 56789 >&2", limits=Limits(output_bytes=10))
    assert (seen.stopped, seen.stdout, seen.stderr) == (None, b"01234", b"56789")


@pytest.mark.rule("SBX-8")
def test_what_lies_in_the_pipes_at_the_end_is_counted_as_well() -> None:
    """A script that ends at once after too much output was over the cap."""
    seen = watched("printf %01000d 7", limits=Limits(output_bytes=100))
    assert (seen.stopped, len(seen.stdout)) == ("output", 100)


@pytest.mark.rule("SBX-8")
def test_the_end_of_the_script_ends_the_watch() -> None:
    """A background child that holds the streams open delays nothing, and its late words are not waited for."""
    seen = watched("(sleep 30; echo late) & echo done")
    assert (seen.stdout, seen.stopped) == (b"done\n", None)
    assert seen.wall_ms < 20_000


@pytest.mark.rule("SBX-8")
def test_too_much_memory_is_noticed_between_two_lines_of_output() -> None:
    """The look at the memory is asked again and again, and its first yes stops the run."""
    looks = iter([False, False, True])
    seen = watched("exec sleep 30", over_memory=lambda: next(looks, False))
    assert seen.stopped == "memory"


def test_killing_what_is_gone_is_no_error() -> None:
    """The process may end between a look and the blow."""
    process = subprocess.Popen(["/bin/true"])
    pidfd = os.pidfd_open(process.pid)
    process.wait()
    capture.kill(pidfd)
    os.close(pidfd)


def test_killing_is_by_a_handle_and_certain() -> None:
    """SIGKILL, which nothing can ignore."""
    with subprocess.Popen(["/bin/sh", "-c", "trap '' TERM INT HUP; while :; do sleep 1; done"]) as process:
        pidfd = os.pidfd_open(process.pid)
        capture.kill(pidfd)
        os.close(pidfd)
        assert process.wait() == -signal.SIGKILL
