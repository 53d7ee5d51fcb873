"""Data tables for a run: files of the host that sandboxes see read-only, without a copy (TBL-2, TBL-4).

A backend has one room, a folder that only it and its sandboxes may enter, and holds it as long as it lives. Each run's
tables lie in a folder of their own there while the run lasts. A sandbox shows each at its place in the workspace, then
takes the room out of sight.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.sandbox.held import make_held, unheld
from skillhouse.sandbox.stage import is_open

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skillhouse.model.skill import SkillFile

__all__ = ["TableRoom"]

_PREFIX = "skillhouse-tables-"
_OPEN_FOLDER = Path("/tmp")  # noqa: S108 -- a folder of our own is made in it, under a name that nobody can foresee


class TableRoom:
    """A folder for tables, open to the user `group` where the sandboxes run as another one. A context manager.

    Raises OSError.
    """

    def __init__(self, group: int | None = None) -> None:
        self._group = group
        base = Path(tempfile.gettempdir())
        base = base if group is None or is_open(base) else _OPEN_FOLDER
        _sweep(base)
        self.path, self._held = make_held(lambda: Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base)))
        self._share(self.path, 0o710)

    def _share(self, path: Path, mode: int) -> None:
        if self._group is not None:
            os.chown(path, -1, self._group)
        path.chmod(mode)

    @contextmanager
    def lay(self, tables: Sequence[SkillFile]) -> Iterator[tuple[bytes, ...]]:
        """Put tables in the room for one run: the name of their folder, then the place of each in the workspace. In
        the folder they are numbered. Nothing without tables. Raises OSError.
        """
        if not tables:
            yield ()
            return
        folder = Path(tempfile.mkdtemp(dir=self.path))
        try:
            self._share(folder, 0o710)
            for number, table in enumerate(tables):
                file = folder / str(number)
                file.write_bytes(table.content)
                self._share(file, 0o440)
            yield (folder.name.encode(), *(table.path.encode() for table in tables))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        """Remove the room. A second call does nothing."""
        if self._held >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._held)
            self._held = -1


def _sweep(base: Path) -> None:
    """Remove the rooms of ours that nobody holds any more, such as those of a host that was killed."""
    for room in base.glob(f"{_PREFIX}*"):
        with unheld(room) as is_left:
            if is_left:
                shutil.rmtree(room, ignore_errors=True)
