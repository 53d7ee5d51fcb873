"""The warm half of the guest: forks sandboxes from an interpreter that has started already.

Two kinds of process, both from this file. A *zygote* imports much of the standard library once. It forks one *slot* per
run that may go on at a time; a slot enters its control group once, since moving costs more than a whole run. For each
run a slot makes a sleeping PID 1 and forks the process that closes the place around itself and becomes the script. A
job goes straight to that process: neither zygote nor slot ever reads a byte of a tenant's (SBX-2).
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the C half: no detour by enumerations
import _socket
import array
import ctypes
import os
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NoReturn

    from skillhouse.sandbox import guest, warm
else:
    import guest  # the files lie side by side in the sandbox, where there is no package
    import warm

READY_SLOT = b"S"
# What each run has for itself: mount, cgroup, uts and ipc; user; pid. A network is its slot's.
_NEW_PLACES, _NEW_USER, _NEW_PID, _NEW_NETWORK = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000, 1 << 28, 1 << 29, 1 << 30
_SOCKETS = "/proc/net/unix"
_INIT = "/opt/skillhouse/init"
_CLONE = {"x86_64": 56, "aarch64": 220}
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_PF_EXITING = 4
# `__WALL`: children too that end without SIGCHLD.
_ANY_CHILD = 0x40000000
_PR_SET_DUMPABLE = 4

_python = ctypes.PyDLL(None, use_errno=True)
_libc = ctypes.CDLL(None, use_errno=True)


def _receive_descriptors(sock: _socket.socket, most: int) -> tuple[bytes, list[int]]:
    room = _socket.CMSG_LEN(most * array.array("i").itemsize)
    message, ancillary, _, _ = sock.recvmsg(1 << 16, room, _socket.MSG_CMSG_CLOEXEC)
    descriptors = array.array("i")
    for level, kind, data in ancillary:
        if (level, kind) == (_socket.SOL_SOCKET, _socket.SCM_RIGHTS):
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return message, list(descriptors)


def fork() -> int:
    """`os.fork`, which would warn here of the zygote's first thread; that one only waits. Raises OSError."""
    _python.PyOS_BeforeFork()
    pid = _python.syscall(_CLONE[os.uname().machine], _signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        _python.PyOS_AfterFork_Child()
        return 0
    number = ctypes.get_errno()
    _python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, f"fork: {os.strerror(number)}")
    return int(pid)


def _write(path: str, data: bytes) -> None:
    with open(path, "wb", 0) as file:
        file.write(data)


def map_user() -> None:
    """Be the same user within; the map has one entry, so no other user can ever be become."""
    uid, gid = b"1000 1000 1", b"1000 1000 1"
    _python.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    _write("/proc/self/setgroups", b"deny")
    _write("/proc/self/uid_map", uid)
    _write("/proc/self/gid_map", gid)


class _Settings:
    """What the host told the zygote once, the caps and the filter of every run."""

    def __init__(self, sock: _socket.socket) -> None:
        message = sock.recv(1 << 16)
        head, rest = message[: guest.HEAD.size], message[guest.HEAD.size :]
        self.size, self.files, self.processes, self.one_cpu, length = guest.HEAD.unpack(head)
        self.program = rest[:length]
        # Which of the slots this is: where a run has one processor, neighbours have others.
        self.turn = 0


class _First:
    """Makes PID 1 of each run: a program that sleeps and does nothing else. Nobody may read its file, so the kernel
    shows nothing of its process to the script. Whatever the script orphans becomes its child, and the kernel reaps that
    for it. All of the namespace dies with it, and it is gone only after all else.
    """

    def __init__(self) -> None:
        self._signals = _signal.valid_signals() - {_signal.SIGCHLD}
        self._outside = os.open("/proc/self/ns/pid", os.O_RDONLY)

    def make(self) -> int:
        """A new PID 1; what we fork from now on stands beside it. Raises OSError."""
        guest.check(_libc.unshare(_NEW_PID), "unshare")
        return os.posix_spawn(_INIT, ("init",), {}, setsigdef=self._signals)

    def step_back(self) -> None:
        """Fork into our own namespace again. Raises OSError."""
        guest.check(_libc.setns(self._outside, _NEW_PID), "setns")


def have_a_network(*, was_used: bool) -> None:
    """A network namespace with nothing in it, for this process and the runs that it makes, one after the other.

    It has one device, which is down, and a script makes unix sockets only. All that outlives its processes there is a
    socket that is on its way to nobody, until the kernel finds it; where one is left, the namespace is not used again.
    """
    if was_used:
        with open(_SOCKETS, "rb", 0) as file:
            if file.read(4096).count(b"\n") <= 1:  # a heading, and nothing below it
                return
    guest.check(_libc.unshare(_NEW_NETWORK), "unshare")


def close_in(settings: _Settings, tables: list[bytes]) -> list[int]:
    """Close the place around this process; the descriptors that the host is to have of it.

    What needs a capability comes first; then the new user namespace takes those of all others away.
    """
    guest.check(_libc.unshare(_NEW_PLACES), "unshare")
    guest.mount(b"proc", b"/proc", b"proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    guest.make_workspace(settings.size, settings.files)
    guest.lay_tables(tables)
    guest.leave_table_room()
    guest.check(_libc.unshare(_NEW_USER), "unshare")
    map_user()
    guest.forbid_user_namespaces()
    guest.set_limits(settings.processes)
    if settings.one_cpu:
        guest.pin_to_one_cpu(settings.turn)
    os.chdir("/workspace")
    descriptors = [os.open(".", os.O_RDONLY | os.O_DIRECTORY), os.pidfd_open(os.getpid())]
    # Held by the host until the result is out: taking these apart is the slowest part of a run's end.
    descriptors += [os.open(f"/proc/self/ns/{name}", os.O_RDONLY) for name in ("mnt", "ipc")]
    guest.give_up_privileges(settings.program)
    warm.die_with_parent()  # only now: the kernel forgets it at each change of privileges
    guest.hide_from_trace()
    return descriptors


def wait_closed(
    sock: _socket.socket, streams: tuple[int, int], first: int, settings: _Settings, tables: list[bytes]
) -> _socket.socket:
    """Close the place, say that it is ready, and do all that can be done before the job is there. `first` is the pidfd
    of its PID 1. The socket for the job, which is descriptor 3 then; nothing else is open but the streams.
    """
    workspace, *more = close_in(settings, tables)
    message = guest.READY + guest.SPENT.pack(time.process_time())
    guest.send_with_descriptors(sock, message, [workspace, first, *more])
    for descriptor in (workspace, first, *more):
        os.close(descriptor)
    guest.limit_descriptors()
    guest.take_streams(*streams, sock.detach())
    return _socket.socket(fileno=3)


def wait_as(argv: list[str]) -> NoReturn:
    """Become a program that starts now and takes its job, from descriptor 3, when it comes."""
    warm.be_as_started()
    os.execve(argv[0], argv[1:], guest.environment(b"{}"))


def slot_life(control: _socket.socket, settings: _Settings) -> Iterator[Callable[[], None]]:
    """A slot: one sandbox after the other, each single use. Yields only in a process that becomes a script."""
    guest.hide_from_trace()
    guest.forget_ambient_capabilities()
    first = _First()
    have_a_network(was_used=False)
    control.send(READY_SLOT)
    while True:
        message, descriptors = _receive_descriptors(control, 4)
        if not message:
            os._exit(0)
        sock, (stdout, stderr, status_pipe) = _socket.socket(fileno=descriptors[0]), descriptors[1:]
        # Ignored, here and so in PID 1: the kernel then reaps what becomes its child.
        _signal.signal(_signal.SIGCHLD, _signal.SIG_IGN)
        init = first.make()
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        handle = os.pidfd_open(init)
        script = fork()
        if script == 0:
            control.close()
            os.close(status_pipe)
            yield _life_of_one(sock, (stdout, stderr), handle, settings, message)
            warm.end_with(None)
        first.step_back()
        sock.close()
        for descriptor in (stdout, stderr, handle):
            os.close(descriptor)
        _see_to_the_end(init, script, status_pipe)
        os.close(status_pipe)
        have_a_network(was_used=True)


def _see_to_the_end(init: int, script: int, status_pipe: int) -> None:
    """Wait for the script, end whatever it left behind, and only then say how it ended.

    Nothing is said where PID 1 went first: the host killed the run, or somebody else did.
    """
    _, status, used = os.wait4(script, 0)
    was_ended = status == _signal.SIGKILL and _is_exiting(init)
    os.kill(init, _signal.SIGKILL)
    # A script can make processes that are our children (CLONE_PARENT), and PID 1 is not gone before we reaped those.
    while os.waitpid(-1, _ANY_CHILD)[0] != init:
        pass
    if not was_ended:
        report = guest.END.pack(status, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
        with suppress(BrokenPipeError):  # the host did not want this sandbox after all
            os.write(status_pipe, report)


def _is_exiting(pid: int) -> bool:
    """Whether a child of ours has begun to end; what it takes with it dies before it is gone."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    return bool(int(fields[6]) & _PF_EXITING)


def _life_of_one(
    sock: _socket.socket, streams: tuple[int, int], first: int, settings: _Settings, order: bytes
) -> Callable[[], None]:
    program, tables = (part.split(b"\0") if part else [] for part in order.split(guest.BETWEEN))
    try:
        sock = wait_closed(sock, streams, first, settings, tables)
        if program:
            wait_as([os.fsdecode(word) for word in program])
        return warm.be_script(sock)
    except BaseException as error:
        guest.fail(sock, error)


def zygote_life(control: _socket.socket, *, is_small: bool) -> Iterator[Callable[[], None]]:
    """The zygote: forks a slot for each request, with the slot's own socket and the doors of its control groups."""
    try:
        settings = _Settings(control)
        names = b"" if is_small else warm.be_warm()
        # The kernel is to reap slots, and what a slot that was killed leaves to us: PID 1 of a run is not gone before.
        # By the C function, as Python's own is for its first thread.
        _python.signal(_signal.SIGCHLD, ctypes.c_void_p(_signal.SIG_IGN))
        control.send(READY_SLOT + names)
        while True:
            message, descriptors = _receive_descriptors(control, 8)
            if not message:
                os._exit(0)
            if fork() == 0:
                warm.die_with_parent()
                control.close()
                guest.enter_groups(descriptors[1:])
                yield from slot_life(_socket.socket(fileno=descriptors[0]), settings)
            settings.turn += 1
            for descriptor in descriptors:
                os.close(descriptor)
    except OSError as error:
        os.write(2, f"zygote: {error}\n".encode())
        os._exit(guest.GUEST_ERROR)


def main() -> None:
    """`zygote.py SOCKET SOCKET`. Two zygotes come of it: on the first socket one with the usual modules, for Python
    scripts, on the second a small one, for programs that replace its sandboxes' memory anyway.
    """
    warm.be_clean()
    guest.close_all_but([0, 1, 2, *map(int, sys.argv[1:])])
    large, small = (_socket.socket(fileno=int(number)) for number in sys.argv[1:])
    for sock in (large, small):
        os.set_inheritable(sock.fileno(), False)  # noqa: FBT003 -- os takes it by position
    is_small = os.fork() == 0
    if is_small:
        warm.die_with_parent()
    control, other = (small, large) if is_small else (large, small)
    other.close()
    warm.live_below(zygote_life(control, is_small=is_small))


if __name__ == "__main__":
    main()
