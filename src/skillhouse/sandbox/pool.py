"""The warm pool: sandboxes that stand ready before their job comes (SANDBOX bars; SBX-2, SBX-10).

One bwrap holds a zygote; the zygote's slots each keep one closed sandbox waiting. A run takes one, hands it the job and
watches it; meanwhile nothing is prepared, and afterwards the slot prepares the next. A job that the pool was not
built for (other caps), or a pool that is broken, is run cold: slower, never weaker.
"""

from __future__ import annotations

import os
import queue
import socket
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.sandbox import SandboxUsed, capture, workspace
from skillhouse.sandbox.limits import GroupPool, memory_watchdog
from skillhouse.sandbox.namespaces import SETUP_S, NamespaceSandbox, Pipes, filter_for, start
from skillhouse.sandbox.outcome import broken, closed_layers, finish
from skillhouse.sandbox.runtimes import needs_a_plain_start

if TYPE_CHECKING:
    import subprocess
    from types import TracebackType

    from skillhouse.sandbox import Job, Outcome, bwrap
    from skillhouse.sandbox.cgroups import ControlGroup
    from skillhouse.sandbox.runtimes import Runtime, Runtimes

__all__ = ["PoolSandbox"]

READY_SLOT = b"S"
_WARM_NODE, _NODE_MAIN = "/opt/skillhouse/warm.js", "/tmp/.main"  # noqa: S108 -- within the sandbox
_QUEUE_S = 30.0
_RUNS_PER_ZYGOTE = 2_000


def _await_word(sock: socket.socket) -> str:
    """Wait until a zygote or slot says that it is there; what it says beside. Raises OSError when it never does."""
    word = sock.recv(1 << 16)
    if not word.startswith(READY_SLOT):
        raise ConnectionResetError("the process ended before it was ready")
    return word.removeprefix(READY_SLOT).decode()


class _Zygote:
    """One bwrap with a warm interpreter in it. Lives until it is told to end or the host's process dies."""

    def __init__(self, command: bwrap.Command, control: socket.socket, theirs: socket.socket, head: bytes) -> None:
        self._control = control
        self.runs = 0
        try:
            self.process: subprocess.Popen[bytes] = start(command, [theirs.fileno()])
        finally:
            theirs.close()
        control.settimeout(SETUP_S)
        try:
            control.sendall(head)
            self.loaded = frozenset(_await_word(control).split("\0"))
        except OSError as error:
            raise broken(self.end()) from error

    def new_slot(self, group: ControlGroup | None) -> socket.socket:
        """Fork a slot that lives in `group`. Its control socket. Raises OSError when the zygote is gone."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        doors: list[int] = []
        try:
            doors += group.open_doors() if group else []
            socket.send_fds(self._control, [b"slot"], [theirs.fileno(), *doors])
            ours.settimeout(SETUP_S)
            theirs.close()
            _await_word(ours)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
            for door in doors:
                os.close(door)
        return ours

    def end(self) -> str:
        """Kill it and all that it made. What it complained of last."""
        self._control.close()
        self.process.kill()
        self.process.wait()
        said = b""
        if self.process.stderr:
            said = self.process.stderr.read(4096)
            self.process.stderr.close()
        return said.decode("utf-8", "replace").strip()


@dataclass
class _Ready:
    """A closed sandbox: its pipes, its workspace's folder, the pidfd of its PID 1, and its namespaces."""

    pipes: Pipes
    root: int
    first: int
    namespaces: list[int]


@dataclass
class _Slot:
    """One place for a run at a time: a control group, a process in it that makes sandboxes, and the next sandbox.

    With `node`, the next sandbox has that interpreter started in it already; other scripts need a slot without.
    """

    group: ControlGroup | None
    node: Runtime | None = None
    zygote: _Zygote | None = None
    control: socket.socket | None = None
    pipes: Pipes | None = None

    def drop(self) -> None:
        """Forget a sandbox and a process that are no use any more; both end when their sockets close."""
        if self.pipes:
            self.pipes.close()
        if self.control:
            self.control.close()
        self.zygote = self.control = self.pipes = None

    def order(self, zygote: _Zygote) -> None:
        """Have this zygote make a sandbox, without waiting for it. Raises OSError, SandboxUnavailable."""
        if self.zygote is not zygote or self.control is None:
            self.drop()
            self.control, self.zygote = zygote.new_slot(self.group), zygote
        if self.pipes is None:
            self.pipes = Pipes()
            socket.send_fds(self.control, [b"\0".join([b"spawn", *self._start_of_node])], self.pipes.given)
            self.pipes.give_away()

    @property
    def _start_of_node(self) -> list[bytes]:
        """How Node is started before its job is there; nothing in a slot for Python and shells."""
        if self.node is None:
            return []
        words = (self.node.executable, self.node.argv0, *self.node.flags, "-r", _WARM_NODE, _NODE_MAIN)
        return [word.encode() for word in words]

    def argv(self, runtime: Runtime, job: Job) -> tuple[str, ...]:
        """What the sandbox in this slot is told to run."""
        if self.node is not None:
            return (job.script, *job.args)
        argv = runtime.argv(job.script, job.args)
        loaded = self.zygote.loaded if self.zygote else frozenset()
        # An empty executable asks the warm Python to run the script itself.
        return ("", *argv) if runtime.name == "python" and not needs_a_plain_start(job, loaded) else argv

    def take(self, zygote: _Zygote) -> _Ready:
        """A closed sandbox that waits for its job.

        Raises OSError, SandboxUnavailable.
        """
        self.order(zygote)
        if self.pipes is None:
            raise broken("no sandbox was made")
        ready = _Ready(self.pipes, *self.pipes.receive_ready())
        self.pipes = None
        return ready


# An order that nobody waits for: a new zygote is to take over.
_ROTATE: queue.SimpleQueue[_Zygote | Exception] = queue.SimpleQueue()


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
        self._lock = threading.Lock()
        self._zygote: _Zygote | None = None
        self._old: list[_Zygote] = []
        self._closed = False
        self._size = size
        self._room = threading.BoundedSemaphore(size)
        self._slots: list[_Slot] = []
        # Free slots by the interpreter that stands ready in them; those for Node are made when a script needs one.
        self._free: dict[str, queue.LifoQueue[_Slot]] = {}
        # bwrap dies with the thread that started it, so one that lives as long as the pool starts them all.
        self._orders: queue.SimpleQueue[queue.SimpleQueue[_Zygote | Exception] | None] = queue.SimpleQueue()
        self._starter = threading.Thread(target=self._start_zygotes, name="skillhouse-pool", daemon=True)
        self._starter.start()
        # What a run leaves is taken apart behind its caller's back.
        self._done: queue.SimpleQueue[list[int] | None] = queue.SimpleQueue()
        self._closer = threading.Thread(target=self._close_done, name="skillhouse-pool-closer", daemon=True)
        self._closer.start()
        self._lane(None)

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def _lane(self, node: Runtime | None) -> queue.LifoQueue[_Slot]:
        """The free slots with this Node ready in them, or with Python; made when they are first asked for."""
        name = node.executable if node else "python"
        with self._lock:
            if name not in self._free:
                slots = [_Slot(self._groups.keep(self._limits), node) for _ in range(self._size)]
                self._slots += slots
                self._free[name] = queue.LifoQueue()
                for slot in slots:
                    self._free[name].put(slot)
            return self._free[name]

    def warm_up(self) -> None:
        """Order a sandbox for Python in every slot now instead of at its first run. Raises SandboxUnavailable."""
        lane = self._lane(None)
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
            self._room.acquire()
        for slot in self._slots:
            slot.drop()
        self._orders.put(None)
        self._done.put(None)
        self._starter.join()
        self._closer.join()
        for zygote in (*self._old, self._zygote):
            if zygote:
                zygote.end()
        for slot in self._slots:
            if slot.group:
                slot.group.remove(patience_s=1.0)
        self._cold.close()

    def run(self, job: Job) -> Outcome:
        """Run one job in a sandbox that stands ready. Raises SandboxUnavailable when the sandbox failed."""
        wall_free = replace(job.limits, wall_s=self._limits.wall_s, output_bytes=self._limits.output_bytes)
        if replace(wall_free, artifact_bytes=self._limits.artifact_bytes) != self._limits:
            return self._cold.run(job)
        runtime = self._cold.launcher.runtimes.choose(job)
        if self._closed or not self._room.acquire(timeout=_QUEUE_S):
            why = (
                "the pool is closed" if self._closed else f"{self._size} runs are under way, none ended in {_QUEUE_S} s"
            )
            raise broken(why)
        try:
            lane = self._lane(runtime if runtime.name == "node" else None)
            slot = lane.get()
            try:
                return self._run_in(slot, runtime, job)
            finally:
                self._count()
                self._renew(slot)
                lane.put(slot)
        finally:
            self._room.release()

    def _count(self) -> None:
        """Count a run; every so many, have a new zygote made, which runs do not wait for."""
        with self._lock:
            if self._zygote:
                self._zygote.runs += 1
                if self._zygote.runs % _RUNS_PER_ZYGOTE == 0:
                    self._orders.put(_ROTATE)

    def _run_in(self, slot: _Slot, runtime: Runtime, job: Job) -> Outcome:
        ready = self._take(slot)
        first, root = ready.first, ready.root
        try:
            if slot.group:
                slot.group.begin(self._limits)
            ready.pipes.send_job(slot.argv(runtime, job), job)
            watchdog = None if slot.group else memory_watchdog(first, root, job.limits)
            seen = capture.watch(ready.pipes.reads, end=first, first=first, limits=job.limits, over_memory=watchdog)
            ready.pipes.check_started(seen.status if seen else None)
            return finish(job, runtime.used, self._used(), slot.group, seen, root)
        finally:
            ready.pipes.close()
            self._done.put([first, root, *ready.namespaces])

    def _used(self) -> SandboxUsed:
        return SandboxUsed(self.name, (*closed_layers(), *self._groups.layers(self._limits)))

    def _take(self, slot: _Slot) -> _Ready:
        """A sandbox from this slot, with one fresh start where the old zygote or slot turns out to be dead."""
        try:
            return slot.take(self._current())
        except (OSError, SandboxUnavailable):
            slot.drop()
            self._retire()
        try:
            return slot.take(self._current())
        except OSError as error:
            raise broken(str(error)) from error

    def _renew(self, slot: _Slot) -> None:
        """Order the next sandbox, off the callers' path; a failure shows at the next run, which starts afresh."""
        try:
            slot.order(self._current())
        except (OSError, SandboxUnavailable):
            slot.drop()
        with self._lock:
            self._bury()

    def _current(self) -> _Zygote:
        """The zygote that serves now: a new one for the first run and after a death."""
        with self._lock:
            if self._zygote is None:
                self._zygote = self._order()
            return self._zygote

    def _retire(self) -> None:
        with self._lock:
            if self._zygote:
                self._old.append(self._zygote)
            self._zygote = None

    def _bury(self) -> None:
        """End the old zygotes that no slot uses any more."""
        used = {id(slot.zygote) for slot in self._slots}
        for zygote in [old for old in self._old if id(old) not in used]:
            self._old.remove(zygote)
            zygote.end()

    def _order(self) -> _Zygote:
        answer: queue.SimpleQueue[_Zygote | Exception] = queue.SimpleQueue()
        self._orders.put(answer)
        made = answer.get()
        if isinstance(made, Exception):
            raise made
        return made

    def _close_done(self) -> None:
        while (descriptors := self._done.get()) is not None:
            for descriptor in descriptors:
                os.close(descriptor)

    def _start_zygotes(self) -> None:
        while (order := self._orders.get()) is not None:
            try:
                made: _Zygote | Exception = self._new_zygote()
            except (OSError, SandboxUnavailable) as error:
                made = error
            if order is _ROTATE:
                self._rotate(made)
            else:
                order.put(made)

    def _rotate(self, made: _Zygote | Exception) -> None:
        """Let a new zygote serve; where none could be made, the old one goes on."""
        if isinstance(made, Exception):
            return
        with self._lock:
            if self._zygote:
                self._old.append(self._zygote)
            self._zygote = made

    def _new_zygote(self) -> _Zygote:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        groups = self._groups.version is not None
        head = workspace.head(self._limits, filter_for(groups=groups), one_cpu=not groups)
        launcher = self._cold.launcher
        command = launcher.command(launcher.runtimes.all_found(), (str(theirs.fileno()),), warm=True)
        return _Zygote(command, ours, theirs, head)
