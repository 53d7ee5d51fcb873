"""What may be known of a value in a Python program without running it: constants, origins, and what it refers to.

An analysis is of the "may" kind: a value has any of its constants, may hold any of its taints, and refers to one thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

    from skillhouse.scan.piece import Piece

__all__ = [
    "CLEAN",
    "HOLE",
    "UNKNOWN",
    "Call",
    "Class",
    "Function",
    "Instance",
    "Items",
    "Kind",
    "Member",
    "Partial",
    "Scope",
    "Taint",
    "Thing",
    "Value",
    "constant",
    "join",
    "name_of",
    "taints_of",
]

HOLE = "\ufffc"  # stands in a constant text for a part that is not known
MOST = 40  # constants of one value
_WIDE = 400  # containers, and elements of one container, whose taints are looked at
_LONG = 160  # characters of a dotted name
_OPTIONS = 4  # things that one value may refer to


class Kind(StrEnum):
    """Where a value comes from, or what was done to it."""

    CREDENTIAL = "credential"
    ENVIRONMENT = "environment"
    SECRET = "secret variable"  # noqa: S105 - the name of a kind
    REMOTE = "remote"
    HOST = "host"
    CAPTURE = "capture"
    FILE = "file"
    DECODED = "decoded"
    ENCODED = "encoded"
    BUILT = "built name"
    WALK = "many files"


class Taint(NamedTuple):
    """One origin of a value: its kind, and the path, host, variable or encoding that people are told."""

    kind: Kind
    detail: str


CLEAN: frozenset[Taint] = frozenset()


class Value:
    """What may be known of one value. Never changed once made; the containers it refers to are."""

    __slots__ = ("consts", "ref", "taints")

    def __init__(self, consts: tuple[object, ...] = (), taints: frozenset[Taint] = CLEAN, ref: Ref = None) -> None:
        self.consts = consts
        self.taints = taints
        self.ref = ref

    def with_taints(self, taints: frozenset[Taint]) -> Value:
        """The same value, with these origins as well."""
        return self if taints <= self.taints else Value(self.consts, self.taints | taints, self.ref)

    @property
    def one(self) -> object:
        """Its constant, where there is exactly one; else `HOLE` in a set of its own, which equals no constant."""
        return self.consts[0] if len(self.consts) == 1 else _NOTHING

    @property
    def texts(self) -> tuple[str, ...]:
        """The constants that are text, and bytes that read as text."""
        found = []
        for const in self.consts:
            if isinstance(const, str):
                found.append(const)
            elif isinstance(const, bytes | bytearray):
                found.append(const.decode("utf-8", "replace"))
        return tuple(found)

    @property
    def text(self) -> str:
        """Its one text, or the first of several; empty where none is known."""
        texts = self.texts
        return texts[0] if texts else ""


_NOTHING = frozenset({HOLE})


@dataclass(slots=True, eq=False)
class Items:
    """A list, tuple, set or dictionary: elements by position or key, and `rest`, the join of those without a place."""

    seq: list[Value] = field(default_factory=list)
    keys: dict[Any, Value] = field(default_factory=dict)
    rest: Value | None = None
    mapping: bool = False

    def all(self) -> list[Value]:
        """Every element that is known of."""
        found = [*self.seq, *self.keys.values()]
        return [*found, self.rest] if self.rest else found

    def add(self, value: Value) -> None:
        """Put in an element at no known place."""
        self.rest = join(self.rest, value) if self.rest else value


@dataclass(slots=True, eq=False)
class Thing:
    """An object of a library: the dotted name of what made it, with which arguments, and what was put in since."""

    name: str
    call: Call | None = None
    taints: frozenset[Taint] = CLEAN
    target: str = ""


@dataclass(slots=True, eq=False)
class Member:
    """An attribute of a value whose class is not known."""

    owner: Value
    attr: str

    @property
    def dotted(self) -> str:
        """`requests.Session().post`; begins with a dot where the owner is not known."""
        return f"{name_of(self.owner.ref)}.{self.attr}"[-_LONG:]


@dataclass(slots=True, eq=False)
class Function:
    """A function, lambda or method of the program, and the object that it is bound to."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    defaults: dict[str, Value] = field(default_factory=dict)
    bound: Value | None = None
    piece: Piece | None = None


@dataclass(slots=True, eq=False)
class Class:
    """A class of the program: the names in its body and what it derives from."""

    name: str
    members: Scope
    bases: tuple[Value, ...] = ()
    fields: tuple[str, ...] = ()
    made: Instance | None = None


@dataclass(slots=True, eq=False)
class Instance:
    """All objects of one class, taken as one."""

    of: Class
    attrs: dict[str, Value] = field(default_factory=dict)
    values: Items = field(default_factory=Items)


@dataclass(slots=True, eq=False)
class Partial:
    """A callable with some of its arguments given."""

    callee: Value
    args: tuple[Value, ...]
    kwargs: dict[str, Value]


class Scope:
    """Names and their values. While a branch is looked at, what it binds stands in a layer of its own."""

    __slots__ = ("file", "globals", "layers", "outer", "parent")

    def __init__(self, parent: Scope | None = None, file: str = "") -> None:
        self.parent = parent
        self.layers: list[dict[str, Value]] = [{}]
        self.globals: Scope = parent.globals if parent else self
        self.outer: dict[str, Scope] = {}
        self.file: str = file or (parent.file if parent else "")

    def own(self, name: str) -> Value | None:
        """The value that a name has in this very scope."""
        for layer in reversed(self.layers):
            if name in layer:
                return layer[name]
        return None

    def get(self, name: str) -> Value | None:
        """The value of a name here or in a scope around."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.own(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def set(self, name: str, value: Value) -> None:
        """Bind a name; one declared global or nonlocal keeps what else it may be."""
        home = self.outer.get(name)
        if home is None:
            self.layers[-1][name] = value
            return
        before = home.own(name)
        home.layers[-1][name] = join(before, value) if before else value

    def merge(self, *branches: dict[str, Value]) -> None:
        """Take in what branches bound, any one of which may have been taken."""
        for name in dict.fromkeys(name for branch in branches for name in branch):
            before = self.own(name)
            values = [branch.get(name, before) for branch in branches]
            self.layers[-1][name] = join_all(value for value in values if value is not None)


@dataclass(slots=True, eq=False)
class Call:
    """One call: what is called, with which values, and where it stands."""

    name: str
    args: list[Value]
    kwargs: dict[str, Value]
    node: ast.AST
    owner: Value | None = None

    def arg(self, index: int, *names: str) -> Value:
        """The argument at a position, or by one of its names; `UNKNOWN` where it is not given."""
        for name in names:
            if name in self.kwargs:
                return self.kwargs[name]
        return self.args[index] if 0 <= index < len(self.args) else UNKNOWN

    def given(self) -> list[Value]:
        """All arguments."""
        return [*self.args, *self.kwargs.values()]


Ref: TypeAlias = "str | Items | Thing | Member | Function | Class | Instance | Partial | tuple[Ref, ...] | Scope | None"

UNKNOWN = Value()


def constant(const: object, taints: frozenset[Taint] = CLEAN) -> Value:
    """A value of which all is known."""
    return Value((const,), taints)


def name_of(ref: Ref) -> str:
    """The dotted name of what a value refers to; empty for the program's own things and for what is not known."""
    if isinstance(ref, str):
        return ref
    if isinstance(ref, Thing):
        return ref.name
    if isinstance(ref, Member):
        return ref.dotted
    if isinstance(ref, tuple):
        return next((name for name in map(name_of, ref) if name), "")
    return ""


def join(left: Value, right: Value) -> Value:
    """A value that may be either of two."""
    if left is right or right is UNKNOWN:
        return left
    if left is UNKNOWN:
        return right
    return Value(_union(left.consts, right.consts), left.taints | right.taints, _either(left.ref, right.ref))


def join_all(values: Iterable[Value]) -> Value:
    """A value that may be any of several."""
    parts = [value for value in values if value is not UNKNOWN]
    if len(parts) <= 2:  # noqa: PLR2004 - two are joined as two
        return join(*parts, *[UNKNOWN] * (2 - len(parts)))
    ref: Ref = None
    for part in parts:
        ref = _either(ref, part.ref)
    consts = _distinct(const for part in parts for const in part.consts)
    return Value(consts, CLEAN.union(*(part.taints for part in parts)), ref)


def _union(left: tuple[object, ...], right: tuple[object, ...]) -> tuple[object, ...]:
    if not right or (left == right and [*map(type, left)] == [*map(type, right)]):
        return left
    return _distinct((*left, *right)) if left else right


def _distinct(consts: Iterable[object]) -> tuple[object, ...]:
    """Different constants, the first of them where they are many; what has no hash is kept once."""
    seen: dict[object, object] = {}
    for const in consts:
        try:
            seen.setdefault((type(const), const), const)
        except TypeError:
            seen.setdefault(type(const), const)
        if len(seen) >= MOST:
            break
    return tuple(seen.values())


def _either(left: Ref, right: Ref) -> Ref:
    if left is None or left is right or left == right:
        return right
    if right is None:
        return left
    if isinstance(left, Items) and isinstance(right, Items):
        return Items(keys={**left.keys, **right.keys}, rest=_mixed([*left.all(), *right.all()]), mapping=left.mapping)
    options = (*(left if isinstance(left, tuple) else (left,)), *(right if isinstance(right, tuple) else (right,)))
    return tuple(dict.fromkeys(options))[:_OPTIONS]


def _mixed(parts: list[Value]) -> Value:
    """Any of several elements. Containers within are not joined in their turn: they may hold each other."""
    consts = _distinct(const for part in parts for const in part.consts)
    ref = next((part.ref for part in parts if part.ref is not None), None)
    return Value(consts, CLEAN.union(*(part.taints for part in parts)), ref)


def taints_of(value: Value) -> frozenset[Taint]:
    """The origins of a value and of all that it holds, each container looked at once."""
    ref = value.ref
    if ref is None or isinstance(ref, str):
        return value.taints
    found, waiting, seen = set(value.taints), [ref], {id(ref)}
    while waiting and len(seen) < _WIDE:
        held = waiting.pop()
        found |= _own_taints(held)
        for part in _parts(held):
            found |= part.taints
            if part.ref is not None and not isinstance(part.ref, str) and id(part.ref) not in seen:
                seen.add(id(part.ref))
                waiting.append(part.ref)
    return frozenset(found)


def _own_taints(ref: Ref) -> frozenset[Taint]:
    return ref.taints if isinstance(ref, Thing) else CLEAN


def _parts(ref: Ref) -> list[Value]:
    if isinstance(ref, Items):
        return ref.all()[:_WIDE]
    if isinstance(ref, Instance):
        return [*ref.attrs.values(), *ref.values.all()][:_WIDE]
    if isinstance(ref, Partial):
        return [*ref.args, *ref.kwargs.values()]
    return []
