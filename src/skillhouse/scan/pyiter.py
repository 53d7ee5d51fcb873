"""Models of what iterates: containers made, mapped, zipped, chained and taken from, element by element."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.pyshape import element, elements
from skillhouse.scan.pyvalue import CLEAN, UNKNOWN, Call, Items, Kind, Taint, Value, constant, join_all, taints_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["ITERATION_MODELS"]


def _list(_state: State, call: Call) -> Value | None:
    """`list`, `tuple`, `set`, `iter`: the elements again, in a container of their own."""
    if not call.args:
        return Value((), CLEAN, Items())
    first = call.args[0]
    known = elements(first)
    if known is not None:
        return Value((), first.taints, Items(list(known)))
    return Value((), first.taints, Items(rest=element(first)))


def _dict(_state: State, call: Call) -> Value | None:
    first = call.arg(0)
    items = Items(mapping=True)
    if isinstance(first.ref, Items) and first.ref.mapping:
        items = Items(keys=dict(first.ref.keys), rest=first.ref.rest, mapping=True)
    elif first.ref == "os.environ":
        return first
    elif call.args:
        for pair in elements(first) or [element(first)]:
            held = elements(pair)
            if held is not None and len(held) == 2 and len(held[0].consts) == 1:  # noqa: PLR2004 - key and value
                items.keys[held[0].consts[0]] = held[1]
            else:
                items.add(element(pair))
    items.keys.update(call.kwargs)
    return Value((), first.taints, items)


def _reversed(state: State, call: Call) -> Value | None:
    answer = _list(state, call)
    if answer is not None and isinstance(answer.ref, Items):
        answer.ref.seq.reverse()
        return answer.with_taints(frozenset({Taint(Kind.DECODED, "reversed text")})) if call.arg(0).texts else answer
    return answer


def _map(state: State, call: Call) -> Value | None:
    function, rows = call.arg(0), call.args[1:]
    known = [elements(row) for row in rows]
    if not rows:
        return None
    if any(row is None for row in known):
        return Value((), CLEAN, Items(rest=state.apply(function, [element(row) for row in rows], {}, call.node)))
    with state.exactly():
        made = [state.apply(function, list(parts), {}, call.node) for parts in zip(*known, strict=False)]
    return Value((), CLEAN, Items(made))


def _filter(state: State, call: Call) -> Value | None:
    function, row = call.arg(0), call.arg(1)
    known = elements(row)
    if known is None:
        state.apply(function, [element(row)], {}, call.node)
        return Value((), row.taints, Items(rest=element(row)))
    with state.exactly():
        kept = [part for part in known if _holds(state.apply(function, [part], {}, call.node))]
    return Value((), row.taints, Items(kept))


def _holds(truth: Value) -> bool:
    return len(truth.consts) != 1 or bool(truth.one)


def _reduce(state: State, call: Call) -> Value | None:
    function, row = call.arg(0), call.arg(1)
    known = elements(row)
    if known is None:
        return state.apply(function, [element(row), element(row)], {}, call.node)
    parts = [*call.args[2:3], *known]
    if not parts:
        return UNKNOWN
    result = parts[0]
    with state.exactly():
        for part in parts[1:]:
            result = state.apply(function, [result, part], {}, call.node)
    return result


def _zip(_state: State, call: Call) -> Value | None:
    known = [elements(row) for row in call.args]
    if any(row is None for row in known):
        return Value((), CLEAN, Items(rest=Value((), CLEAN, Items([element(row) for row in call.args]))))
    rows = zip(*known, strict=False)
    return Value((), CLEAN, Items([Value((), CLEAN, Items(list(row))) for row in rows]))


def _enumerate(_state: State, call: Call) -> Value | None:
    known = elements(call.arg(0))
    if known is None:
        return Value((), CLEAN, Items(rest=Value((), CLEAN, Items([UNKNOWN, element(call.arg(0))]))))
    start = call.arg(1, "start").one
    first = start if isinstance(start, int) else 0
    rows = [Items([constant(number), part]) for number, part in enumerate(known, first)]
    return Value((), CLEAN, Items([Value((), CLEAN, row) for row in rows]))


def _sum(_state: State, call: Call) -> Value | None:
    known = elements(call.arg(0))
    if known is None or not all(isinstance(part.one, int) for part in known):
        return Value((), taints_of(call.arg(0)))
    return constant(sum(part.one for part in known))  # type: ignore[misc]


def _next(_state: State, call: Call) -> Value | None:
    known = elements(call.arg(0))
    return known[0] if known else element(call.arg(0))


def _chain(_state: State, call: Call) -> Value | None:
    rows = call.args
    if call.name.endswith("from_iterable"):
        rows = elements(call.arg(0)) or [element(call.arg(0))]
    known = [elements(row) for row in rows]
    if any(row is None for row in known):
        return Value((), CLEAN, Items(rest=join_all(element(row) for row in rows)))
    return Value((), CLEAN, Items([part for row in known for part in row or ()]))


ITERATION_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(("list", "tuple", "set", "frozenset", "iter", "sorted", "collections.deque"), _list),
        **dict.fromkeys(("dict", "collections.OrderedDict"), _dict),
        **dict.fromkeys(("map", "itertools.starmap"), _map),
        **dict.fromkeys(("reduce", "functools.reduce"), _reduce),
        **dict.fromkeys(("itertools.chain", "itertools.chain.from_iterable"), _chain),
        "filter": _filter,
        "zip": _zip,
        "enumerate": _enumerate,
        "reversed": _reversed,
        "sum": _sum,
        "next": _next,
    }
)
