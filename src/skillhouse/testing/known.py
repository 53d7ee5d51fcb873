"""What a kind of sandbox is known not to hold, each with its reason (SBX-10).

The list is kept honest in both directions: a behaviour that fails and is not listed is a failure, and so is one that is
listed and holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job

if TYPE_CHECKING:
    from skillhouse.sandbox import Sandbox, SandboxUsed

__all__ = ["known_failures"]

_CONTAINER = {
    "table_read_only_py": "A table's place is a link: a script can remove that, not change the table.",
    "fs_devices_py": "The engine makes /dev/tty; without a terminal it cannot be opened.",
}
_PODMAN = {
    "table_room_py": "Podman leaves a file in /run that says it is a container; no table is there.",
    "res_locked_top_py": "Podman's memory disk belongs to the container's root: a script cannot close it.",
}
_SHARED_USER = {
    "namespaces_own": "Docker maps the users of all containers together or not at all: they share that namespace.",
}
_NO_BOUND = "The memory disk takes no bound on files here: a run over it is ended, not refused the next one."
_FILES_NOT_COUNTED = {"disk_many_files_py": _NO_BOUND, "disk_many_folders_py": _NO_BOUND}

_OWN_VIEW = "gVisor answers from a kernel of its own, which "
_GVISOR = {
    "disk_shared_py": "gVisor lays a memory disk of its own on /tmp: what bounds it is the run's memory alone.",
    "fs_no_set_user_py": f"{_OWN_VIEW}does not tell how a disk was mounted; no_new_privs holds all the same.",
    "fs_own_settings_py": f"{_OWN_VIEW}takes any oom_score_adj and makes nothing of it.",
    "namespaces_own": f"{_OWN_VIEW}does not name all namespaces; each run has the whole kernel for itself.",
    "priv_ids_py": f"{_OWN_VIEW}names fewer sets of capabilities than Linux does.",
    "priv_limits_py": f"{_OWN_VIEW}lets a process claim a priority, within the run.",
    "proc_count_py": "What gVisor itself takes counts in the run's memory: 128 Pythons do not fit into it.",
    "proc_cpu_py": f"{_OWN_VIEW}counts processor time in ticks: a script reads more than it had.",
    "proc_first_py": f"{_OWN_VIEW}lets a script look at the process that started it, which knows only this run.",
    "sys_personality_py": f"{_OWN_VIEW}has one execution domain, and refuses to speak of others.",
    "sys_trace_py": f"{_OWN_VIEW}has no pidfd; tracing is refused all the same.",
}


def known_failures(sandbox: Sandbox) -> dict[str, str]:
    """Behaviour → why this sandbox does not hold it, found by a run that does nothing. Empty where even that fails."""
    files = (SkillFile("SKILL.md", b""), SkillFile("scripts/x.py", b""))
    try:
        used = sandbox.run(Job(files, "scripts/x.py")).sandbox
    except Exception:  # noqa: BLE001 -- whatever a sandbox raises, the suite's own results tell of it
        return {}
    return _of(used)


def _of(used: SandboxUsed) -> dict[str, str]:
    """The lists that apply to a sandbox, by what it said of itself."""
    if used.container is None:
        return {}
    lacking = {layer.name for layer in used.layers if not layer.held}
    known = dict(_CONTAINER)
    if "runsc" in used.container.runtime:
        known |= _GVISOR
    if used.container.engine.startswith("podman"):
        known |= _PODMAN
    if "user namespace" in lacking:
        known |= _SHARED_USER
    if "file count" in lacking:
        known |= _FILES_NOT_COUNTED
    return known
