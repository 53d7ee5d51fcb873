"""Names of a Python program bound: by assignment, definition and import; files of the skill and texts that it runs."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.scan.piece import Origin
from skillhouse.scan.pycalls import Caller
from skillhouse.scan.pymodels import model_of
from skillhouse.scan.pynames import canonical, sibling
from skillhouse.scan.pyrun import run_path
from skillhouse.scan.pyshape import spread
from skillhouse.scan.pysource import parsed
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
    name_of,
    taints_of,
)
from skillhouse.scan.pywatch import defined, imported, stored

if TYPE_CHECKING:
    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["Definer"]

_MODULES = 24  # files of the skill that one file may import
_LAYERS = 6  # of code within code that is followed at once


class Definer(Caller):
    """Binds what a program names."""

    def __init__(self, piece: Piece, context: Context) -> None:
        super().__init__(piece, context)
        self.modules: dict[str, Scope] = {}
        self.defined: list[tuple[Function, Class | None]] = []
        self._layers = 0

    def run_module(self, path: str) -> Scope | None:
        """The names of another file of the skill, once it is imported or run; None where there is no such file."""
        if path in self.modules or len(self.modules) >= _MODULES:
            return self.modules.get(path)
        file = self.context.subject.bundle.get(path)
        text = (file.text if file else None) or ""
        tree = parsed(text) if text else None
        if tree is None:
            return None
        scope = self.modules[path] = Scope(file=path)
        before, piece, kept = self.scope, self.piece, self.defined
        self.scope, self.defined = scope, []
        self.piece = replace(self.piece, file=path, text=text, origin=Origin.FILE, line=1, column=1, via=())
        self.run_body(tree.body)
        self.scope, self.piece, self.defined = before, piece, kept
        return scope

    def run_source(self, text: str, how: tuple[str, ...], node: ast.AST, scope: Scope | None = None) -> Value:
        """Look at source text that the program executes, in the scope it is executed in."""
        tree = parsed(text) if self._layers < _LAYERS else None
        if tree is None:
            return UNKNOWN
        before, piece = self.scope, self.piece
        where, via = self.place(node), how or ("exec",)
        self.piece = replace(
            piece, text=text, origin=Origin.DECODED, line=where.line, column=where.column, via=(*piece.via, *via)
        )
        self.scope = scope or self.scope
        self._layers += 1
        *front, last = tree.body or [ast.Pass()]
        self.run_body(front)
        answer = self.value(last.value) if isinstance(last, ast.Expr) else UNKNOWN
        if not isinstance(last, ast.Expr):
            self.run_body([last])
        self._layers -= 1
        self.scope, self.piece = before, piece
        return answer

    def bind(self, target: ast.expr, value: Value) -> None:
        """Bind a target of an assignment, a loop or a `with`."""
        if isinstance(target, ast.Name):
            self.scope.set(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            stars = [index for index, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
            for part, held in zip(target.elts, spread(value, len(target.elts), *stars[:1]), strict=True):
                self.bind(part, held)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.value(target.value), target.attr, value, target)
        elif isinstance(target, ast.Subscript):
            self._set_item(self.value(target.value), self.value(target.slice), value, target)

    def set_attribute(self, owner: Value, attr: str, value: Value, node: ast.AST) -> None:
        """Bind an attribute of a value."""
        ref = owner.ref
        if isinstance(ref, Instance):
            before = ref.attrs.get(attr)
            ref.attrs[attr] = join(before, value) if before else value
        elif isinstance(ref, Class):
            ref.members.set(attr, value)
        elif isinstance(ref, Scope):
            ref.set(attr, value)
        elif isinstance(ref, Thing):
            ref.taints |= taints_of(value)
        stored(self, owner, attr, value, node)

    def _set_item(self, owner: Value, index: Value, value: Value, node: ast.AST) -> None:
        ref = owner.ref
        if isinstance(ref, Items):
            self._put(ref, index, value)
        elif isinstance(ref, Thing):
            ref.taints |= taints_of(value)
        elif isinstance(ref, Instance):
            ref.values.add(value)
        elif isinstance(ref, Scope) and index.text:
            ref.set(index.text, value)
        stored(self, owner, index.text, value, node)

    def _put(self, items: Items, index: Value, value: Value) -> None:
        at = index.one
        if items.mapping and len(index.consts) == 1 and not isinstance(at, slice):
            items.keys[at] = value
        elif isinstance(at, int) and not items.mapping and -len(items.seq) <= at < len(items.seq):
            items.seq[at] = value
        else:
            items.add(value.with_taints(index.taints))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        made = self.function(node)
        if isinstance(made.ref, Function) and not self.deep:
            self.defined.append((made.ref, None))
        self.scope.set(node.name, self._decorated(node, made))
        defined(self, node, self.scope.get(node.name) or made)

    def _decorated(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, made: Value) -> Value:
        for mark in reversed(node.decorator_list):
            wrapper = self.value(mark)
            if isinstance(wrapper.ref, Function | Class | Instance | Partial):
                answer = self.apply(wrapper, [made], {}, mark)
                made = answer if isinstance(answer.ref, Function | Instance | Partial) else made
            elif wrapper.ref is not None:
                owner = wrapper.ref.owner if isinstance(wrapper.ref, Member) else None
                call = Call(name_of(wrapper.ref), [made], {}, mark, owner)
                model = model_of(call)
                if model:
                    model(self, call)
        return made

    def _class(self, node: ast.ClassDef) -> None:
        bases = tuple(self.value(base) for base in node.bases)
        members = Scope(self.scope)
        before, kept = self.scope, self.defined
        self.scope, self.defined = members, []
        self.run_body(node.body)
        methods = self.defined
        self.scope, self.defined = before, kept
        fields = tuple(
            part.target.id
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        )
        made = Class(node.name, members, bases, fields)
        # The names of a class body are no scope around its methods.
        for function, of in methods:
            if of is None and function.scope is members:
                function.scope = before
            self.defined.append((function, of or made))
        self.scope.set(node.name, self._decorated(node, Value((), CLEAN, made)))

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            imported(self, alias.name, node)
            run_path(self, constant(f"{alias.name.replace('.', '/')}.py"), node)
            path = sibling(self.context.subject, self.piece.file, alias.name)
            inner = self.run_module(path) if path else None
            head, dot, _ = alias.name.partition(".")
            if inner is not None and (alias.asname or not dot):
                self.scope.set(alias.asname or alias.name, Value((), CLEAN, inner))
            elif alias.asname:
                self.scope.set(alias.asname, Value((), CLEAN, canonical(alias.name)))
            else:
                self.scope.set(head, Value((), CLEAN, canonical(head)))

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        imported(self, module, node)
        run_path(self, constant(f"{module.replace('.', '/')}.py"), node)
        path = sibling(self.context.subject, self.piece.file, module, node.level) if module else None
        inner = self.run_module(path) if path else None
        for alias in node.names:
            if alias.name == "*":
                self._import_all(module, inner)
                continue
            held = inner.own(alias.name) if inner else None
            if held is None and (node.level or inner is not None):
                held = self._submodule(module, alias.name, node.level)
            elif held is None:
                held = self.attribute(Value((), CLEAN, canonical(module)), alias.name, node)
            self.scope.set(alias.asname or alias.name, held)

    def _submodule(self, module: str, name: str, level: int) -> Value:
        path = sibling(self.context.subject, self.piece.file, f"{module}.{name}".lstrip("."), level)
        inner = self.run_module(path) if path else None
        return Value((), CLEAN, inner) if inner else UNKNOWN

    def _import_all(self, module: str, inner: Scope | None) -> None:
        if inner is None:
            self.stars.append(canonical(module))
            return
        for layer in inner.layers:
            self.scope.layers[-1].update(layer)

    def _outer(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            scope = self.scope.globals
            if isinstance(node, ast.Nonlocal):
                around = self.scope.parent
                while around is not None and around.own(name) is None:
                    around = around.parent
                scope = around or scope
            if scope is not self.scope:
                self.scope.outer[name] = scope
