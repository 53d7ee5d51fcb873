"""The Linux namespaces backend, cold: one bwrap for one run (SBX-10).

bwrap builds the place: own user, pid, mount, network, ipc, uts and cgroup namespaces, a read-only root of /usr and
five devices. The guest inside finishes it and becomes PID 1 of the run. Everything of the run is handed over one
socket; nothing of the host's environment, descriptors or files goes in beside it.
"""

from __future__ import annotations

import os
import platform
import socket
import subprocess
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Self

from skillhouse.sandbox import SandboxUsed, bwrap, capture, guest, seccomp, workspace
from skillhouse.sandbox.limits import GroupPool, memory_watchdog
from skillhouse.sandbox.outcome import broken, closed_layers, finish
from skillhouse.sandbox.runtimes import Runtimes
from skillhouse.sandbox.tables import TableRoom

if TYPE_CHECKING:
    from types import TracebackType

    from skillhouse.sandbox import Job, Outcome
    from skillhouse.sandbox.cgroups import ControlGroup
    from skillhouse.sandbox.runtimes import Runtime

__all__ = ["NamespaceSandbox", "Pipes", "filter_for", "start"]

SETUP_S = 15.0


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

    def receive_ready(self) -> tuple[int, int, list[int], float]:
        """Wait until the place is closed: the workspace's open folder, the pidfd of its PID 1, what more it holds, and
        the CPU seconds that the script's own process has taken by then.

        Raises SandboxUnavailable with the guest's own word when it failed, OSError when it is gone.
        """
        message, descriptors, _, _ = socket.recv_fds(self.job, 4096, 8)
        if message.startswith(guest.READY) and len(descriptors) >= 2:  # noqa: PLR2004 -- folder, pidfd
            spent = guest.SPENT.unpack(message[1:])[0] if len(message) > 1 else 0.0
            return descriptors[0], descriptors[1], descriptors[2:], spent
        for descriptor in descriptors:
            os.close(descriptor)
        if not message:
            raise ConnectionResetError
        raise broken(message[1:].decode("utf-8", "replace"))

    def send_job(self, argv: tuple[str, ...], job: Job) -> None:
        """Hand over the job and start the clock. Raises SandboxUnavailable when the guest failed on it."""
        try:
            for part in workspace.job_parts(argv, job.params, job.files):
                self.job.sendall(part)
            self.job.sendall(workspace.GO)
        except OSError as error:
            raise broken(self._last_word() or str(error)) from error

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


def start(command: bwrap.Command, inherited: list[int]) -> subprocess.Popen[bytes]:
    """Start bwrap with these descriptors open in it. It complains to a pipe, never into a script's output."""
    with command:
        return subprocess.Popen(  # noqa: S603 -- the argument list is ours alone
            command.argv,
            pass_fds=(*inherited, *command.descriptors),
            env={},
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            user=command.user,
            group=command.user,
            extra_groups=None if command.user is None else [],
        )


class NamespaceSandbox:
    """Runs each job under a fresh bwrap. Thread-safe; a context manager.

    Raises SandboxUnavailable where this host cannot do it, from the first run on (RUN-7).
    """

    name = "namespaces"

    def __init__(
        self, runtimes: Runtimes | None = None, *, bwrap_path: str | None = None, use_groups: bool = True
    ) -> None:
        self.launcher = bwrap.Launcher(runtimes or Runtimes(), bwrap_path)
        self._groups = GroupPool(use_groups=use_groups)

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
        self._groups.close()
        self.launcher.close()

    def run(self, job: Job) -> Outcome:
        """Run one job to its end, from nothing. Raises SandboxUnavailable when the sandbox, not the script, failed."""
        runtime = self.launcher.runtimes.choose(job)
        try:
            with self._groups.lend(job.limits) as group, ExitStack() as stack:
                return self._run(job, runtime, group, stack)
        except OSError as error:
            raise broken(str(error) or type(error).__name__) from error

    def _run(self, job: Job, runtime: Runtime, group: ControlGroup | None, stack: ExitStack) -> Outcome:
        pipes = stack.enter_context(Pipes())
        doors = group.open_doors() if group else []
        try:
            inherited = [*pipes.given, *doors]
            room = stack.enter_context(closing(TableRoom(bwrap.outer_user()))) if job.tables else None
            tables = stack.enter_context(room.lay(job.tables)) if room else ()
            command = self.launcher.command((runtime,), tuple(map(str, inherited)), tables=room.path if room else None)
            process = start(command, inherited)
        finally:
            pipes.give_away()
            for door in doors:
                os.close(door)
        stack.callback(_end, process)
        end = os.pidfd_open(process.pid)
        stack.callback(os.close, end)
        root, first = self._prepare(pipes, job, group, process, tables)
        stack.callback(os.close, root)
        stack.callback(os.close, first)
        pipes.send_job(runtime.argv(job.script, job.args), job)
        watchdog = None if group else memory_watchdog([first], root, job.limits)
        seen = capture.watch(pipes.reads, end=end, first=first, limits=job.limits, over_memory=watchdog)
        pipes.check_started(seen.status if seen else None)
        used = SandboxUsed(self.name, (*closed_layers(), *self._groups.layers(job.limits)))
        return finish(job, runtime.used, used, group, seen, root)

    @staticmethod
    def _prepare(
        pipes: Pipes,
        job: Job,
        group: ControlGroup | None,
        process: subprocess.Popen[bytes],
        tables: tuple[bytes, ...],
    ) -> tuple[int, int]:
        """Send the caps and wait until the place is closed; bwrap's own complaint where it never was."""
        try:
            head = workspace.head(job.limits, filter_for(groups=group is not None), one_cpu=group is None)
            pipes.job.sendall(head + workspace.counted(tables))
            root, first, _, _ = pipes.receive_ready()
        except OSError as error:
            raise broken(_complaint(process) or str(error)) from error
        return root, first


def _end(process: subprocess.Popen[bytes]) -> None:
    """Make sure that nothing of a run survives, however the run was left; bwrap's death kills its PID 1."""
    process.kill()
    process.wait()
    if process.stderr:
        process.stderr.close()


def _complaint(process: subprocess.Popen[bytes]) -> str:
    """What bwrap or the guest's interpreter said when it failed."""
    process.kill()
    process.wait()
    said = process.stderr.read(4096) if process.stderr else b""
    return said.decode("utf-8", "replace").strip()
