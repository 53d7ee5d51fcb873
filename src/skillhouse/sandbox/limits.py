"""Which caps a host can hold, and what stands in for those it cannot (SBX-8).

With control groups the kernel holds memory, processes and CPU. Without, a watchdog looks at the tree's memory every
20 ms, RLIMIT_NPROC counts the processes and the run is pinned to one processor; the run then says "approximate".
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.sandbox import LayerState
from skillhouse.sandbox.cgroups import find_maker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from skillhouse.model.run import Limits
    from skillhouse.sandbox.cgroups import ControlGroup, GroupMaker

__all__ = ["GroupPool", "memory_watchdog", "process_of"]

_PAGE = os.sysconf("SC_PAGE_SIZE")


class GroupPool:
    """Lends control groups to runs, and keeps them to lend again. Thread-safe.

    `lone` says that a group holds one run and nothing else, so that the kernel may kill all of it together.
    """

    def __init__(self, maker: GroupMaker | None = None, *, use_groups: bool = True, lone: bool = True) -> None:
        self._maker = (maker or find_maker()) if use_groups else None
        self._lone = lone
        self._free: list[ControlGroup] = []
        self._lock = threading.Lock()

    @property
    def version(self) -> int | None:
        """The cgroup version in use, or None where no group can be made."""
        return self._maker.version if self._maker else None

    def keep(self, limits: Limits) -> ControlGroup | None:
        """A group for good, or None where there are none. The caller removes it. Raises OSError."""
        if self._maker is None:
            return None
        group = self._maker.make(lone=self._lone)
        group.begin(limits)
        return group

    @contextmanager
    def lend(self, limits: Limits) -> Iterator[ControlGroup | None]:
        """A group with these caps for one run, or None where there are none. Raises OSError."""
        if self._maker is None:
            yield None
            return
        with self._lock:
            group = self._free.pop() if self._free else None
        group = group or self._maker.make(lone=self._lone)
        try:
            group.begin(limits)
            yield group
        finally:
            self._give_back(group)

    def _give_back(self, group: ControlGroup) -> None:
        # A group that still holds a process must not count it against the next run.
        if not group.empty:
            group.remove(patience_s=1.0)
            return
        with self._lock:
            self._free.append(group)

    def close(self) -> None:
        """Remove every group that is not lent."""
        with self._lock:
            groups, self._free = self._free, []
        for group in groups:
            group.remove(patience_s=1.0)

    def layers(self, limits: Limits) -> tuple[LayerState, ...]:
        """What holds memory, processes and CPU here, as a Run states it (SBX-10)."""
        memory, count = f"{limits.memory_bytes >> 20} MB", f"{limits.processes} processes"
        if self._maker is not None:
            how = f"cgroup v{self._maker.version}"
            return (
                LayerState("memory", held=True, detail=f"{memory} for the tree, {how}"),
                LayerState("processes", held=True, detail=f"{count}, {how} and rlimit"),
                LayerState("cpu", held=True, detail=f"{limits.cpus} CPU, {how}"),
            )
        return (
            LayerState("memory", held=False, detail=f"{memory}, approximate: watched every 20 ms, no cgroup"),
            LayerState("processes", held=True, detail=f"{count}, rlimit in its own user namespace"),
            LayerState("cpu", held=False, detail="approximate: pinned to one processor, no cgroup"),
        )


def process_of(pidfd: int) -> int:
    """The process number behind a pidfd, 0 or less when it is gone."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
            if line.startswith("Pid:"):
                return int(line.split()[1])
    return 0


def _tree(roots: list[int]) -> Iterator[int]:
    """Processes and everything below them; orphans belong to PID 1 of the namespace, which is one of the roots."""
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        yield pid
        with suppress(OSError, ValueError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())


def _resident(pid: int) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def _proportional(pid: int) -> int:
    """Memory with shared pages split among those who share them; the plain figure where that is not readable."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return _resident(pid)


def memory_watchdog(pidfds: Sequence[int], workspace: int, limits: Limits) -> Callable[[], bool]:
    """A look at whether the trees of these processes are over a run's memory: resident size triggers, proportional
    size decides, because forked children share most of theirs. What lies in the workspace counts: it is memory too.
    """
    roots = [pid for pid in map(process_of, pidfds) if pid > 0]

    def over() -> bool:
        disk = os.fstatvfs(workspace)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        pids = list(_tree(roots))
        if used + sum(map(_resident, pids)) <= limits.memory_bytes:
            return False
        return used + sum(map(_proportional, pids)) > limits.memory_bytes

    return over
