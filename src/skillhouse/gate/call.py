"""The gates of a call that need only the skill itself: path, entrypoint, arguments (RUN-1, gates 2, 3 and 5)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from skillhouse.errors import Refused
from skillhouse.gate import Admitted
from skillhouse.gate import RunRequest as Request
from skillhouse.model.names import RUNTIME_SUFFIXES, check_path, runtime_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skillhouse.gate import Facts, Gate, RunRequest
    from skillhouse.model.skill import Definition

__all__ = ["ARGS_BYTES", "ARGS_COUNT", "ARG_CHARS", "GATES", "admit", "parse_call"]

ARGS_COUNT = 32
ARG_CHARS = 1024
ARGS_BYTES = 8 * 1024
_SHOWN_CHARS = 200
_SHOWN_PATHS = 20
_WANTED = 'Send args as a list of strings, one for each argument: ["3", "19.99", "--verbose"].'


def parse_call(script_path: object, args: object = ()) -> RunRequest:
    """What a caller asked for, in types. Never raises: what has the wrong shape is refused by its gate, in its turn."""
    return Request(_parse_script(script_path), _parse_args(args))


def _shown(value: object) -> str:
    """A value from outside, quoted, escaped and short enough for a message."""
    text = repr(value[: _SHOWN_CHARS + 1] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"


def _parse_script(script: object) -> str | Refused:
    if isinstance(script, str):
        return script
    kind = type(script).__name__
    return Refused(
        f"script_path must be a string, not {kind}: {_shown(script)}",
        code="SCRIPT_PATH_NOT_TEXT",
        hint="Send the path of one script of the skill, such as 'scripts/run.py'.",
        where="script_path",
    )


def _parse_args(args: object) -> tuple[str, ...] | Refused:
    if not isinstance(args, list | tuple):
        return _bad_args(
            "ARGS_NOT_A_LIST", f"args must be a list of strings, not {type(args).__name__}: {_shown(args)}"
        )
    for number, arg in enumerate(args):
        if not isinstance(arg, str):
            problem = f"args must be a list of strings, but args[{number}] is {type(arg).__name__}: {_shown(arg)}"
            return _bad_args("ARG_NOT_TEXT", problem)
    return tuple(args)


def _bad_args(code: str, message: str) -> Refused:
    return Refused(message, code=code, hint=_WANTED, where="args")


def _normal(script: str) -> str:
    """A path as the bundle spells it: composed, and without the `./` that people's shells complete to."""
    return unicodedata.normalize("NFC", script).removeprefix("./")


def _path_of(script: str, definition: Definition) -> str | None:
    """The file that a path or an entrypoint's name means, or None. A file's own path is never taken for a name."""
    path = _normal(script)
    if definition.bundle.get(path) is not None:
        return path
    target = (definition.entrypoints or {}).get(script)
    return target if target is not None and definition.bundle.get(target) is not None else None


def path_gate(request: RunRequest, facts: Facts) -> Refused | None:
    """Gate 2: relative, no `..`, a file of the skill, with a runtime for its extension."""
    script = request.script
    if isinstance(script, Refused):
        return script
    path = _path_of(script, facts.definition)
    reason = check_path(_normal(script)) if path is None else None
    if reason is not None:
        return _bad_path("SCRIPT_PATH_INVALID", f"script_path {_shown(script)} {reason}", script, facts)
    if path is None:
        return _bad_path("SCRIPT_NOT_FOUND", f"script_path {_shown(script)} is not a file of the skill", script, facts)
    if runtime_of(path) is None:
        known = ", ".join(RUNTIME_SUFFIXES)
        problem = f"{_shown(path)} is no script: only files ending in {known} have a runtime"
        return _bad_path("SCRIPT_NO_RUNTIME", problem, script, facts)
    return None


def _bad_path(code: str, message: str, script: str, facts: Facts) -> Refused:
    return Refused(message, code=code, hint=_suggestion(script, facts.definition), where="script_path")


def _runnable(definition: Definition) -> list[str]:
    """What a caller may name: the declared entrypoints' paths, or every script where none are declared."""
    if definition.entrypoints is not None:
        return sorted(set(definition.entrypoints.values()))
    return [path for path in definition.bundle.paths if runtime_of(path)]


def _suggestion(script: str, definition: Definition) -> str:
    """The scripts that were probably meant, else those there are."""
    choices = _runnable(definition)
    if not choices:
        return "This skill has no script to run."
    near = [path for path in choices if _alike(script, path)]
    if near:
        return f"Did you mean {_listed(near)}?"
    return f"Scripts of this skill: {_listed(choices)}."


def _alike(asked: str, path: str) -> bool:
    """Whether a wrong path is this one but for folders, slashes or case; models get exactly these wrong."""
    one = asked[-ARG_CHARS:].replace("\\", "/").casefold()
    return one.rpartition("/")[2] == path.casefold().rpartition("/")[2]


def _listed(paths: Iterable[str]) -> str:
    shown = [_shown(path) for path in paths]
    more = f" and {len(shown) - _SHOWN_PATHS} more" if len(shown) > _SHOWN_PATHS else ""
    return ", ".join(shown[:_SHOWN_PATHS]) + more


def entrypoint_gate(request: RunRequest, facts: Facts) -> Refused | None:
    """Gate 3: where entrypoints are declared, the script is one of them, by its path or by its name."""
    entrypoints = facts.definition.entrypoints
    if entrypoints is None or not isinstance(request.script, str):
        return None
    path = _path_of(request.script, facts.definition)
    if path in entrypoints.values():
        return None
    names = ", ".join(f"{_shown(name)} ({_shown(path)})" for name, path in list(entrypoints.items())[:_SHOWN_PATHS])
    return Refused(
        f"{_shown(request.script)} is not a declared entrypoint of this skill",
        code="SCRIPT_NOT_AN_ENTRYPOINT",
        hint=f"Declared entrypoints: {names or 'none'}.",
        where="script_path",
    )


def args_gate(request: RunRequest, facts: Facts) -> Refused | None:
    """Gate 5: at most 32 strings, each at most 1,024 characters, at most 8 KiB together in UTF-8, no NUL."""
    del facts
    args = request.args
    if isinstance(args, Refused):
        return args
    if len(args) > ARGS_COUNT:
        return _bad_args("ARGS_TOO_MANY", f"args has {len(args)} entries; at most {ARGS_COUNT} are allowed")
    for number, arg in enumerate(args):
        refused = _judge_arg(number, arg)
        if refused is not None:
            return refused
    size = sum(len(arg.encode("utf-8")) for arg in args)
    if size > ARGS_BYTES:
        return _bad_args("ARGS_TOO_LARGE", f"args takes {size} bytes together; at most {ARGS_BYTES} are allowed")
    return None


def _judge_arg(number: int, arg: str) -> Refused | None:
    if len(arg) > ARG_CHARS:
        return _bad_args("ARG_TOO_LONG", f"args[{number}] has {len(arg)} characters; at most {ARG_CHARS} are allowed")
    if "\0" in arg:
        return _bad_args("ARG_HAS_NUL", f"args[{number}] holds a NUL character, which no program can be given")
    try:
        arg.encode("utf-8")
    except UnicodeEncodeError:
        return _bad_args("ARG_NOT_UNICODE", f"args[{number}] is not valid Unicode text: {_shown(arg)}")
    return None


GATES: tuple[Gate, ...] = (path_gate, entrypoint_gate, args_gate)


def admit(request: RunRequest, facts: Facts, gates: Sequence[Gate] = GATES) -> Admitted | Refused:
    """Ask every gate in order; the first refusal is the answer (RUN-1). A further gate goes behind `GATES`."""
    refused = next((answer for gate in gates if (answer := gate(request, facts)) is not None), None)
    return refused or _resolved(request, facts) or Refused("the call makes no sense")


def _resolved(request: RunRequest, facts: Facts) -> Admitted | None:
    if isinstance(request.script, Refused) or isinstance(request.args, Refused):
        return None
    path = _path_of(request.script, facts.definition) or ""
    runtime = runtime_of(path)
    return Admitted(path, runtime, request.args) if runtime else None
