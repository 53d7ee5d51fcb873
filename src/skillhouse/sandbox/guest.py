"""The part that runs inside: PID 1 of a sandbox, alone in its namespaces, single use.

bwrap starts this file with a plain interpreter (`-I -S`), as the only thing of ours within. It finishes the
confinement, takes one job from its socket, starts the script as its child and reports how the child ended. When it
exits, the kernel kills whatever is left of the tree, before the host sees the end (SBX-2, SBX-8).

It imports nothing of Skillhouse and only cheap modules: `_socket` instead of `socket`, which takes as long to import
as the rest together.

Order matters: what needs a capability first (cgroup, mounts, sysctl), then everything is given up, and only then is
the first byte of the job read.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the C half of `signal`, which the type checker does not know
import _socket
import array
import ctypes
import os
import resource
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BufferedReader
    from typing import NoReturn

# Fixed-size head that the host sends first: see `workspace.head`, which packs it.
HEAD = struct.Struct("<QQIII")
LENGTH = struct.Struct("<I")
ENTRY = struct.Struct("<QI")
# Wait status, CPU seconds, largest process in bytes: what PID 1 reports of the script.
END = struct.Struct("<idQ")
# CPU seconds that a warm sandbox took to get ready, in a process that becomes the script.
SPENT = struct.Struct("<d")

# In an order for a warm sandbox: how Node is started, where it is, then the tables.
BETWEEN = b"\0\0"
READY = b"R"
FAILED = b"E"
GUEST_ERROR = 71

_OPEN_FILES, _QUEUED_SIGNALS = 512, 1024
_TABLES = b"/opt/skillhouse/tables"

_MS_NOSUID, _MS_NODEV, _MS_BIND = 2, 4, 4096
_MNT_DETACH = 2
_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_SECCOMP, _PR_SET_SECUREBITS = 4, 24, 22, 28
_PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
_SECCOMP_MODE_FILTER = 2
# NOROOT, NO_SETUID_FIXUP and NO_CAP_AMBIENT_RAISE, each locked
_SECURE_BITS = 0x2F | 0xC0
# The same number on every machine that has it (Linux 5.9).
_CLOSE_RANGE = 436
_CAPABILITY_VERSION_3 = 0x20080522
_SETTINGS = {"PATH": "/opt/skillhouse/bin:/usr/bin:/bin", "HOME": "/workspace", "LANG": "C.UTF-8", "TMPDIR": "/tmp"}  # noqa: S108 -- the run's own

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def check(result: int, what: str) -> None:
    """Raise OSError for a C call that failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _prctl(option: int, value: object, extra: object = 0, what: str = "prctl") -> None:
    arguments = [ctypes.c_ulong(item) if isinstance(item, int) else item for item in (value, extra)]
    check(_libc.prctl(option, *arguments, ctypes.c_ulong(0), ctypes.c_ulong(0)), what)


def mount(source: bytes, target: bytes, kind: bytes | None, flags: int, options: bytes | None = None) -> None:
    """Mount something at `target`. Raises OSError."""
    check(_libc.mount(source, target, kind, ctypes.c_ulong(flags), options), f"mount {target.decode()}")


def inbox(descriptor: int) -> BufferedReader:
    """What the host sends, as a stream; one for the descriptor's whole life, since it reads ahead."""
    return open(descriptor, "rb", closefd=False)


def receive_exactly(stream: BufferedReader, size: int) -> bytes:
    """Just so many bytes. Raises EOFError when the host is gone."""
    whole = stream.read(size)
    if len(whole) < size:
        raise EOFError("the host closed the job socket")
    return whole


def send_with_descriptors(sock: _socket.socket, message: bytes, descriptors: list[int]) -> None:
    """One message, with copies of open descriptors beside it."""
    rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", descriptors))
    sock.sendmsg([message], [rights])


def enter_groups(descriptors: list[int]) -> None:
    """Move into the run's cgroups, so that every later process inherits them and none has to be moved."""
    for descriptor in descriptors:
        os.write(descriptor, b"0")
        os.close(descriptor)


def make_workspace(size: int, files: int) -> None:
    """Mount one bounded memory disk and show it twice: /workspace, and /tmp, which is never returned (SBX-3)."""
    options = b"mode=0755,size=%d,nr_inodes=%d" % (size, files)
    mount(b"tmpfs", b"/run", b"tmpfs", _MS_NOSUID | _MS_NODEV, options)
    for name, target in ((b"/run/workspace", b"/workspace"), (b"/run/tmp", b"/tmp")):
        os.mkdir(name, 0o755)
        mount(name, target, None, _MS_BIND)
    check(_libc.umount2(b"/run", _MNT_DETACH), "umount /run")


def lay_tables(names: list[bytes]) -> None:
    """Show data tables at their places in the workspace, as read-only as they are in the room where they lie. `names`
    holds their folder in the room, then the place of each.
    """
    for number, path in enumerate(names[1:]):
        target = b"/workspace/" + path
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444))
        mount(b"%s/%s/%d" % (_TABLES, names[0], number), target, None, _MS_BIND)


def leave_table_room() -> None:
    """Take the tables of other runs out of reach."""
    check(_libc.umount2(_TABLES, _MNT_DETACH), "umount tables")


def forbid_user_namespaces() -> None:
    """A second lock beside the filter: the kernel itself makes no further user namespace here."""
    try:
        with open("/proc/sys/user/max_user_namespaces", "wb", 0) as file:
            file.write(b"0")
    except OSError:
        # Read-only in some containers; the filter refuses every call that could make one.
        return


def set_limits(processes: int) -> None:
    """Per-process caps that hold even where no cgroup does. NPROC counts per user namespace, so per run."""
    caps = (
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 64 * 1024),
        (resource.RLIMIT_MSGQUEUE, 0),
        # Queued signals are counted per user of the host, as descriptors in flight are.
        (resource.RLIMIT_SIGPENDING, _QUEUED_SIGNALS),
    )
    for name, value in caps:
        _limit(name, value)
    with open("/proc/self/oom_score_adj", "wb", 0) as file:
        file.write(b"1000")


def _limit(name: int, value: int) -> None:
    hard = resource.getrlimit(name)[1]
    cap = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(name, (cap, cap))


def limit_descriptors() -> None:
    """Cap open files, and with them the descriptors in flight over unix sockets: the kernel counts those per user, and
    lets a process send more while the count is under its own cap. So this comes after our last descriptor was sent,
    and is below what hosts allow: however many a script leaves in flight, it takes nothing from us (SBX-2).
    """
    _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)


def forget_ambient_capabilities() -> None:
    """Let no program that we start have a capability of ours."""
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, what="ambient capabilities")


def give_up_privileges(program: bytes) -> None:
    """Drop every capability for good, then load the filter. Nothing after this can undo it (SBX-7)."""
    capability = ctypes.c_ulong(0)
    while _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:  # until the kernel knows no more of them
        capability.value += 1
    forget_ambient_capabilities()
    _prctl(_PR_SET_SECUREBITS, _SECURE_BITS, what="secure bits")
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    check(_libc.capset(header, bytes(24)), "capset")
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, what="no_new_privs")
    if program:
        loaded = _Program(len(program) // 8, program)
        _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(loaded), "seccomp")


def read_texts(stream: BufferedReader) -> list[bytes]:
    """A counted list of byte strings, each with its length before it."""
    count = LENGTH.unpack(receive_exactly(stream, LENGTH.size))[0]
    return [receive_exactly(stream, LENGTH.unpack(receive_exactly(stream, LENGTH.size))[0]) for _ in range(count)]


def mode_of(path: bytes, content: bytes) -> int:
    """The permissions of a skill's file in the workspace: what can be run may be."""
    return 0o755 if content.startswith(b"#!") or path.endswith((b".sh", b".py", b".js")) else 0o644


def write_files(stream: BufferedReader) -> None:
    """Lay the skill's files in the workspace. Exclusive and without following links: the host checked the paths,
    and this holds even if it had not.
    """
    count = LENGTH.unpack(receive_exactly(stream, LENGTH.size))[0]
    made = {b""}
    for _ in range(count):
        size, length = ENTRY.unpack(receive_exactly(stream, ENTRY.size))
        path = receive_exactly(stream, length)
        folder = os.path.dirname(path)
        if folder not in made:
            os.makedirs(folder, exist_ok=True)
            made.add(folder)
        whole = receive_exactly(stream, size)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode_of(path, whole))
        left = memoryview(whole)
        while left:
            left = left[os.write(descriptor, left) :]
        os.close(descriptor)


def close_all_from(first: int) -> None:
    """Close every descriptor from `first` on, however high the host's numbers were."""
    if _libc.syscall(_CLOSE_RANGE, first, ctypes.c_uint(0xFFFFFFFF), 0) < 0:
        os.closerange(first, 1 << 16)


def close_all_but(wanted: list[int]) -> None:
    """Close what came along with the descriptors that we were given, such as the way in of whoever started us."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in wanted:
            try:
                os.close(int(name))
            except OSError:  # the folder's own, which is closed already
                continue


def reset_signals(*keep: int) -> None:
    """Every signal as a fresh process has it: what the host's own process ignores, such as SIGINT when it was started
    in the background, must not show, nor that Python itself ignores SIGPIPE.
    """
    for number in _signal.valid_signals():
        if number not in keep and number not in (_signal.SIGKILL, _signal.SIGSTOP):
            _signal.signal(number, _signal.SIG_DFL)


def take_streams(stdout: int, stderr: int, keep: int | None = None) -> None:
    """Own session, empty stdin, the two pipes, and nothing else open (SBX-4) but `keep`, which becomes 3."""
    os.setsid()
    null = os.open("/dev/null", os.O_RDONLY)
    for source, target in ((null, 0), (stdout, 1), (stderr, 2)):
        os.dup2(source, target)
    if keep is not None:
        os.dup2(keep, 3)
    close_all_from(3 if keep is None else 4)


def environment(params: bytes) -> dict[str, str]:
    """All that a script finds in its environment (SBX-6)."""
    return {**_SETTINGS, "SKILL_PARAMETERS": os.fsdecode(params)}


def become_script(argv: list[bytes], params: bytes) -> NoReturn:
    """Replace this process by the interpreter: the executable, then its argument vector."""
    try:
        os.execve(argv[0], argv[1:], environment(params))
    except OSError as error:
        os.write(2, f"{os.fsdecode(argv[0])}: {error.strerror}\n".encode())
        os._exit(126)


def report_end(script: int, status_pipe: int) -> None:
    """Reap until the script itself ends, then say how: its wait status, CPU time and largest process.

    What the script orphaned is ours to reap as well.
    """
    while True:
        pid, status, _ = os.wait4(-1, 0)
        if pid == script:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.write(status_pipe, END.pack(status, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024))


def pin_to_one_cpu(turn: int | None = None) -> None:
    """Stand in for a CPU limit: one processor, by turns so that runs spread; at random where nobody counts turns."""
    processors = sorted(os.sched_getaffinity(0))
    turn = os.urandom(1)[0] if turn is None else turn
    os.sched_setaffinity(0, {processors[turn % len(processors)]})


def hide_from_trace() -> None:
    """Let the script's process neither trace us nor open our memory; execve makes a process dumpable again."""
    _prctl(_PR_SET_DUMPABLE, 0, what="dumpable")


def ignore_interrupts() -> None:
    """Let PID 1 be deaf to SIGINT as the kernel makes it to every other signal: Python alone had given it a handler,
    and a script could have ended its own init with it.
    """
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def fail(sock: _socket.socket, error: BaseException) -> NoReturn:
    """Tell the host that the sandbox failed, not the script (RUN-7), and be gone."""
    try:
        sock.send(FAILED + f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(GUEST_ERROR)


def close_place(stream: BufferedReader) -> list[int]:
    """Finish what bwrap began, by the caps that come first in the stream, and give up everything. What the host is to
    have: the open workspace, and the pidfd of this process.
    """
    size, files, processes, one_cpu, length = HEAD.unpack(receive_exactly(stream, HEAD.size))
    program = receive_exactly(stream, length)
    tables = read_texts(stream)
    make_workspace(size, files)
    if tables:
        lay_tables(tables)
        leave_table_room()
    forbid_user_namespaces()
    set_limits(processes)
    if one_cpu:
        pin_to_one_cpu()
    os.chdir("/workspace")
    descriptors = [os.open(".", os.O_RDONLY | os.O_DIRECTORY), os.pidfd_open(os.getpid())]
    give_up_privileges(program)
    hide_from_trace()
    return descriptors


def serve(sock: _socket.socket, stdout: int, stderr: int, status_pipe: int, groups: list[int]) -> None:
    """The life of one sandbox, from its first instruction to the script's end."""
    stream = inbox(sock.fileno())
    enter_groups(groups)
    descriptors = close_place(stream)
    ignore_interrupts()
    send_with_descriptors(sock, READY, descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    limit_descriptors()
    argv, (params,) = read_texts(stream), read_texts(stream)
    write_files(stream)
    receive_exactly(stream, 1)  # the host's word that the clock runs
    sock.close()
    script = os.fork()
    if script == 0:
        take_streams(stdout, stderr)
        reset_signals()
        become_script(argv, params)
    os.close(stdout)
    os.close(stderr)
    report_end(script, status_pipe)


def main(arguments: list[str]) -> NoReturn:
    """`guest.py SOCKET STDOUT STDERR STATUS [CGROUP…]`, all of them open descriptors."""
    descriptors = [int(argument) for argument in arguments]
    close_all_but([0, 1, 2, *descriptors])
    sock = _socket.socket(fileno=descriptors[0])
    try:
        serve(sock, descriptors[1], descriptors[2], descriptors[3], descriptors[4:])
    except BaseException as error:
        fail(sock, error)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
