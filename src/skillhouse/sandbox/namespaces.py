"""The Linux namespaces backend, cold: one bwrap for one run (SBX-10).

bwrap builds the place: own user, pid, mount, network, ipc, uts and cgroup namespaces, a read-only root of /usr and
five devices. The guest inside finishes it and becomes PID 1 of the run. Everything of the run is handed over one
socket; nothing of the host's environment, descriptors or files goes in beside it.
"""

from __future__ import annotations

import os
import platform
import select
import socket
import subprocess
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from skillhouse.sandbox import SandboxUsed, bwrap, capture, guest, seccomp, workspace
from skillhouse.sandbox.limits import GroupPool, memory_watchdog
from skillhouse.sandbox.orphans import kill_writers
from skillhouse.sandbox.outcome import broken, closed_layers, finish
from skillhouse.sandbox.runtimes import Runtimes
from skillhouse.sandbox.tables import TableRoom

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from skillhouse.model.run import Limits
    from skillhouse.model.skill import SkillFile
    from skillhouse.sandbox import Job, LayerState, Outcome
    from skillhouse.sandbox.cgroups import ControlGroup
    from skillhouse.sandbox.runtimes import Runtime

__all__ = ["NamespaceSandbox", "Pipes", "Places", "filter_for", "last_words", "start_bwrap"]

SETUP_S = 15.0
_MOST_SAID, _SILENCE_MS = 4096, 500


class Pipes:
    """The three pipes of a run, and the socket that its job goes through: our ends, and the ends to give away.

    A context manager: leaving it closes what is still open of both.
    """

    def __init__(self) -> None:
        self.job, self._their_job = socket.socketpair()
        self.reads: list[int] = []
        self._writes: list[int] = []
        for _ in ("stdout", "stderr", "status"):
            read, write = os.pipe2(os.O_CLOEXEC)
            # A script may open its streams by name, as /dev/stdout; the kernel then asks whose the pipe is.
            os.fchmod(write, 0o622)
            self.reads.append(read)
            self._writes.append(write)
        self.job.settimeout(SETUP_S)

    @property
    def given(self) -> list[int]:
        """The guest's ends: job socket, stdout, stderr, status."""
        return [self._their_job.fileno(), *self._writes]

    def give_away(self) -> None:
        """Close our copies of the guest's ends, so that their end of file is the guest's alone to make."""
        self._their_job.close()
        while self._writes:
            os.close(self._writes.pop())

    def close(self) -> None:
        """Close everything."""
        self.give_away()
        self.job.close()
        while self.reads:
            os.close(self.reads.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.close()

    def receive_ready(self) -> tuple[bytes, list[int]]:
        """Wait until the place is closed: what the guest says beside, and its descriptors; the open workspace and the
        pidfd of its PID 1 come first.

        Raises SandboxUnavailable with the guest's own word when it failed, OSError when it is gone.
        """
        message, descriptors, _, _ = socket.recv_fds(self.job, 1 << 14, 8)
        if message.startswith(guest.READY) and len(descriptors) >= 2:  # noqa: PLR2004 -- folder, pidfd
            return message[len(guest.READY) :], descriptors
        for descriptor in descriptors:
            os.close(descriptor)
        if not message:
            raise ConnectionResetError
        raise broken(message[1:].decode("utf-8", "replace"))

    def send_job(self, parts: Iterable[bytes]) -> None:
        """Hand over the pieces of a job, of which the last starts it. Raises SandboxUnavailable when the guest failed
        on it, ConnectionError when it was gone before: then nothing of the job has run.
        """
        try:
            for part in parts:
                self.job.sendall(part)
        except OSError as error:
            word = self._last_word()
            if not word and isinstance(error, ConnectionError):
                raise
            raise broken(word or str(error)) from error

    def _last_word(self) -> str:
        try:
            message = self.job.recv(4096)
        except OSError:
            return ""
        return message[1:].decode("utf-8", "replace") if message.startswith(guest.FAILED) else ""

    def check_started(self, status: int | None) -> None:
        """Tell a guest that failed before the script began from a script with the same exit code.

        Raises SandboxUnavailable with the guest's word.
        """
        if status is None or os.waitstatus_to_exitcode(status) == guest.GUEST_ERROR:
            self.job.settimeout(0)
            if word := self._last_word():
                raise broken(word)


def filter_for(*, groups: bool) -> bytes:
    """The system call filter of this machine; it is tighter where no control group holds memory and CPU."""
    return seccomp.compile_filter(platform.machine(), seccomp.Policy(memfd=groups, affinity=groups))


def start_bwrap(command: bwrap.Command, inherited: list[int]) -> subprocess.Popen[bytes]:
    """Start bwrap with these descriptors open in it. It complains to a pipe, never into a script's output."""
    with command:
        process = subprocess.Popen(  # noqa: S603 -- the argument list is ours alone
            command.argv,
            pass_fds=(*inherited, *command.descriptors),
            env={},
            cwd="/",
            stdin=subprocess.DEVNULL,
            # A warm interpreter opens its streams once: on a pipe, as a script's are, which has no positions.
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            user=command.user,
            group=command.user,
            extra_groups=None if command.user is None else [],
        )
    if process.stdout:
        process.stdout.close()
    return process


@dataclass
class Place:
    """One bwrap with a closed place in it, which waits for its job. A context manager: leaving it ends all of it.

    `said` is what the guest told beside that it is ready.
    """

    pipes: Pipes
    group: ControlGroup | None
    process: subprocess.Popen[bytes]
    stack: ExitStack
    root: int = -1
    first: int = -1
    end: int = -1
    said: bytes = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.stack.close()

    def close_in(self, limits: Limits, tables: tuple[bytes, ...]) -> None:
        """Send the caps and wait until the place is closed. Raises SandboxUnavailable with bwrap's own complaint."""
        groups = self.group is not None
        try:
            head = workspace.head(limits, filter_for(groups=groups), one_cpu=not groups)
            self.pipes.job.sendall(head + workspace.counted(tables))
            self.said, (self.root, self.first) = self.pipes.receive_ready()
        except OSError as error:
            raise broken(last_words(self.process) or str(error)) from error
        for descriptor in (self.root, self.first):
            self.stack.callback(os.close, descriptor)
        self.end = os.pidfd_open(self.process.pid)
        self.stack.callback(os.close, self.end)

    def end_bwrap(self) -> None:
        """Make sure that nothing of a run survives, however the run was left. Once the place is closed, bwrap's death
        kills its PID 1; before, last_words looks for it.
        """
        if self.first < 0:
            last_words(self.process)
            return
        self.process.kill()
        self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()

    def play(self, argv: tuple[str, ...], runtime: Runtime, job: Job, used: SandboxUsed) -> Outcome:
        """Run the job here, once. Raises SandboxUnavailable, ConnectionError when the guest was gone before."""
        self.pipes.send_job(workspace.begun(workspace.job_parts(argv, job.params, job.files)))
        watchdog = None if self.group else memory_watchdog([self.first], self.root, job.limits)
        seen = capture.watch(self.pipes.reads, end=self.end, first=self.first, limits=job.limits, over_memory=watchdog)
        self.pipes.check_started(seen.status if seen else None)
        return finish(job, runtime.used, used, self.group, seen, self.root)


class Places:
    """Makes places on this host, one bwrap each. Thread-safe; `close` releases what they share."""

    def __init__(self, runtimes: Runtimes | None, bwrap_path: str | None, *, use_groups: bool) -> None:
        self.launcher = bwrap.Launcher(runtimes or Runtimes(), bwrap_path)
        self._groups = GroupPool(use_groups=use_groups)

    def close(self) -> None:
        """Remove what is held between runs."""
        self._groups.close()
        self.launcher.close()

    def layers(self, limits: Limits) -> tuple[LayerState, ...]:
        """What holds in a place with these caps."""
        return (*closed_layers(), *self._groups.layers(limits))

    def make(
        self,
        limits: Limits,
        runtimes: tuple[Runtime, ...],
        *,
        start: str = "guest.py",
        tables: tuple[SkillFile, ...] = (),
    ) -> Place:
        """A place that waits for one job, for scripts of these runtimes. Raises SandboxUnavailable."""
        stack = ExitStack()
        try:
            return self._made(stack, limits, runtimes, start, tables)
        except OSError as error:
            stack.close()
            raise broken(str(error) or type(error).__name__) from error
        except BaseException:
            stack.close()
            raise

    def _made(
        self,
        stack: ExitStack,
        limits: Limits,
        runtimes: tuple[Runtime, ...],
        start: str,
        tables: tuple[SkillFile, ...],
    ) -> Place:
        group = stack.enter_context(self._groups.lend(limits))
        pipes = stack.enter_context(Pipes())
        room = stack.enter_context(closing(TableRoom(bwrap.outer_user()))) if tables else None
        laid = stack.enter_context(room.lay(tables)) if room else ()
        doors = group.open_doors() if group else []
        try:
            inherited = [*pipes.given, *doors]
            numbers = tuple(map(str, inherited))
            shown = room.path if room else None
            process = start_bwrap(self.launcher.command(runtimes, numbers, start=start, tables=shown), inherited)
        finally:
            pipes.give_away()
            for door in doors:
                os.close(door)
        place = Place(pipes, group, process, stack)
        stack.callback(place.end_bwrap)
        place.close_in(limits, laid)
        return place


class NamespaceSandbox:
    """Runs each job under a fresh bwrap. Thread-safe; a context manager.

    Raises SandboxUnavailable where this host cannot do it, from the first run on (RUN-7).
    """

    name = "namespaces"

    def __init__(
        self, runtimes: Runtimes | None = None, *, bwrap_path: str | None = None, use_groups: bool = True
    ) -> None:
        self._places = Places(runtimes, bwrap_path, use_groups=use_groups)
        self.launcher = self._places.launcher

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Remove what the backend holds between runs."""
        self._places.close()

    def run(self, job: Job) -> Outcome:
        """Run one job to its end, from nothing. Raises SandboxUnavailable when the sandbox, not the script, failed."""
        runtime = self.launcher.runtimes.choose(job)
        used = SandboxUsed(self.name, self._places.layers(job.limits))
        try:
            with self._places.make(job.limits, (runtime,), tables=job.tables) as place:
                return place.play(runtime.argv(job.script, job.args), runtime, job, used)
        except OSError as error:
            raise broken(str(error) or type(error).__name__) from error


def last_words(process: subprocess.Popen[bytes]) -> str:
    """Kill bwrap, with a process of its own that it could not take along because it was killed while it made it; what
    it, or the guest's interpreter, had complained of. Whoever else has the pipe is not waited for.
    """
    process.kill()
    process.wait()
    said = b""
    if process.stderr and not process.stderr.closed:
        with process.stderr as pipe:
            kill_writers(pipe.fileno())
            poll = select.poll()
            poll.register(pipe, select.POLLIN)
            while len(said) < _MOST_SAID and poll.poll(_SILENCE_MS) and (part := os.read(pipe.fileno(), _MOST_SAID)):
                said += part
    return said.decode("utf-8", "replace").strip()
