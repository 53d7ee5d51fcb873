"""Watches one running sandbox: gathers its output, holds its caps, and ends it when one is passed (SBX-8)."""

from __future__ import annotations

import os
import select
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skillhouse.sandbox import guest

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.model.run import Limits
    from skillhouse.sandbox import StopReason

__all__ = ["Capture", "kill", "watch"]

_BLOCK = 65_536
_WATCH_EVERY_MS = 20
# What a killed tree may take to vanish before the host calls it broken: the kernel frees up to 256 MB of it first.
_DEATH_S = 10.0


@dataclass
class Capture:
    """What came out: raw bytes of both streams, the script's wait status (None: none was reported), why it was
    stopped, wall and CPU time in milliseconds, and the memory of the largest process in bytes.
    """

    stdout: bytes = b""
    stderr: bytes = b""
    status: int | None = None
    stopped: StopReason | None = None
    wall_ms: float = 0.0
    cpu_ms: float | None = None
    largest_bytes: int | None = None


def kill(pidfd: int) -> None:
    """Kill a sandbox's PID 1, and with it the whole tree, without the race of a process number."""
    try:
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    except ProcessLookupError:
        return


@dataclass
class _Watcher:
    """The state of one watch. `end` is the pidfd of the outermost process: readable once all of it is gone."""

    stdout: int
    stderr: int
    end: int
    first: int
    limits: Limits
    over_memory: Callable[[], bool] | None
    chunks: dict[int, list[bytes]] = field(default_factory=dict)
    open: set[int] = field(default_factory=set)
    total: int = 0
    stopped: StopReason | None = None
    poll: select.poll = field(default_factory=select.poll)

    def __post_init__(self) -> None:
        for descriptor in (self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
            self.chunks[descriptor] = []
            self.open.add(descriptor)
        for descriptor in (self.stdout, self.stderr, self.end):
            self.poll.register(descriptor, select.POLLIN)

    def stop(self, reason: StopReason) -> None:
        """End the run once, for the first cap that it passed."""
        if self.stopped is None:
            self.stopped = reason
            kill(self.first)

    def pump(self, descriptor: int) -> bool:
        """Take one block of output; past the cap, keep what fits and stop. Whether there may be more."""
        try:
            block = os.read(descriptor, _BLOCK)
        except BlockingIOError:
            return False
        if not block:
            self.close(descriptor)
            return False
        room = self.limits.output_bytes - self.total
        self.chunks[descriptor].append(block[:room])
        self.total += min(len(block), room)
        if len(block) > room:
            self.stop("output")
        return True

    def close(self, descriptor: int) -> None:
        """Watch a stream no more once all of its writers are gone."""
        if descriptor in self.open:
            self.open.remove(descriptor)
            self.poll.unregister(descriptor)

    def wait_ms(self, deadline: float) -> float:
        """How long the next poll may sleep: to the deadline, or to the next look at the memory."""
        if self.stopped is not None:
            return _DEATH_S * 1e3
        left = max((deadline - time.monotonic()) * 1e3, 0) + 1
        return min(left, _WATCH_EVERY_MS) if self.over_memory else left

    def until_end(self, deadline: float) -> bool:
        """Pump until the outermost process is gone. False when a killed tree did not die in time."""
        while True:
            events = self.poll.poll(self.wait_ms(deadline))
            if not events and self.stopped is not None:
                return False
            ended = False
            for descriptor, _ in events:
                if descriptor == self.end:
                    ended = True
                else:
                    self.pump(descriptor)
            if ended:
                return True
            if time.monotonic() >= deadline:
                self.stop("timeout")
            if self.stopped is None and self.over_memory and self.over_memory():
                self.stop("memory")

    def drain(self) -> None:
        """Take what still lies in the pipes; every writer is dead, so this ends."""
        for descriptor in tuple(self.open):
            while self.pump(descriptor):
                pass


def watch(
    reads: list[int], *, end: int, first: int, limits: Limits, over_memory: Callable[[], bool] | None
) -> Capture | None:
    """Watch a run to its end. `reads` are its stdout, stderr and status pipe; `first` is the pidfd of the sandbox's
    PID 1, `end` that of the outermost process, which is gone last.

    The end of the script ends the run, not the end of its output: a child that keeps a pipe open delays nothing.
    None when the tree did not die although it was killed, which is an operator's matter.
    """
    started = time.monotonic()
    stdout, stderr, status = reads
    watcher = _Watcher(stdout, stderr, end, first, limits, over_memory)
    if not watcher.until_end(started + limits.wall_s):
        return None
    wall_ms = (time.monotonic() - started) * 1e3
    report = _report(status)
    if report is None and not _ended(first):
        return None
    watcher.drain()
    code, cpu_s, largest = report or (None, None, None)
    return Capture(
        stdout=b"".join(watcher.chunks[stdout]),
        stderr=b"".join(watcher.chunks[stderr]),
        status=code,
        stopped=watcher.stopped,
        wall_ms=wall_ms,
        cpu_ms=None if cpu_s is None else cpu_s * 1e3,
        largest_bytes=largest,
    )


def _ended(first: int) -> bool:
    """Kill PID 1 where nobody reported an end, such as a warm slot that the kernel killed for memory: what it left
    behind must be dead before its files are looked at. Whether it died in time.
    """
    kill(first)
    poll = select.poll()
    poll.register(first, select.POLLIN)
    return bool(poll.poll(_DEATH_S * 1e3))


def _report(status: int) -> tuple[int, float, int] | None:
    """What PID 1 said of the script's end; None where it was killed before it could."""
    os.set_blocking(status, False)
    try:
        said = os.read(status, guest.END.size)
    except BlockingIOError:
        return None
    return guest.END.unpack(said) if len(said) == guest.END.size else None
