"""Models of what watches people, keeps programs running, and changes a host: keyboards, registries, rights, hooks."""

from __future__ import annotations

import ast
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan import pyliteral
from skillhouse.scan.pyplaces import tidy, written
from skillhouse.scan.pysinks import CAPTURES, CREDENTIAL_CALLS, WATCHERS, WHOAMI
from skillhouse.scan.pyvalue import UNKNOWN, Call, Function, Kind, Taint, Thing, Value, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["WATCH_MODELS", "defined", "imported", "stored"]

_COIN = re.compile(
    r"bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40}|T[A-Za-z0-9]{33}|[48][0-9A-Za-z]{94}"
)
_SETUID = 0o6000
_HISTORIES = {"HISTFILE", "HISTSIZE", "HISTFILESIZE", "SAVEHIST"}
_MODELS = {"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OPENAI_API_BASE", "GEMINI_BASE_URL"}


def _captured(state: State, call: Call) -> Value | None:
    taint = Taint(Kind.CAPTURE, CAPTURES[call.name])
    for part in call.given():
        for text in part.texts:
            state.write(tidy(text), frozenset({taint}))
    return Value((), frozenset({taint}), Thing(f"{call.name}()", call, frozenset({taint})))


def _watched(state: State, call: Call) -> Value | None:
    """A function of the program is called for each key that a person presses."""
    state.report("SKS-KEYLOG", Severity.MEDIUM, "watches the keys that a person presses", call.node, call.name)
    keys = Value((), frozenset({Taint(Kind.CAPTURE, "keys")}), Thing(f"{call.name}()", call))
    for part in call.given():
        if isinstance(part.ref, Function):
            state.apply(part, [keys, keys], {}, call.node)
    return keys


def _stored_secret(_state: State, call: Call) -> Value | None:
    taints = frozenset({Taint(Kind.CREDENTIAL, CREDENTIAL_CALLS[call.name])})
    return Value((), taints, Thing(f"{call.name}()", call))


def _pasted(state: State, call: Call) -> Value | None:
    """An address of a wallet is put where a person pastes from."""
    for text in call.arg(0, "text").texts:
        if _COIN.fullmatch(text):
            message = f"puts the wallet address {text[:8]}… into the clipboard"
            state.report("SKS-KEYLOG", Severity.HIGH, message, call.node, text)
    return UNKNOWN


def _whoami(_state: State, call: Call) -> Value | None:
    return Value((), frozenset({Taint(Kind.HOST, f"{call.name}()")}), Thing(f"{call.name}()", call))


def _registry(state: State, call: Call) -> Value | None:
    """`winreg.SetValueEx(key, …)`: a key that starts programs, or one that switches a protection off."""
    key = call.arg(0).ref
    path = " ".join(part.text for part in key.call.args) if isinstance(key, Thing) and key.call else ""
    place = f"{path}\\{call.arg(1).text}"
    if "disable" in place.lower() and ("defender" in place.lower() or "system" in place.lower()):
        state.report(
            "SKS-DEFENSE-OFF", Severity.HIGH, f"switches off a protection of Windows: {place}", call.node, place
        )
    written(state, path.replace("\\", "/"), call.arg(4), call.node)
    return UNKNOWN


def _root(state: State, call: Call) -> Value | None:
    if call.arg(0).one == 0 and type(call.arg(0).one) is int:
        state.report("SKS-PRIV", Severity.HIGH, f"takes the rights of root by {call.name}", call.node, call.name)
    return UNKNOWN


def _chmod(state: State, call: Call) -> Value | None:
    mode = call.arg(1, "mode").one if call.name == "os.chmod" else call.arg(0, "mode").one
    if isinstance(mode, int) and mode & _SETUID:
        state.report("SKS-PRIV", Severity.HIGH, "makes a file run with the rights of its owner", call.node, "setuid")
    return UNKNOWN


def _whole(state: State, call: Call) -> Value | None:
    """All variables are read out one by one."""
    if call.owner is not None and call.owner.ref == "os.environ":
        pyliteral.whole_environment(state, call.node)
    return None


def stored(state: State, owner: Value, name: str, value: Value, node: ast.AST) -> None:
    """A variable of the environment is set for this process and those that it starts."""
    if owner.ref != "os.environ":
        return
    if name in _HISTORIES:
        state.report("SKS-DEFENSE-OFF", Severity.MEDIUM, f"keeps commands out of the history by {name}", node, name)
    if name in _MODELS and value.text.startswith("http"):
        message = f"sends what the agent says to {value.text[:80]} by {name}"
        state.report("SKS-AGENT-CONFIG", Severity.HIGH, message, node, name)


def imported(state: State, module: str, node: ast.AST) -> None:
    """The runtime of a packer is loaded: the rest of the file cannot be read."""
    if module.partition(".")[0].startswith(_PACKERS):
        message = f"is packed with {module.partition('.')[0]}, so that nobody can read it"
        state.report("SKS-OBF-PACKED", Severity.HIGH, message, node, module)


_PACKERS = ("pyarmor", "pytransform", "sourcedefender", "pyconcrete", "nuitka_protect", "oxyry")


def defined(state: State, node: ast.FunctionDef | ast.AsyncFunctionDef, function: Value) -> None:
    """A method that pickles call when they are loaded."""
    if node.name not in {"__reduce__", "__reduce_ex__"} or not isinstance(function.ref, Function):
        return
    for part in ast.walk(node):
        if isinstance(part, ast.Return) and isinstance(part.value, ast.Tuple) and part.value.elts:
            name = name_of(state.value(part.value.elts[0]).ref)
            if name in {
                "os.system",
                "os.popen",
                "exec",
                "eval",
                "subprocess.Popen",
                "subprocess.run",
                "subprocess.call",
            }:
                state.report("SKS-DESERIAL", Severity.HIGH, f"makes pickles that call {name} when loaded", part, name)


WATCH_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(CAPTURES, _captured),
        **dict.fromkeys(WATCHERS, _watched),
        **dict.fromkeys(CREDENTIAL_CALLS, _stored_secret),
        **dict.fromkeys(WHOAMI, _whoami),
        **dict.fromkeys(("pyperclip.copy", "clipboard.copy", "xerox.copy", "klembord.set_text"), _pasted),
        "winreg.SetValueEx": _registry,
        "winreg.SetValue": _registry,
        **dict.fromkeys(("os.setuid", "os.seteuid", "os.setreuid", "os.setresuid"), _root),
        **dict.fromkeys(("os.chmod", "pathlib.Path().chmod"), _chmod),
    }
)
