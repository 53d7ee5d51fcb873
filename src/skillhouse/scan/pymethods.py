"""Models of methods by their name alone: of texts, of containers, and of `os.environ`."""

from __future__ import annotations

from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan import pyfold, pyliteral
from skillhouse.scan.pybuiltins import decode, encode, lift
from skillhouse.scan.pynames import words
from skillhouse.scan.pyshape import concrete, element, elements
from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Call,
    Items,
    Kind,
    Scope,
    Taint,
    Value,
    constant,
    join,
    join_all,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["METHODS"]

_PAIRS = 64


def _owner(call: Call) -> Value:
    return call.owner or UNKNOWN


def _join(_state: State, call: Call) -> Value | None:
    """`separator.join(parts)`; parts that are not known are holes."""
    parts = elements(call.arg(0))
    taints = taints_of(call.arg(0)) | _owner(call).taints
    separator = _owner(call).one
    if not isinstance(separator, str | bytes):
        return None
    if parts is None:
        inner = element(call.arg(0))
        return Value(inner.consts or ((HOLE,) if isinstance(separator, str) else ()), taints)
    hole = HOLE if isinstance(separator, str) else HOLE.encode()
    kind = type(hole)
    texts = [part.consts[0] if part.consts and isinstance(part.consts[0], kind) else hole for part in parts]
    made = separator.join(texts)  # type: ignore[arg-type]
    return constant(made, taints) if len(made) <= pyfold.LONGEST else Value((), taints)


def _format(_state: State, call: Call) -> Value | None:
    owner = _owner(call)
    if not owner.texts:
        return None
    args = [part.consts[0] if part.consts else HOLE for part in call.args]
    kwargs = {key: part.consts[0] if part.consts else HOLE for key, part in call.kwargs.items()}
    made = [pyfold.method(text, "format", args, kwargs) for text in owner.texts]
    taints = owner.taints.union(*(taints_of(part) for part in call.given()))
    return Value(tuple(const for const in made if const is not pyfold.NO) or (HOLE,), taints)


def _decode(_state: State, call: Call) -> Value | None:
    owner = _owner(call)
    codec = call.arg(0, "encoding").text or "utf-8"
    return decode(owner, codec) if owner.consts else decode(Value((), taints_of(owner)), codec)


def _encode(_state: State, call: Call) -> Value | None:
    return encode(_owner(call), call.arg(0, "encoding").text or "utf-8") if not _rooted(call) else None


def _hex(_state: State, call: Call) -> Value | None:
    """`data.hex()` on its way out."""
    owner = _owner(call)
    made = (pyfold.method(const, "hex", [], {}) for const in owner.consts)
    taints = taints_of(owner) | {Taint(Kind.ENCODED, "hex")}
    return Value(tuple(const for const in made if const is not pyfold.NO), taints)


def _fold(_state: State, call: Call) -> Value | None:
    """A method of constant texts, worked out."""
    owner = _owner(call)
    if not owner.consts or owner.ref is not None:
        return None
    name = call.name.rpartition(".")[2]
    choices = [_choices(part) for part in call.args]
    kwargs = {key: part.one for key, part in call.kwargs.items()}
    taints = owner.taints.union(*(taints_of(part) for part in call.args))
    if any(not choice for choice in choices):
        return Value((), taints)
    pairs = list(product(owner.consts, *choices))[:_PAIRS]
    made = [pyfold.method(first, name, rest, kwargs) for first, *rest in pairs]
    return join_all(lift(const, taints) for const in made if const is not pyfold.NO).with_taints(taints)


def _choices(value: Value) -> tuple[object, ...]:
    whole = concrete(value, HOLE)
    return value.consts if whole is None else (whole,)


def _append(_state: State, call: Call) -> Value | None:
    owner, ref = _owner(call), _owner(call).ref
    if isinstance(ref, Items):
        ref.seq.append(call.arg(-1) if not call.args else call.args[-1])
        return UNKNOWN
    return None if owner.ref is not None else UNKNOWN


def _extend(_state: State, call: Call) -> Value | None:
    ref = _owner(call).ref
    if not isinstance(ref, Items):
        return None
    for part in call.args:
        _pour(ref, part)
    ref.keys.update(call.kwargs)
    return UNKNOWN


def _pour(items: Items, part: Value) -> None:
    if isinstance(part.ref, Items) and part.ref.mapping:
        items.keys.update(part.ref.keys)
    known = elements(part) if not items.mapping else None
    if known is not None:
        items.seq.extend(known)
    elif not (isinstance(part.ref, Items) and part.ref.mapping and part.ref.rest is None):
        items.add(element(part).with_taints(part.taints))


def _get(state: State, call: Call) -> Value | None:
    """`get`, `pop`, `setdefault`, `__getitem__` of containers, scopes and the environment."""
    owner = _owner(call)
    if not (isinstance(owner.ref, Items | Scope) or owner.ref in {"os.environ", "sys.modules"}):
        return None
    if not call.args:
        return element(owner)
    found = state.subscript(owner, call.args[0], call.node)
    return join(found, call.arg(1)) if len(call.args) > 1 else found


def _views(state: State, call: Call) -> Value | None:
    """`items`, `values`, `keys` of a dictionary or of the environment."""
    owner, name = _owner(call), call.name.rpartition(".")[2]
    if owner.ref == "os.environ":
        if name != "keys":
            pyliteral.whole_environment(state, call.node)
        pair = Value((), owner.taints, Items([Value((), owner.taints), Value((), owner.taints)]))
        return Value((), owner.taints, Items(rest=pair if name == "items" else Value((), owner.taints)))
    ref = owner.ref
    if not isinstance(ref, Items):
        return None
    rows = [(constant(key), part) for key, part in ref.keys.items()]
    if name == "items":
        made = [Value((), CLEAN, Items(list(row))) for row in rows]
        rest = Value((), CLEAN, Items([UNKNOWN, ref.rest])) if ref.rest else None
    else:
        made = [row[name == "values"] for row in rows]
        rest = ref.rest
    return Value((), owner.taints, Items(made, rest=rest))


def _copy(_state: State, call: Call) -> Value | None:
    owner, ref = _owner(call), _owner(call).ref
    if isinstance(ref, Items):
        return Value((), owner.taints, Items(list(ref.seq), dict(ref.keys), ref.rest, ref.mapping))
    return owner if ref == "os.environ" else None


def _decrypted(_state: State, call: Call) -> Value | None:
    """What a cipher gives back: nobody can read it before."""
    taints = taints_of(_owner(call)).union(*(taints_of(part) for part in call.given()))
    return Value((), taints | {Taint(Kind.DECODED, "encryption")})


def _reverse(_state: State, call: Call) -> Value | None:
    ref = _owner(call).ref
    if isinstance(ref, Items):
        ref.seq.reverse()
        return UNKNOWN
    return None


def _rooted(call: Call) -> bool:
    """Whether the owner is a thing of a library, whose own model knows better."""
    return bool(call.name.partition(".")[0])


_FOLDED = words("""
upper lower strip lstrip rstrip split rsplit splitlines partition rpartition swapcase title capitalize casefold
zfill  startswith endswith find rfind index count removeprefix removesuffix isalpha isdigit isupper islower isspace
isalnum  replace translate ljust rjust center to_bytes bit_length isnumeric isdecimal isidentifier isascii
""")

METHODS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(_FOLDED, _fold),
        "join": _join,
        "format": _format,
        "format_map": _format,
        "decode": _decode,
        "encode": _encode,
        "hex": _hex,
        **dict.fromkeys(("append", "add", "insert", "appendleft", "put", "put_nowait"), _append),
        **dict.fromkeys(("extend", "update"), _extend),
        **dict.fromkeys(("get", "pop", "setdefault", "__getitem__", "get_nowait", "popleft"), _get),
        **dict.fromkeys(("items", "values", "keys"), _views),
        "decrypt": _decrypted,
        "decrypt_and_verify": _decrypted,
        "copy": _copy,
        "reverse": _reverse,
    }
)
