"""Methods of texts and lists in JavaScript, worked out where what they work on is known."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import re2  # type: ignore[import-untyped]

from skillhouse.scan.decoding import base64_text, bytes_of, hex_text, percent_text, text_of_bytes, unpacked
from skillhouse.scan.jsvalue import DECODED, Thing, all_of, number, strings, text
from skillhouse.scan.value import HOLE, LONGEST, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["METHODS", "binary", "decoded", "from_codes", "property_of"]

Method: TypeAlias = "Callable[[Thing, list[Thing]], Thing]"
_MOST = 4096
_QUIET = re2.Options()
_QUIET.log_errors = False
_REGEX = re.compile(r"/(.*)/([a-z]*)", re.DOTALL)


def _int(things: list[Thing], at: int, default: int | None = None) -> int | None:
    if at >= len(things):
        return default
    value = things[at].number
    return None if value is None or value != value or abs(value) > LONGEST else int(value)  # noqa: PLR0124 -- NaN


def _unknown(thing: Thing, args: list[Thing]) -> Thing:
    taints = all_of(thing).taints.union(*(all_of(one).taints for one in args))
    return Thing(Value(HOLE, taints))


def _taints(thing: Thing) -> frozenset:  # type: ignore[type-arg]
    return all_of(thing).taints


# -- texts --


def _on_text(step: Callable[[str, list[Thing]], str | None]) -> Method:
    def method(thing: Thing, args: list[Thing]) -> Thing:
        content = step(thing.value.text, args) if thing.known else None
        return _unknown(thing, args) if content is None else Thing(Value(content, thing.value.taints))

    return method


def _slice(content: str, args: list[Thing]) -> str | None:
    start, end = _int(args, 0, 0), _int(args, 1, len(content))
    return None if start is None or end is None else content[start:end]


def _substring(content: str, args: list[Thing]) -> str | None:
    start, end = _int(args, 0, 0), _int(args, 1, len(content))
    if start is None or end is None:
        return None
    start, end = sorted((max(start, 0), max(end, 0)))
    return content[start:end]


def _substr(content: str, args: list[Thing]) -> str | None:
    start, length = _int(args, 0, 0), _int(args, 1, len(content))
    if start is None or length is None:
        return None
    start = max(start + len(content), 0) if start < 0 else start
    return content[start : start + max(length, 0)]


def _char_at(content: str, args: list[Thing]) -> str | None:
    at = _int(args, 0, 0)
    return None if at is None or not -len(content) <= at < len(content) else content[at]


def _repeat(content: str, args: list[Thing]) -> str | None:
    times = _int(args, 0)
    return None if times is None or times < 0 or times * len(content) > LONGEST else content * times


def _concat(content: str, args: list[Thing]) -> str | None:
    return content + "".join(one.value.text for one in args)


def _replace(content: str, args: list[Thing]) -> str | None:
    if len(args) < 2 or not args[1].known or not args[0].known:  # noqa: PLR2004 -- what and with what
        return None
    what, new = args[0].value.text, args[1].value.text
    found = _REGEX.fullmatch(what) if args[0].name == "@regex" else None
    if not found:
        return content.replace(what, new, 1)
    try:
        pattern = re2.compile(f"(?i){found.group(1)}" if "i" in found.group(2) else found.group(1), _QUIET)
        return str(
            pattern.sub(
                re.sub(r"\$(\d)", r"\\\1", new.replace("\\", "\\\\")), content, count=0 if "g" in found.group(2) else 1
            )
        )
    except re2.error:
        return None


def _replace_all(content: str, args: list[Thing]) -> str | None:
    if len(args) > 1 and args[0].known and args[1].known and args[0].name != "@regex":
        return content.replace(args[0].value.text, args[1].value.text)
    return _replace(content, args)


def _code_at(thing: Thing, args: list[Thing]) -> Thing:
    at = _int(args, 0, 0)
    if not thing.known or at is None or not 0 <= at < len(thing.value.text):
        return _unknown(thing, args)
    return replace(number(ord(thing.value.text[at])), value=Value(str(ord(thing.value.text[at])), thing.value.taints))


def _split(thing: Thing, args: list[Thing]) -> Thing:
    if not thing.known or not args or not args[0].known:
        return _unknown(thing, args)
    between, content = args[0].value.text, thing.value.text
    found = _REGEX.fullmatch(between) if args[0].name == "@regex" else None
    if found:
        try:
            parts = [str(one) for one in re2.compile(found.group(1), _QUIET).split(content)]
        except re2.error:
            return _unknown(thing, args)
    else:
        parts = list(content) if not between else content.split(between)
    if len(parts) > _MOST:
        return _unknown(thing, args)
    return Thing(thing.value.unknown(), items=[text(one, thing.value.taints) for one in parts])


# -- lists --


def _on_list(step: Callable[[list[Thing], list[Thing]], Thing | None]) -> Method:
    def method(thing: Thing, args: list[Thing]) -> Thing:
        found = step(thing.items, args) if thing.items is not None else None
        return _unknown(thing, args) if found is None else found

    return method


def _reverse(items: list[Thing], _args: list[Thing]) -> Thing:
    items.reverse()
    mark = DECODED["reversed text"]
    return Thing(items=[one.plus(mark) if one.known and len(one.value.text) == 1 else one for one in items])


def _join(items: list[Thing], args: list[Thing]) -> Thing:
    between = args[0].value.text if args else ","
    return Thing(strings(items, between))


def _list_slice(items: list[Thing], args: list[Thing]) -> Thing | None:
    start, end = _int(args, 0, 0), _int(args, 1, len(items))
    return None if start is None or end is None else Thing(items=items[start:end])


def _push(items: list[Thing], args: list[Thing]) -> Thing:
    if len(items) < _MOST:
        items.extend(args)
    return number(len(items))


def _unshift(items: list[Thing], args: list[Thing]) -> Thing:
    items[:0] = args
    return number(len(items))


def _pop(items: list[Thing], _args: list[Thing]) -> Thing:
    return items.pop() if items else Thing()


def _shift(items: list[Thing], _args: list[Thing]) -> Thing:
    return items.pop(0) if items else Thing()


def _list_concat(items: list[Thing], args: list[Thing]) -> Thing:
    return Thing(items=[*items, *(one for arg in args for one in (arg.items if arg.items is not None else [arg]))])


def _either(on_text: Method, on_list: Method) -> Method:
    def method(thing: Thing, args: list[Thing]) -> Thing:
        return on_text(thing, args) if thing.items is None else on_list(thing, args)

    return method


def _to_string(thing: Thing, args: list[Thing]) -> Thing:
    if thing.number is not None and args and args[0].number:
        return text(_in_base(int(thing.number), int(args[0].number)), thing.value.taints)
    kind = args[0].value.text if args and args[0].known else ""
    if kind in {"base64", "hex", "base64url"}:
        return Thing(all_of(thing).unknown())
    if thing.items is not None and thing.name == "@bytes":
        return from_codes(thing.items, thing)
    return Thing(all_of(thing), number=None)


def _in_base(value: int, base: int) -> str:
    digits, out, rest = "0123456789abcdefghijklmnopqrstuvwxyz", "", abs(value)
    if not 1 < base <= len(digits):
        return HOLE
    while rest:
        rest, digit = divmod(rest, base)
        out = digits[digit] + out
    return ("-" if value < 0 else "") + (out or "0")


def _same(thing: Thing, _args: list[Thing]) -> Thing:
    return thing


METHODS: Mapping[str, Method] = {
    "slice": _either(_on_text(_slice), _on_list(_list_slice)),
    "substring": _on_text(_substring),
    "substr": _on_text(_substr),
    "charAt": _on_text(_char_at),
    "at": _on_text(_char_at),
    "repeat": _on_text(_repeat),
    "concat": _either(_on_text(_concat), _on_list(_list_concat)),
    "replace": _on_text(_replace),
    "replaceAll": _on_text(_replace_all),
    "trim": _on_text(lambda content, _: content.strip()),
    "toLowerCase": _on_text(lambda content, _: content.lower()),
    "toUpperCase": _on_text(lambda content, _: content.upper()),
    "charCodeAt": _code_at,
    "codePointAt": _code_at,
    "split": _split,
    "reverse": _on_list(_reverse),
    "toReversed": _on_list(_reverse),
    "join": _on_list(_join),
    "push": _on_list(_push),
    "unshift": _on_list(_unshift),
    "pop": _on_list(_pop),
    "shift": _on_list(_shift),
    "flat": _same,
    "toString": _to_string,
    "valueOf": _same,
    "toJSON": _same,
}


def property_of(thing: Thing, key: str) -> Thing | None:
    """`thing[key]` where it is a part of what is known: a field, an element, a sign, a length."""
    if thing.fields is not None and key in thing.fields:
        return thing.fields[key]
    content = thing.items if thing.items is not None else thing.value.text if thing.known else None
    if content is None:
        return None
    if key == "length":
        return number(len(content))
    if key.lstrip("-").isdigit() and 0 <= int(key) < len(content):
        found = content[int(key)]
        return text(found, thing.value.taints) if isinstance(found, str) else found
    return None


def from_codes(things: list[Thing], origin: Thing) -> Thing:
    """The text of a list of character codes."""
    codes = [one.number for one in things]
    taints = _taints(origin).union(*(_taints(one) for one in things))
    if not codes or any(code is None or not 0 <= code <= 0x10FFFF for code in codes):  # noqa: PLR2004 -- Unicode's last
        return Thing(Value(HOLE, taints))
    content = "".join(chr(int(code)) for code in codes if code is not None)
    return Thing(Value(content, taints | ({DECODED["character codes"]} if len(codes) > 1 else frozenset())))


def decoded(thing: Thing, kind: str) -> Thing:
    """What is packed as base64, hex, escapes or by gzip."""
    steps: Mapping[str, Callable[[str], str | None]] = {
        "base64": base64_text, "base64url": base64_text, "hex": hex_text, "escapes": percent_text, "gzip": unpacked,
    }  # fmt: skip
    name = "base64" if kind == "base64url" else kind
    value = all_of(thing)
    content = steps[kind](value.text) if value.known else None
    if kind == "escapes" and content == value.text:
        return Thing(value)
    return Thing(Value(HOLE if content is None else content, value.taints | {DECODED[name]}))


def binary(op: str, left: Thing, right: Thing) -> Thing:
    """`left op right`, where both are known."""
    taints = _taints(left) | _taints(right)
    one, other = left.number, right.number
    if one is not None and other is not None:
        found = _arithmetic(op, one, other)
        if found is not None:
            return replace(number(found), value=Value(number(found).value.text, taints))
    if op == "+":
        return Thing(strings([left, right], ""))
    return Thing(Value(HOLE, taints))


def _arithmetic(op: str, one: float, other: float) -> float | None:
    if op in {"+", "-", "*"}:
        return {"+": one + other, "-": one - other, "*": one * other}[op]
    if op in {"/", "%"}:
        return None if not other else one / other if op == "/" else one % other
    a, b = int(one) & 0xFFFFFFFF, int(other) & 0xFFFFFFFF
    if op in {"^", "&", "|"}:
        return {"^": a ^ b, "&": a & b, "|": a | b}[op]
    if op in {"<<", ">>", ">>>"}:
        return (a << (b & 31)) & 0xFFFFFFFF if op == "<<" else a >> (b & 31)
    return _compared(op, one, other)


def _compared(op: str, one: float, other: float) -> float | None:
    results = {
        "<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other,
        "==": one == other, "===": one == other, "!=": one != other, "!==": one != other,
    }  # fmt: skip
    return float(results[op]) if op in results else None


def bytes_text(thing: Thing) -> str:
    """The text of bytes that travel as signs."""
    return text_of_bytes(bytes_of(thing.value.text))
