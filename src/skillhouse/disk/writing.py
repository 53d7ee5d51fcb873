"""Files onto the user's disk: whole or not at all, and never over something that is there."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from skillhouse.disk.tree import FOLDER, raw, text
from skillhouse.errors import Conflict, InvalidRequest, NotFound, SkillhouseError
from skillhouse.format.problems import printable

if TYPE_CHECKING:
    from pathlib import Path

    from skillhouse.model.skill import Bundle, SkillFile

__all__ = ["write_new", "write_tree"]

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_IN_THE_WAY = {errno.EEXIST, errno.ELOOP, errno.ENOTDIR, errno.EISDIR}


def write_new(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file whole or not at all: under a temporary name, synced, then put in place in one step.

    Raises Conflict where something is at `path` already and `replace` is false, NotFound for a folder that is not
    there, and InvalidRequest where the system does not let it be written.
    """
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        with os.fdopen(os.open(temporary, _NEW, 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            temporary.replace(path)
        else:
            # A link, unlike a rename, fails where something is there.
            os.link(temporary, path)
    except OSError as error:
        raise _unwritten(path, error) from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def _unwritten(path: Path, error: OSError) -> SkillhouseError:
    """Why a file was not written, as the error to raise."""
    where = printable(text(str(path)))
    if error.errno in _IN_THE_WAY:
        message = f"{where!r} is there already, or a file stands where it needs a folder; nothing was overwritten"
        return Conflict(message, code="FILE_EXISTS", hint="Choose another place, or remove it.", where=where)
    if error.errno == errno.ENOENT:
        return NotFound(f"there is no folder for {where!r}", hint="Make the folder first.", where=where)
    message = f"{where!r} cannot be written: {error.strerror}"
    return InvalidRequest(message, code="UNWRITABLE", hint="Check permissions and free space.", where=where)


def write_tree(folder: Path, bundle: Bundle) -> None:
    """Write every file of a bundle below `folder`, which is made if it is not there. Follows no link below it.

    Raises Conflict, and leaves nothing new behind, where a file is there already, and InvalidRequest for a path that
    leads outside.
    """
    for file in bundle.files:
        if "\0" in file.path or any(part in {"", ".", ".."} for part in file.path.split("/")):
            message = f"the path {printable(file.path)!r} leads out of the folder"
            raise InvalidRequest(message, code="PATH_INVALID", hint="Rename the file.")
    made = [] if folder.exists() else [folder]
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in bundle.files:
            path = folder / os.fsdecode(raw(file.path))
            _write_below(folder, file, made)
    except OSError as error:
        for one in reversed(made):
            with suppress(OSError):
                one.rmdir() if one.is_dir() else one.unlink()
        raise _unwritten(path, error) from None


def _write_below(folder: Path, file: SkillFile, made: list[Path]) -> None:
    *parents, name = file.path.split("/")
    current = os.open(folder, FOLDER & ~os.O_NOFOLLOW)
    try:
        for depth, part in enumerate(parents, 1):
            with suppress(FileExistsError):
                os.mkdir(raw(part), dir_fd=current)
                made.append(folder / os.fsdecode(raw("/".join(parents[:depth]))))
            following = os.open(raw(part), FOLDER, dir_fd=current)
            os.close(current)
            current = following
        with os.fdopen(os.open(raw(name), _NEW, 0o666, dir_fd=current), "wb") as opened:
            made.append(folder / os.fsdecode(raw(file.path)))
            opened.write(file.content)
    finally:
        os.close(current)
