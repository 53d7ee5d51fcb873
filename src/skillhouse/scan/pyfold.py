"""Constants worked out within bounds: operators, and the methods of texts, bytes and numbers.

Everything here is total: it answers a constant, or `NO` where the result is not known, would fail or be too large.
"""

from __future__ import annotations

import ast
import operator
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skillhouse.scan.pydecode import codec_decode, codec_encode
from skillhouse.scan.pynames import words
from skillhouse.scan.pyvalue import HOLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["NO", "binary", "compare", "method", "percent", "subscript", "unary"]

NO = object()
LONGEST = 1_000_000
_BITS = 4_096
_MANY = 64
_FAULTS = (ValueError, TypeError, OverflowError, ZeroDivisionError, LookupError, AttributeError, MemoryError)
_WIDTH = re.compile(r"\d{5}|\*|\{[^{}]{0,80}:[^{}]{0,80}\{")

_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], object]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.BitXor: operator.xor,
        ast.BitAnd: operator.and_,
        ast.BitOr: operator.or_,
        ast.FloorDiv: operator.floordiv,
        ast.Div: operator.truediv,
        ast.RShift: operator.rshift,
        ast.Mod: operator.mod,
    }
)

_UNARY: Mapping[type[ast.unaryop], Callable[[Any], object]] = MappingProxyType(
    {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_}
)

_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], object]] = MappingProxyType(
    {
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
        ast.Is: operator.eq,
        ast.IsNot: operator.ne,
        ast.In: lambda left, right: left in right,
        ast.NotIn: lambda left, right: left not in right,
    }
)

# Methods that make nothing longer than what they are given, whatever their arguments.
_PLAIN = frozenset(
    words("""
upper lower strip lstrip rstrip split rsplit splitlines partition rpartition swapcase title capitalize casefold
startswith endswith find rfind index rindex count removeprefix removesuffix isalpha isdigit isupper islower isspace
isalnum isnumeric isdecimal isidentifier isprintable isascii hex bit_length
""")
)
# Methods that say nothing true of a text with a hole in it.
_WHOLE = frozenset(
    words("""
find rfind index rindex count isalpha isdigit isupper islower isspace isalnum isnumeric isdecimal isidentifier
isprintable isascii startswith endswith hex
""")
)


def binary(op: type[ast.operator], left: object, right: object) -> object:
    """The result of an operator on two constants."""
    function = _BINARY.get(op)
    try:
        if function is None:
            return _growing(op, left, right)
        if op is ast.Mod and isinstance(left, str | bytes):
            return percent(left, right)
        return _short(function(left, right))
    except _FAULTS:
        return NO


def _growing(op: type[ast.operator], left: object, right: object) -> object:
    if op is ast.Mult and isinstance(left, int | str | bytes) and isinstance(right, int | str | bytes):
        return left * right if _size(left) * _size(right) <= LONGEST else NO  # type: ignore[operator]
    if isinstance(left, int) and isinstance(right, int) and 0 <= right <= _BITS:
        if op is ast.Pow and left.bit_length() * right <= _BITS:
            return left**right
        if op is ast.LShift and left.bit_length() + right <= _BITS:
            return left << right
    return NO


def _size(const: int | str | bytes) -> int:
    if isinstance(const, str | bytes):
        return max(len(const), 1)
    return max(abs(const), 1)


def _short(const: object) -> object:
    if isinstance(const, str | bytes) and len(const) > LONGEST:
        return NO
    return const


def unary(op: type[ast.unaryop], operand: object) -> object:
    """The result of an operator on one constant."""
    try:
        return _UNARY[op](operand)
    except _FAULTS:
        return NO


def compare(op: type[ast.cmpop], left: object, right: object) -> object:
    """The truth of a comparison of two constants; not known where one has a hole."""
    if _holed(left) or _holed(right):
        return NO
    try:
        return _COMPARE[op](left, right)
    except _FAULTS:
        return NO


def _holed(const: object) -> bool:
    return isinstance(const, str) and HOLE in const


def percent(template: str | bytes, arguments: object) -> object:
    """`template % arguments`, but for widths that could make it huge."""
    text = template.decode("latin-1") if isinstance(template, bytes) else template
    if _WIDTH.search(text):
        return NO
    try:
        return _short(template % arguments)
    except _FAULTS:
        # A hole is text: where a number was meant to stand, the hole stands in its place.
        loose = re.sub(r"%[-+ #0]{0,5}\d{0,4}(?:\.\d{1,4})?[dioxXeEfFgGcra]", "%s", text)
    try:
        return _short(loose % arguments)
    except _FAULTS:
        return NO


def method(owner: object, name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    """What a method of a constant text, bytes or number answers."""
    if isinstance(owner, bytearray):
        owner = bytes(owner)
    if isinstance(owner, str | bytes | int) and name in _PLAIN:
        if name in _WHOLE and _holed(owner):
            return NO
        return _called(owner, name, args, kwargs)
    special = _SPECIAL.get(name)
    return special(owner, args, kwargs) if special and isinstance(owner, str | bytes | int) else NO


def _called(owner: object, name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    try:
        return _short(getattr(owner, name)(*args, **kwargs))
    except _FAULTS:
        return NO


def _replace(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    if len(args) < 2 or not all(isinstance(arg, str | bytes) for arg in (owner, *args[:2])):  # noqa: PLR2004 - old, new
        return NO
    if len(owner) * max(len(args[1]), 1) > LONGEST * _MANY:  # type: ignore[arg-type]
        return NO
    return _called(owner, "replace", args, kwargs)


def _translate(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    table = args[0] if args else None
    if isinstance(table, dict) and any(isinstance(to, str) and len(to) > _MANY for to in table.values()):
        return NO
    return _called(owner, "translate", args, kwargs)


def _format(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    # A field could reach into attributes and elements: such a template is left alone.
    if not isinstance(owner, str) or _WIDTH.search(owner) or re.search(r"\{[^{}]{0,80}[.\[]", owner):
        return NO
    named = {key: arg for key, arg in kwargs.items() if isinstance(arg, str | int | float | bytes)}
    try:
        return _short(owner.format(*args, **named))
    except _FAULTS:
        pass
    try:
        return _short(re.sub(r"\{([^{}:!]{0,80})[:!][^{}]{0,80}\}", r"{\1}", owner).format(*args, **named))
    except _FAULTS:
        return NO


def _padded(name: str) -> Callable[[object, Sequence[object], Mapping[str, object]], object]:
    def pad(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        width = args[0] if args else 0
        return _called(owner, name, args, kwargs) if isinstance(width, int) and width <= LONGEST else NO

    return pad


def _decode(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    codec = args[0] if args else kwargs.get("encoding", "utf-8")
    result = codec_decode(owner, codec) if isinstance(owner, bytes) else None
    return NO if result is None else result[1]


def _encode(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    codec = args[0] if args else kwargs.get("encoding", "utf-8")
    result = codec_encode(owner, codec)
    return NO if result is None else result


def _to_bytes(owner: object, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    length = args[0] if args else kwargs.get("length", 1)
    if not isinstance(owner, int) or not isinstance(length, int) or length > LONGEST:
        return NO
    return _called(owner, "to_bytes", args, kwargs)


_SPECIAL: Mapping[str, Callable[[object, Sequence[object], Mapping[str, object]], object]] = MappingProxyType(
    {
        "replace": _replace,
        "translate": _translate,
        "format": _format,
        "zfill": _padded("zfill"),
        "ljust": _padded("ljust"),
        "rjust": _padded("rjust"),
        "center": _padded("center"),
        "decode": _decode,
        "encode": _encode,
        "to_bytes": _to_bytes,
    }
)


def subscript(owner: object, index: object) -> object:
    """`owner[index]` of a constant; `index` may be a slice."""
    if not isinstance(owner, str | bytes | tuple | range) or _holed(owner):
        return NO
    try:
        return owner[index]  # type: ignore[call-overload,index]
    except _FAULTS:
        return NO
