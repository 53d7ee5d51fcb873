"""What a skill needs to run, and the sandbox may not have (SCN-9). Advice, apart from the findings.

A look at names alone: which packages are imported, which programs are called, which shell is meant. What a script
works out at run time is not seen.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from typing import TYPE_CHECKING

from skillhouse.format.content import mention_problems
from skillhouse.model.finding import Location
from skillhouse.model.report import Need
from skillhouse.scan.needdata import (
    BASH_ONLY,
    INTERACTIVE_CALLS,
    NODE_MODULES,
    OTHER_PROGRAMS,
    REMOVED_MODULES,
    SHELL_INTERACTIVE,
)
from skillhouse.scan.piece import Language
from skillhouse.scan.pieces import pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan.piece import Piece
    from skillhouse.scan.subject import Subject

__all__ = ["runnability"]

# What a person writes by hand is shorter: of a file, and of all files of a skill.
_LARGEST, _ALTOGETHER = 1 << 17, 1 << 20
_MOST = 200
_JS_IMPORT = re.compile(
    r"""(?:\brequire\s*\(\s*|\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)["']((?![./])[@\w][\w./:@-]{0,100})["']"""
)
_JS_PROMPT = re.compile(r"\bquestion\s*\(|\bprompt\s*\(|process\.stdin\.(?:on|read|setRawMode)\b")
_ABSOLUTE = re.compile(
    r"""["'\s=(](/(?:home|Users|root|opt|mnt|media|srv|Applications|Volumes|usr/local|var/lib)/[\w./-]{1,80}"""
    r"""|[A-Za-z]:\\[\w\\. -]{2,80})"""
)
_WORDS = "then|do|else|elif|if|while|until|exec|sudo|xargs|env|time|fi|done|command"
_COMMAND = re.compile(rf"(?:^|[;|&(`]|\b(?:{_WORDS})\s)\s*(?!(?:{_WORDS})\b)([a-z][\w.+-]{{1,30}})(?=\s|$)")
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")


def runnability(subject: Subject) -> tuple[Need, ...]:
    """Every need of a skill, each once, by file and line."""
    found: dict[tuple[str, str], Need] = {}
    paths = subject.bundle.paths
    left = _ALTOGETHER
    for file in sorted(subject.bundle.files, key=lambda file: (file.path != "SKILL.md", len(file.content))):
        left -= len(file.content)
        if len(file.content) > _LARGEST or left < 0:
            break
        for piece in pieces_of(file):
            for need in _needs(piece, subject, paths):
                found.setdefault((need.kind, need.what), need)
    return tuple(sorted(found.values(), key=lambda need: (need.location, need.kind, need.what)))[:_MOST]


def _needs(piece: Piece, subject: Subject, paths: tuple[str, ...]) -> Iterator[Need]:
    if piece.language is Language.PYTHON:
        yield from _python(piece, paths)
        yield from _absolute(piece)
    elif piece.language in {Language.JAVASCRIPT, Language.TYPESCRIPT}:
        yield from _javascript(piece)
        yield from _absolute(piece)
    elif piece.language is Language.SHELL:
        yield from _shell(piece)
        yield from _absolute(piece)
    elif piece.language is Language.MARKDOWN and piece.file == "SKILL.md":
        for one in mention_problems(piece.text, piece.line, subject.bundle):
            yield Need("missing file", one.message, one.message, one.location)


def _absolute(piece: Piece) -> Iterator[Need]:
    for number, line in enumerate(piece.text.split("\n"), piece.line):
        for match in _ABSOLUTE.finditer(line[:2000]):
            path = match.group(1)
            message = f"names the path {path}: the sandbox has only the skill's own files, below /workspace"
            yield Need("absolute path", path, message, Location(piece.file, number, match.start(1) + 1))


def _python(piece: Piece, paths: tuple[str, ...]) -> Iterator[Need]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(piece.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    own = _own_modules(paths)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _module(alias.name, node, piece, own)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from _module(node.module, node, piece, own)
        elif isinstance(node, ast.Call):
            yield from _call(node, piece)


def _own_modules(paths: tuple[str, ...]) -> set[str]:
    """Names that a script of the skill can import from the skill itself."""
    own: set[str] = set()
    for path in paths:
        if path.endswith((".py", ".pyc", ".so")):
            parts = path.rpartition(".")[0].split("/")
            own.update(parts)
    return own


def _module(name: str, node: ast.stmt, piece: Piece, own: set[str]) -> Iterator[Need]:
    top = name.partition(".")[0]
    where = Location(piece.file, piece.line + node.lineno - 1, node.col_offset + 1)
    if top in own:
        return
    if top in REMOVED_MODULES:
        yield Need("old module", top, f"imports {top}, which Python {REMOVED_MODULES[top]} no longer has", where)
    elif top not in sys.stdlib_module_names:
        yield Need("package", top, f"imports {top}, which is not in Python's standard library", where)


def _call(node: ast.Call, piece: Piece) -> Iterator[Need]:
    name = _dotted(node.func)
    where = Location(piece.file, piece.line + node.lineno - 1, node.col_offset + 1)
    if name in INTERACTIVE_CALLS:
        yield Need("input", name, f"asks a person with {name}(): standard input is empty in the sandbox", where)
    elif name.startswith(("subprocess.", "os.system", "os.popen", "shutil.which")) and node.args:
        first = node.args[0]
        if isinstance(first, ast.List | ast.Tuple) and first.elts:
            first = first.elts[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            program = first.value.strip().partition(" ")[0].rpartition("/")[2]
            yield from _program(program, where)


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _program(name: str, where: Location) -> Iterator[Need]:
    if name in OTHER_PROGRAMS:
        yield Need("program", name, f"calls {name}, which the sandbox may not have", where)


def _javascript(piece: Piece) -> Iterator[Need]:
    for number, line in enumerate(piece.text.split("\n"), piece.line):
        for match in _JS_IMPORT.finditer(line[:2000]):
            name = match.group(1)
            top = "/".join(name.split("/")[: 2 if name.startswith("@") else 1])
            if not name.startswith(("node:", "http:", "https:")) and top not in NODE_MODULES:
                where = Location(piece.file, number, match.start(1) + 1)
                yield Need("package", top, f"imports {top}, which does not come with Node.js", where)
        asks = _JS_PROMPT.search(line[:2000])
        if asks:
            what = asks.group().rstrip("( ")
            message = f"reads from a person with {what}: standard input is empty in the sandbox"
            yield Need("input", what, message, Location(piece.file, number, asks.start() + 1))


def _shell(piece: Piece) -> Iterator[Need]:
    has_bash = piece.text.startswith("#!") and "bash" in piece.text.partition("\n")[0]
    until = ""
    for number, line in enumerate(piece.text.split("\n"), piece.line):
        if until:
            until = "" if line.strip() == until else until
            continue
        code = line[:2000].partition(" #")[0]
        if code.lstrip().startswith("#"):
            continue
        here = _HEREDOC.search(code)
        until = here.group(2) if here else ""
        yield from _shell_line(code, piece, number, has_bash=has_bash)


def _shell_line(code: str, piece: Piece, number: int, *, has_bash: bool) -> Iterator[Need]:
    for what, pattern in BASH_ONLY.items():
        match = pattern.search(code)
        if match and not has_bash and not piece.file.endswith(".bash"):
            message = f"uses {what}, which only bash knows: it may run with a plain POSIX shell"
            yield Need("bash", what, message, Location(piece.file, number, match.start() + 1))
    for match in _COMMAND.finditer(code):
        yield from _program(match.group(1), Location(piece.file, number, match.start(1) + 1))
    asks = SHELL_INTERACTIVE.search(code)
    if asks:
        message = "waits for a person with `read`: standard input is empty in the sandbox"
        yield Need("input", "read", message, Location(piece.file, number, asks.start() + 1))
