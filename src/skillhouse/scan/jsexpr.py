"""Expressions of JavaScript to things: literals, operators, members, objects, classes; one function a kind of node."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.scan.decoding import ansi_c
from skillhouse.scan.jstext import binary
from skillhouse.scan.jsvalue import Thing, alike, all_of, number, strings, text
from skillhouse.scan.value import HOLE, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

    from skillhouse.scan.jsflow import Flow

__all__ = ["EXPRESSIONS"]

_ESCAPE = re.compile(r"\\u\{([0-9A-Fa-f]{1,6})\}")
_LAST = 0x10FFFF
_GREATEST = 2**53


def _plain(content: str) -> str:
    """A text with its escapes undone."""
    if "\\" not in content:
        return content
    content = _ESCAPE.sub(lambda match: chr(min(int(match.group(1), 16), _LAST)), content)
    return ansi_c(content.replace("\\\n", ""))


def _string(flow: Flow, node: Node) -> Thing:
    flow.saw_string(node)  # type: ignore[attr-defined]
    return text(_plain(flow.source(node)[1:-1]))


def _template(flow: Flow, node: Node) -> Thing:
    parts: list[Thing] = []
    at = node.start_byte + 1
    for child in node.named_children:
        if child.type == "template_substitution":
            parts.append(text(_plain(_between(flow, at, child.start_byte))))
            parts.append(flow.inner(child))
            at = child.end_byte
    parts.append(text(_plain(_between(flow, at, node.end_byte - 1))))
    flow.saw_string(node)  # type: ignore[attr-defined]
    return Thing(strings(parts, ""))


def _between(flow: Flow, start: int, end: int) -> str:
    return flow.unit.source[start:end].decode("utf-8", "replace")


def _number(flow: Flow, node: Node) -> Thing:
    written = flow.source(node).replace("_", "").rstrip("n").lower()
    try:
        value = float(int(written, 0)) if written[:2] in {"0x", "0b", "0o"} else float(written)
    except (ValueError, OverflowError):
        return Thing()
    return number(value) if math.isfinite(value) else Thing()


def _regex(flow: Flow, node: Node) -> Thing:
    return Thing(Value(flow.source(node)), name="@regex")


def _identifier(flow: Flow, node: Node) -> Thing:
    name = flow.source(node)
    found = flow.scope.find(name)
    return found if found is not None else flow.named(name, node)  # type: ignore[attr-defined]


def _this(flow: Flow, _node: Node) -> Thing:
    return flow.this or Thing(name="globalThis")


def _array(flow: Flow, node: Node) -> Thing:
    items: list[Thing] = []
    for child in node.named_children:
        if child.type == "spread_element":
            one = flow.inner(child)
            items += one.items if one.items is not None else [one]
        elif child.type != "comment":
            items.append(flow.evaluate(child))
    return Thing(items=items)


def _object(flow: Flow, node: Node) -> Thing:
    made = Thing(fields={})
    fields = made.fields if made.fields is not None else {}
    taints = made.value.taints
    for child in node.named_children:
        if child.type == "pair":
            fields[_key(flow, child.child_by_field_name("key"))] = flow.evaluate(child.child_by_field_name("value"))
        elif child.type == "shorthand_property_identifier":
            fields[flow.source(child)] = _identifier(flow, child)
        elif child.type == "spread_element":
            one = flow.inner(child)
            fields.update(one.fields or {})
            taints |= one.value.taints
        elif child.type == "method_definition":
            fields[_key(flow, child.child_by_field_name("name"))] = flow.function(child)
    for name, one in list(fields.items()):
        if one.function and one.function.this is None:
            fields[name] = replace(one, function=replace(one.function, this=made))
    made.value = Value(HOLE, taints)
    return made


def _key(flow: Flow, node: Node | None) -> str:
    if node is None:
        return ""
    if node.type == "computed_property_name":
        return flow.inner(node).value.text
    return _plain(flow.source(node).strip("'\""))


def _binary(flow: Flow, node: Node) -> Thing:
    """A chain of operators from left to right, without going down it: chains may be thousands long."""
    chain = []
    first: Node | None = node
    while first is not None and first.type == "binary_expression":
        chain.append(first)
        first = first.child_by_field_name("left")
    found = flow.evaluate(first)
    parts = [found]
    for one in reversed(chain):
        operator = one.child_by_field_name("operator")
        sign = operator.type if operator is not None else ""
        right = flow.evaluate(one.child_by_field_name("right"))
        if sign == "+" and (found.number is None or right.number is None):
            parts.append(right)
            found = Thing(Value(HOLE, found.value.taints)) if len(parts) > 2 else found  # noqa: PLR2004 -- joined below
            continue
        found = _settled(parts, found)
        found = alike([found, right]) if sign in {"||", "??", "&&"} else _limited(binary(sign, found, right))
        parts = [found]
    return _settled(parts, found)


def _settled(parts: list[Thing], found: Thing) -> Thing:
    return found if len(parts) == 1 else Thing(strings(parts, ""))


def _limited(thing: Thing) -> Thing:
    return thing if thing.number is None or abs(thing.number) < _GREATEST else Thing()


def _unary(flow: Flow, node: Node) -> Thing:
    operator = node.child_by_field_name("operator")
    one = flow.evaluate(node.child_by_field_name("argument"))
    sign = operator.type if operator is not None else ""
    if one.number is not None and sign in {"-", "+", "~", "!"}:
        value = one.number
        return number({"-": -value, "+": value, "~": float(~int(value)), "!": float(not value)}[sign])
    if sign == "+" and one.known and one.value.text.strip().lstrip("-").isdigit():
        return number(int(one.value.text[:15]))
    return Thing() if sign in {"!", "typeof", "void", "delete"} else Thing(all_of(one).unknown())


def _update(flow: Flow, node: Node) -> Thing:
    argument = node.child_by_field_name("argument")
    before = flow.evaluate(argument)
    operator = node.child_by_field_name("operator")
    if before.number is not None:
        after = number(before.number + (1 if operator is not None and operator.type == "++" else -1))
        _assign(flow, argument, after)
        first = node.children[0]
        return after if first.type in {"++", "--"} else before
    return before


def _ternary(flow: Flow, node: Node) -> Thing:
    flow.evaluate(node.child_by_field_name("condition"))
    return alike(
        [flow.evaluate(node.child_by_field_name("consequence")), flow.evaluate(node.child_by_field_name("alternative"))]
    )


def _sequence(flow: Flow, node: Node) -> Thing:
    found = Thing()
    for child in node.named_children:
        found = flow.evaluate(child)
    return found


def _member(flow: Flow, node: Node) -> Thing:
    thing = flow.evaluate(node.child_by_field_name("object"))
    key = node.child_by_field_name("property")
    return flow.member(thing, flow.source(key) if key is not None else "", node)


def _subscript(flow: Flow, node: Node) -> Thing:
    thing = flow.evaluate(node.child_by_field_name("object"))
    key = flow.evaluate(node.child_by_field_name("index"))
    if key.known:
        return flow.member(thing, key.value.text, node)
    return Thing(Value(HOLE, all_of(thing).taints), name=f"{thing.name}.*" if thing.name else "")


def _declarator(flow: Flow, node: Node) -> Thing:
    value = node.child_by_field_name("value")
    flow.bind(node.child_by_field_name("name"), flow.evaluate(value) if value is not None else Thing())
    return Thing()


def _assignment(flow: Flow, node: Node) -> Thing:
    left, right = node.child_by_field_name("left"), flow.evaluate(node.child_by_field_name("right"))
    _assign(flow, left, right)
    return right


def _assign(flow: Flow, left: Node | None, thing: Thing) -> None:
    if left is None:
        return
    if left.type not in {"member_expression", "subscript_expression"}:
        flow.bind(left, thing, declare=False)
        return
    holder = flow.evaluate(left.child_by_field_name("object"))
    part = left.child_by_field_name("property")
    key = flow.source(part) if part is not None else flow.evaluate(left.child_by_field_name("index")).value.text
    flow.stored(holder, key, thing, left)  # type: ignore[attr-defined]
    if holder.items is not None and key.isdigit():
        if int(key) < len(holder.items):
            holder.items[int(key)] = thing
        elif int(key) == len(holder.items):
            holder.items.append(thing)
    elif holder.items is None:
        holder.fields = {**(holder.fields or {}), key: thing} if holder.fields is None else holder.fields
        holder.fields[key] = thing


def _augmented(flow: Flow, node: Node) -> Thing:
    left = node.child_by_field_name("left")
    operator = node.child_by_field_name("operator")
    sign = (operator.type if operator is not None else "+=")[:-1]
    before, right = flow.evaluate(left), flow.evaluate(node.child_by_field_name("right"))
    found = alike([before, right]) if sign in {"||", "??", "&&"} else _limited(binary(sign, before, right))
    _assign(flow, left, found)
    return found


def _return(flow: Flow, node: Node) -> Thing:
    flow.returned.append(_sequence(flow, node))
    return Thing()


def _class(flow: Flow, node: Node) -> Thing:
    """A class: what its methods share is `this`; making one runs the constructor."""
    made = Thing(fields={})
    members = made.fields if made.fields is not None else {}
    body = node.child_by_field_name("body")
    before, flow.this = flow.this, made
    for child in body.named_children if body is not None else ():
        if child.type == "method_definition":
            members[_key(flow, child.child_by_field_name("name"))] = flow.function(child)
        elif child.type in {"field_definition", "public_field_definition"}:
            key = child.child_by_field_name("property") or child.child_by_field_name("name")
            members[_key(flow, key)] = flow.evaluate(child.child_by_field_name("value"))
        else:
            flow.evaluate(child)
    flow.this = before
    made.name = "@class"
    name = node.child_by_field_name("name")
    if name is not None:
        flow.scope.names[flow.source(name)] = made
    return made


def _import(flow: Flow, node: Node) -> Thing:
    source = node.child_by_field_name("source")
    module = flow.required(flow.evaluate(source), node)  # type: ignore[attr-defined]
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    for child in clause.named_children if clause is not None else ():
        if child.type == "identifier":
            flow.scope.names[flow.source(child)] = flow.member(module, "default", node)
        elif child.type == "namespace_import":
            flow.bind(next(iter(child.named_children), None), module)
        else:
            for one in child.named_children:
                name, alias = one.child_by_field_name("name"), one.child_by_field_name("alias")
                if name is not None:
                    flow.bind(alias or name, flow.member(module, flow.source(name), node))
    return Thing()


def _export(flow: Flow, node: Node) -> Thing:
    """An export: what it declares is kept for those who import this file."""
    declaration = node.child_by_field_name("declaration")
    value = node.child_by_field_name("value")
    exports = flow.exports  # type: ignore[attr-defined]
    before = set(flow.scope.names)
    if declaration is not None and declaration.type in {"function_declaration", "generator_function_declaration"}:
        flow.declare(declaration)
    elif declaration is not None:
        flow.evaluate(declaration)
    for made in set(flow.scope.names) - before:
        exports[made] = flow.scope.names[made]
    if any(child.type == "default" for child in node.children):
        exports["default"] = flow.evaluate(value) if value is not None else next(iter(exports.values()), Thing())
    for clause in node.named_children:
        for one in clause.named_children if clause.type == "export_clause" else ():
            name = one.child_by_field_name("name")
            if name is not None:
                exports[flow.source(one.child_by_field_name("alias") or name)] = _identifier(flow, name)
    return Thing()


def _catch(flow: Flow, node: Node) -> Thing:
    flow.bind(node.child_by_field_name("parameter"), Thing())
    return flow.evaluate(node.child_by_field_name("body"))


def _call(flow: Flow, node: Node) -> Thing:
    return flow.called(node)  # type: ignore[attr-defined, no-any-return]


_BY_NAMES: Mapping[str, Callable[..., Thing]] = {
    "string": _string,
    "template_string": _template,
    "number": _number,
    "regex": _regex,
    "identifier undefined": _identifier,
    "this": _this,
    "array": _array,
    "object": _object,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _update,
    "ternary_expression": _ternary,
    "sequence_expression": _sequence,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "variable_declarator": _declarator,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _augmented,
    "return_statement": _return,
    "statement_block": lambda flow, node: flow.block(node),
    "class class_declaration abstract_class_declaration": _class,
    "import_statement": _import,
    "export_statement": _export,
    "catch_clause": _catch,
    "call_expression new_expression": _call,
    "for_statement while_statement do_statement": lambda flow, node: flow.loop(node),
    "for_in_statement": lambda flow, node: flow.loop_over(node),
}
EXPRESSIONS = {name: step for names, step in _BY_NAMES.items() for name in names.split()}
