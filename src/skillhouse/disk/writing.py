"""Files onto the user's disk: whole or not at all, and never over something that is there."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
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
    temporary = path.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        old = _replaceable(path) if replace else None
        with os.fdopen(os.open(temporary, _NEW, 0o666), "wb") as file:
            if old is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
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


def _replaceable(path: Path) -> os.stat_result | None:
    """The file that is about to be replaced, None where nothing is there. Only a regular file ever is: not a device
    such as /dev/null, nor a link. Raises Conflict.
    """
    try:
        old = path.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(old.st_mode):
        message = f"{str(path)!r} is there already and is no regular file; it was not replaced"
        raise Conflict(message, code="FILE_EXISTS", hint="Name a file.", where=str(path))
    return old


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
    if folder.exists() and (folder.is_symlink() or not folder.is_dir() or any(folder.iterdir())):
        _fill(folder, bundle, [])
        return
    staging = folder.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _fill(staging, bundle, [staging])
        # One step puts all of it in place, also over a folder that is there and empty.
        staging.rename(folder)
    except OSError as error:
        shutil.rmtree(staging, ignore_errors=True)
        raise _unwritten(folder, error) from None


def _fill(folder: Path, bundle: Bundle, made: list[Path]) -> None:
    """Write the files below a folder; after a failure, remove what was made."""
    path = folder
    try:
        folder.mkdir(exist_ok=True)
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
