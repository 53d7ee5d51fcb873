"""The host's side of the warm processes: zygotes, their slots, and the sandboxes that wait in those (SBX-10)."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.sandbox import guest, taker, workspace
from skillhouse.sandbox.namespaces import SETUP_S, Pipes, last_words, start_bwrap
from skillhouse.sandbox.outcome import broken
from skillhouse.sandbox.runtimes import needs_a_plain_start

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

    from skillhouse.sandbox import Job, bwrap
    from skillhouse.sandbox.cgroups import ControlGroup
    from skillhouse.sandbox.runtimes import Runtime

__all__ = ["Ready", "Slot", "Zygote"]

READY_SLOT = b"S"
_TAKER = b"/opt/skillhouse/take"
_WARM_NODE, _NODE_MAIN = "/opt/skillhouse/warm.js", "/tmp/.main"  # noqa: S108 -- within the sandbox


def _await_word(sock: socket.socket) -> str:
    """Wait until a zygote or slot says that it is there; what it says beside. Raises OSError when it never does."""
    word = sock.recv(1 << 16)
    if not word.startswith(READY_SLOT):
        raise ConnectionResetError("the process ended before it was ready")
    return word.removeprefix(READY_SLOT).decode()


class Zygote:
    """One bwrap with two interpreters in it that fork slots: a warm one for Python scripts, and a small one for
    programs that take the memory's place anyway. Lives until it is told to end or the host's process dies.
    """

    def __init__(self, command: bwrap.Command, ours: list[socket.socket], theirs: list[socket.socket]) -> None:
        self._warm, self._small = ours
        self.runs = 0
        self.loaded: frozenset[str] = frozenset()
        try:
            self.process: subprocess.Popen[bytes] = start_bwrap(command, [end.fileno() for end in theirs])
        finally:
            for end in theirs:
                end.close()

    def begin(self, head: bytes) -> None:
        """Tell both what every run is to have, and wait until they are there. Raises SandboxUnavailable."""
        try:
            for control in (self._warm, self._small):
                control.settimeout(SETUP_S)
                control.sendall(head)
            _await_word(self._small)
            self.loaded = frozenset(_await_word(self._warm).split("\0"))
        except OSError as error:
            raise broken(self.end()) from error

    def new_slot(self, group: ControlGroup | None, *, warm: bool) -> socket.socket:
        """Fork a slot that lives in `group`. Its control socket. Raises OSError when the zygote is gone."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        doors: list[int] = []
        try:
            doors += group.open_doors() if group else []
            socket.send_fds(self._warm if warm else self._small, [b"slot"], [theirs.fileno(), *doors])
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
        self._warm.close()
        self._small.close()
        return last_words(self.process)


@dataclass
class Ready:
    """A closed sandbox: its pipes, its workspace's folder, the pidfds of its PID 1 and of what becomes the script, its
    namespaces, and the CPU seconds that getting ready took.
    """

    pipes: Pipes
    root: int
    first: int
    script: int
    namespaces: list[int]
    spent_s: float

    def close(self) -> None:
        """Let go of all of it."""
        self.pipes.close()
        for descriptor in (self.root, self.first, self.script, *self.namespaces):
            os.close(descriptor)


@dataclass
class Slot:
    """One place for a run at a time: a control group, a process in it that makes sandboxes, and the next sandbox.

    A slot is for one kind of script: `python` has a warm interpreter, `node` one that is started before the job is
    there, `shell` a program that takes its job and becomes the shell.
    """

    group: ControlGroup | None
    kind: str
    node: Runtime | None = None
    zygote: Zygote | None = None
    control: socket.socket | None = None
    pipes: Pipes | None = None
    spare: Pipes | None = None

    def drop(self) -> None:
        """Forget a sandbox and a process that are no use any more; both end when their sockets close."""
        for pipes in (self.pipes, self.spare):
            if pipes:
                pipes.close()
        if self.control:
            self.control.close()
        self.zygote = self.control = self.pipes = self.spare = None

    def think_ahead(self) -> None:
        """While a run goes on, make what the next sandbox needs on this side. Raises OSError."""
        self.spare = self.spare or Pipes()

    def serves(self, zygote: Zygote) -> bool:
        """Whether this zygote has made the process in this slot."""
        return self.zygote is zygote and self.control is not None

    def order(self, zygote: Zygote, tables: tuple[bytes, ...] = ()) -> None:
        """Have this zygote make a sandbox, without waiting for it. Raises OSError, SandboxUnavailable."""
        if self.control is None or not self.serves(zygote):
            self.drop()
            self.zygote = zygote
            self.control = zygote.new_slot(self.group, warm=self.kind == "python")
        if self.pipes is None:
            if self.group:
                self.group.forget()
            self.pipes, self.spare = self.spare or Pipes(), None
            order = guest.BETWEEN.join([b"\0".join(self._waiting_as), b"\0".join(tables)])
            socket.send_fds(self.control, [order], self.pipes.given)
            self.pipes.give_away()

    @property
    def _waiting_as(self) -> list[bytes]:
        """The program that a sandbox waits as, and its words: Node, or the taker of a shell's job. None for Python."""
        if self.kind == "shell":
            return [_TAKER, b"take"]
        if self.node is None:
            return []
        words = (self.node.executable, self.node.argv0, *self.node.flags, "-r", _WARM_NODE, _NODE_MAIN)
        return [word.encode() for word in words]

    def parts(self, runtime: Runtime, job: Job) -> Iterator[bytes]:
        """The job as what waits in this slot reads it."""
        argv = self._argv(runtime, job)
        if self.kind == "shell":
            return taker.job_parts(argv, job.params, job.files)
        return workspace.begun(workspace.job_parts(argv, job.params, job.files))

    def _argv(self, runtime: Runtime, job: Job) -> tuple[str, ...]:
        """What the sandbox in this slot is told to run."""
        if self.node is not None:
            return (job.script, *job.args)
        argv = runtime.argv(job.script, job.args)
        loaded = self.zygote.loaded if self.zygote else frozenset()
        # An empty executable asks the warm Python to run the script itself.
        return ("", *argv) if runtime.name == "python" and not needs_a_plain_start(job, loaded) else argv

    def take(self, zygote: Zygote, tables: tuple[bytes, ...] = ()) -> Ready:
        """A closed sandbox that waits for its job; one with tables in it was made for that. Raises OSError,
        SandboxUnavailable.
        """
        if tables and self.pipes:
            self.pipes.close()
            self.pipes = None
        self.order(zygote, tables)
        if self.pipes is None:
            raise broken("no sandbox was made")
        message, (root, first, script, *namespaces) = self.pipes.receive_ready()
        ready = Ready(self.pipes, root, first, script, namespaces, guest.SPENT.unpack(message)[0])
        self.pipes = None
        return ready
