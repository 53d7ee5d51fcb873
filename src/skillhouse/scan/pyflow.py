"""Python statements in order: branches and loops taken, functions that nothing calls looked at last."""

from __future__ import annotations

import ast
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from skillhouse.scan.pydefine import Definer
from skillhouse.scan.pylookup import decorators
from skillhouse.scan.pyshape import element, elements
from skillhouse.scan.pyvalue import (
    CLEAN,
    Class,
    Function,
    Instance,
    Items,
    Scope,
    Value,
    constant,
    join,
    join_all,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.pysource import Source

__all__ = ["Interpreter"]

_SHORT = 100  # elements of a loop that is always followed through
_LOOKED = 300  # nodes of a longer loop that are searched for what builds texts
_ROUNDS = 1_000  # of a loop whose condition is known
_NEXT, _BREAK, _CONTINUE, _RETURN = "next", "break", "continue", "return"


def _leaves_out(test: ast.expr) -> bool:
    """Whether a condition says what not to take, or names in a list of its own what to take."""
    if isinstance(test, ast.BoolOp):
        return all(map(_leaves_out, test.values))
    compares = isinstance(test, ast.Compare) and all(isinstance(one, ast.NotIn | ast.NotEq) for one in test.ops)
    listed = isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and isinstance(test.ops[0], ast.In)
    return compares or listed or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


_Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class Interpreter(Definer):
    """Runs over the statements of one piece without running them."""

    def __init__(self, piece: Piece, context: Context) -> None:
        super().__init__(piece, context)
        self._visited: set[int] = set()
        self._building: dict[int, bool] = {}
        self._statements: dict[type[ast.stmt], Callable[[Any], object]] = {
            kind: getattr(self, name) for kind, name in _STATEMENTS.items()
        }

    def run(self, source: Source) -> None:
        """The module from top to bottom, and then each function that nothing in it calls."""
        for line, command in source.commands:
            self.shell(command, ast.Pass(lineno=line, col_offset=0))
        scope, piece = self.scope, self.piece
        for statement in source.tree.body if source.tree else ():
            self._guarded(scope, piece, partial(self.run_body, [statement]))
        for function, of in self._uncalled():
            self._guarded(scope, piece, partial(self._alone, function, of))

    def _guarded(self, scope: Scope, piece: Piece, look: Callable[[], object]) -> None:
        """One statement or function: whatever it nests, the next one is looked at all the same."""
        try:
            look()
        except RecursionError:
            self.too_deep = True
            self.reset(scope, piece)

    def _alone(self, function: Function, of: Class | None) -> None:
        bound = self._bound(function, of)
        self.run_function(function, [bound] if bound else [], {})

    def _uncalled(self) -> Iterator[tuple[Function, Class | None]]:
        # Methods come twice: what one puts into the object, another may send away, in whatever order they stand.
        for function, of in self.defined:
            if id(function.node) not in self.invoked or of is not None:
                yield function, of
        for value in list(self.scope.layers[0].values()):
            if isinstance(value.ref, Function) and id(value.ref.node) not in self.invoked:
                yield value.ref, None
        for function, of in list(self.defined):
            if of is not None and of.made is not None and taints_of(Value((), CLEAN, of.made)):
                yield function, of

    def _bound(self, function: Function, of: Class | None) -> Value | None:
        if of is None or "staticmethod" in decorators(function.node):
            return None
        of.made = of.made or Instance(of)
        return Value((), CLEAN, of.made)

    def run_body(self, body: Sequence[ast.stmt]) -> object:
        """Look at statements in order; answers what ended them: the end, `break`, `continue` or `return`."""
        for statement in body:
            self.spend()
            handler = self._statements.get(type(statement))
            ended = handler(statement) if handler else None
            if ended is not None:
                return ended
        return None

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, self.value(node.value))

    def _augmented(self, node: ast.AugAssign) -> None:
        before, added = self.value(_loaded(node.target)), self.value(node.value)
        if isinstance(before.ref, Items) and isinstance(node.op, ast.Add):
            known = elements(added)
            if known is not None and before.ref.rest is None:
                before.ref.seq.extend(known)
            else:
                before.ref.add(element(added))
            return
        made = self.operate(type(node.op), before, added)
        if isinstance(node.target, ast.Attribute):
            owner = self.value(node.target.value)
            if isinstance(owner.ref, Instance):
                owner.ref.attrs[node.target.attr] = made
                return
        self.bind(node.target, made)

    def branch(self, body: Sequence[ast.stmt]) -> tuple[dict[str, Value], object]:
        """What a body binds, kept apart, and what ended it."""
        self.scope.layers.append({})
        ended = self.run_body(body)
        return self.scope.layers.pop(), ended

    def _if(self, node: ast.If) -> object:
        test = self.value(node.test)
        if self.exact and len(test.consts) == 1:
            taken, other = (node.body, node.orelse) if test.one else (node.orelse, node.body)
            if other and id(other) not in self._visited:
                self._visited.add(id(other))
                self.branch(other)
            return self.run_body(taken)
        yes, ended = self.branch(node.body)
        no, otherwise = self.branch(node.orelse)
        self.scope.merge(yes, no)
        return ended if ended == otherwise else None

    def _for(self, node: ast.For | ast.AsyncFor) -> object:
        return self.loop(node.target, self.value(node.iter), lambda: self.run_body(node.body), node) or self.run_body(
            node.orelse
        )

    def _builds(self, node: ast.AST) -> bool:
        """Whether a loop puts something together sign by sign, so that it is worth being followed to its end."""
        if id(node) not in self._building:
            self._building[id(node)] = any(_is_building(part) for part in islice(ast.walk(node), _LOOKED))
        return self._building[id(node)]

    def loop(self, target: ast.expr, over: Value, body: Callable[[], object], node: ast.AST) -> object:
        """Run a body for each element where they are known, else once for any of them. Answers `return` if all did."""
        known = elements(over)
        if known and not self.tired and (len(known) <= _SHORT or self._builds(node)):
            with self.exactly():
                for at, part in enumerate(known):
                    if self.tired:
                        self._once(target, join_all(known[at:]), body)
                        return None
                    self.bind(target, part)
                    ended = body()
                    if ended in {_BREAK, _RETURN}:
                        return _RETURN if ended == _RETURN else None
            return None
        self._once(target, element(over), body)
        return None

    def _once(self, target: ast.expr, part: Value, body: Callable[[], object]) -> None:
        # Twice: what the end of a body leaves may reach its beginning.
        for _ in range(1 if self.tired else 2):
            self.scope.layers.append({})
            self.bind(target, part)
            body()
            self.scope.merge(self.scope.layers.pop(), {})

    def _while(self, node: ast.While) -> object:
        test = self.value(node.test)
        if len(test.consts) == 1 and not isinstance(node.test, ast.Constant):
            ended = self._counted(node)
            if ended is not _NEXT:
                return ended
        for _ in range(1 if self.tired else 2):
            bound, _ended = self.branch(node.body)
            self.scope.merge(bound, {})
        return self.run_body(node.orelse)

    def _counted(self, node: ast.While) -> object:
        """A loop whose condition is known each time; `next` where that ends being so."""
        with self.exactly():
            for _ in range(_ROUNDS):
                test = self.value(node.test)
                if len(test.consts) != 1 or self.tired:
                    return _NEXT
                if not test.one:
                    return None
                ended = self.run_body(node.body)
                if ended in {_BREAK, _RETURN}:
                    return _RETURN if ended == _RETURN else None
        return _NEXT

    def _comprehension(self, node: _Comprehension) -> Value:
        items = Items(mapping=isinstance(node, ast.DictComp))
        before = self.scope
        self.scope = Scope(before)
        self._generate(node, 0, items)
        self.scope = before
        return Value((), CLEAN, items)

    def _generate(self, node: _Comprehension, at: int, into: Items) -> None:
        if at == len(node.generators):
            self._produce(node, into)
            return
        part = node.generators[at]
        self.sorting_out = isinstance(node, ast.DictComp) and any(map(_leaves_out, part.ifs))
        over = self.value(part.iter)
        self.sorting_out = False
        sure = elements(over) is not None

        def body() -> None:
            tests = [self.value(test) for test in part.ifs]
            if any(len(test.consts) == 1 and not test.one for test in tests):
                return
            inner = into if sure and all(len(test.consts) == 1 for test in tests) else Items(mapping=into.mapping)
            self._generate(node, at + 1, inner)
            for held in inner.all() if inner is not into else ():
                into.add(held)

        self.loop(part.target, over, body, node)

    def _produce(self, node: _Comprehension, into: Items) -> None:
        if not isinstance(node, ast.DictComp):
            into.seq.append(self.value(node.elt))
            return
        key, held = self.value(node.key), self.value(node.value)
        self._put(into, key, held.with_taints(key.taints))

    def _try(self, node: ast.Try) -> object:
        ended = self.run_body(node.body)
        branches = [self.branch(handler.body)[0] for handler in node.handlers]
        self.scope.merge({}, *branches)
        if ended is None:
            ended = self.run_body(node.orelse)
        return self.run_body(node.finalbody) or ended

    def _with(self, node: ast.With | ast.AsyncWith) -> object:
        for item in node.items:
            held = self.value(item.context_expr)
            if isinstance(held.ref, Instance):
                enter = self.attribute(held, "__enter__", node)
                held = self.apply(enter, [], {}, node) if isinstance(enter.ref, Function) else held
            elif isinstance(held.ref, Items) and held.ref.seq and isinstance(item.context_expr, ast.Call):
                held = held.ref.seq[0]
            if item.optional_vars:
                self.bind(item.optional_vars, held)
        return self.run_body(node.body)

    def _match(self, node: ast.Match) -> None:
        subject = self.value(node.subject)
        branches = []
        for case in node.cases:
            self.scope.layers.append({})
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name:
                    self.scope.set(part.name, join(subject, element(subject)))
            self.run_body(case.body)
            branches.append(self.scope.layers.pop())
        self.scope.merge({}, *branches)

    def _return(self, node: ast.Return) -> object:
        self.answer(self.value(node.value) if node.value else constant(None))
        return _RETURN

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _raise(self, node: ast.Raise) -> object:
        for part in (node.exc, node.cause):
            if part is not None:
                self.value(part)
        return None

    def _assert(self, node: ast.Assert) -> None:
        self.value(node.test)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self.value(target.value)

    def _break(self, _node: ast.Break) -> object:
        return _BREAK

    def _continue(self, _node: ast.Continue) -> object:
        return _CONTINUE


_STATEMENTS: Mapping[type[ast.stmt], str] = MappingProxyType(
    {
        ast.Assign: "_assign",
        ast.AnnAssign: "_annotated",
        ast.AugAssign: "_augmented",
        ast.If: "_if",
        ast.For: "_for",
        ast.AsyncFor: "_for",
        ast.While: "_while",
        ast.Try: "_try",
        ast.TryStar: "_try",
        ast.With: "_with",
        ast.AsyncWith: "_with",
        ast.Match: "_match",
        ast.FunctionDef: "_function",
        ast.AsyncFunctionDef: "_function",
        ast.ClassDef: "_class",
        ast.Import: "_import",
        ast.ImportFrom: "_import_from",
        ast.Global: "_outer",
        ast.Nonlocal: "_outer",
        ast.Return: "_return",
        ast.Expr: "_expression",
        ast.Raise: "_raise",
        ast.Assert: "_assert",
        ast.Delete: "_delete",
        ast.Break: "_break",
        ast.Continue: "_continue",
    }
)


def _loaded(target: ast.Name | ast.Attribute | ast.Subscript) -> ast.expr:
    """A target of `+=` as the expression that is read first: the node says the same either way."""
    return target


_BUILDERS = frozenset({"chr", "ord", "int", "bytes", "bytearray", "join", "append", "fromhex", "to_bytes", "unhexlify"})


def _is_building(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in _BUILDERS
    return isinstance(node, ast.BitXor | ast.Subscript)
