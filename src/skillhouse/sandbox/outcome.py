"""From what a run left behind to the Outcome that callers see; shared by every way of starting one."""

from __future__ import annotations

import os
import platform
import signal
from typing import TYPE_CHECKING

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Usage
from skillhouse.sandbox import LayerState, Outcome, workspace

if TYPE_CHECKING:
    from skillhouse.sandbox import Job, RuntimeUsed, SandboxUsed, StopReason
    from skillhouse.sandbox.capture import Capture
    from skillhouse.sandbox.cgroups import ControlGroup

__all__ = ["broken", "closed_layers", "exit_of", "finish"]

_CLOSED = (
    LayerState("user namespace", held=True, detail="uid 1000 within, an unprivileged user outside"),
    LayerState("processes apart", held=True, detail="own pid and ipc namespaces; all die with the script"),
    LayerState("network", held=True, detail="own empty namespace; only unix sockets may be made"),
    LayerState("files", held=True, detail="own mounts: /usr read-only, a bounded memory disk to write in"),
    LayerState("privileges", held=True, detail="no capability, no_new_privs, no further user namespace"),
)


def closed_layers() -> tuple[LayerState, ...]:
    """The layers that every run in namespaces has."""
    return (*_CLOSED, LayerState("system calls", held=True, detail=f"an allowlist for {platform.machine()}"))


def broken(detail: str) -> SandboxUnavailable:
    """The error of a sandbox that failed while the script had no part in it (RUN-7)."""
    return SandboxUnavailable(
        f"the sandbox could not run: {detail or 'it ended without a word'}",
        code="SANDBOX_BROKEN",
        hint="Run `skillhouse doctor`: it tries each layer and names the one that fails.",
    )


def finish(
    job: Job, runtime: RuntimeUsed, sandbox: SandboxUsed, group: ControlGroup | None, seen: Capture | None, root: int
) -> Outcome:
    """The outcome of a run whose processes are all dead; `root` is its workspace, still open.

    Raises SandboxUnavailable when the run ended without a report and no limit explains it.
    """
    if seen is None:
        raise broken("a killed run did not end within ten seconds")
    stopped = _why_stopped(seen, group, root)
    if seen.status is None and stopped is None:
        raise broken("it ended without a report")
    exit_code, name = exit_of(seen.status)
    os.fchmod(root, 0o700)
    known = [file.path for file in (*job.files, *job.tables)]
    artifacts, left_out = workspace.collect(root, known, job.limits, workspace.numbered_before(root, known))
    peak = group.peak_bytes if group else None
    return Outcome(
        exit_code=exit_code,
        stdout=seen.stdout,
        stderr=seen.stderr,
        usage=Usage(seen.wall_ms, seen.cpu_ms, peak or seen.largest_bytes),
        runtime=runtime,
        sandbox=sandbox,
        signal=name,
        stopped=stopped,
        artifacts=artifacts,
        left_out=left_out,
    )


def _why_stopped(seen: Capture, group: ControlGroup | None, root: int) -> StopReason | None:
    """Which limit ended the run: our own verdicts, the kernel's, or a full disk that the script died of."""
    if seen.stopped:
        return seen.stopped
    if group and seen.status != 0 and group.out_of_memory:
        return "memory"
    disk = os.fstatvfs(root)
    if seen.status and (disk.f_bfree == 0 or disk.f_ffree == 0):
        return "disk"
    return None


def exit_of(status: int | None) -> tuple[int, str | None]:
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
