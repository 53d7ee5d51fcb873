"""Words of a shell script to values: quotes, parameters and their operators, arrays, braces and substitutions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.scan.shread import read_shell
from skillhouse.scan.shsyntax import Lit, Param, Proc, Sub
from skillhouse.scan.value import HOLE, UNKNOWN, Value, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.scan.shstate import State
    from skillhouse.scan.shsyntax import Part, Script, Word
    from skillhouse.scan.value import Taint

__all__ = ["Folder"]

_MOST_BRACES = 64
_MOST_FIELDS = 256
_ESCAPED_SLASH = re.compile(r"(?<!\\)/")
_GLOB = re.compile(r"[*?\[]")
_CLASS = re.compile(r"\[([^\]\[]{1,80})\]")
_SUM = re.compile(r"\s*(-?\d{1,9})\s*(?:([-+*])\s*(\d{1,9})\s*)?")
_RANGE = re.compile(r"(-?\d{1,4}|[A-Za-z])\.\.(-?\d{1,4}|[A-Za-z])")


class Folder:
    """Turns words into values, in a state. `capture` runs what stands in `$(…)` and gives what it prints."""

    def __init__(self, state: State, capture: Callable[[Script], Value], uses: Callable[[str, int], None]) -> None:
        self.state = state
        self.capture = capture
        self.uses = uses
        self.inherited: frozenset[Taint] = frozenset()

    def fold(self, word: Word) -> Value:
        """A word as one value."""
        parts = word.parts
        if len(parts) == 1 and isinstance(parts[0], Lit):
            return self.literal(parts[0])
        return joined([self.part(part, word.start) for part in parts])

    def expand(self, word: Word) -> list[Value]:
        """A word as the arguments that it becomes: split at blanks of unquoted variables, braces written out."""
        parts = word.parts
        if len(parts) == 1 and isinstance(parts[0], Lit) and "{" not in parts[0].text:
            return [self.literal(parts[0])]
        if len(parts) == 1 and isinstance(parts[0], Param) and _is_all(parts[0]):
            return self.all_of(parts[0])
        fields: list[list[Value]] = [[]]
        for part in parts:
            value = self.part(part, word.start)
            if getattr(part, "quoted", True) or isinstance(part, Lit) or not re.search(r"\s", value.text):
                fields[-1].append(value)
            else:
                _split(fields, value)
        found = [joined(one) for one in fields[:_MOST_FIELDS] if one]
        braces = any(isinstance(part, Lit) and not part.quoted and "{" in part.text for part in parts)
        return [Value(text, one.taints) for one in found for text in _braces(one.text)] if braces else found

    def part(self, part: Part, start: int) -> Value:
        """One part of a word."""
        if isinstance(part, Lit):
            return self.literal(part)
        if isinstance(part, Sub):
            value = self.capture(part.script)
            return Value(value.text.rstrip("\n"), value.taints)
        if isinstance(part, Proc):
            return self.process(part)
        return self.parameter(part, start)

    def literal(self, part: Lit) -> Value:
        """Text as it stands; a hole in it was left by what this text was put together from."""
        return Value(part.text, self.inherited) if self.inherited and HOLE in part.text else Value(part.text)

    def process(self, part: Proc) -> Value:
        """A process substitution: a file of its own that holds what it prints, or feeds what is written there."""
        name = f"/dev/fd/{len(self.state.files) + len(self.state.pipes) + 10}"
        if part.out:
            self.state.pipes[name] = part.script
        else:
            self.state.files[name] = self.capture(part.script)
        return Value(name)

    # -- parameters --

    def all_of(self, part: Param) -> list[Value]:
        """`$@`, `${name[@]}`: each element on its own."""
        if part.name in {"@", "*"}:
            return list(self.state.arguments) if self.state.arguments is not None else [UNKNOWN]
        if part.name in self.state.arrays:
            return list(self.state.arrays[part.name])
        return [self.state.variable(part.name)]

    def parameter(self, part: Param, start: int) -> Value:
        """`$name`, `${…}` or `$((…))`."""
        if part.op == "arithmetic":
            return Value(_sum(part.name))
        value = self.plain(part, start)
        if not part.op:
            return value
        op = part.op
        if op[0] == "!":
            if not value.known or len(op) > 1:
                return value.unknown()
            return self.state.variable(value.text)
        if op[0] == "#" and part.word is not None and not part.word.parts and op == "#":
            return Value(str(len(value.text))) if value.known else UNKNOWN
        argument = self.fold(part.word) if part.word else Value("")
        return self.operated(part, value, argument)

    def plain(self, part: Param, start: int) -> Value:
        """The value before any operator."""
        name = part.name
        if part.index in {"@", "*"} or name in {"@", "*"}:
            return joined(self.all_of(part), " ")
        if part.index:
            return self.element(name, part.index)
        if name.isdigit() and name != "0":
            return self.argument(int(name))
        if not name.isidentifier():
            return UNKNOWN
        if not self.state.is_set(name):
            self.uses(name, start)
        return self.state.variable(name)

    def element(self, name: str, index: str) -> Value:
        """`${name[index]}`."""
        array = self.state.arrays.get(name)
        number = self.number(index)
        if array is None or number is None or not -len(array) <= number < len(array):
            return joined(array or [UNKNOWN]).unknown() if array else self.state.names.get(f"{name}[{index}]", UNKNOWN)
        return array[number]

    def number(self, text: str) -> int | None:
        """A whole number, or the variable that holds one; None where it is not known."""
        text = self.state.variable(text.strip("$")).text if text.strip("$").isidentifier() else text
        total = _sum(text)
        return int(total) if total.lstrip("-").isdigit() else None

    def argument(self, number: int) -> Value:
        """`$1` and its like."""
        arguments = self.state.arguments
        if arguments is None:
            return UNKNOWN
        return arguments[number - 1] if number <= len(arguments) else Value("")

    def operated(self, part: Param, value: Value, argument: Value) -> Value:
        """`${name OP argument}`."""
        op = part.op
        if op in {":-", "-", ":=", "="}:
            return self.defaulted(part, value, argument)
        if op in {":+", "+"}:
            return argument
        if op == "@" and argument.text == "P" and value.known:  # as a prompt: commands within are run
            return self.capture(read_shell(f'echo "{value.text}"', lambda _steps: None))
        if op in {":?", "?", "@"} or not value.known:
            return value
        return self.cut(part, value, argument) if op == ":" else _changed(value, op, argument)

    def defaulted(self, part: Param, value: Value, argument: Value) -> Value:
        """`${name:-argument}`: the argument where the script itself did not set the name."""
        if self.state.is_set(part.name) or (part.name.isdigit() and self.state.arguments is not None and value.text):
            return value
        if "=" in part.op:
            self.state.names[part.name] = Value(argument.text, argument.taints | value.taints)
        return Value(argument.text, argument.taints | value.taints) if argument.text else value

    def cut(self, part: Param, value: Value, argument: Value) -> Value:
        """`${name:from:length}`, also of an array."""
        first, colon, rest = argument.text.partition(":")
        start = self.number(first.strip() or "0")
        length = self.number(rest.strip()) if colon else None
        if start is None or (colon and length is None):
            return value.unknown()
        if part.index in {"@", "*"} or part.name in {"@", "*"}:
            some = self.all_of(part)
            return joined(some[start:] if length is None else some[start : start + length], " ")
        text = value.text[start:]
        return Value(text if length is None else text[:length], value.taints)


def _is_all(part: Param) -> bool:
    return not part.op and (part.index in {"@", "*"} or part.name in {"@", "*"})


def _split(fields: list[list[Value]], value: Value) -> None:
    """Continue the last field with the first word of a value, and begin one for each further word."""
    words = value.text.split()
    if value.text[:1].isspace():
        fields.append([])
    for number, text in enumerate(words[:_MOST_FIELDS]):
        if number:
            fields.append([])
        fields[-1].append(Value(text, value.taints))
    if value.text[-1:].isspace():
        fields.append([])


def _braces(text: str) -> Iterator[str]:
    """`{a,b}` and `{1..3}` written out, the first pair of a word and then those in what came of it, up to a bound."""
    waiting, done = [text], 0
    while waiting and done < _MOST_BRACES:
        one = waiting.pop(0)
        start = one.find("{")
        end = one.find("}", start)
        inside = one[start + 1 : end] if 0 <= start < end else ""
        choices = _choices(inside)
        if not choices or len(waiting) > _MOST_BRACES:
            done += 1
            yield one
        else:
            waiting = [one[:start] + choice + one[end + 1 :] for choice in choices] + waiting


def _choices(inside: str) -> list[str]:
    if "," in inside and "{" not in inside:
        return inside.split(",")
    found = _RANGE.fullmatch(inside)
    if not found:
        return []
    first, last = found.groups()
    if first.lstrip("-").isdigit() != last.lstrip("-").isdigit():
        return []
    numbers = first.lstrip("-").isdigit()
    start, end = (int(first), int(last)) if numbers else (ord(first), ord(last))
    step = 1 if end >= start else -1
    some = list(range(start, end + step, step))[:_MOST_BRACES]
    return [str(one) if numbers else chr(one) for one in some]


def _sum(text: str) -> str:
    """A number, or a sum, difference or product of two; anything else is not known."""
    found = _SUM.fullmatch(text)
    if not found:
        return HOLE
    one, op, other = found.groups()
    if op is None:
        return str(int(one))
    results = {"+": int(one) + int(other), "-": int(one) - int(other), "*": int(one) * int(other)}
    return str(results[op])


def _changed(value: Value, op: str, argument: Value) -> Value:
    if op in {"/", "//", "/#", "/%"}:
        return _replaced(value, op, argument)
    text = _cased(value.text, op) if op[0] in "^," else _trimmed(value.text, op, argument.text)
    return Value(text, value.taints)


def _cased(text: str, op: str) -> str:
    changed = text.upper() if op[0] == "^" else text.lower()
    return changed if len(op) > 1 else changed[:1] + text[1:]


def _replaced(value: Value, op: str, argument: Value) -> Value:
    """`${name/what/with}`: a plain text or one set of signs as `what`."""
    parts = _ESCAPED_SLASH.split(argument.text, maxsplit=1)
    what = parts[0].replace("\\/", "/").replace("\\", "")
    new = parts[1] if len(parts) > 1 else ""
    taints = value.taints | argument.taints
    signs = _CLASS.fullmatch(what)
    if signs:
        body = re.escape(signs.group(1).lstrip("!^")).replace("\\-", "-")
        try:
            pattern = re.compile(f"[{'^' if signs.group(1)[0] in '!^' else ''}{body}]")
        except re.error:
            return Value(HOLE, taints)
        return Value(pattern.sub(lambda _: new, value.text, count=0 if op == "//" else 1), taints)
    if _GLOB.search(what) or not what:
        return Value(HOLE if what else value.text, taints)
    if op == "/#":
        return Value(new + value.text.removeprefix(what) if value.text.startswith(what) else value.text, taints)
    if op == "/%":
        return Value(value.text.removesuffix(what) + new if value.text.endswith(what) else value.text, taints)
    return Value(value.text.replace(what, new, -1 if op == "//" else 1), taints)


def _trimmed(text: str, op: str, pattern: str) -> str:
    """`${name#pattern}` and its kin, with `*` at one end of the pattern."""
    plain = pattern.strip("*")
    if not plain or _GLOB.search(plain):
        return HOLE if plain else text
    if op[0] == "#":
        if not pattern.startswith("*"):
            rest = text.removeprefix(plain) if text.startswith(plain) else text
            return "" if pattern.endswith("*") and rest != text and op == "##" else rest
        at = text.rfind(plain) if op == "##" else text.find(plain)
        return text if at < 0 else text[at + len(plain) :]
    if not pattern.endswith("*"):
        return text.removesuffix(plain)
    at = text.find(plain) if op == "%%" else text.rfind(plain)
    return text if at < 0 else text[:at]
