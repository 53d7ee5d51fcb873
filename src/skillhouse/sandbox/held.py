"""Folders that last as long as the process that made them, and are found out when it is gone, however it ended.

A process number tells nothing where every host is process 1 of its container. So whoever makes such a folder holds a
lock on it, which the kernel lets go when the last process that has it open ends.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.errors import SandboxUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["HostMark", "hold", "make_held", "unheld"]

_MARK = "skillhouse-host-"


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


class HostMark:
    """A name for what this host makes elsewhere, such as containers; it tells of others' marks whether they are left.

    Marks lie in the folder for temporary files. One that is not seen there is nobody's to judge. Raises OSError.
    """

    def __init__(self) -> None:
        self._base = Path(tempfile.gettempdir())
        self._folder, self._held = make_held(lambda: Path(tempfile.mkdtemp(prefix=_MARK, dir=self._base)))
        self.name = self._folder.name

    def sweep(self, remove: Callable[[str], None]) -> None:
        """Have what hosts that are gone have made removed, by the names of their marks, then the marks. What cannot be
        removed now is left for the next sweep.
        """
        for folder in self._base.glob(f"{_MARK}*"):
            with unheld(folder) as is_left, suppress(OSError, SandboxUnavailable):
                if is_left:
                    remove(folder.name)
                    folder.rmdir()

    def close(self) -> None:
        """Take the mark away: nothing is left that has it."""
        with suppress(OSError):
            self._folder.rmdir()
        os.close(self._held)
