"""Control groups, version 2 or 1: the caps that hold for a whole tree of processes (SBX-8).

A group is made once, lent to one run at a time and used again: making one costs more than a run's bookkeeping. A
process moves itself in, through descriptors that the host opened.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.sandbox.held import hold, unheld

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.model.run import Limits

__all__ = ["ControlGroup", "GroupMaker", "find_maker"]

_PREFIX = "skillhouse-run-"
_PERIOD_US = 100_000
_BETWEEN_LOOKS_S = 0.005
_BLOCK = 4096
# A warm slot's own: the slot and the PID 1 of its sandbox.
_OWN_PROCESSES = 2
_CONTROLLERS = ("memory", "pids", "cpu")


def _write(path: Path, value: object) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, str(value).encode())
    finally:
        os.close(descriptor)


def _number_after(text: str, key: str) -> int:
    found = re.search(rf"^{key} (\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


@dataclass
class ControlGroup:
    """One run's group: a folder per controller (one folder in all for version 2)."""

    version: int
    folders: dict[str, Path]
    lone: bool = True
    kills_before: int = 0
    caps: Limits | None = None
    held: list[int] = field(default_factory=list)
    _open: dict[str, int] = field(default_factory=dict)

    def begin(self, limits: Limits) -> None:
        """Set the caps of the coming run, where they are new, and forget the last run. Raises OSError."""
        if limits != self.caps:
            self._set(limits)
            self.caps = limits
        self.forget()

    def forget(self) -> None:
        """Count peak and kills from now on."""
        if self.version == 1:
            with suppress(OSError):  # absent where the kernel does not account for it
                os.pwrite(self._memory_file("memory.max_usage_in_bytes", os.O_RDWR), b"0", 0)
        self.kills_before = self._kills()

    def _set(self, limits: Limits) -> None:
        memory, pids, cpu = (self.folders[name] for name in _CONTROLLERS)
        if self.version == 2:  # noqa: PLR2004 -- the version's number
            _write(memory / "memory.max", limits.memory_bytes)
            for name, value in (("memory.swap.max", 0), ("memory.zswap.max", 0), ("memory.oom.group", int(self.lone))):
                with suppress(OSError):  # absent where the kernel has no swap accounting
                    _write(memory / name, value)
            _write(cpu / "cpu.max", f"{limits.cpus * _PERIOD_US} {_PERIOD_US}")
        else:
            self._limit_memory_v1(memory, limits.memory_bytes)
            _write(cpu / "cpu.cfs_quota_us", limits.cpus * _PERIOD_US)
        _write(pids / "pids.max", limits.processes + (0 if self.lone else _OWN_PROCESSES))

    @staticmethod
    def _limit_memory_v1(folder: Path, size: int) -> None:
        # memsw may never be below limit, so which goes first depends on which way the cap moves.
        with suppress(OSError):
            _write(folder / "memory.memsw.limit_in_bytes", size)
        _write(folder / "memory.limit_in_bytes", size)
        with suppress(OSError):  # absent where the kernel has no swap accounting
            _write(folder / "memory.memsw.limit_in_bytes", size)

    def _memory_file(self, name: str, flags: int) -> int:
        """A file of the memory controller, opened once: it is looked at around every run. Raises OSError."""
        if name not in self._open:
            self._open[name] = os.open(self.folders["memory"] / name, flags | os.O_CLOEXEC)
        return self._open[name]

    def _said(self, name: str, flags: int) -> str:
        return os.pread(self._memory_file(name, flags), _BLOCK, 0).decode("ascii", "replace")

    def open_doors(self) -> list[int]:
        """Open descriptors that a process writes `0` to and is inside. The caller closes them. Raises OSError."""
        return [
            os.open(folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)
            for folder in dict.fromkeys(self.folders.values())
        ]

    def _kills(self) -> int:
        name = "memory.events" if self.version == 2 else "memory.oom_control"  # noqa: PLR2004
        with suppress(OSError):
            return _number_after(self._said(name, os.O_RDONLY), "oom_kill")
        return 0

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel killed a process of this run for its memory."""
        return self._kills() > self.kills_before

    @property
    def peak_bytes(self) -> int | None:
        """The most memory the whole tree held at once; None where the kernel does not keep it per run."""
        if self.version == 2:  # noqa: PLR2004 -- memory.peak cannot be reset by name, and groups are used again
            return None
        with suppress(OSError, ValueError):
            return int(self._said("memory.max_usage_in_bytes", os.O_RDWR))
        return None

    @property
    def empty(self) -> bool:
        """Whether no process is left inside."""
        with suppress(OSError):
            return not any((folder / "cgroup.procs").read_text() for folder in self.folders.values())
        return False

    def remove(self, patience_s: float = 0.0) -> None:
        """Remove the folders, once the dead have left them; one that is still busy then stays for the next sweep."""
        while self._open:
            os.close(self._open.popitem()[1])
        deadline = time.monotonic() + patience_s
        left = list(dict.fromkeys(self.folders.values()))
        while left:
            left = [folder for folder in left if not _removed(folder)]
            if not left or time.monotonic() >= deadline:
                break
            time.sleep(_BETWEEN_LOOKS_S)
        while self.held:
            os.close(self.held.pop())


def _removed(folder: Path) -> bool:
    """Remove an empty group; whether it is gone. The kernel calls one busy for a moment after its last process."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


@dataclass(frozen=True)
class GroupMaker:
    """Makes groups below folders that this process may write: the one thing that differs from host to host."""

    version: int
    parents: dict[str, Path]

    def make(self, *, lone: bool = True) -> ControlGroup:
        """A new group, held for as long as it is in use so that a sweep leaves it alone. Raises OSError."""
        while True:
            name = f"{_PREFIX}{secrets.token_hex(8)}"
            folders = {controller: parent / name for controller, parent in self.parents.items()}
            group = ControlGroup(self.version, folders, lone)
            try:
                if all(_made(folder, group.held) for folder in dict.fromkeys(folders.values())):
                    return group
            except OSError:
                group.remove()
                raise
            group.remove()

    def sweep(self) -> None:
        """Remove groups that nobody holds any more, such as those of a host that was killed, and kill what such a host
        left in them.
        """
        for parent in dict.fromkeys(self.parents.values()):
            for folder in parent.glob(f"{_PREFIX}*"):
                with unheld(folder) as is_left, suppress(OSError):
                    if is_left:
                        _kill_all(folder)
                        folder.rmdir()


def _made(folder: Path, held: list[int]) -> bool:
    """Make a folder and hold it; False where a sweep was quicker. Raises OSError."""
    folder.mkdir()
    descriptor = hold(folder)
    if descriptor is None:
        return False
    held.append(descriptor)
    return True


def _kill_all(folder: Path) -> None:
    """Kill every process in a group, as far as they are ours to kill."""
    for number in (folder / "cgroup.procs").read_text().split():
        with suppress(OSError):
            os.kill(int(number), signal.SIGKILL)


def _mounts() -> Iterator[tuple[str, str, str, frozenset[str]]]:
    """Each cgroup mount: kind (`cgroup`, `cgroup2`), its root inside the hierarchy, its folder, its options."""
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        left, _, right = line.partition(" - ")
        fields, tail = left.split(), right.split()
        if len(tail) > 2 and tail[0] in {"cgroup", "cgroup2"}:  # noqa: PLR2004 -- kind, source, options
            yield tail[0], fields[3], fields[4], frozenset(tail[2].split(","))


def _own_paths() -> dict[str, str]:
    """Controller → the path of this process within its hierarchy; the empty name is version 2."""
    paths: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        _, controllers, path = line.split(":", 2)
        paths |= dict.fromkeys(controllers.split(","), path)
    return paths


def _below(mounted: str, root: str, path: str) -> Path:
    """Where a hierarchy's path is on disk, given what part of the hierarchy is mounted there."""
    inner = path.removeprefix(root) if root != "/" else path
    return Path(mounted) / inner.strip("/")


def _find_v1() -> GroupMaker | None:
    own, parents = _own_paths(), {}
    for kind, root, mounted, options in _mounts():
        for controller in options & set(_CONTROLLERS):
            if kind == "cgroup" and controller in own:
                parents[controller] = _below(mounted, root, own[controller])
    usable = len(parents) == len(_CONTROLLERS) and all(os.access(parent, os.W_OK) for parent in parents.values())
    return GroupMaker(1, parents) if usable else None


def _offers(folder: Path) -> bool:
    """Whether groups made in this folder get the three controllers; as root, switch them on where that is allowed."""
    if not os.access(folder, os.W_OK) or not os.access(folder / "cgroup.procs", os.W_OK):
        return False
    control = folder / "cgroup.subtree_control"
    with suppress(OSError):
        wanted = set(_CONTROLLERS)
        if wanted <= set(control.read_text().split()):
            return True
        if wanted <= set((folder / "cgroup.controllers").read_text().split()):
            _write(control, " ".join(f"+{name}" for name in _CONTROLLERS))
            return True
    return False


def _find_v2() -> GroupMaker | None:
    """The nearest folder above this process that may hold groups: a group with processes of its own may not."""
    own = _own_paths().get("")
    for kind, root, mounted, _ in _mounts():
        if kind != "cgroup2" or own is None:
            continue
        top, folder = Path(mounted), _below(mounted, root, own)
        while True:
            if _offers(folder):
                return GroupMaker(2, dict.fromkeys(_CONTROLLERS, folder))
            if folder == top or top not in folder.parents:
                break
            folder = folder.parent
    return None


def find_maker() -> GroupMaker | None:
    """Where this process may make control groups with memory, pids and cpu, proved by making one; else None."""
    with suppress(OSError, ValueError):
        for maker in (_find_v2(), _find_v1()):
            if maker is None:
                continue
            with suppress(OSError):
                maker.make().remove(patience_s=1.0)
                maker.sweep()
                return maker
    return None
