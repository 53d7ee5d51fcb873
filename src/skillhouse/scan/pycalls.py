"""Calls: functions and classes of the program followed with what they are given, libraries handed to their models."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

from skillhouse.scan.pyexpr import Evaluator
from skillhouse.scan.pyfiles import read_by_name, saved_by_name
from skillhouse.scan.pyliteral import handed
from skillhouse.scan.pymodels import model_of
from skillhouse.scan.pynames import words
from skillhouse.scan.pyrun import DANGEROUS, hidden
from skillhouse.scan.pyshape import element, elements
from skillhouse.scan.pyvalue import (
    CLEAN,
    UNKNOWN,
    Call,
    Class,
    Function,
    Instance,
    Items,
    Member,
    Partial,
    Scope,
    Thing,
    Value,
    constant,
    join,
    join_all,
    name_of,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.pyvalue import Taint

__all__ = ["Caller"]

_DEEPEST = 12  # functions within functions
_OPTIONS = 4
# What calls a function that it is handed.
_STARTERS = frozenset(words("Thread Timer Process submit apply apply_async start_new_thread run_in_executor"))
_LONGEST_NAME = 160
_TIMES = 4  # that a function is followed for values that bring nothing new
_SAVED = 2_000  # answers that are kept for the same call


class Caller(Evaluator):
    """Evaluates calls."""

    def __init__(self, piece: Piece, context: Context) -> None:
        super().__init__(piece, context)
        self.invoked: set[int] = set()
        self._stack: list[int] = []
        self._returns: list[list[Value]] = [[]]
        self._yields: list[list[Value]] = [[]]
        self._saved: dict[object, Value] = {}
        self._times: Counter[int] = Counter()
        self._carried: dict[int, frozenset[Taint]] = {}
        self._answers: dict[int, Value] = {}

    def reset(self, scope: Scope, piece: Piece) -> None:
        """Begin anew after something that nested too deep: the scope and piece of the module, and no call at work."""
        self.scope, self.piece = scope, piece
        self.deep = self.exact = self.hooks = self._nested = 0
        self._stack, self._returns, self._yields = [], [[]], [[]]

    def run_body(self, body: Sequence[ast.stmt]) -> object:
        """Look at statements in order. Overridden by the interpreter of statements."""
        raise NotImplementedError(type(body))

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self._super()
        callee = self.value(node.func)
        args: list[Value] = []
        for part in node.args:
            if isinstance(part, ast.Starred):
                given = self.value(part.value)
                args.extend(elements(given) or [element(given)])
            else:
                args.append(self.value(part))
        kwargs: dict[str, Value] = {}
        for word in node.keywords:
            held = self.value(word.value)
            if word.arg is not None:
                kwargs[word.arg] = held
            elif isinstance(held.ref, Items):
                kwargs.update({str(key): part for key, part in held.ref.keys.items()})
            else:
                kwargs["**"] = held
        return self.apply(callee, args, kwargs, node)

    def _super(self) -> Value:
        """`super()`: the object itself, as its classes' bases see it."""
        bound = self.scope.get("self") or UNKNOWN
        if not isinstance(bound.ref, Instance):
            return UNKNOWN
        bases = bound.ref.of.bases
        inner = [base.ref for base in bases if isinstance(base.ref, Class)]
        if inner:
            return Value((), CLEAN, Instance(inner[0], bound.ref.attrs, bound.ref.values))
        return Value((), CLEAN, f"{name_of(bases[0].ref)}()" if bases else None)

    def apply(self, callee: Value, args: list[Value], kwargs: dict[str, Value], node: ast.AST) -> Value:
        """What calling a value answers."""
        self.spend()
        ref = callee.ref
        if isinstance(ref, str | Member):
            return self._external(callee, args, kwargs, node)
        if isinstance(ref, Function):
            return self._invoke(ref, args, kwargs)
        if isinstance(ref, Class):
            return self._instance(ref, args, kwargs, node)
        if isinstance(ref, tuple):
            options = [Value((), callee.taints, option) for option in ref[:_OPTIONS]]
            return join_all([self.apply(option, args, kwargs, node) for option in options])
        return self._object(callee, args, kwargs, node)

    def _object(self, callee: Value, args: list[Value], kwargs: dict[str, Value], node: ast.AST) -> Value:
        """An object that is called, or something of which nothing is known."""
        ref = callee.ref
        if isinstance(ref, Partial):
            return self.apply(ref.callee, [*ref.args, *args], {**ref.kwargs, **kwargs}, node)
        if isinstance(ref, Instance):
            method = self.attribute(callee, "__call__", node)
            if isinstance(method.ref, Function):
                return self.apply(method, args, kwargs, node)
        if isinstance(ref, Thing):
            return self._external(Value((), callee.taints, Member(callee, "__call__")), args, kwargs, node)
        return self._opaque(callee, args, kwargs, node)

    def _opaque(self, callee: Value, args: list[Value], kwargs: dict[str, Value], node: ast.AST) -> Value:
        """A call of which nothing is known: its answer holds what it was given."""
        given = [*args, *kwargs.values()]
        taints = callee.taints.union(*(taints_of(part) for part in given))
        answer = self.call_back(args, kwargs, node)
        return answer.with_taints(taints) if taints or answer is not UNKNOWN else UNKNOWN

    def call_back(self, args: list[Value], kwargs: dict[str, Value], node: ast.AST, name: str = "") -> Value:
        """Functions that are handed over are called at some time, with what was handed over beside them."""
        given = [*args, *kwargs.values()]
        starts = "target" in kwargs or name.rpartition(".")[2] in _STARTERS
        found = [
            part for part in given if isinstance(part.ref, Function | Partial) or (starts and part.ref in DANGEROUS)
        ]
        if not found:
            return UNKNOWN
        beside = [part for part in args if part not in found]
        packed = kwargs.get("args")
        if packed is not None:
            beside = elements(packed) or [element(packed)]
        return join_all([self.apply(part, beside, {}, node) for part in found[:_OPTIONS]])

    def _external(self, callee: Value, args: list[Value], kwargs: dict[str, Value], node: ast.AST) -> Value:
        owner = callee.ref.owner if isinstance(callee.ref, Member) else None
        name = name_of(callee.ref)
        call = Call(name, args, kwargs, node, owner)
        if callee.taints:
            hidden(self, call, callee.taints)
        handed(self, call)
        model = model_of(call)
        answer = model(self, call) if model else None
        if answer is not None:
            return answer
        back = self.call_back(args, kwargs, node, name)
        taints = callee.taints.union(*(taints_of(part) for part in call.given()))
        taints |= read_by_name(self, call)
        # What a method of an object was given may come out of it again.
        if owner is not None and isinstance(owner.ref, Thing):
            owner.ref.taints |= taints
        saved_by_name(self, call, taints)
        thing = Thing(f"{name}()"[-_LONGEST_NAME:], call)
        return Value(back.consts, taints | back.taints, back.ref or thing)

    def _invoke(self, function: Function, args: list[Value], kwargs: dict[str, Value]) -> Value:
        mark = id(function.node)
        given = [*([function.bound] if function.bound else []), *args]
        taints = CLEAN.union(*(taints_of(part) for part in [*args, *kwargs.values()]))
        if self._stack.count(mark) > 1 or len(self._stack) >= _DEEPEST or self.tired:
            return Value((), taints)
        key = _key(mark, given, kwargs)
        if key in self._saved:
            return self._saved[key]
        known = bool(args) and all(part.consts and part.ref is None for part in [*args, *kwargs.values()])
        if not self.exact and not known:
            self._times[mark] += 1
            news = not taints <= self._carried.get(mark, CLEAN)
            times = _TIMES if any(map(_telling, [*args, *kwargs.values()])) else 1
            if self._times[mark] > times and not news:
                return self._answers.get(mark, UNKNOWN).with_taints(taints)
            self._carried[mark] = self._carried.get(mark, CLEAN) | taints
        with self.exactly() if known else self.deeper():
            answer = self.run_function(function, given, kwargs)
        self._answers[mark] = join(self._answers.get(mark, UNKNOWN), answer)
        if key is not None and len(self._saved) < _SAVED:
            self._saved[key] = answer
        return answer

    def run_function(self, function: Function, given: list[Value], kwargs: dict[str, Value]) -> Value:
        """Look at the body of a function in a scope of its own."""
        node, before, piece = function.node, self.scope, self.piece
        if not self.exact:
            self.invoked.add(id(node))
        self._stack.append(id(node))
        self._returns.append([])
        self._yields.append([])
        self.scope = Scope(function.scope)
        self.piece = function.piece or piece
        self._bind_arguments(function, given, kwargs)
        hooked = _is_install_command(given)
        self.hooks += hooked
        if isinstance(node, ast.Lambda):
            self._returns[-1].append(self.value(node.body))
        else:
            self.run_body(node.body)
        self.scope, self.piece = before, piece
        self.hooks -= hooked
        self._stack.pop()
        yields, returns = self._yields.pop(), self._returns.pop()
        return Value((), CLEAN, Items(yields)) if yields else join_all(returns)

    def _bind_arguments(self, function: Function, given: list[Value], kwargs: dict[str, Value]) -> None:
        spec = function.node.args
        names = [arg.arg for arg in (*spec.posonlyargs, *spec.args)]
        rest = kwargs.get("**", UNKNOWN)
        defaults = function.defaults
        for index, name in enumerate(names):
            held = given[index] if index < len(given) else kwargs.get(name, defaults.get(name, rest))
            self.scope.set(name, held)
        for arg in spec.kwonlyargs:
            self.scope.set(arg.arg, kwargs.get(arg.arg, defaults.get(arg.arg, rest)))
        if spec.vararg:
            self.scope.set(spec.vararg.arg, Value((), CLEAN, Items(given[len(names) :])))
        if spec.kwarg:
            others = {key: part for key, part in kwargs.items() if key not in names}
            self.scope.set(spec.kwarg.arg, Value((), CLEAN, Items(keys={**others}, mapping=True)))

    def _instance(self, made: Class, args: list[Value], kwargs: dict[str, Value], node: ast.AST) -> Value:
        instance = Instance(made)
        made.made = made.made or instance
        for base in made.bases:
            if isinstance(base.ref, str):
                instance.values.add(Value((), CLEAN.union(*(taints_of(part) for part in args))))
        answer = Value((), CLEAN, instance)
        start = self.attribute(answer, "__init__", node)
        if isinstance(start.ref, Function):
            self.apply(start, args, kwargs, node)
        else:
            instance.attrs.update(zip(made.fields, args, strict=False))
            instance.attrs.update(kwargs)
        return answer

    def _yield(self, node: ast.Yield) -> Value:
        self._yields[-1].append(self.value(node.value) if node.value else constant(None))
        return UNKNOWN

    def _yield_from(self, node: ast.YieldFrom) -> Value:
        inner = self.value(node.value)
        self._yields[-1].extend(elements(inner) or [element(inner)])
        return UNKNOWN

    def answer(self, value: Value) -> None:
        """A `return` of the function at hand."""
        self._returns[-1].append(value)


def _is_install_command(given: list[Value]) -> bool:
    """Whether a method belongs to a command that an installer runs by itself."""
    bound = given[0].ref if given else None
    if not isinstance(bound, Instance):
        return False
    names = [name_of(base.ref) for base in bound.of.bases]
    return any(name.startswith(("setuptools.", "distutils.")) and name.endswith(_COMMANDS) for name in names)


_COMMANDS = ("install", "develop", "egg_info", "install_lib", "install_scripts", "post_install", "build_py")


def _telling(value: Value) -> bool:
    """Whether a function may do something else for this argument than for one of which nothing is known."""
    return value.ref is not None or any(isinstance(const, str | bytes) for const in value.consts)


def _key(mark: int, given: list[Value], kwargs: dict[str, Value]) -> object:
    """What makes a call the same as another; None where it cannot be told, since containers change."""
    parts = [*given, *kwargs.values()]
    if any(isinstance(part.ref, Items) for part in parts):
        return None
    key = (mark, *kwargs, *((tuple(map(type, part.consts)), part.consts, part.taints, part.ref) for part in parts))
    try:
        hash(key)
    except TypeError:
        return None
    return key
