"""How a warm script ends: as the interpreter itself would end it, whatever the script did to the interpreter (SBX-11).

Runs inside the sandbox, beside `zygote.py`. The script may have replaced anything: streams, hooks, builtins, modules.
So what is needed to leave is held from before it began, and nothing in here can raise past `end_with`.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import signal
import sys
import threading
from types import BuiltinFunctionType, FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TextIO

_leave, _write, _kill, _own_pid = os._exit, os.write, os.kill, os.getpid
_flush_c_streams = ctypes.CDLL(None).fflush
_display = sys.__excepthook__
_streams = (sys.stdout, sys.stderr)
# What CPython calls at its end, in its order.
_steps = (threading._shutdown, atexit._run_exitfuncs)  # type: ignore[attr-defined]  # noqa: SLF001 -- no public names
_INTERRUPT, _DEFAULT, _set_handler = signal.SIGINT, signal.SIG_DFL, signal.signal
_FLUSH_FAILED = 120
_TOOLS = (ModuleType, FunctionType, BuiltinFunctionType, type)
# Before this version the interpreter says nothing of an exit value that fails to become text.
_SHOWS_FAILED_EXIT_VALUES = (3, 12)


def end_with(error: BaseException | None, main: dict[str, Any] | None, before: frozenset[str]) -> NoReturn:
    """Report the error, wait for threads, run atexit, drop the script's objects, flush, exit. `main` is the script's
    namespace, `before` the names of the modules that were loaded when it began.
    """
    code = 0 if error is None else 1
    try:
        code = _report(error)
        _finish(error)
        code = _drop_and_flush(code, main or {}, before)
    except BaseException:
        _last_flush()
    if code == _by_interrupt(error, code):
        _leave(code & 0xFF)
    _set_handler(_INTERRUPT, _DEFAULT)
    _kill(_own_pid(), _INTERRUPT)
    _leave(1)


def _by_interrupt(error: BaseException | None, code: int) -> int:
    """The exit code, or another number where the end is that of an interrupted process."""
    return -1 - code if type(error) is KeyboardInterrupt else code


def _report(error: BaseException | None) -> int:
    """Tell what ended the script; the exit code."""
    if error is None:
        return 0
    if isinstance(error, SystemExit):
        return _exit_code(error.code)
    hook = getattr(sys, "excepthook", None)
    if hook is None:
        _complain("sys.excepthook is missing\n")
        _display(type(error), error, error.__traceback__)
        return 1
    try:
        hook(type(error), error, error.__traceback__)
    except SystemExit as inner:
        return _exit_code(inner.code)
    except BaseException as inner:
        _complain("Error in sys.excepthook:\n")
        _display_without_ours(inner)
        _complain("\nOriginal exception was:\n")
        _display(type(error), error, error.__traceback__)
    return 1


def _display_without_ours(error: BaseException) -> None:
    """Show an error that came from the script by way of a function of ours, from the script's own frame on."""
    trace = error.__traceback__
    error.__traceback__ = trace.tb_next if trace else None
    _display(type(error), error, error.__traceback__)


def _complain(text: str) -> None:
    """A line on stderr, or on what was stderr before the script took it away."""
    stream: TextIO | None = getattr(sys, "stderr", None)
    if stream is None:
        _write(2, text.encode("utf-8", "backslashreplace"))
    else:
        stream.write(text)


def _exit_code(value: object) -> int:
    """What `raise SystemExit(value)` ends a process with; a text goes to stderr."""
    if value is None:
        return 0
    if isinstance(value, int):
        return value if -(1 << 63) <= value < 1 << 63 else -1
    try:
        _complain(f"{value}\n")
    except BaseException as failed:
        _complain("\n")
        if sys.version_info >= _SHOWS_FAILED_EXIT_VALUES:
            _display_without_ours(failed)
    return 1


def _finish(error: BaseException | None) -> None:
    """Wait for the script's threads and run what it registered for its end."""
    del error
    for step in _steps:
        try:
            step()
        except BaseException as late:
            _display(type(late), late, late.__traceback__)


def _drop_and_flush(code: int, main: dict[str, Any], before: frozenset[str]) -> int:
    """Let go of what the script made, in the interpreter's own order, so that files left open are written and
    finalizers run; then empty the two streams.
    """
    gc.collect()
    added = [module for name, module in sys.modules.items() if name not in before and name != "__main__"]
    _empty(main)
    for module in reversed(added):
        _empty(getattr(module, "__dict__", {}))
    del added
    gc.collect()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name, None)
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except BaseException as failed:
            code = _FLUSH_FAILED
            if name == "stdout":
                _complain(f"Exception ignored in: {stream!r}\n{type(failed).__name__}: {failed}\n")
    _flush_c_streams(None)
    return code


def _last_flush() -> None:
    """Where even that failed: at least what was printed to the first streams gets out."""
    for stream in _streams:
        try:
            stream.flush()
        except BaseException:  # noqa: S112 -- nothing is left that could be told, or told with
            continue


def _empty(namespace: dict[str, Any]) -> None:
    """Set a module's names to None, and keep the builtins: first what the script made, while the modules, functions and
    classes that its finalizers use are still there; of each, names with one underscore first.
    """
    for stays in (False, True):
        for private in (True, False):
            for name in [key for key in namespace if (key[:1] == "_" and key[1:2] != "_") is private]:
                if name != "__builtins__" and (stays or not isinstance(namespace[name], _TOOLS)):
                    namespace[name] = None
