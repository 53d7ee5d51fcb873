"""Finds what a bwrap that was killed while it started could not take along.

bwrap makes its child first and frees it a moment later; only then does the child die with it. Killed between the two,
it leaves a child that waits for ever. Nobody was told its number, but it has the pipe that bwrap complained to.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["kill_writers"]


def kill_writers(descriptor: int) -> None:
    """Kill every other process that can write to a pipe of which we have the end to read from.

    Not a child of this program that is still to become another one: it may have copies of whatever we have open.
    """
    pipe = os.fstat(descriptor)
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or int(process.name) == os.getpid():
            continue
        # Gone meanwhile, or somebody else's.
        with suppress(OSError):
            if _can_write(process, pipe) and not _is_like_us(process):
                os.kill(int(process.name), signal.SIGKILL)


def _is_like_us(process: Path) -> bool:
    """Whether a process runs our program among our processes, as one does that we have just made. What waits in a
    sandbox may be of the same interpreter, but numbers its processes anew.
    """
    marks = ("exe", "ns/pid")
    return all(os.path.samestat((process / mark).stat(), Path("/proc/self", mark).stat()) for mark in marks)


def _can_write(process: Path, pipe: os.stat_result) -> bool:
    return any(os.path.samestat(end, pipe) for end in _writable(process))


def _writable(process: Path) -> Iterator[os.stat_result]:
    """What a process has open for writing. A link below /proc has the mode with which the file was opened."""
    for link in (process / "fd").iterdir():
        if link.lstat().st_mode & 0o200:
            yield link.stat()
