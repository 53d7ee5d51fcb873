"""Names, attributes and elements of a Python program: what each of them is."""

from __future__ import annotations

import ast
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan import pyfold, pyliteral
from skillhouse.scan.pynames import BUILTINS, CONSTANTS, KNOWN_MODULES, canonical
from skillhouse.scan.pystate import State
from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Class,
    Function,
    Instance,
    Items,
    Kind,
    Member,
    Scope,
    Taint,
    Thing,
    Value,
    constant,
    join_all,
    name_of,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.pyvalue import Ref

__all__ = ["Lookup", "decorators"]

_PAIRS = 64  # combinations of the constants of two operands
_REVERSED = frozenset({Taint(Kind.DECODED, "reversed text")})
_PATH_PARTS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "parent": lambda path: path.rpartition("/")[0] or ".",
        "name": lambda path: path.rpartition("/")[2],
        "stem": lambda path: path.rpartition("/")[2].partition(".")[0],
        "suffix": lambda path: "".join(path.rpartition("/")[2].rpartition(".")[1:]),
    }
)
_INNER = frozenset({"__globals__", "__init__", "load_module"})
_PATH_REFS: Mapping[str, str] = MappingProxyType({"parent": "pathlib.Path()"})
_ENVIRONMENT = Value((), frozenset({Taint(Kind.ENVIRONMENT, "the whole environment")}), "os.environ")


class Lookup(State):
    """Answers what a name, an attribute or an element is."""

    def __init__(self, piece: Piece, context: Context) -> None:
        super().__init__(piece, context)
        self.stars: list[str] = []

    def free_name(self, name: str) -> Value:
        """A name that the program does not bind."""
        if name in BUILTINS:
            return Value((), CLEAN, canonical(name))
        if name == "__file__":
            return constant(f"{HOLE}/{self.scope.file}")
        if name == "__name__":
            return constant("__main__")
        if name in {"__builtins__", "__builtin__"} or name in KNOWN_MODULES:
            return Value((), CLEAN, canonical(name))
        return Value((), CLEAN, canonical(f"{self.stars[-1]}.{name}")) if self.stars else UNKNOWN

    def attribute(self, owner: Value, attr: str, node: ast.AST) -> Value:
        """What an attribute of a value is."""
        ref = owner.ref
        if isinstance(ref, str):
            return self._named(owner, ref, attr)
        if isinstance(ref, tuple):
            return join_all(self.attribute(Value(owner.consts, owner.taints, option), attr, node) for option in ref)
        if attr in _INNER and "__subclasses__()" in name_of(ref):
            self.report(
                "SKS-OBF-HIDDEN-CMD", Severity.HIGH, "reaches for built-in functions by way of classes", node, attr
            )
        found = self._held(owner, ref, attr, node)
        if found is not None:
            return found
        inner = ref.taints if isinstance(ref, Thing) else CLEAN
        return Value((), owner.taints | inner, Member(owner, attr))

    def _held(self, owner: Value, ref: Ref, attr: str, node: ast.AST) -> Value | None:
        """An attribute of what the program itself defines, or of a file."""
        if isinstance(ref, Scope):
            return ref.get(attr) or UNKNOWN
        if isinstance(ref, Instance | Class):
            return self._lookup(owner, ref, attr, node)
        if isinstance(ref, Function) and attr == "__globals__":
            return Value((), CLEAN, ref.scope.globals)
        if isinstance(ref, Thing) and attr == "name" and ref.name == "open()":
            return constant(ref.target)
        return None

    def _named(self, owner: Value, ref: str, attr: str) -> Value:
        dotted = canonical(f"{ref}.{attr}")
        if dotted == "os.environ":
            return _ENVIRONMENT
        if dotted in CONSTANTS:
            return constant(CONSTANTS[dotted])
        if attr in {"__dict__", "__getattribute__"} and not ref.endswith("()"):
            return owner if attr == "__dict__" else Value((), CLEAN, f"{ref}.{attr}")
        if ref == "pathlib.Path()" and attr in _PATH_PARTS:
            return Value(tuple(_PATH_PARTS[attr](text) for text in owner.texts), owner.taints, _PATH_REFS.get(attr))
        if ref.endswith("()") or ref == "os.environ":
            return Value((), owner.taints, Member(owner, attr))
        return Value((), owner.taints, dotted)

    def _lookup(self, owner: Value, ref: Instance | Class, attr: str, node: ast.AST) -> Value | None:
        if isinstance(ref, Instance) and attr in ref.attrs:
            return ref.attrs[attr]
        if isinstance(ref, Instance) and attr == "__dict__":
            return Value((), CLEAN, Items(keys={**ref.attrs}, mapping=True))
        found = self._member(ref.of if isinstance(ref, Instance) else ref, attr)
        if found is None or not isinstance(found.ref, Function):
            return found
        return self._bind(found, found.ref, owner, node)

    def _bind(self, found: Value, function: Function, owner: Value, node: ast.AST) -> Value:
        marks = decorators(function.node)
        if "staticmethod" in marks or (isinstance(owner.ref, Class) and "classmethod" not in marks):
            return found
        bound = Function(function.node, function.scope, function.defaults, owner, function.piece)
        method = Value((), CLEAN, bound)
        if marks & {"property", "cached_property"}:
            return self.apply(method, [], {}, node)
        return method

    def _member(self, of: Class, attr: str, deep: int = 0) -> Value | None:
        found = of.members.own(attr)
        if found is not None or deep > _PAIRS:
            return found
        for base in of.bases:
            if isinstance(base.ref, Class):
                found = self._member(base.ref, attr, deep + 1)
            elif isinstance(base.ref, str):
                found = Value((), CLEAN, Member(Value((), CLEAN, f"{base.ref}()"), attr))
            if found is not None:
                return found
        return None

    def subscript(self, owner: Value, index: Value, node: ast.AST) -> Value:
        """What stands in a value at an index."""
        ref = owner.ref
        if ref == "os.environ":
            return pyliteral.variable(self, index, node)
        if isinstance(ref, Items):
            return self._item(ref, owner, index)
        if isinstance(ref, str | Scope) and index.text and name_of(ref) != "pathlib.Path()":
            return self._by_text(owner, ref, index.text, node)
        if owner.consts and index.consts:
            found = [pyfold.subscript(const, at) for const in owner.consts for at in index.consts][:_PAIRS]
            taints = owner.taints | (_REVERSED if _backwards(index.one) and owner.texts else CLEAN)
            return Value(tuple(const for const in found if const is not pyfold.NO), taints)
        return Value((), taints_of(owner), ref if isinstance(ref, Thing) else None)

    def _by_text(self, owner: Value, ref: str | Scope, text: str, node: ast.AST) -> Value:
        """`sys.modules["os"]`, `globals()["f"]`, `os.__dict__["system"]`: a name that is text."""
        if ref == "sys.modules":
            found = Value((), CLEAN, canonical(text))
        elif isinstance(ref, Scope):
            found = ref.get(text) or self.free_name(text)
        else:
            found = self.attribute(owner, text, node)
        spelt = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
        return found if spelt or not name_of(found.ref) else found.with_taints(frozenset({Taint(Kind.BUILT, text)}))

    def _item(self, items: Items, owner: Value, index: Value) -> Value:
        at = index.one
        if isinstance(at, slice) and not items.mapping and not items.rest:
            return Value((), owner.taints, Items(items.seq[at]))
        try:
            if at in items.keys:
                return items.keys[at].with_taints(owner.taints)
            if isinstance(at, int) and not items.mapping and items.rest is None:
                return items.seq[at].with_taints(owner.taints)
        except (TypeError, IndexError):
            pass
        return join_all(items.all()).with_taints(owner.taints)


def _backwards(index: object) -> bool:
    return isinstance(index, slice) and index.step == -1


def decorators(node: ast.AST) -> set[str]:
    """The last names of the decorators of a function."""
    found = set()
    for mark in getattr(node, "decorator_list", []):
        inner = mark.func if isinstance(mark, ast.Call) else mark
        found.add(inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", ""))
    return found
