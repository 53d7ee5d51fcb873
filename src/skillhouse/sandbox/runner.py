"""The part that runs inside a container: PID 1, single use, alone with one script (SBX-10).

The engine built the walls. This adds the system call filter that every other run has, takes one job from its standard
input, starts the script as its child, and says on its standard output what the script does and leaves. The image
holds a copy of this file and of the few that it imports; `fingerprint` tells whether they are still the host's.

What goes out is frames: one byte of kind, four of length, the content. What comes in is one frame of settings, the job
as `workspace.job_parts` lays it out, and a byte that lets it begin; after that, any byte ends the run, and so does the
end of the stream: a run does not outlive its host.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the C half of `signal`, which the type checker does not know
import ctypes
import hashlib
import json
import os
import re
import resource
import select
import struct
import subprocess
import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skillhouse.model.run import Limits
from skillhouse.sandbox import guest, workspace

if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["FRAME", "PARTS", "TABLES", "fingerprint"]

FRAME = struct.Struct("<cI")
HELLO, READY, FAILED, OUTPUT, ERRORS, END, FILE, PART, LEFT_OUT, DONE = (bytes([kind]) for kind in b"HRFOEXAPLZ")
STOP = b"K"
TABLES = "/opt/skillhouse/shown"
# What the image holds of Skillhouse, relative to the package.
PARTS = (
    *("__init__.py", "errors.py", "model/__init__.py", "model/run.py"),
    *(f"sandbox/{name}.py" for name in ("__init__", "guest", "runner", "workspace")),
)

_PACKAGE = Path(__file__).parent.parent
_RUNTIMES = Path("/opt/skillhouse/runtimes.json")
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _PR_GET_NO_NEW_PRIVS = 4, 22, 38, 39
_SECCOMP_MODE_FILTER = 2
_BLOCK, _PART = 1 << 16, 1 << 20
_LOOK_MS = 20
_PAGE = os.sysconf("SC_PAGE_SIZE")
_libc = ctypes.CDLL(None, use_errno=True)
_KILLS = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")
_CAPS = {
    "memory": ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    "pids": ("/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"),
    "cpu": ("/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
}
_PEAKS = ("/sys/fs/cgroup/memory.peak", "/sys/fs/cgroup/memory/memory.max_usage_in_bytes")


def fingerprint(package: Path = _PACKAGE) -> str:
    """A digest over the parts, the same on both sides as long as they are."""
    whole = hashlib.sha256()
    for name in PARTS:
        whole.update((package / name).read_bytes())
    return whole.hexdigest()


def send(kind: bytes, content: bytes) -> None:
    """One frame to the host. Raises OSError when it is gone."""
    left = memoryview(FRAME.pack(kind, len(content)) + content)
    while left:
        left = left[os.write(1, left) :]


def _say(kind: bytes, value: object) -> None:
    send(kind, json.dumps(value).encode())


def _first(paths: tuple[str, ...]) -> str:
    """The text of the first of these files that is there; empty where none is."""
    for path in paths:
        with suppress(OSError):
            return Path(path).read_text("ascii").strip()
    return ""


def _number(text: str) -> int | None:
    """The cap that a control group's file names; None for no cap."""
    first = text.split(maxsplit=1)[0] if text else ""
    # Version 1 says "no cap" with a number that no machine has.
    return int(first) if first.isdigit() and int(first) < 1 << 60 else None


def facts() -> dict[str, Any]:
    """What walls stand around this process, as it finds them itself."""
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line)
    maps = [line.split() for line in Path("/proc/self/uid_map").read_text().splitlines()]
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    interfaces = [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]
    return {
        "fingerprint": fingerprint(),
        "machine": os.uname().machine,
        "runtimes": json.loads(_RUNTIMES.read_text()),
        "first": os.getpid() == 1,
        "user": os.getuid(),
        "mapped": maps != [["0", "0", "4294967295"]],
        "capabilities": int(status.get("CapBnd", "0"), 16),
        "privileges": _libc.prctl(_PR_GET_NO_NEW_PRIVS, *(ctypes.c_ulong(0) for _ in range(4))) == 1,
        "filtered": status.get("Seccomp", "").strip() == "2",
        "interfaces": sorted(set(interfaces) - {"lo"}),
        "read_only": any(fields[1] == "/" and "ro" in fields[3].split(",") for fields in mounts),
        "files": os.statvfs("/workspace").f_files,
        "caps": {name: _number(_first(paths)) for name, paths in _CAPS.items()},
    }


def _kills() -> int | None:
    """How often the kernel killed a process of this container for its memory; None where that cannot be seen."""
    found = re.search(r"^oom_kill (\d+)$", _first(_KILLS), re.MULTILINE)
    return int(found[1]) if found else None


def _resident(pid: str) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def _proportional(pid: str) -> int:
    with suppress(OSError, ValueError):
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
        if found:
            return int(found[1]) * 1024
    return _resident(pid)


def _prctl(option: int, value: int, extra: bytes | None = None) -> None:
    zero = ctypes.c_ulong(0)
    guest.check(_libc.prctl(option, ctypes.c_ulong(value), extra, zero, zero), f"prctl {option}")


def close_in(program: bytes) -> None:
    """Load the system call filter, for this process and all that it starts, and let none of them look into it."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    guest.hide_from_trace()
    buffer = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog: the number of instructions, and where they are
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer)))


class _Run:
    """One script, from its start until nothing of it is left but files."""

    def __init__(self, settings: dict[str, Any], workspace_folder: int) -> None:
        self.limits = Limits(**settings["limits"])
        self.root = workspace_folder
        self.files = settings["files"]
        self.processes = settings["processes"]
        self.own_kernel = settings["own_kernel"]
        self.room = self.limits.output_bytes
        self.stopped: str | None = None
        self.status: int | None = None
        # A counter of a group around this container would tell of others.
        self.kills = _kills() if settings["own_group"] else None
        self.peak = settings["own_group"]
        self.watches_memory = not settings["own_group"]
        self.streams: dict[int, bytes] = {}
        self.poll = select.poll()

    def start(self, argv: list[bytes], params: bytes) -> None:
        """Fork the process that becomes the script. Its end wakes the loop."""
        stdout, stderr, wake = os.pipe(), os.pipe(), os.pipe()
        for read, write in (stdout, stderr):
            # A script may open its streams by name, as /dev/stdout; the kernel then asks whose the pipe is.
            with suppress(PermissionError):  # gVisor has no modes for pipes
                os.fchmod(write, 0o622)
            os.set_blocking(read, False)
        for end in wake:
            os.set_blocking(end, False)
        _signal.signal(_signal.SIGCHLD, lambda *_: None)
        _signal.set_wakeup_fd(wake[1])
        self.wake, self.streams = wake[0], {stdout[0]: OUTPUT, stderr[0]: ERRORS}
        self.script = os.fork()
        if self.script == 0:
            _prctl(_PR_SET_DUMPABLE, 1)  # else its own settings in /proc would not be its own
            # gVisor refuses limits that it does not know.
            with suppress(PermissionError, ValueError) if self.own_kernel else nullcontext():
                guest.set_limits(self.processes)
            guest.take_streams(stdout[1], stderr[1])
            guest.reset_signals()
            guest.become_script(argv, params)
        os.close(stdout[1])
        os.close(stderr[1])
        for descriptor in (0, self.wake, *self.streams):
            self.poll.register(descriptor, select.POLLIN)

    def stop(self, reason: str) -> None:
        """End the run once, for the first reason there is."""
        if self.stopped is None:
            self.stopped = reason
            self.kill()

    @staticmethod
    def kill() -> None:
        """Kill everything in this container but ourselves."""
        with suppress(ProcessLookupError):
            os.kill(-1, _signal.SIGKILL)

    def follow(self) -> None:
        """Pass on output and hold the caps until the script ended; then end the rest of its tree."""
        looks = self.watches_memory or self.files is not None
        while self.status is None:
            for descriptor, _ in self.poll.poll(_LOOK_MS if looks else None):
                if descriptor == 0:
                    self.obey()
                elif descriptor == self.wake:
                    os.read(self.wake, 512)
                else:
                    self.pump(descriptor)
            self.reap(os.WNOHANG)
            if self.status is None and looks:
                self.look()
        self.kill()
        self.reap(0)
        for descriptor in tuple(self.streams):
            while self.pump(descriptor):
                pass

    def obey(self) -> None:
        """What the host says while the script runs: it is to end. A host that is gone says the same."""
        if not os.read(0, 1):
            os._exit(guest.GUEST_ERROR)
        self.poll.unregister(0)
        self.stop("timeout")

    def reap(self, flags: int) -> None:
        """Take the ended children, and the script's status from among them."""
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, flags)
                if pid == 0:
                    return
                if pid == self.script:
                    self.status = status

    def look(self) -> None:
        """Hold what no control group and no mount option holds here."""
        disk = os.fstatvfs(self.root)
        if self.files is not None and disk.f_files - disk.f_ffree > self.files:
            self.stop("disk")
        if self.watches_memory and self.over_memory((disk.f_blocks - disk.f_bfree) * disk.f_frsize):
            self.stop("memory")

    def over_memory(self, on_disk: int) -> bool:
        """Whether all processes here and what lies in the workspace are over the cap: their resident size triggers,
        the proportional size decides, because forked children share most of theirs.
        """
        most = self.limits.memory_bytes - on_disk
        pids = [path.name for path in Path("/proc").iterdir() if path.name.isdigit()]
        return sum(map(_resident, pids)) > most and sum(map(_proportional, pids)) > most

    def pump(self, descriptor: int) -> bool:
        """Pass on one block of output; past the cap, what fits, and stop. Whether there may be more."""
        try:
            block = os.read(descriptor, _BLOCK)
        except BlockingIOError:
            return False
        if not block:
            self.poll.unregister(descriptor)
            del self.streams[descriptor]
            return False
        if self.room:
            send(self.streams[descriptor], block[: self.room])
        if len(block) > self.room:
            self.stop("output")
        self.room = max(self.room - len(block), 0)
        return True

    def report(self) -> dict[str, Any]:
        """How the script ended, what it used, and whether a cap explains its end."""
        used, disk = resource.getrusage(resource.RUSAGE_CHILDREN), os.fstatvfs(self.root)
        return {
            "status": self.status,
            "stopped": self.stopped,
            "cpu_s": used.ru_utime + used.ru_stime,
            "largest": used.ru_maxrss * 1024,
            "peak": _number(_first(_PEAKS)) if self.peak else None,
            "out_of_memory": self.kills is not None and (_kills() or 0) > self.kills,
            # gVisor counts no files, and says 0 of 0.
            "disk_full": disk.f_bfree == 0 or (disk.f_files > 0 and disk.f_ffree == 0),
        }


def _lead_to_tables(places: list[str]) -> None:
    """Lead from each table's place in the workspace to where the engine shows it, which nobody can write to."""
    for number, place in enumerate(places):
        shown = Path(TABLES, str(number))
        with shown.open("rb"):
            Path(place).parent.mkdir(parents=True, exist_ok=True)
            Path(place).symlink_to(shown)


def _files_below(top: str) -> dict[str, int]:
    """The skill's own files, as they lie there before the script begins, with their numbers on the disk."""
    return {str(path.relative_to(top)): path.lstat().st_ino for path in Path(top).rglob("*") if path.is_file()}


def _send_files(root: int, known: dict[str, int], limits: Limits) -> None:
    with suppress(PermissionError):  # on some engines the folder is the container's root's
        os.fchmod(root, 0o700)
    numbers = set(known.values())
    artifacts, left_out = workspace.collect(root, known, limits, lambda info: info.st_ino in numbers)
    for artifact in artifacts:
        _say(FILE, {"path": artifact.path, "size": artifact.size})
        for start in range(0, artifact.size, _PART):
            send(PART, artifact.content[start : start + _PART])
    _say(LEFT_OUT, [[item.path, item.reason] for item in left_out])
    send(DONE, b"")


def serve() -> None:
    """The life of one container, from its first word to its last."""
    # What /tmp leads to: it shares the workspace's space, and is not returned.
    Path("/workspace/.tmp").mkdir(0o755)
    _say(HELLO, facts())
    conversation = guest.inbox(0)
    size = guest.LENGTH.unpack(guest.receive_exactly(conversation, guest.LENGTH.size))[0]
    settings = json.loads(guest.receive_exactly(conversation, size))
    if settings["one_cpu"]:
        guest.pin_to_one_cpu()
    guest.ignore_interrupts()
    close_in(bytes.fromhex(settings["filter"]))
    os.chdir("/workspace")
    run = _Run(settings, os.open(".", os.O_RDONLY | os.O_DIRECTORY))
    argv, (params,) = guest.read_texts(conversation), guest.read_texts(conversation)
    guest.write_files(conversation)
    _lead_to_tables(settings["tables"])
    known = _files_below(".")
    send(READY, b"")
    # Not from the stream, which would read ahead and swallow the word that ends the run.
    if not os.read(0, 1):
        raise EOFError("the host is gone")
    run.start(argv, params)
    run.follow()
    _say(END, run.report())
    _send_files(run.root, known, run.limits)


def describe() -> dict[str, str]:
    """The interpreters of this image, by kind, each with its version."""

    def said(*command: str) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 -- fixed words

    busybox = re.search(r"BusyBox v([\d.]+)", said("/opt/skillhouse/bin/busybox"))
    bash = re.search(r"version ([\d.]+)", said("/bin/bash", "--version"))
    return {
        "python": ".".join(map(str, sys.version_info[:3])),
        "node": said("/opt/skillhouse/bin/node", "--version").strip().removeprefix("v"),
        "sh": f"busybox {busybox[1] if busybox else '?'}",
        "bash": bash[1] if bash else "?",
    }


def main(arguments: list[str]) -> NoReturn:
    """`--describe` prints the image's interpreters, for its build; without it, serve one run."""
    if arguments == ["--describe"]:
        print(json.dumps(describe()))  # noqa: T201 -- its whole purpose
        sys.exit()
    try:
        serve()
    except BaseException as error:  # noqa: BLE001 -- whatever fails must reach the host as one message
        with suppress(OSError):
            send(FAILED, f"{type(error).__name__}: {error}".encode())
        os._exit(guest.GUEST_ERROR)
    os._exit(0)
