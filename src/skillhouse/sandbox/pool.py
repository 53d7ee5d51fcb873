"""The warm pool: sandboxes that stand ready before their job comes (SANDBOX bars; SBX-2, SBX-10).

One bwrap holds a zygote; the zygote's slots each keep one closed sandbox waiting. A run takes one, hands it the job and
watches it; meanwhile nothing is prepared, and afterwards the slot prepares the next. A job that the pool was not
built for (other caps), or a pool that is broken, is run cold: slower, never weaker.
"""

from __future__ import annotations

import queue
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.sandbox import SandboxUsed, bwrap, capture, workspace
from skillhouse.sandbox.limits import GroupPool, memory_watchdog
from skillhouse.sandbox.namespaces import NamespaceSandbox, filter_for
from skillhouse.sandbox.outcome import broken, closed_layers, finish
from skillhouse.sandbox.room import Room
from skillhouse.sandbox.slots import Slot, Zygote
from skillhouse.sandbox.tables import TableRoom

if TYPE_CHECKING:
    from types import TracebackType

    from skillhouse.sandbox import Job, Outcome
    from skillhouse.sandbox.runtimes import Runtime, Runtimes
    from skillhouse.sandbox.slots import Ready

__all__ = ["PoolSandbox"]

_QUEUE_S = 30.0
_RUNS_PER_ZYGOTE = 2_000
_TRIES = 3
# Long enough for a caller to have its outcome and be gone, as threads take turns.
_CLOSE_AFTER_S = 0.002

# An order that nobody waits for: a new zygote is to take over.
_ROTATE: queue.SimpleQueue[Zygote | Exception] = queue.SimpleQueue()


class PoolSandbox:
    """Runs jobs in sandboxes that wait ready, `size` of them at a time. Thread-safe; a context manager.

    More callers than `size` queue, for at most 30 seconds. Raises SandboxUnavailable as NamespaceSandbox does.
    """

    name = "pool"

    def __init__(
        self,
        runtimes: Runtimes | None = None,
        *,
        size: int = 2,
        limits: Limits | None = None,
        bwrap_path: str | None = None,
        use_groups: bool = True,
    ) -> None:
        self._limits = limits or Limits()
        self._cold = NamespaceSandbox(runtimes, bwrap_path=bwrap_path, use_groups=use_groups)
        self._groups = GroupPool(use_groups=use_groups, lone=False)
        self._tables = TableRoom(bwrap.outer_user())
        self._lock = threading.Lock()
        self._zygote: Zygote | None = None
        self._old: list[Zygote] = []
        self._closed = False
        self._size = size
        self._room = Room(size)
        self._slots: list[Slot] = []
        # Free slots by their kind; those of a kind are made when a script first needs one.
        self._free: dict[str, queue.LifoQueue[Slot]] = {}
        # bwrap dies with the thread that started it, so one that lives as long as the pool starts them all.
        self._orders: queue.SimpleQueue[queue.SimpleQueue[Zygote | Exception] | None] = queue.SimpleQueue()
        self._starter = threading.Thread(target=self._start_zygotes, name="skillhouse-pool", daemon=True)
        self._starter.start()
        # What a run leaves is taken apart behind its caller's back.
        self._done: queue.SimpleQueue[Ready | None] = queue.SimpleQueue()
        self._closer = threading.Thread(target=self._close_done, name="skillhouse-pool-closer", daemon=True)
        self._closer.start()

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def _lane(self, runtime: Runtime) -> queue.LifoQueue[Slot]:
        """The free slots for this kind of script; made when they are first asked for."""
        kind = runtime.name if runtime.name in ("python", "node") else "shell"
        node = runtime if kind == "node" else None
        with self._lock:
            if kind not in self._free:
                slots = [Slot(self._groups.keep(self._limits), kind, node) for _ in range(self._size)]
                self._slots += slots
                self._free[kind] = queue.LifoQueue()
                for slot in slots:
                    self._free[kind].put(slot)
            return self._free[kind]

    def warm_up(self) -> None:
        """Order a sandbox for Python in every slot now instead of at its first run. Raises SandboxUnavailable."""
        lane = self._lane(self._cold.launcher.runtimes.required_python)
        slots = [lane.get() for _ in range(self._size)]
        try:
            for slot in slots:
                slot.order(self._current())
        except OSError as error:
            raise broken(str(error)) from error
        finally:
            for slot in slots:
                lane.put(slot)

    def close(self) -> None:
        """End every sandbox, zygote and group. Runs that are under way are waited for."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        for _ in range(self._size):
            self._room.enter()
        self._orders.put(None)
        self._done.put(None)
        self._starter.join()
        self._closer.join()
        for slot in self._slots:
            slot.drop()
        for zygote in (*self._old, self._zygote):
            if zygote:
                zygote.end()
        for slot in self._slots:
            if slot.group:
                slot.group.remove(patience_s=1.0)
        self._tables.close()
        self._cold.close()

    def run(self, job: Job) -> Outcome:
        """Run one job in a sandbox that stands ready. Raises SandboxUnavailable when the sandbox failed."""
        if not self._limits.same_place(job.limits):
            return self._cold.run(job)
        runtime = self._cold.launcher.runtimes.choose(job)
        if self._closed or not self._room.enter(_QUEUE_S):
            why = (
                "the pool is closed" if self._closed else f"{self._size} runs are under way, none ended in {_QUEUE_S} s"
            )
            raise broken(why)
        try:
            lane = self._lane(runtime)
            slot = lane.get()
            try:
                return self._run_in(slot, runtime, job)
            finally:
                self._count()
                self._renew(slot)
                lane.put(slot)
        finally:
            self._room.leave()

    def _count(self) -> None:
        """Count a run; every so many, have a new zygote made, which runs do not wait for."""
        with self._lock:
            if self._zygote:
                self._zygote.runs += 1
                if self._zygote.runs % _RUNS_PER_ZYGOTE == 0:
                    self._orders.put(_ROTATE)

    def _run_in(self, slot: Slot, runtime: Runtime, job: Job) -> Outcome:
        with self._tables.lay(job.tables) as tables:
            return self._follow(slot, self._hand_over(slot, tables, runtime, job), runtime, job)

    def _hand_over(self, slot: Slot, tables: tuple[bytes, ...], runtime: Runtime, job: Job) -> Ready:
        """A sandbox that has the job. Where one was killed while it waited, nothing has run, and the next gets it."""
        failure: Exception | None = None
        for _ in range(_TRIES):
            ready = self._take(slot, tables)
            try:
                ready.pipes.send_job(slot.parts(runtime, job))
            except (ConnectionError, SandboxUnavailable) as error:
                capture.kill(ready.first)
                self._done.put(ready)
                slot.drop()
                if isinstance(error, SandboxUnavailable):
                    raise
                failure = error
            else:
                return ready
        raise broken(str(failure)) from failure

    def _follow(self, slot: Slot, ready: Ready, runtime: Runtime, job: Job) -> Outcome:
        first, root = ready.first, ready.root
        try:
            slot.think_ahead()
            watchdog = None if slot.group else memory_watchdog([first, ready.script], root, job.limits)
            reads = ready.pipes.reads
            seen = capture.watch(reads, end=reads[2], first=first, limits=job.limits, over_memory=watchdog)
            if seen and seen.cpu_ms is not None:
                seen.cpu_ms = max(0.0, seen.cpu_ms - ready.spent_s * 1e3)
            ready.pipes.check_started(seen.status if seen else None)
            return finish(job, runtime.used, self._used(), slot.group, seen, root)
        finally:
            capture.kill(first)
            self._done.put(ready)

    def _used(self) -> SandboxUsed:
        return SandboxUsed(self.name, (*closed_layers(), *self._groups.layers(self._limits)))

    def _take(self, slot: Slot, tables: tuple[bytes, ...]) -> Ready:
        """A sandbox from this slot, with fresh starts where its process, or the zygote itself, turns out to be dead. A
        pool that fails even then holds nothing until the next run tries again.
        """
        failure: Exception | None = None
        for _ in range(_TRIES):
            zygote = self._current()
            was_there = slot.serves(zygote)
            try:
                return slot.take(zygote, tables)
            except (OSError, SandboxUnavailable) as error:
                failure = error
                slot.drop()
                if not was_there:
                    self._retire(zygote)
        raise failure if isinstance(failure, SandboxUnavailable) else broken(str(failure)) from failure

    def _renew(self, slot: Slot) -> None:
        """Order the next sandbox, off the callers' path; a failure shows at the next run, which starts afresh."""
        try:
            if self._zygote is not None:
                slot.order(self._current())
        except (OSError, SandboxUnavailable):
            slot.drop()
        with self._lock:
            self._bury()

    def _current(self) -> Zygote:
        """The zygote that serves now: a new one for the first run and after a death."""
        with self._lock:
            if self._zygote is None:
                self._zygote = self._order()
            return self._zygote

    def _retire(self, zygote: Zygote) -> None:
        """Have this zygote serve no more; another caller may have done so already."""
        with self._lock:
            if self._zygote is zygote:
                self._old.append(zygote)
                self._zygote = None

    def _bury(self) -> None:
        """End the old zygotes that no slot uses any more."""
        used = {id(slot.zygote) for slot in self._slots}
        for zygote in [old for old in self._old if id(old) not in used]:
            self._old.remove(zygote)
            zygote.end()

    def _order(self) -> Zygote:
        answer: queue.SimpleQueue[Zygote | Exception] = queue.SimpleQueue()
        self._orders.put(answer)
        made = answer.get()
        if isinstance(made, Exception):
            raise made
        return made

    def _close_done(self) -> None:
        while (ready := self._done.get()) is not None:
            time.sleep(_CLOSE_AFTER_S)
            ready.close()

    def _start_zygotes(self) -> None:
        while (order := self._orders.get()) is not None:
            try:
                made: Zygote | Exception = self._new_zygote()
            except (OSError, SandboxUnavailable) as error:
                made = error
            if order is _ROTATE:
                self._rotate(made)
            else:
                order.put(made)

    def _rotate(self, made: Zygote | Exception) -> None:
        """Let a new zygote serve; where none could be made, the old one goes on."""
        if isinstance(made, Exception):
            return
        with self._lock:
            if self._zygote:
                self._old.append(self._zygote)
            self._zygote = made
            lanes = list(self._free.values())
        for lane in lanes:
            self._renew_idle(lane)

    def _renew_idle(self, lane: queue.LifoQueue[Slot]) -> None:
        """Have the slots that nobody uses served by the new zygote too, or each would keep an old one alive."""
        idle: list[Slot] = []
        with suppress(queue.Empty):
            while True:
                idle.append(lane.get_nowait())
        for slot in idle:
            if slot.control is not None:
                self._renew(slot)
            lane.put(slot)

    def _new_zygote(self) -> Zygote:
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]
        ours, theirs = ([pair[side] for pair in pairs] for side in range(2))
        groups = self._groups.version is not None
        launcher = self._cold.launcher
        numbers = tuple(str(end.fileno()) for end in theirs)
        found, room = launcher.runtimes.all_found(), self._tables.path
        zygote = Zygote(launcher.command(found, numbers, start="zygote.py", tables=room), ours, theirs)
        zygote.begin(workspace.head(self._limits, filter_for(groups=groups), one_cpu=not groups))
        return zygote
