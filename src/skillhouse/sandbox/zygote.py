"""The warm half of the guest: forks sandboxes from an interpreter that has started already.

Three kinds of process, all from this file. The *zygote* imports much of the standard library once. It forks one *slot*
per run that may go on at a time; a slot enters its control group once, since moving costs more than a whole run. A
slot clones a single-use *init* into namespaces of its own, and that forks the process that becomes the script. A job
goes straight to that process: neither zygote nor slot ever reads a byte of a tenant's (SBX-2).

The script must not see that it was started warm. So no Python frame of ours lies below its own: on a thread that C
started, `max(…, key=operator.call)` calls what a generator yields. Our code runs only inside that generator, which is
suspended while the script runs. In the forked child that thread is the main thread.
"""

from __future__ import annotations

import _socket
import array
import builtins
import ctypes
import gc
import importlib.machinery
import operator
import os
import signal
import sys
from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, ModuleType
    from typing import Any, NoReturn

    from skillhouse.sandbox import ending, guest
else:
    import ending  # the files lie side by side in the sandbox, where there is no package
    import guest

# What scripts import most. Nothing here may keep state that two runs must not share, start a thread or open a file.
_USUAL = """
argparse base64 bisect calendar contextlib copy csv dataclasses datetime decimal difflib enum fnmatch fractions glob
hashlib heapq html inspect io itertools json linecache locale math numbers operator pathlib platform pprint queue
random re secrets selectors shlex shutil socket stat statistics string subprocess tempfile textwrap time tokenize
traceback types typing unicodedata urllib.parse uuid warnings weakref zipfile zlib
"""
for _name in _USUAL.split():
    try:
        __import__(_name)
    except ImportError:  # a host's Python may lack a part, such as sqlite3: then its scripts lack it too
        continue

READY_SLOT = b"S"
# Mount, cgroup, uts, ipc, user, pid and network namespaces: each run has all of them for itself.
_NEW_NAMESPACES = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
_CLONE = {"x86_64": 56, "aarch64": 220}
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4

_python = ctypes.PyDLL(None, use_errno=True)
_preloaded = frozenset(sys.modules)
_entry: list[partial[Any]] = []
_main: list[ModuleType] = []


def _receive_descriptors(sock: _socket.socket, most: int) -> tuple[bytes, list[int]]:
    room = _socket.CMSG_LEN(most * array.array("i").itemsize)
    message, ancillary, _, _ = sock.recvmsg(512, room)
    descriptors = array.array("i")
    for level, kind, data in ancillary:
        if (level, kind) == (_socket.SOL_SOCKET, _socket.SCM_RIGHTS):
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return message, list(descriptors)


def clone(flags: int) -> int:
    """fork(2) into new namespaces, with the interpreter's own fork hooks around it. Raises OSError."""
    _python.PyOS_BeforeFork()
    pid = _python.syscall(_CLONE[os.uname().machine], flags | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        _python.PyOS_AfterFork_Child()
        return 0
    number = ctypes.get_errno()
    _python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, f"clone: {os.strerror(number)}")
    return int(pid)


def die_with_parent() -> None:
    """Let no process outlive the one that made it."""
    _python.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


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
    """What the host told the zygote once: the caps and the filter of every run."""

    def __init__(self, sock: _socket.socket) -> None:
        message = sock.recv(1 << 16)
        head, rest = message[: guest.HEAD.size], message[guest.HEAD.size :]
        self.size, self.files, self.processes, self.one_cpu, length = guest.HEAD.unpack(head)
        self.program = rest[:length]


def be_init(sock: _socket.socket, streams: tuple[int, int], status_pipe: int, settings: _Settings) -> bool:
    """PID 1 of a run: close the place, say that it is ready, fork the process that becomes the script.

    True in that process. In PID 1 itself this never returns: it waits for the script's end, reports it and exits.
    """
    die_with_parent()
    map_user()
    flags = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC
    guest.mount(b"proc", b"/proc", b"proc", flags)
    guest.make_workspace(settings.size, settings.files)
    guest.forbid_user_namespaces()
    guest.set_limits(settings.processes)
    if settings.one_cpu:
        guest.pin_to_one_cpu()
    os.chdir("/workspace")
    descriptors = [os.open(".", os.O_RDONLY | os.O_DIRECTORY), os.pidfd_open(os.getpid())]
    # Held by the host until the result is out: taking these apart is the slowest part of a run's end.
    descriptors += [os.open(f"/proc/self/ns/{name}", os.O_RDONLY) for name in ("mnt", "ipc")]
    guest.give_up_privileges(settings.program)
    guest.hide_from_trace()
    guest.ignore_interrupts()
    guest.send_with_descriptors(sock, guest.READY, descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    script = os.fork()
    if script == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.close(status_pipe)
        return True
    sock.close()
    for stream in streams:
        os.close(stream)
    guest.report_end(script, status_pipe)
    os._exit(0)


def be_warm_node(sock: _socket.socket, streams: tuple[int, int], argv: list[str]) -> NoReturn:
    """Become a Node that starts now and takes its job, from descriptor 3, when it comes."""
    guest.take_streams(*streams, sock.fileno())
    guest.reset_signals()
    os.execve(argv[0], argv[1:], guest.environment(b"{}"))


def be_script(sock: _socket.socket, streams: tuple[int, int]) -> Callable[[], None]:
    """Take the job. A Python script becomes code to execute here; all else replaces this process."""
    argv, (params,) = guest.read_texts(sock), guest.read_texts(sock)
    guest.write_files(sock)
    guest.receive_exactly(sock, 1)
    sock.close()
    texts = [os.fsdecode(item) for item in argv]
    # ["", executable, argv[0], flag, script, …] asks for a warm start; without the first, the rest is a plain one.
    code = None if texts[0] else _compiled(texts[4])
    if code is None:
        guest.become_script(argv if texts[0] else argv[1:], params, *streams)
    guest.take_streams(*streams)
    _python.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    os.environ["SKILL_PARAMETERS"] = os.fsdecode(params)
    return partial(exec, code, _as_main(texts[2:4], texts[4:]))


def _compiled(script: str) -> CodeType | None:
    """The script's code; None where there is an error in it, of which a plain interpreter speaks best."""
    path = os.path.join("/workspace", script)
    try:
        with open(path, "rb") as file:
            return compile(file.read(), path, "exec", dont_inherit=True)
    except BaseException:
        return None


def _as_main(start: list[str], argv: list[str]) -> dict[str, Any]:
    """The namespace that `python3 SCRIPT` would give a script, and the rest of what it finds (SBX-11)."""
    path = os.path.join("/workspace", argv[0])
    sys.argv[:] = argv
    sys.orig_argv[:] = [*start, *argv]
    sys.path[0] = os.path.dirname(path)
    for name in ("ending", "guest", "zygote"):
        sys.modules.pop(name, None)
    main = type(sys)("__main__")
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    main.__dict__.update(__builtins__=builtins, __file__=path, __cached__=None, __loader__=loader, __annotations__={})
    sys.modules["__main__"] = main
    _main.append(main)
    gc.enable()
    return main.__dict__


def _end_with(error: BaseException | None) -> NoReturn:
    ending.end_with(error, _main[0].__dict__ if _main else None, _preloaded)


def _on_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Where an error of the script arrives, as it has no frame of ours to catch it. Others go where they always go."""
    if unraisable.object is not _entry[0] and repr(_entry[0]) not in (unraisable.err_msg or ""):
        sys.__unraisablehook__(unraisable)
        return
    sys.unraisablehook = sys.__unraisablehook__
    _end_with(unraisable.exc_value)


def slot_life(control: _socket.socket, settings: _Settings) -> Iterator[Callable[[], None]]:
    """A slot: one clone for each request, each single use. Yields only in a clone that becomes a script."""
    control.send(READY_SLOT)
    while True:
        message, descriptors = _receive_descriptors(control, 4)
        if not message:
            os._exit(0)
        _reap()
        try:
            pid = clone(_NEW_NAMESPACES)
        except OSError as error:
            _socket.socket(fileno=os.dup(descriptors[0])).send(guest.FAILED + str(error).encode())
            pid = -1
        if pid == 0:
            control.close()
            sock = _socket.socket(fileno=descriptors[0])
            argv = message.decode().split("\0")[1:]
            yield _life_of_one(sock, (descriptors[1], descriptors[2]), descriptors[3], settings, argv)
            _end_with(None)
        for descriptor in descriptors:
            os.close(descriptor)


def _life_of_one(
    sock: _socket.socket, streams: tuple[int, int], status_pipe: int, settings: _Settings, node: list[str]
) -> Callable[[], None]:
    try:
        be_init(sock, streams, status_pipe, settings)
    except BaseException as error:
        guest.fail(sock, error)
    try:
        if node:
            be_warm_node(sock, streams, node)
        return be_script(sock, streams)
    except (OSError, EOFError) as error:
        guest.fail(sock, error)


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def zygote_life(control: _socket.socket) -> Iterator[Callable[[], None]]:
    """The zygote: forks a slot for each request, with the slot's own socket and the doors of its control groups."""
    sys.unraisablehook = _on_unraisable
    try:
        settings = _Settings(control)
        gc.collect()
        gc.freeze()
        gc.disable()
        # The host tells by these names which scripts need a plain start.
        control.send(READY_SLOT + "\0".join({name.partition(".")[0] for name in _preloaded}).encode())
        while True:
            message, descriptors = _receive_descriptors(control, 8)
            if not message:
                os._exit(0)
            _reap()
            if clone(0) == 0:
                die_with_parent()
                control.close()
                guest.enter_groups(descriptors[1:])
                yield from slot_life(_socket.socket(fileno=descriptors[0]), settings)
            for descriptor in descriptors:
                os.close(descriptor)
    except OSError as error:
        os.write(2, f"zygote: {error}\n".encode())
        os._exit(guest.GUEST_ERROR)


def main() -> None:
    """`zygote.py SOCKET`. Never returns: the interpreter's first thread only waits, the other does all of it."""
    clean = guest.environment(b"{}")
    if os.environ != clean:
        # bwrap leaves PWD behind, and os.environ is built from what the process started with.
        os.execve(sys.executable, sys.orig_argv, clean)
    control = _socket.socket(fileno=int(sys.argv[1]))
    die_with_parent()
    # Python ignores these two itself, when it starts.
    guest.reset_signals(signal.SIGPIPE, signal.SIGXFSZ)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _entry.append(partial(max, zygote_life(control), key=operator.call))
    entry = ctypes.CFUNCTYPE(ctypes.c_void_p)(_entry[0])
    system = ctypes.CDLL(None)
    thread = ctypes.c_ulong()
    guest.check(-system.pthread_create(ctypes.byref(thread), None, entry, None), "pthread_create")
    system.pthread_join(thread, None)


if __name__ == "__main__":
    main()
