"""What the analysis of one Python piece keeps, and what the models of libraries may ask of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from skillhouse.model.severity import Severity
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.pyvalue import CLEAN, HOLE, Scope
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterator

    from skillhouse.model.finding import Location
    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.pyvalue import Call, Taint, Value

__all__ = ["Model", "State"]

# What a call of a library does: its answer, or None where the answer holds what the call was given.
Model: TypeAlias = "Callable[[State, Call], Value | None]"

# Steps in followed calls, and in loops that are unrolled; past them the analysis goes on without these.
DEEP_STEPS = 20_000
EXACT_STEPS = 30_000
_BATCH = 256
_SHELL_HOLE = "$_"


class State(ABC):
    """The mutable middle of an analysis: what was found, the scope, files that the program wrote, and budgets."""

    def __init__(self, piece: Piece, context: Context) -> None:
        self.piece = piece
        self.context = context
        self.found: list[Hit | Piece] = []
        self.scope = Scope(file=piece.file)
        self.files: dict[str, frozenset[Taint]] = {}
        self.contents: dict[str, Value] = {}
        self.marks: set[str] = set()
        self.named: set[str] = set()
        self.targets: list[str] = []
        self.steps = 0
        # Whether a dictionary is being made of all but some variables: the environment that a program is to have.
        self.sorting_out = False
        self.deep = 0
        self.exact = 0
        self.hooks = 0
        self._began = {"deep": 0, "exact": 0}
        self._done = {"deep": 0, "exact": 0}
        self._seen: set[tuple[object, ...]] = set()

    @abstractmethod
    def value(self, node: ast.expr) -> Value:
        """What may be known of an expression."""

    @abstractmethod
    def apply(self, callee: Value, args: list[Value], kwargs: dict[str, Value], node: ast.AST) -> Value:
        """What calling a value answers."""

    @abstractmethod
    def attribute(self, owner: Value, attr: str, node: ast.AST) -> Value:
        """What an attribute of a value is."""

    @abstractmethod
    def subscript(self, owner: Value, index: Value, node: ast.AST) -> Value:
        """What stands in a value at an index."""

    @abstractmethod
    def set_attribute(self, owner: Value, attr: str, value: Value, node: ast.AST) -> None:
        """Bind an attribute of a value."""

    @abstractmethod
    def join_path(self, parts: list[Value]) -> Value:
        """A `pathlib` path of several parts."""

    @abstractmethod
    def join_text(self, left: Value, right: Value) -> Value:
        """Two texts, one after the other."""

    @abstractmethod
    def run_source(self, text: str, how: tuple[str, ...], node: ast.AST, scope: Scope | None = None) -> Value:
        """Look at source text that the program executes, in the scope it is executed in."""

    @abstractmethod
    def run_module(self, path: str) -> Scope | None:
        """The names of another file of the skill, once it is imported or run; None where there is no such file."""

    def spend(self) -> None:
        """Count one step of work."""
        self.steps += 1
        if not self.steps % _BATCH:
            self.context.spend(_BATCH)

    @property
    def tired(self) -> bool:
        """Whether the budget for unrolled loops and followed calls is used up."""
        exact = self._done["exact"] + (self.steps - self._began["exact"] if self.exact else 0)
        if self.exact:
            return exact > EXACT_STEPS
        deep = self._done["deep"] + (self.steps - self._began["deep"] if self.deep else 0)
        return deep - exact > DEEP_STEPS

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Work that counts against the budget for followed calls."""
        if not self.deep:
            self._began["deep"] = self.steps
        self.deep += 1
        yield
        self.deep -= 1
        if not self.deep:
            self._done["deep"] += self.steps - self._began["deep"]

    @contextmanager
    def exactly(self) -> Iterator[None]:
        """Work on values that are all known, where a condition decides which branch is looked at."""
        if not self.exact:
            self._began["exact"] = self.steps
        self.exact += 1
        with self.deeper():
            yield
        self.exact -= 1
        if not self.exact:
            self._done["exact"] += self.steps - self._began["exact"]

    def place(self, node: ast.AST) -> Location:
        """Where a node of the tree at hand stands in the file."""
        return self.piece.at(getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)

    def report(self, rule: str, severity: Severity, message: str, node: ast.AST, evidence: str = "") -> None:
        """Say that a rule holds; the same thing at the same place is said once."""
        where = self.place(node)
        key = (rule, severity, where, message)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(Hit(rule, severity, message, self.piece, where, evidence))

    def hook(self, what: str, node: ast.AST, *, anywhere: bool) -> None:
        """Something happens while a package is installed: in a command of its own, or `anywhere` in `setup.py`."""
        if self.hooks or (anywhere and self.piece.file.rpartition("/")[2] == "setup.py"):
            self.report("SKS-INSTALL-HOOK", Severity.HIGH, f"{what} while the package is installed", node, what)

    def shell(self, text: str, node: ast.AST) -> None:
        """Hand a command line that the program starts to the detectors of shell."""
        where = self.place(node)
        text = text.replace(HOLE, _SHELL_HOLE)
        if text.strip(" $_\"'") and ("shell", text, where) not in self._seen:
            self._seen.add(("shell", text, where))
            origin = Origin.DECODED if self.piece.origin is Origin.DECODED else Origin.EMBEDDED
            piece = replace(
                self.piece, text=text, language=Language.SHELL, origin=origin, line=where.line, column=where.column
            )
            self.found.append(piece)

    def file_taints(self, path: str) -> frozenset[Taint]:
        """The origins of what the program wrote to a path, or to a folder above it."""
        if not self.files or not path:
            return CLEAN
        found = self.files.get(path, CLEAN)
        for folder, taints in self.files.items():
            if folder.endswith("/") and path.startswith(folder):
                found |= taints
        return found

    def write(self, path: str, taints: frozenset[Taint]) -> None:
        """Remember the origins of what the program wrote to a path."""
        if path and taints:
            self.files[path] = self.files.get(path, CLEAN) | taints
