"""Values seen as sequences, tuples of arguments and plain constants."""

from __future__ import annotations

import shlex

from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Instance,
    Items,
    Thing,
    Value,
    constant,
    join_all,
    name_of,
    taints_of,
)

__all__ = ["argv", "concrete", "element", "elements", "plain", "spread", "stringlike"]

MOST = 20_000  # elements that are looked at one by one
_WORDS = 64  # words of a command line


def elements(value: Value) -> list[Value] | None:
    """What iterating a value gives, one by one; None where that is not wholly known."""
    ref = value.ref
    if isinstance(ref, Items) and ref.rest is None:
        found = [_key(key) for key in ref.keys] if ref.mapping else [*ref.seq, *ref.keys.values()]
        return [part.with_taints(value.taints) for part in found[:MOST]] if value.taints else found[:MOST]
    whole = value.one
    if isinstance(whole, str | bytes | bytearray | range | tuple) and ref is None and len(whole) <= MOST:
        return [constant(part, value.taints) for part in whole]
    return None


def _key(key: object) -> Value:
    return constant(key)


def element(value: Value) -> Value:
    """What any element of a value may be."""
    ref = value.ref
    if isinstance(ref, Items):
        inner = [_key(key) for key in ref.keys] if ref.mapping else list(ref.keys.values())
        return join_all([*ref.seq, *inner, *([ref.rest] if ref.rest else [])]).with_taints(value.taints)
    if isinstance(ref, Instance):
        return join_all(ref.values.all()).with_taints(taints_of(value))
    known = elements(value)
    if known:
        return join_all(known[:MOST])
    return Value((), taints_of(value), ref if isinstance(ref, Thing) else None)


def spread(value: Value, count: int, star: int | None = None) -> list[Value]:
    """What unpacking a value into `count` targets gives each; the target at `star` takes a list of what is over."""
    known = elements(value)
    if known is None or (star is None and len(known) != count) or (star is not None and len(known) < count - 1):
        part = element(value)
        return [Value((), CLEAN, Items(rest=part)) if index == star else part for index in range(count)]
    if star is None:
        return known
    tail = count - star - 1
    middle = Value((), CLEAN, Items(known[star : len(known) - tail]))
    return [*known[:star], middle, *known[len(known) - tail :]]


def concrete(value: Value, unknown: object) -> tuple[object, ...] | dict[object, object] | None:
    """A container as plain constants, `unknown` for each element that is not known; None where it is no container."""
    if not isinstance(value.ref, Items) or value.ref.rest is not None:
        return None
    if value.ref.mapping:
        return {key: plain(part, unknown) for key, part in value.ref.keys.items()}
    return tuple(plain(part, unknown) for part in value.ref.seq)


def plain(value: Value, unknown: object) -> object:
    """The one constant of a value."""
    return value.consts[0] if len(value.consts) == 1 else unknown


def stringlike(left: Value, right: Value) -> tuple[Value, Value]:
    """Two operands of `+`: where one is text and the other not known, the other is a hole in the text."""
    return _holed(left, right), _holed(right, left)


def _holed(value: Value, other: Value) -> Value:
    if value.consts or not other.consts:
        return value
    first = other.consts[0]
    if isinstance(first, str):
        return Value((HOLE,), taints_of(value))
    if isinstance(first, bytes | bytearray):
        return Value((HOLE.encode(),), taints_of(value))
    return value


def argv(value: Value) -> tuple[str, ...]:
    """The command lines that a value may be: texts as they are, lists as words in quotes, holes for the rest."""
    if isinstance(value.ref, Items):
        line = [part.text if part.texts else HOLE for part in value.ref.all()[:_WORDS]]
        return (" ".join(word if word == HOLE else shlex.quote(word) for word in line),)
    if value.texts:
        return value.texts
    return (HOLE,) if name_of(value.ref) or value.taints or value is UNKNOWN else ()
