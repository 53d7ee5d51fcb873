"""Finds a container engine and its image, and composes the arguments of a container: the outer half of the OCI
backend's security model (SBX-10).

Podman and Docker are driven by their own command lines, so that rootless set-ups, contexts and remote daemons work as
the operator made them. Nothing is ever pulled: an image that is not there is the operator's to build.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.sandbox import LayerState, runner, seccomp

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "ENGINES",
    "Engine",
    "Fitting",
    "build_image",
    "find",
    "fittings",
    "held_by_group",
    "image_id",
    "remove_all",
    "write_recipe",
]

ENGINES = ("podman", "docker")
# Version and default runtime, as each engine names them.
_INFO = {
    "podman": "{{.Version.Version}} {{.Host.OCIRuntime.Name}}",
    "docker": "{{.ServerVersion}} {{.DefaultRuntime}}",
}
_ASK_S = 30
# Where root's containers are mapped to on the host: above every range that is handed out to people or services.
_OUTSIDE, _IDS = 2_000_000_000, 65_536
# What tells of the host's hardware, and what could lead to a terminal.
_COVERED = (
    *(f"/sys/{name}" for name in ("block", "bus", "class", "dev", "devices", "kernel", "module", "power")),
    "/dev/pts",
)
_ETC_OF_ENGINE = ("/etc/hostname", "/etc/hosts", "/etc/resolv.conf")
_HOST_LABEL = "skillhouse.host"
_NO_COUNT = 4096
_PERIOD_US = 100_000
# What a kernel of its own may need on the host, which counts those threads with the container's.
_OWN_THREADS = 512
_OWN_KERNELS = {"runsc": "gVisor", "kata": "a virtual machine"}
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that answers: `podman` or `docker`, its program, its version, and the runtime that it will use."""

    name: str
    path: str
    version: str
    runtime: str
    runtime_asked: str | None = None

    @property
    def head(self) -> list[str]:
        """The program and what stands before its command."""
        if self.name != "podman" or not self.runtime_asked:
            return [self.path]
        # gVisor would look for a network of its own to take over, and finds none.
        flags = ["--runtime-flag", "network=none"] if self.own_kernel == "gVisor" else []
        return [self.path, "--runtime", self.runtime_asked, *flags]

    @property
    def own_kernel(self) -> str:
        """What keeps the host's kernel out of a script's reach, under runtimes that do; else empty."""
        return next((what for name, what in _OWN_KERNELS.items() if name in self.runtime), "")


@dataclass(frozen=True, slots=True)
class Fitting:
    """What of the walls an engine is asked for that not every host allows: a user namespace for each container, and
    control groups.
    """

    own_user: bool
    groups: bool


def fittings(engine: Engine) -> tuple[Fitting, ...]:
    """The ways to start a container, the strongest first. Docker maps users for its whole daemon or not at all."""
    if engine.name == "docker":
        return (Fitting(own_user=False, groups=True),)
    return tuple(Fitting(own_user, groups) for groups in (True, False) for own_user in (True, False))


def ask(command: list[str], *, timeout: float = _ASK_S) -> str:
    """What a command of the engine prints. Raises SandboxUnavailable with the engine's own last words."""
    try:
        done = subprocess.run(  # noqa: S603 -- the argument list is ours and the operator's
            command, capture_output=True, text=True, errors="replace", timeout=timeout, check=False,
            stdin=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _engine_fails(command[0], str(error)) from error
    if done.returncode:
        raise _engine_fails(command[0], last_words(done.stderr))
    return done.stdout.strip()


def last_words(said: str) -> str:
    """The end of what a program complained of, on one line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return " ".join(lines[-2:])[-500:]


def _engine_fails(path: str, why: str) -> SandboxUnavailable:
    name = Path(path).name
    return SandboxUnavailable(
        f"the container engine {name} fails: {why or 'it says nothing'}",
        code="ENGINE_FAILED",
        hint=f"Run `{name} info` as the user that runs Skillhouse, and mend what it says.",
    )


def find(name: str | None = None, runtime: str | None = None) -> Engine:
    """The engine of this name, or the first that answers. Raises SandboxUnavailable where there is none."""
    failure = SandboxUnavailable(
        f"there is no {name or 'podman and no docker'} on this host, so no container can run",
        code="ENGINE_MISSING",
        hint="Install Podman or Docker, or name the one to use with SANDBOX_ENGINE.",
    )
    for candidate in (name,) if name else ENGINES:
        path = shutil.which(candidate)
        if path is None:
            continue
        try:
            version, _, default = ask([path, "info", "--format", _INFO[candidate]]).partition(" ")
        except SandboxUnavailable as error:
            failure = error
        else:
            return Engine(candidate, path, version, Path(runtime or default).name, runtime)
    raise failure


def image_id(engine: Engine, image: str) -> str:
    """The id of an image that the engine has, by which its containers are started. Raises SandboxUnavailable."""
    command = [engine.path, "image", "inspect", "--format", "{{.Id}}", image]
    try:
        found = ask(command)
    except SandboxUnavailable as error:
        raise SandboxUnavailable(
            f"{engine.name} has no image {image!r} for the sandbox",
            code="SANDBOX_IMAGE_MISSING",
            hint="Run `skillhouse sandbox-image build`, or name an image that is there with SANDBOX_IMAGE.",
            where="SANDBOX_IMAGE",
        ) from error
    return found if found.startswith("sha256:") else f"sha256:{found}"


def build_image(engine: Engine, image: str, folder: Path, bases: dict[str, str]) -> None:
    """Build the image from a folder that `write_recipe` made, showing the engine's own progress. `bases` are the
    recipe's arguments. Raises SandboxUnavailable.
    """
    command = [*engine.head, "build", "--tag", image, "--file", str(folder / "Containerfile")]
    for name, value in bases.items():
        command += ["--build-arg", f"{name}={value}"]
    # What the engine tells is progress: it goes to stderr, where a caller's data is not.
    done = subprocess.run([*command, str(folder)], check=False, stdin=subprocess.DEVNULL, stdout=2)  # noqa: S603
    if done.returncode:
        raise SandboxUnavailable(
            f"{engine.name} could not build the image: it ended with {done.returncode}",
            code="SANDBOX_IMAGE_BUILD",
            hint="The engine's own words stand above. Base images can be named with --python-image and --node-image.",
        )


def write_recipe(folder: Path) -> None:
    """Write what an image is built from: the Containerfile, and the parts of Skillhouse that run inside."""
    package = Path(runner.__file__).parent.parent
    shutil.copyfile(package / "sandbox" / "Containerfile", folder / "Containerfile")
    for part in runner.PARTS:
        target = folder / "skillhouse" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(package / part, target)


def new_name() -> str:
    """A container's name, after this process."""
    return f"skillhouse-{os.getpid()}-{next(_numbers)}"


def remove_all(engine: Engine, host: str) -> None:
    """Remove the containers that a host of this mark has made, running or never started. Raises SandboxUnavailable."""
    listing = ["ps", "--all", "--quiet", "--no-trunc", "--filter", f"label={_HOST_LABEL}={host}"]
    found = ask([*engine.head, *listing]).split()
    if found:
        ask([*engine.head, "rm", "--force", *found])


def arguments(
    engine: Engine,
    image: str,
    name: str,
    limits: Limits,
    fitting: Fitting,
    tables: Path | None = None,
    *,
    host: str = "",
) -> list[str]:
    """The command line that starts one container of the image and talks with its runner, beside a folder of tables.
    `host` marks whose it is.
    """
    command = [*engine.head, "run", "--interactive", "--rm", "--pull", "never", "--name", name]
    command += ["--label", f"{_HOST_LABEL}={host}"] if host else []
    command += ["--log-driver", "none", "--init=false", "--no-healthcheck", "--hostname", "sandbox"]
    command += ["--user", "1000:1000", "--workdir", "/workspace", "--network", "none", "--ipc", "none", "--read-only"]
    command += ["--cgroupns", "private"]
    command += ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
    for limit, most in (("nofile", 1024), ("nproc", _NO_COUNT), ("core", 0)):
        command += ["--ulimit", f"{limit}={most}:{most}"]
    command += [*_limits(engine, limits, fitting), *_places(engine, limits)]
    if tables is not None:
        command += ["--mount", f"type=bind,source={tables},target={runner.TABLES},readonly"]
    if engine.name == "podman":
        command += _podman(fitting)
    elif engine.runtime_asked:
        command += ["--runtime", engine.runtime_asked]
    return [*command, image]


def _limits(engine: Engine, limits: Limits, fitting: Fitting) -> Iterator[str]:
    if not fitting.groups:
        yield "--cgroups=disabled"
        return
    # As much memory with swap as without: no swap.
    yield from ("--memory", str(limits.memory_bytes), "--memory-swap", str(limits.memory_bytes))
    own_threads = _OWN_THREADS if engine.own_kernel else 0
    yield from ("--pids-limit", str(limits.processes + own_threads), "--cpus", str(limits.cpus))


def _places(engine: Engine, limits: Limits) -> Iterator[str]:
    """One place to write in, and empty ones over what tells of the host."""
    space = f"/workspace:rw,exec,nosuid,nodev,size={limits.workspace_bytes}"
    if engine.name == "podman":
        yield from ("--tmpfs", f"{space},mode=1777,notmpcopyup")
    else:
        yield from ("--tmpfs", f"{space},mode=0755,uid=1000,gid=1000,nr_inodes={limits.workspace_files}")
    # Without the word, Podman would copy into the empty place what it is to cover.
    empty = "ro,size=4k,notmpcopyup" if engine.name == "podman" else "ro,size=4k"
    for folder in _COVERED:
        yield from ("--tmpfs", f"{folder}:{empty}")
    for path in _ETC_OF_ENGINE:
        yield from ("--mount", f"type=bind,source=/dev/null,target={path},readonly")


def _podman(fitting: Fitting) -> Iterator[str]:
    yield from ("--read-only-tmpfs=false", "--passwd=false", "--http-proxy=false", "--sig-proxy=false", "--no-hosts")
    if not fitting.own_user:
        return
    # An ordinary user's containers share a namespace already, and would share its counts: each gets one within it.
    outside = _OUTSIDE if os.getuid() == 0 else 1
    for kind in ("--uidmap", "--gidmap"):
        yield from (kind, f"0:{outside}:{_IDS}")


def built_for(limits: Limits) -> Limits:
    """What of these caps a container is started with; the others are set for each run."""
    usual = Limits()
    return replace(
        limits,
        wall_s=usual.wall_s,
        output_bytes=usual.output_bytes,
        artifact_bytes=usual.artifact_bytes,
        artifact_files=usual.artifact_files,
    )


def held_by_group(made_by: Engine, facts: dict[str, Any], fitting: Fitting, limits: Limits) -> frozenset[str]:
    """Which limits a control group of the container's own holds: those of a group around it are not for one run.

    From within gVisor the group cannot be seen. It is there, or the engine had not started the container; but what it
    counts as processes is gVisor's own threads.
    """
    most = {"memory": limits.memory_bytes, "pids": limits.processes, "cpu": limits.cpus * _PERIOD_US}
    caps = facts["caps"] if fitting.groups else {}
    seen = {name for name, value in most.items() if caps.get(name) is not None and caps[name] <= value}
    return frozenset(seen | ({"memory", "cpu"} if made_by.own_kernel and fitting.groups else set()))


def _counts_files(facts: dict[str, Any], limits: Limits) -> bool:
    """Whether the memory disk itself bounds how many files there can be."""
    return bool(0 < facts["files"] <= limits.workspace_files)


def settings(made_by: Engine, facts: dict[str, Any], fitting: Fitting, limits: Limits) -> dict[str, Any]:
    """What the runner is told: the caps, the filter, and what it has to hold itself because nothing else does here."""
    held = held_by_group(made_by, facts, fitting, limits)
    by_kernel = {"memory", "cpu"} <= held
    program = seccomp.compile_filter(facts["machine"], seccomp.Policy(memfd=by_kernel, affinity=by_kernel))
    return {
        "limits": asdict(limits),
        "filter": program.hex(),
        "one_cpu": "cpu" not in held,
        "own_group": "memory" in held,
        "own_kernel": bool(made_by.own_kernel),
        "files": None if _counts_files(facts, limits) else limits.workspace_files,
        # The kernel counts for each user namespace: in a shared one, one run would take from the others.
        "processes": limits.processes + 1 if fitting.own_user or made_by.own_kernel else _NO_COUNT,
    }


def layers(made_by: Engine, facts: dict[str, Any], fitting: Fitting, limits: Limits) -> tuple[LayerState, ...]:
    """Which walls stood around a run, as the runner found them before it read the job (SBX-10)."""
    apart = bool(facts["mapped"] or made_by.own_kernel)
    mapped = "uid 1000 within, another outside" if apart else "none: uid 1000 outside as well"
    closed = facts["capabilities"] == 0 and facts["privileges"]
    engine_filter = "the engine's filter and " if facts["filtered"] else ""
    own_count = fitting.own_user or bool(made_by.own_kernel)
    own_kernel = LayerState("kernel", held=True, detail=f"{made_by.own_kernel} stands between script and host")
    return (
        *((own_kernel,) if made_by.own_kernel else ()),
        LayerState("user namespace", held=apart, detail=mapped),
        LayerState("processes apart", held=True, detail="own pid and ipc namespaces; all die with the script"),
        LayerState("network", held=not facts["interfaces"], detail=" ".join(facts["interfaces"]) or "no interface"),
        LayerState("files", held=facts["read_only"], detail="a read-only image, a bounded memory disk to write in"),
        LayerState("privileges", held=closed, detail=f"capabilities {facts['capabilities']:x}, no_new_privs"),
        LayerState("system calls", held=True, detail=f"{engine_filter}an allowlist for {facts['machine']}"),
        *_limit_layers(held_by_group(made_by, facts, fitting, limits), limits, own_count=own_count),
        _file_layer(facts, limits),
    )


def _limit_layers(held: frozenset[str], limits: Limits, *, own_count: bool) -> Iterator[LayerState]:
    memory, count = f"{limits.memory_bytes >> 20} MB", f"{limits.processes} processes"
    if "memory" in held:
        yield LayerState("memory", held=True, detail=f"{memory} for the container, cgroup")
    else:
        yield LayerState("memory", held=False, detail=f"{memory}, approximate: watched every 20 ms, no cgroup")
    if "pids" in held:
        yield LayerState("processes", held=True, detail=f"{count}, cgroup")
    elif own_count:
        yield LayerState("processes", held=True, detail=f"{count}, rlimit in its own user namespace")
    else:
        yield LayerState("processes", held=False, detail=f"not counted: no cgroup sees the script's {count}")
    if "cpu" in held:
        yield LayerState("cpu", held=True, detail=f"{limits.cpus} CPU, cgroup")
    else:
        yield LayerState("cpu", held=False, detail="approximate: pinned to one processor, no cgroup")


def _file_layer(facts: dict[str, Any], limits: Limits) -> LayerState:
    if _counts_files(facts, limits):
        return LayerState("file count", held=True, detail=f"{limits.workspace_files}, held by the memory disk")
    how = "approximate: counted every 20 ms" if facts["files"] else "not counted"
    return LayerState("file count", held=False, detail=f"{limits.workspace_files}, {how}")
