"""The Linux namespaces backend, cold: one bwrap for one run (SBX-10).

bwrap builds the place: own user, pid, mount, network, ipc, uts and cgroup namespaces, a read-only root of /usr and
five devices. The guest inside finishes it and becomes PID 1 of the run. Everything of the run is handed over one
socket; nothing of the host's environment, descriptors or files goes in beside it.
"""

from __future__ import annotations

import os
import platform
import signal
import socket
import subprocess
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Self

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Usage
from skillhouse.sandbox import LayerState, Outcome, SandboxUsed, bwrap, capture, guest, seccomp, workspace
from skillhouse.sandbox.limits import GroupPool, memory_watchdog
from skillhouse.sandbox.runtimes import Runtimes

if TYPE_CHECKING:
    from types import TracebackType

    from skillhouse.sandbox import Job, StopReason
    from skillhouse.sandbox.capture import Capture
    from skillhouse.sandbox.cgroups import ControlGroup
    from skillhouse.sandbox.runtimes import Runtime

__all__ = ["NamespaceSandbox"]

_SETUP_S = 15.0
_LAYERS = (
    LayerState("user namespace", held=True, detail="uid 1000 within, an unprivileged user outside"),
    LayerState("processes apart", held=True, detail="own pid and ipc namespaces; all die with the script"),
    LayerState("files", held=True, detail="own mounts: /usr read-only, a bounded memory disk to write in"),
    LayerState("network", held=True, detail="own empty namespace; only unix sockets may be made"),
    LayerState("privileges", held=True, detail="no capability, no_new_privs, no further user namespace"),
)


class NamespaceSandbox:
    """Runs each job under a fresh bwrap. Thread-safe; a context manager.

    Raises SandboxUnavailable where this host cannot do it, from the first run on (RUN-7).
    """

    name = "namespaces"

    def __init__(
        self, runtimes: Runtimes | None = None, *, bwrap_path: str | None = None, use_groups: bool = True
    ) -> None:
        self._runtimes = runtimes or Runtimes()
        self._bwrap = bwrap.find(bwrap_path)
        self._groups = GroupPool(use_groups=use_groups)
        # Its own user outside too: code of a tenant never runs as the host's root.
        self._user = bwrap.NOBODY if os.getuid() == 0 else None

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Remove the control groups. Runs that are under way end as usual."""
        self._groups.close()

    def run(self, job: Job) -> Outcome:
        """Run one job to its end, from nothing. Raises SandboxUnavailable when the sandbox, not the script, failed."""
        runtime = self._runtimes.choose(job)
        try:
            with self._groups.lend(job.limits) as group, ExitStack() as stack:
                return self._run(job, runtime, group, stack)
        except (OSError, EOFError) as error:
            raise _broken(str(error) or type(error).__name__) from error

    def _run(self, job: Job, runtime: Runtime, group: ControlGroup | None, stack: ExitStack) -> Outcome:
        ours, theirs = socket.socketpair()
        stack.enter_context(closing(ours))
        reads: list[int] = []
        given: list[int] = []
        try:
            for _ in ("stdout", "stderr", "status"):
                read, write = os.pipe2(os.O_CLOEXEC)
                stack.callback(os.close, read)
                reads.append(read)
                given.append(write)
            given += group.open_doors() if group else []
            process = self._start(runtime, [theirs.fileno(), *given])
        finally:
            theirs.close()
            for descriptor in given:
                os.close(descriptor)
        stack.callback(_end, process)
        end = os.pidfd_open(process.pid)
        stack.callback(os.close, end)
        root, first = self._hand_over(ours, job, runtime, group, process)
        stack.callback(os.close, root)
        stack.callback(os.close, first)
        watchdog = None if group else memory_watchdog(first, root, job.limits)
        seen = capture.watch(
            stdout=reads[0], stderr=reads[1], status=reads[2], end=end, first=first, limits=job.limits,
            over_memory=watchdog,
        )  # fmt: skip
        if seen is None:
            raise _broken("a killed run did not end within ten seconds")
        return self._outcome(job, runtime, group, process, seen, root)

    def _start(self, runtime: Runtime, inherited: list[int]) -> subprocess.Popen[bytes]:
        """Start bwrap with the guest in it. Its own complaints go to a pipe, never to the script's output."""
        arguments = tuple(map(str, inherited))
        command = bwrap.command(self._bwrap, self._interpreter, runtime, arguments, self._user)
        with command:
            return subprocess.Popen(  # noqa: S603 -- the argument list is ours alone
                command.argv,
                executable=command.executable,
                pass_fds=(*inherited, *command.descriptors),
                env={},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                user=command.user,
                group=command.user,
                extra_groups=[] if command.user is not None else None,
                close_fds=True,
            )

    @property
    def _interpreter(self) -> Runtime:
        """The Python that the guest itself runs on."""
        python = self._runtimes.python
        if python is None:
            raise SandboxUnavailable(
                "this host has no Python of 3.11 or newer that a sandbox can use",
                code="RUNTIME_MISSING",
                hint="Install python3 from the system's packages, or name one with SKILLHOUSE_PYTHON.",
            )
        return python

    def _hand_over(
        self, sock: socket.socket, job: Job, runtime: Runtime, group: ControlGroup | None,
        process: subprocess.Popen[bytes],
    ) -> tuple[int, int]:  # fmt: skip
        """Send the caps and the job. The workspace's folder and the pidfd of the sandbox's PID 1."""
        sock.settimeout(_SETUP_S)
        policy = seccomp.Policy(memfd=group is not None, affinity=group is not None)
        program = seccomp.compile_filter(platform.machine(), policy)
        try:
            sock.sendall(workspace.head(job.limits, program, one_cpu=group is None))
            message, descriptors, _, _ = socket.recv_fds(sock, 4096, 2)
            if not message.startswith(guest.READY) or len(descriptors) != 2:  # noqa: PLR2004 -- folder, pidfd
                raise _broken(message[1:].decode("utf-8", "replace") or _complaint(process))
            for part in workspace.job_parts(runtime.argv(job.script, job.args), job.params, job.files):
                sock.sendall(part)
            sock.sendall(workspace.GO)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise _broken(_last_word(sock) or _complaint(process)) from error
        return descriptors[0], descriptors[1]

    def _outcome(
        self, job: Job, runtime: Runtime, group: ControlGroup | None, process: subprocess.Popen[bytes],
        seen: Capture, root: int,
    ) -> Outcome:  # fmt: skip
        cpu_ms, largest = _reap(process)
        stopped = _why_stopped(seen, group, root)
        if seen.status is None and stopped is None:
            raise _broken(_complaint(process))
        exit_code, name = _exit_of(seen.status)
        os.fchmod(root, 0o700)
        artifacts, left_out = workspace.collect(root, (file.path for file in job.files), job.limits)
        peak = group.peak_bytes if group else None
        return Outcome(
            exit_code=exit_code,
            stdout=seen.stdout,
            stderr=seen.stderr,
            usage=Usage(wall_ms=seen.wall_ms, cpu_ms=cpu_ms, peak_memory_bytes=peak or largest),
            runtime=runtime.used,
            sandbox=SandboxUsed(self.name, (*_LAYERS, _filter_layer(), *self._groups.layers(job.limits))),
            signal=name,
            stopped=stopped,
            artifacts=artifacts,
            left_out=left_out,
        )


def _filter_layer() -> LayerState:
    return LayerState("system calls", held=True, detail=f"an allowlist for {platform.machine()}")


def _broken(detail: str) -> SandboxUnavailable:
    return SandboxUnavailable(
        f"the sandbox could not run: {detail or 'it ended without a word'}",
        code="SANDBOX_BROKEN",
        hint="Run `skillhouse doctor`: it tries each layer and names the one that fails.",
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Make sure that nothing of a run survives, however the run was left; bwrap's death kills its PID 1."""
    if process.returncode is None:
        process.kill()
        process.wait()
    if process.stderr:
        process.stderr.close()


def _complaint(process: subprocess.Popen[bytes]) -> str:
    """What bwrap or the guest's interpreter said when it failed."""
    if process.returncode is None:
        process.kill()
        process.wait()
    said = process.stderr.read(4096) if process.stderr else b""
    return said.decode("utf-8", "replace").strip()


def _last_word(sock: socket.socket) -> str:
    try:
        message = sock.recv(4096)
    except OSError:
        return ""
    return message[1:].decode("utf-8", "replace") if message.startswith(guest.FAILED) else ""


def _reap(process: subprocess.Popen[bytes]) -> tuple[float, int]:
    """CPU milliseconds of the whole run, and the largest process's memory in bytes."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (used.ru_utime + used.ru_stime) * 1e3, used.ru_maxrss * 1024


def _why_stopped(seen: Capture, group: ControlGroup | None, root: int) -> StopReason | None:
    """Which limit ended the run: our own verdicts, the kernel's, or a full disk that the script died of."""
    if seen.stopped:
        return seen.stopped
    if group and group.out_of_memory and seen.status != 0:
        return "memory"
    disk = os.fstatvfs(root)
    if seen.status and (disk.f_bfree == 0 or disk.f_ffree == 0):
        return "disk"
    return None


def _exit_of(status: int | None) -> tuple[int, str | None]:
    """Exit code and signal name of a wait status; no status means that we, or the kernel, killed all of it."""
    if status is None:
        return 128 + signal.SIGKILL, signal.SIGKILL.name
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return code, None
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"SIG{-code}"
    return 128 - code, name
