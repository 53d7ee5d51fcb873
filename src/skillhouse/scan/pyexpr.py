"""Python expressions to values: constants worked out, names resolved, origins carried along."""

from __future__ import annotations

import ast
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skillhouse.scan import pyfold, pyliteral
from skillhouse.scan.pylookup import Lookup
from skillhouse.scan.pyshape import concrete, element, elements, stringlike
from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Function,
    Items,
    Kind,
    Taint,
    Value,
    constant,
    join,
    join_all,
    name_of,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["Evaluator"]

_XORED = frozenset({Taint(Kind.DECODED, "xor")})
_DEEPEST = 120
_PAIRS = 64  # combinations of the constants of two operands


class Evaluator(Lookup):
    """Answers what may be known of an expression."""

    def __init__(self, piece: Piece, context: Context) -> None:
        super().__init__(piece, context)
        self.too_deep = False
        self._nested = 0
        self._constants: dict[ast.expr, Value] = {}
        self._handlers: dict[type[ast.expr], Callable[[Any], Value]] = {
            kind: getattr(self, name) for kind, name in _HANDLERS.items()
        }

    def value(self, node: ast.expr) -> Value:
        """What may be known of an expression."""
        self.spend()
        if node in self._constants:
            return self._constants[node]
        if self._nested > _DEEPEST:
            self.too_deep = True
            return UNKNOWN
        self._nested += 1
        handler = self._handlers.get(type(node))
        result = handler(node) if handler else UNKNOWN
        self._nested -= 1
        return result

    def _constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, str | bytes):
            pyliteral.look(self, node, node.value)
        made = self._constants[node] = constant(node.value)
        return made

    def _name(self, node: ast.Name) -> Value:
        found = self.scope.get(node.id)
        return found if found is not None else self.free_name(node.id)

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.value(node.value), node.attr, node)

    def _subscript(self, node: ast.Subscript) -> Value:
        return self.subscript(self.value(node.value), self.value(node.slice), node)

    def _slice(self, node: ast.Slice) -> Value:
        bounds = [self.value(part) if part else constant(None) for part in (node.lower, node.upper, node.step)]
        if all(isinstance(bound.one, int | None) for bound in bounds):
            return constant(slice(*(bound.one for bound in bounds)))
        return UNKNOWN

    def _binary(self, node: ast.BinOp) -> Value:
        # A text in a thousand pieces is one chain to the left: it is walked, not recursed into.
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        result = self.value(chain[-1].left)
        for link in reversed(chain):
            self.spend()
            result = self.operate(type(link.op), result, self.value(link.right))
        if len(result.consts) == 1 and isinstance(result.consts[0], str):
            pyliteral.look_folded(self, node, result.consts[0])
        return result

    def operate(self, op: type[ast.operator], left: Value, right: Value) -> Value:
        """The result of an operator on two values."""
        if isinstance(left.ref, Items):
            made = self._on_items(op, left, left.ref, right)
            if made is not None:
                return made
        taints = left.taints | right.taints if left.taints or right.taints else CLEAN
        if op is ast.Div and (name_of(left.ref) == "pathlib.Path()" or name_of(right.ref) == "pathlib.Path()"):
            return self.join_path([left, right]).with_taints(taints)
        if op is ast.Mod and left.texts:
            return self._percent(left, right)
        if op is ast.Add:
            left, right = stringlike(left, right)
        if op is ast.BitXor:
            taints |= _XORED
        if not left.consts or not right.consts:
            return (
                Value((), taints | taints_of(left) | taints_of(right)) if left.ref or right.ref or taints else UNKNOWN
            )
        pairs = list(product(left.consts, right.consts))[:_PAIRS]
        found = [pyfold.binary(op, one, other) for one, other in pairs]
        return join_all(constant(const, taints) for const in found if const is not pyfold.NO).with_taints(taints)

    def _on_items(self, op: type[ast.operator], left: Value, items: Items, right: Value) -> Value | None:
        if op in {ast.Add, ast.BitOr} and isinstance(right.ref, Items):
            other = right.ref
            rest = join_all([part for part in (items.rest, other.rest) if part])
            made = Items(
                [*items.seq, *other.seq],
                {**items.keys, **other.keys},
                rest if items.rest or other.rest else None,
                items.mapping or other.mapping,
            )
            return Value((), left.taints | right.taints, made)
        if op is ast.Mult and isinstance(right.one, int) and len(items.seq) * right.one <= _DEEPEST:
            return Value((), left.taints, Items(items.seq * right.one, rest=items.rest))
        return None

    def _percent(self, left: Value, right: Value) -> Value:
        arguments: object = HOLE
        if isinstance(right.ref, Items):
            arguments = concrete(right, HOLE)
        elif right.consts:
            arguments = right.consts[0]
        made = [pyfold.percent(const, arguments) for const in left.consts if isinstance(const, str | bytes)]
        return Value(tuple(const for const in made if const is not pyfold.NO), left.taints | taints_of(right))

    def join_text(self, left: Value, right: Value) -> Value:
        """Two texts, one after the other."""
        return self.operate(ast.Add, left, right)

    def join_path(self, parts: list[Value]) -> Value:
        """A `pathlib` path of several parts."""
        texts = [part.texts or (HOLE,) for part in parts]
        taints = frozenset[Taint]().union(*(part.taints for part in parts))
        paths = dict.fromkeys(path_of(choice) for choice in list(product(*texts))[:_PAIRS])
        return Value(tuple(paths), taints, "pathlib.Path()")

    def _unary(self, node: ast.UnaryOp) -> Value:
        operand = self.value(node.operand)
        made = (pyfold.unary(type(node.op), const) for const in operand.consts)
        return Value(tuple(const for const in made if const is not pyfold.NO))

    def _truth(self, node: ast.BoolOp) -> Value:
        return join_all([self.value(part) for part in node.values])

    def _compare(self, node: ast.Compare) -> Value:
        values = [self.value(part) for part in (node.left, *node.comparators)]
        truth: object = True
        for op, left, right in zip(node.ops, values, values[1:], strict=False):
            held = concrete(right, None) if isinstance(right.ref, Items) else None
            other = right.one if held is None else held
            known = len(left.consts) == 1 and (len(right.consts) == 1 or held is not None)
            found = pyfold.compare(type(op), left.one, other) if known else pyfold.NO
            if found is pyfold.NO:
                return UNKNOWN
            truth = truth and found
        return constant(bool(truth))

    def _choice(self, node: ast.IfExp) -> Value:
        test = self.value(node.test)
        yes, no = self.value(node.body), self.value(node.orelse)
        if len(test.consts) == 1 and self.exact:
            return yes if test.one else no
        return join(yes, no)

    def _joined(self, node: ast.JoinedStr) -> Value:
        result = constant("")
        for part in node.values:
            result = self.operate(ast.Add, result, self._piece(part))
        for text in result.texts[:1]:
            pyliteral.look_folded(self, node, text)
        return result

    def _piece(self, node: ast.expr) -> Value:
        if not isinstance(node, ast.FormattedValue):
            return self.value(node)
        inner = self.value(node.value)
        template = ""
        if node.format_spec:
            template = self.value(node.format_spec).text
        texts = []
        for const in inner.consts:
            made = pyfold.method(f"{{:{template}}}", "format", [const], {})
            texts.append(made if isinstance(made, str) else HOLE)
        return Value(tuple(texts) or (HOLE,), taints_of(inner))

    def _sequence(self, node: ast.List | ast.Tuple | ast.Set) -> Value:
        items = Items()
        for part in node.elts:
            if not isinstance(part, ast.Starred):
                items.seq.append(self.value(part))
                continue
            spread = self.value(part.value)
            known = elements(spread)
            if known is None:
                items.add(element(spread))
            else:
                items.seq.extend(known)
        return Value((), CLEAN, items)

    def _dictionary(self, node: ast.Dict) -> Value:
        items = Items(mapping=True)
        taints = CLEAN
        for key, part in zip(node.keys, node.values, strict=True):
            held = self.value(part)
            if key is None:
                taints |= self._spread(items, held)
                continue
            name = self.value(key)
            if len(name.consts) == 1:
                items.keys[name.consts[0]] = held
            else:
                items.add(held.with_taints(name.taints))
        return Value((), taints, items)

    def _spread(self, items: Items, held: Value) -> frozenset[Taint]:
        if isinstance(held.ref, Items):
            items.keys.update(held.ref.keys)
            if held.ref.rest:
                items.add(held.ref.rest)
        return held.taints

    def _lambda(self, node: ast.Lambda) -> Value:
        return self.function(node)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Value:
        """A function of the program, with the values of its defaults."""
        spec = node.args
        names = [arg.arg for arg in (*spec.posonlyargs, *spec.args)]
        defaults = {
            name: self.value(part)
            for name, part in zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True)
        }
        only = zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
        defaults |= {arg.arg: self.value(part) for arg, part in only if part}
        return Value((), CLEAN, Function(node, self.scope, defaults, None, self.piece))

    def _named_expr(self, node: ast.NamedExpr) -> Value:
        held = self.value(node.value)
        self.scope.set(node.target.id, held)
        return held

    def _inner(self, node: ast.Await | ast.Starred) -> Value:
        return self.value(node.value)


def path_of(parts: tuple[str, ...]) -> str:
    """Parts joined as `os.path.join` does: an absolute part begins anew."""
    result = ""
    for part in parts:
        if part.startswith(("/", "~")) or not result:
            result = part
        else:
            result = f"{result.rstrip('/')}/{part.removeprefix('./')}"
    return result


_HANDLERS: Mapping[type[ast.expr], str] = MappingProxyType(
    {
        ast.Constant: "_constant",
        ast.Name: "_name",
        ast.Attribute: "_attribute",
        ast.Subscript: "_subscript",
        ast.Slice: "_slice",
        ast.BinOp: "_binary",
        ast.UnaryOp: "_unary",
        ast.BoolOp: "_truth",
        ast.Compare: "_compare",
        ast.IfExp: "_choice",
        ast.JoinedStr: "_joined",
        ast.List: "_sequence",
        ast.Tuple: "_sequence",
        ast.Set: "_sequence",
        ast.Dict: "_dictionary",
        ast.Lambda: "_lambda",
        ast.NamedExpr: "_named_expr",
        ast.Await: "_inner",
        ast.Starred: "_inner",
        ast.Call: "_call",
        ast.ListComp: "_comprehension",
        ast.SetComp: "_comprehension",
        ast.GeneratorExp: "_comprehension",
        ast.DictComp: "_comprehension",
        ast.Yield: "_yield",
        ast.YieldFrom: "_yield_from",
    }
)
