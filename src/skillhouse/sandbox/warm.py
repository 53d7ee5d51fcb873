"""A Python that has started already becomes a script, and the script does not see it (SBX-11).

Runs inside the sandbox. No Python frame of ours may lie below the script's own. So on a thread that C started,
`max(…, key=operator.call)` calls what a generator yields. Our code runs only inside that generator, which is
suspended while the script runs. In a process that was forked, that thread is the main thread.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the C half: no detour by enumerations
import builtins
import ctypes
import gc
import importlib.machinery
import operator
import os
import sys
import warnings
from contextlib import suppress
from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from collections.abc import Callable, Iterator
    from types import CodeType, ModuleType
    from typing import Any, NoReturn

    from skillhouse.sandbox import ending, guest
else:
    import ending  # the files lie side by side in the sandbox, where there is no package
    import guest

# What scripts import most: a module that one script in thirty asks for pays for what it costs every other run. Nothing
# here may keep state that two runs must not share, start a thread or open a file.
_USUAL = """
argparse collections contextlib copy csv dataclasses datetime decimal enum functools io itertools json math operator
os pathlib re string textwrap time traceback typing
"""
# Our own modules, which a script does not find.
_OWN = ("ending", "guest", "single", "warm", "zygote")
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4
_EXIT = {"x86_64": 60, "aarch64": 93}

_python = ctypes.PyDLL(None, use_errno=True)
_libc = ctypes.CDLL(None, use_errno=True)
_preloaded: set[str] = set()
_entry: list[partial[Any]] = []
_main: list[ModuleType] = []


def die_with_parent() -> None:
    """Let no process outlive the one that made it."""
    _python.prctl(_PR_SET_PDEATHSIG, _signal.SIGKILL, 0, 0, 0)


def be_warm() -> bytes:
    """Load what scripts import most. The names that are loaded then: by them the host tells which script needs a plain
    start. A host's Python may lack a part: then its scripts lack it too.
    """
    for name in _USUAL.split():
        with suppress(ImportError):
            __import__(name)
    _preloaded.update(sys.modules)
    gc.collect()
    gc.freeze()
    gc.disable()
    return "\0".join({name.partition(".")[0] for name in _preloaded}).encode()


def be_clean() -> None:
    """Start anew with the environment that scripts have: bwrap leaves PWD behind, and `os.environ` is built from what a
    process started with. Then die with whoever started us, and with no signal ignored but Python's own two.
    """
    clean = guest.environment(b"{}")
    if os.environ != clean:
        os.execve(sys.executable, sys.orig_argv, clean)
    die_with_parent()
    guest.reset_signals(_signal.SIGPIPE, _signal.SIGXFSZ)


def live_below(life: Iterator[Callable[[], None]]) -> None:
    """Live this life with no frame of ours below a script's, while this thread waits for the other. Returns only where
    that one left by `leave_thread`.
    """
    sys.unraisablehook = _on_unraisable
    _entry.append(partial(max, life, key=operator.call))
    entry = ctypes.CFUNCTYPE(ctypes.c_void_p)(_entry[0])
    thread = ctypes.c_ulong()
    guest.check(-_libc.pthread_create(ctypes.byref(thread), None, entry, None), "pthread_create")
    _libc.pthread_join(thread, None)


def leave_thread() -> NoReturn:
    """End this thread and let the first one go on alone: of others, a script could change the priority."""
    _libc.syscall(_EXIT[os.uname().machine], 0)
    raise AssertionError


def be_as_started() -> None:
    """Undo what Python alone had done to signals, for a program that is to take its place."""
    for number in (_signal.SIGPIPE, _signal.SIGXFSZ):
        _signal.signal(number, _signal.SIG_DFL)


def be_script(sock: _socket.socket) -> Callable[[], None]:
    """Take the job. A Python script becomes code to execute here; all else replaces this process."""
    stream = guest.inbox(sock.fileno())
    argv, (params,) = guest.read_texts(stream), guest.read_texts(stream)
    guest.write_files(stream)
    guest.receive_exactly(stream, 1)
    stream.close()
    sock.close()
    texts = [os.fsdecode(item) for item in argv]
    # ["", executable, argv[0], flag, script, …] asks for a warm start; without the first, the rest is a plain one.
    code = None if texts[0] else _compiled(texts[4])
    if code is None:
        be_as_started()
        guest.become_script(argv if texts[0] else argv[1:], params)
    _python.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    os.environ["SKILL_PARAMETERS"] = os.fsdecode(params)
    return partial(exec, code, _as_main(texts[2:4], texts[4:]))


def _compiled(script: str) -> CodeType | None:
    """The script's code; None where there is an error in it, of which a plain interpreter speaks best: then nothing is
    said here of what else was odd.
    """
    path = os.path.join("/workspace", script)
    odd: list[warnings.WarningMessage] = []
    # `catch_warnings` does the same, and more that a start has no time for.
    show, warnings._showwarnmsg = warnings._showwarnmsg, odd.append  # type: ignore[attr-defined]  # noqa: SLF001
    try:
        with open(path, "rb", 0) as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
    except BaseException:
        return None
    finally:
        warnings._showwarnmsg = show  # type: ignore[attr-defined]  # noqa: SLF001
    for message in odd:
        show(message)
    return code


def _as_main(start: list[str], argv: list[str]) -> dict[str, Any]:
    """The namespace that `python3 SCRIPT` would give a script, and the rest of what it finds (SBX-11)."""
    path = os.path.join("/workspace", argv[0])
    sys.argv[:] = argv
    sys.orig_argv[:] = [*start, *argv]
    sys.path[0] = os.path.dirname(path)
    for name in _OWN:
        sys.modules.pop(name, None)
    for place in [place for place in sys.path_importer_cache if place.startswith("/opt/skillhouse")]:
        del sys.path_importer_cache[place]
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    main = type(sys)("__main__")
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    # In the order in which a plain start has them.
    main.__dict__.update(__loader__=loader, __annotations__={}, __builtins__=builtins, __file__=path, __cached__=None)
    sys.modules["__main__"] = main
    _main.append(main)
    gc.enable()
    return main.__dict__


def end_with(error: BaseException | None) -> NoReturn:
    """End the process as the interpreter ends a script that ended so."""
    ending.end_with(error, _main[0].__dict__ if _main else None, frozenset(_preloaded))


def _on_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Where an error of the script arrives, as it has no frame of ours to catch it. Others go where they always go."""
    if unraisable.object is not _entry[0] and repr(_entry[0]) not in (unraisable.err_msg or ""):
        sys.__unraisablehook__(unraisable)
        return
    sys.unraisablehook = sys.__unraisablehook__
    end_with(unraisable.exc_value)
