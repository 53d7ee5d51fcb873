"""Models of what runs beside the program: programs that are fed, modules that it wrote, memory, schedulers, engines."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.pybuiltins import import_named
from skillhouse.scan.pynames import words
from skillhouse.scan.pynet import addresses, judge_sent
from skillhouse.scan.pyrun import hows, remote, run_command, run_path
from skillhouse.scan.pyshape import argv
from skillhouse.scan.pysinks import COMMANDS, NET_TOOLS, SHELLS
from skillhouse.scan.pyvalue import (
    CLEAN,
    UNKNOWN,
    Call,
    Items,
    Member,
    Thing,
    Value,
    constant,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["SYSTEM_MODELS", "library_command"]

_LIBRARIES = ("sh.", "plumbum.cmd.", "shellpy.")
_LOGGED = re.compile(r"^logging\.(?:getLogger\(\)\.|Logger\(\)\.)?(?:debug|info|warning|error|critical|exception|log)$")


def library_command(name: str) -> Model | None:
    """The model of a program that a library offers as a function, and of a message to a log."""
    if name.startswith(_LIBRARIES) and name.count(".") <= 2:  # noqa: PLR2004 - the module and the program
        return _named_program
    return _logged if _LOGGED.match(name) else None


def _named_program(state: State, call: Call) -> Value:
    """`sh.curl(…)`: the name of the function is the program."""
    line = Items([constant(call.name.rpartition(".")[2]), *call.args])
    return run_command(state, call, Value((), CLEAN, line), shell=False)


def _started(value: Value) -> Call | None:
    """The call that started the program whose pipe this is."""
    ref = value.ref
    while isinstance(ref, Member):
        ref = ref.owner.ref
    return ref.call if isinstance(ref, Thing) else None


def _fed(state: State, call: Call) -> Value | None:
    """Something is written to a program that was started."""
    started = _started(call.owner or UNKNOWN)
    if started is None:
        return None
    taints = taints_of(call.arg(0, "input"))
    for line in argv(started.arg(COMMANDS.get(started.name, (0, False))[0], "args", "cmd", "command")):
        if NET_TOOLS.search(line):
            judge_sent(state, taints, addresses(line), call.node)
        if SHELLS.search(line):
            remote(state, taints, "feeds to a shell", call.node)
    return Value((), taints, Thing(f"{call.name}()", call))


def _import(state: State, call: Call) -> Value | None:
    """A module that is imported by its text; it may be one that the program has just written."""
    for text in call.arg(0, "name").texts:
        run_path(state, constant(f"{text.replace('.', '/')}.py"), call.node)
    return import_named(state, call)


def _into_memory(state: State, call: Call) -> Value | None:
    """Bytes are put where the processor runs them."""
    taints = CLEAN.union(*(taints_of(part) for part in call.given()))
    how = hows(taints)
    if not remote(state, taints, "puts into memory", call.node) and how and "memory" in state.marks:
        message = f"puts machine code into memory that was hidden by {', '.join(how)}"
        state.report("SKS-OBF-DECODE-EXEC", Severity.CRITICAL, message, call.node, call.name)
    return None


def _memory(state: State, _call: Call) -> Value | None:
    state.marks.add("memory")
    return None


def _thread(state: State, call: Call) -> Value | None:
    if "memory" in state.marks:
        state.report("SKS-OBF-PACKED", Severity.HIGH, "runs machine code from memory", call.node, call.name)
    return None


def _scheduled(state: State, call: Call) -> Value | None:
    """`python-crontab`: a line for cron."""
    line = call.arg(0, "command").text
    state.report("SKS-PERSIST", Severity.HIGH, "adds a line to cron, which starts by itself", call.node, line)
    state.shell(line, call.node)
    return None


def _contained(state: State, call: Call) -> Value | None:
    """A container that is given the host."""
    volumes = call.arg(-1, "volumes").ref
    whole = isinstance(volumes, Items) and any(str(key) in {"/", "/var/run/docker.sock"} for key in volumes.keys)
    if whole or call.arg(-1, "privileged").one is True:
        state.report("SKS-PRIV", Severity.HIGH, "starts a container that is given the whole host", call.node, call.name)
    return None


def _log_target(state: State, call: Call) -> Value | None:
    host = next((text for part in call.given() for text in part.texts if "." in text), "")
    if host:
        state.targets.append(f"//{host}")
    return None


def _logged(state: State, call: Call) -> Value | None:
    """A message to a log that is kept on another host."""
    if state.targets:
        taints = CLEAN.union(*(taints_of(part) for part in call.given()))
        judge_sent(state, taints, state.targets, call.node)
    return UNKNOWN


def _set_attribute(state: State, call: Call) -> Value | None:
    for name in call.arg(1).texts:
        state.set_attribute(call.arg(0), name, call.arg(2), call.node)
    return UNKNOWN


_KERNEL = "ctypes.windll.kernel32"
_CONTAINERS = ("docker.from_env().containers", "docker.DockerClient().containers")
_STARTED = words("subprocess.Popen() asyncio.create_subprocess_exec() asyncio.create_subprocess_shell()")

SYSTEM_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **{f"{made}.{verb}": _fed for made in _STARTED for verb in ("communicate", "stdin.write", "stdin.writelines")},
        **{f"pexpect.spawn().{verb}": _fed for verb in ("send", "sendline", "write")},
        **dict.fromkeys(("__import__", "importlib.import_module"), _import),
        **dict.fromkeys(("ctypes.memmove", f"{_KERNEL}.RtlMoveMemory", f"{_KERNEL}.WriteProcessMemory"), _into_memory),
        **{f"{_KERNEL}.{name}": _memory for name in ("VirtualAlloc", "VirtualAllocEx", "VirtualProtect")},
        **{f"{_KERNEL}.{name}": _thread for name in ("CreateThread", "CreateRemoteThread", "QueueUserAPC")},
        "ctypes.CFUNCTYPE()()": _thread,
        "mmap.mmap": _memory,
        "crontab.CronTab().new": _scheduled,
        **{f"{made}.{verb}": _contained for made in _CONTAINERS for verb in ("run", "create")},
        **{f"logging.handlers.{kind}Handler": _log_target for kind in words("HTTP SysLog Socket SMTP Datagram")},
        **dict.fromkeys(("setattr", "object.__setattr__"), _set_attribute),
    }
)
