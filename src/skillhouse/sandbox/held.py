"""Folders that last as long as the process that made them, and are found out when it is gone, however it ended.

A process number tells nothing where every host is process 1 of its container. So whoever makes such a folder holds a
lock on it, which the kernel lets go when the last process that has it open ends.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["hold", "make_held", "unheld"]


def _locked(folder: Path) -> int | None:
    """An open descriptor of a folder with our lock on it; None where another has it. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def hold(folder: Path) -> int | None:
    """Hold a folder that was just made: a descriptor to keep open. None where somebody who removes what nobody holds
    was quicker, and has it or has removed it. Raises OSError.
    """
    try:
        descriptor = _locked(folder)
    except FileNotFoundError:
        return None
    if descriptor is None:
        return None
    try:
        if os.path.samestat(os.fstat(descriptor), folder.stat(follow_symlinks=False)):
            return descriptor
    except FileNotFoundError:
        pass
    os.close(descriptor)
    return None


def make_held(make: Callable[[], Path]) -> tuple[Path, int]:
    """Make folders until one is ours to hold: the folder, and the descriptor that holds it. Raises OSError."""
    while True:
        folder = make()
        descriptor = hold(folder)
        if descriptor is not None:
            return folder, descriptor


@contextmanager
def unheld(folder: Path) -> Iterator[bool]:
    """Whether nobody holds this folder, and it is ours to remove: nobody can come to hold it before the end."""
    try:
        descriptor = _locked(folder) if folder.stat(follow_symlinks=False).st_uid == os.getuid() else None
    except OSError:
        descriptor = None
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)
