"""JavaScript followed in thought: names, values, functions and where they flow (SCN-8). Nothing runs.

Each statement is looked at once, both branches of a condition one after the other; loops whose condition is known go
round a bounded number of times, since that is how texts are unscrambled. Functions are followed with what they are
called with, and once more with nothing known where nothing calls them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.scan.jsvalue import Function, Scope, Thing, Unit, alike, all_of, text
from skillhouse.scan.value import HOLE, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

    from skillhouse.scan import Context

__all__ = ["Flow"]

_NODE_STEPS = 2
_DEEPEST = 90
_DEEPEST_CALL = 6
_MOST_ROUNDS = 4096
_FUEL = 20_000
_HOISTED = frozenset({"function_declaration", "generator_function_declaration"})
_FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_expression",
        "function_declaration",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
        "function",
    }
)
_TYPES = frozenset(
    {
        "type_annotation",
        "interface_declaration",
        "type_alias_declaration",
        "type_arguments",
        "type_parameters",
        "comment",
        "ambient_declaration",
        "function_signature",
        "abstract_class_declaration_",
        "implements_clause",
        "html_comment",
    }
)
_INNER = frozenset(
    {
        "parenthesized_expression",
        "await_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "export_statement",
        "expression_statement",
        "yield_expression",
    }
)


class Flow:
    """One script at work, and the files of the skill that it imports. `expressions` knows each kind of node."""

    expressions: Mapping[str, Callable[..., Thing]]

    def __init__(self, unit: Unit, context: Context) -> None:
        self.unit = unit
        self.context = context
        self.scope = Scope()
        self.this: Thing | None = None
        self.depth = 0
        self.calls = 0
        # What is left for following functions again and loops round and round; `again` says that this is one of them.
        self.fuel = _FUEL + len(unit.source) // 8
        self.again = 0
        self.later: list[tuple[Node, Scope, Unit]] = []
        self.waiting: dict[int, Function] = {}
        self.times: dict[int, int] = {}
        self.results: dict[int, Thing] = {}
        self.returned: list[Thing] = []

    # -- text of nodes --

    def source(self, node: Node) -> str:
        """A node as it is written."""
        return self.unit.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    # -- statements --

    def program(self, root: Node) -> None:
        """A whole script, then what lay too deep, then the functions that nothing called."""
        self.block(root)
        while self.later or self.waiting:
            if self.later:
                node, self.scope, self.unit = self.later.pop()
                self.evaluate(node)
            else:
                key = next(iter(self.waiting))
                self.call_function(self.waiting.pop(key), [])

    def block(self, node: Node) -> Thing:
        """Statements one after the other; functions are known before they are declared."""
        children = node.named_children
        for child in children:
            if child.type in _HOISTED:
                self.declare(child)
        for child in children:
            if child.type not in _HOISTED:
                self.evaluate(child)
        return Thing()

    def declare(self, node: Node) -> None:
        """A function by its name."""
        name = node.child_by_field_name("name")
        if name is not None:
            self.scope.names[self.source(name)] = self.function(node)

    def function(self, node: Node) -> Thing:
        """A function as a value; it is followed when it is called, or in the end."""
        made = Function(node, self.scope, self.unit, self.this)
        if node.id not in self.times:
            self.waiting[node.id] = made
        return Thing(function=made)

    def evaluate(self, node: Node | None) -> Thing:
        """What an expression may be; a statement is followed and gives nothing."""
        if node is None or node.type in _TYPES:
            return Thing()
        if self.depth > _DEEPEST:
            self.later.append((node, self.scope, self.unit))
            return Thing()
        return self.step(node)

    def step(self, node: Node) -> Thing:
        """One node, one level deeper."""
        kind = node.type
        self.context.spend(_NODE_STEPS)
        self.depth += 1
        self.fuel -= self.again
        try:
            known = self.expressions.get(kind)
            if known:
                return known(self, node)
            if kind in _FUNCTIONS:
                return self.function(node)
            if kind in _INNER:
                return self.inner(node)
            for child in node.named_children:
                self.evaluate(child)
            return Thing()
        finally:
            self.depth -= 1

    def inner(self, node: Node) -> Thing:
        """What stands in brackets, behind `await` or before a type."""
        found = Thing()
        for number, child in enumerate(node.named_children):
            one = self.evaluate(child)
            found = one if not number else found
        return found

    # -- names --

    def bind(self, pattern: Node | None, thing: Thing, *, declare: bool = True) -> None:
        """Give the names of a pattern the parts of a value."""
        if pattern is None:
            return
        kind = pattern.type
        if kind in {"identifier", "shorthand_property_identifier_pattern"}:
            name = self.source(pattern)
            if declare:
                self.scope.names[name] = thing
            else:
                self.scope.assign(name, thing)
        elif kind in {"object_pattern", "array_pattern"}:
            for number, child in enumerate(pattern.named_children):
                self.bind_part(child, thing, number if kind == "array_pattern" else None, declare=declare)
        elif kind in {"assignment_pattern", "object_assignment_pattern"}:
            default = self.evaluate(pattern.child_by_field_name("right"))
            unset = not thing.value.taints and not thing.name and thing.value.text == HOLE and not thing.function
            self.bind(pattern.child_by_field_name("left"), default if unset else thing, declare=declare)
        elif kind in {"rest_pattern", "required_parameter", "optional_parameter"}:
            inner = pattern.child_by_field_name("pattern") or next(iter(pattern.named_children), None)
            self.bind(inner, thing, declare=declare)

    def bind_part(self, child: Node, thing: Thing, number: int | None, *, declare: bool) -> None:
        """One name of a pattern: by its place in a list, or by its key."""
        if number is not None:
            items = thing.items
            if child.type == "rest_pattern":
                part = Thing(items=items[number:]) if items is not None else thing
            else:
                part = items[number] if items and number < len(items) else Thing(all_of(thing).unknown(), thing.name)
            self.bind(child, part, declare=declare)
        elif child.type == "pair_pattern":
            key = child.child_by_field_name("key")
            name = self.source(key).strip("'\"") if key is not None else ""
            self.bind(child.child_by_field_name("value"), self.member(thing, name, child), declare=declare)
        elif child.type == "rest_pattern":
            self.bind(child, thing, declare=declare)
        else:
            left = child.child_by_field_name("left") or child
            name = self.source(left)
            self.bind(left, self.member(thing, name, child), declare=declare)

    def member(self, thing: Thing, name: str, node: Node) -> Thing:
        """`thing.name`; what knows of modules and globals says more."""
        raise NotImplementedError

    # -- functions --

    def call_function(self, function: Function, args: list[Thing], this: Thing | None = None) -> Thing:
        """What a function gives back for these arguments."""
        key = function.node.id
        plain = not any(one.known or one.function or one.name or all_of(one).taints or one.items for one in args)
        if key in self.results and (plain or self.fuel <= 0):
            return self.results[key] if plain else self.unknown_of(*args)
        if self.calls >= _DEEPEST_CALL:
            return self.unknown_of(*args)
        self.waiting.pop(key, None)
        self.times[key] = self.times.get(key, 0) + 1
        before = self.scope, self.unit, self.this, self.returned, self.depth, self.again
        self.scope, self.unit = Scope(function.scope), function.unit
        self.this, self.returned = this or function.this, []
        self.calls += 1
        self.again = int(self.times[key] > 1 or self.again)
        self.results.setdefault(key, Thing())
        try:
            found = self.results[key] = self.body(function.node, args)
            return found
        finally:
            self.calls -= 1
            self.scope, self.unit, self.this, self.returned, self.depth, self.again = before

    def body(self, node: Node, args: list[Thing]) -> Thing:
        """The parameters bound, the body followed, what was returned."""
        parameters = node.child_by_field_name("parameters")
        single = node.child_by_field_name("parameter")
        names = [single] if single is not None else parameters.named_children if parameters is not None else []
        for number, name in enumerate(one for one in names if one.type != "comment"):
            rest = name.type == "rest_pattern" or (name.type == "required_parameter" and "..." in self.source(name)[:3])
            self.bind(name, Thing(items=args[number:]) if rest else args[number] if number < len(args) else Thing())
        self.scope.names["arguments"] = Thing(items=list(args))
        body = node.child_by_field_name("body")
        if body is not None and body.type == "statement_block":
            self.block(body)
        elif body is not None:
            self.returned.append(self.evaluate(body))
        return alike(self.returned)

    # -- loops --

    def loop(self, node: Node) -> Thing:
        """`for (;;)`, `while`, `do`: round and round while the condition is known to hold."""
        self.evaluate(node.child_by_field_name("initializer"))
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        before = self.again
        for _ in range(_MOST_ROUNDS):
            holds = self.evaluate(condition).number
            if holds == 0:
                break
            self.evaluate(body)
            self.evaluate(node.child_by_field_name("increment"))
            self.again = 1
            if holds is None or self.fuel <= 0:
                break
        self.again = before
        return Thing()

    def loop_over(self, node: Node) -> Thing:
        """`for (x of y)`, `for (x in y)`: each element where they are known, and at least one round."""
        whole = self.evaluate(node.child_by_field_name("right"))
        keys = self.source(node).split("(", 1)[-1].split(")", 1)[0].find(" in ") >= 0
        items = self.elements(whole, keys=keys)
        before = self.again
        for one in items[:_MOST_ROUNDS]:
            self.bind(node.child_by_field_name("left"), one)
            self.evaluate(node.child_by_field_name("body"))
            self.again = 1
            if self.fuel <= 0:
                break
        self.again = before
        return Thing()

    def elements(self, whole: Thing, *, keys: bool) -> list[Thing]:
        """What a loop goes over."""
        if keys and (whole.items is not None or whole.fields is not None):
            count = [str(number) for number in range(len(whole.items))] if whole.items is not None else []
            return [text(one) for one in (count or list(whole.fields or {}))] or [Thing()]
        if whole.items:
            return whole.items
        if whole.known and whole.value.text and len(whole.value.text) <= _MOST_ROUNDS and not keys:
            return [text(one, whole.value.taints) for one in whole.value.text]
        return [Thing(Value(HOLE, all_of(whole).taints))]

    def unknown_of(self, *things: Thing | None) -> Thing:
        """Nothing known but the sources of these."""
        taints: frozenset = frozenset()  # type: ignore[type-arg]
        for one in things:
            if one is not None:
                taints |= all_of(one).taints
        return Thing(Value(HOLE, taints))

    def marked(self, thing: Thing, name: str) -> Thing:
        """The same under a name of ours."""
        return replace(thing, name=name)
