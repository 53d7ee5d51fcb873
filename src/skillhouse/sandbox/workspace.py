"""What goes into a sandbox and what comes out: the job on the wire, and the artifacts left in the workspace."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skillhouse.sandbox import Artifact, LeftOut, guest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from skillhouse.model.run import Limits
    from skillhouse.model.skill import SkillFile

__all__ = ["GO", "begun", "collect", "counted", "folders_of", "head", "job_parts", "numbered_before"]

GO = b"!"
_MAX_DEPTH = 32
_MAX_REPORTED = 20
_MAX_SEEN = 100_000
_CHUNK = 1 << 20


def head(limits: Limits, program: bytes, *, one_cpu: bool) -> bytes:
    """The first bytes of a conversation: the caps that the guest sets, and its system call filter."""
    fixed = guest.HEAD.pack(
        limits.workspace_bytes, limits.workspace_files, limits.processes, int(one_cpu), len(program)
    )
    return fixed + program


def counted(items: Sequence[bytes]) -> bytes:
    """A list of byte strings as the guest reads it."""
    return guest.LENGTH.pack(len(items)) + b"".join(guest.LENGTH.pack(len(item)) + item for item in items)


def _job_parts(argv: Sequence[str], params: str, files: Sequence[SkillFile]) -> Iterator[bytes]:
    yield counted([os.fsencode(item) for item in argv])
    yield counted([os.fsencode(params)])
    yield guest.LENGTH.pack(len(files))
    for file in files:
        path = file.path.encode()
        yield guest.ENTRY.pack(len(file.content), len(path)) + path
        yield file.content


def job_parts(argv: Sequence[str], params: str, files: Sequence[SkillFile]) -> Iterator[bytes]:
    """A job as the guest reads it, in pieces worth sending by themselves: the argument vector (the first item is the
    executable), SKILL_PARAMETERS and the files. GO, which starts the clock, is for the caller to send.

    Arguments keep their exact bytes: `os.fsencode` gives back what the command line or a model's text held (RUN-2).
    """
    waiting: list[bytes] = []
    size = 0
    for part in _job_parts(argv, params, files):
        waiting.append(part)
        size += len(part)
        if size >= _CHUNK:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)


def begun(parts: Iterable[bytes]) -> Iterator[bytes]:
    """These pieces, the last of them with GO at its end, so that the guest wakes once."""
    waiting = b""
    for part in parts:
        if waiting:
            yield waiting
        waiting = part
    yield waiting + GO


@dataclass
class _Harvest:
    """One walk over a workspace that hostile code has left behind, when nothing of it runs any more."""

    limits: Limits
    known: frozenset[str]
    budget: int
    disk: int
    was_there: Callable[[os.stat_result], bool]
    artifacts: list[Artifact] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    unreported: int = 0
    seen: int = 0

    def skip(self, path: str, reason: str) -> None:
        """Note what is not returned, in text that is safe to print; a flood of it is only counted."""
        if len(self.left_out) >= _MAX_REPORTED:
            self.unreported += 1
            return
        safe = path[:200].encode("utf-8", "backslashreplace").decode()
        printable = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in safe)
        self.left_out.append(LeftOut(printable, reason))

    def reason_against(self, path: str, info: os.stat_result) -> str | None:
        """Why a directory entry that is not a folder is not returned, or None."""
        name = path.rpartition("/")[2]
        checks = (
            (info.st_dev != self.disk, "a data table"),
            (not stat.S_ISREG(info.st_mode), _kind(info.st_mode)),
            (self.was_there(info), "another name, a hard link or a new one, of a file that was there before"),
            (not _is_text(name), "its name is not UTF-8 text"),
            (not name.isprintable() or "\\" in name, "its name holds a control character or a backslash"),
            (not info.st_mode & stat.S_IRUSR, "its mode forbids reading"),
            (len(self.artifacts) >= self.limits.artifact_files, f"more than {self.limits.artifact_files} files"),
            (_encoded_size(info.st_size) > self.budget, f"over the {self.limits.artifact_bytes >> 20} MB for results"),
        )
        return next((reason for hit, reason in checks if hit), None)

    def take(self, path: str, folder: int, info: os.stat_result) -> None:
        """Read one regular file, never more than it had when it was measured."""
        reason = self.reason_against(path, info)
        if reason is not None:
            self.skip(path, reason)
            return
        try:
            content = _read(path.rpartition("/")[2], folder, info)
        except OSError as error:
            self.skip(path, error.strerror or "unreadable")
            return
        self.budget -= _encoded_size(len(content))
        self.artifacts.append(Artifact(path, content, hashlib.sha256(content).hexdigest()))

    def walk(self, prefix: str, folder: int) -> None:
        """Everything below an open folder, by name order; folders are entered without following links."""
        for name in sorted(os.listdir(folder), key=os.fsencode):
            self.seen += 1
            path = prefix + name
            if name.startswith(".") or name == "__pycache__" or self.seen > _MAX_SEEN:
                continue
            info = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISDIR(info.st_mode):
                self.enter(path, name, folder)
            elif path not in self.known:
                self.take(path, folder, info)

    def enter(self, path: str, name: str, folder: int) -> None:
        """Descend into one folder, to a bounded depth."""
        if path.count("/") >= _MAX_DEPTH:
            self.skip(path, f"deeper than {_MAX_DEPTH} folders")
            return
        try:
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
        except OSError as error:
            self.skip(path, error.strerror or "unreadable")
            return
        try:
            self.walk(path + "/", inner)
        except OSError as error:
            self.skip(path, error.strerror or "unreadable")
        finally:
            os.close(inner)


def _kind(mode: int) -> str:
    names = {
        stat.S_IFLNK: "a symbolic link",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return names.get(stat.S_IFMT(mode), "not a regular file")


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _encoded_size(size: int) -> int:
    """Bytes in base64, as RUN-4 measures."""
    return (size + 2) // 3 * 4


def _read(name: str, folder: int, info: os.stat_result) -> bytes:
    # O_NONBLOCK: should the entry be a pipe after all, opening it must not wait for a writer.
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    try:
        opened = os.fstat(descriptor)
        if not stat.S_ISREG(opened.st_mode) or opened.st_ino != info.st_ino:
            raise OSError(0, "changed while it was read")
        chunks, left = [], info.st_size
        while left > 0 and (chunk := os.read(descriptor, min(left, _CHUNK))):
            chunks.append(chunk)
            left -= len(chunk)
        return b"".join(chunks)
    finally:
        os.close(descriptor)


def folders_of(path: str) -> Iterator[str]:
    """The folders that a file of a skill lies in, outermost first."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def numbered_before(root: int, paths: Iterable[str]) -> Callable[[os.stat_result], bool]:
    """Tells what lay in a workspace, open as `root`, before its script began: files at `paths` and their folders.

    A memory disk numbers what is made on it one after the other and never uses a number again. The guest makes the
    workspace, /tmp, and then these; so all of the script's own have higher numbers, whatever it renames or links.
    """
    made = {each for path in paths for each in (path, *folders_of(path))}
    last = os.fstat(root).st_ino + 1 + len(made)
    return lambda info: info.st_ino <= last


def collect(
    root: int, known: Iterable[str], limits: Limits, was_there: Callable[[os.stat_result], bool]
) -> tuple[tuple[Artifact, ...], tuple[LeftOut, ...]]:
    """The files that a script left below the open folder `root`, and what is not returned and why (RUN-4, SBX-9).

    Call it only when every process of the run is dead. Nothing is followed and nothing can block: links, devices,
    pipes and names that could not be shown are left out, and depth, count and bytes are bounded. So are the files that
    `was_there` knows, at whatever name, and what lies on another disk, which is a data table.
    """
    disk = os.fstat(root).st_dev
    harvest = _Harvest(limits, frozenset(known), limits.artifact_bytes, disk, was_there)
    start = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=root)
    try:
        harvest.walk("", start)
    finally:
        os.close(start)
    if harvest.unreported:
        harvest.left_out.append(LeftOut("", f"{harvest.unreported} more"))
    return tuple(harvest.artifacts), tuple(harvest.left_out)
