"""Files to pieces: what each file of a skill is written in, by its name, its shebang and its first bytes (SCN-1)."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.piece import Language, Piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.model.skill import SkillFile

__all__ = ["CODE_CHARACTERS", "declared_encoding", "is_reference", "language_of", "parts_of", "pieces_of", "text_of"]

# A syntax tree takes up to 400 times the memory of its text.
CODE_CHARACTERS = 1 << 19
_PART = CODE_CHARACTERS // 2
_TAIL = CODE_CHARACTERS // 32
_LONG = {Language.PYTHON, Language.SHELL, Language.JAVASCRIPT, Language.TYPESCRIPT, Language.MARKDOWN}

_BY_SUFFIX: Mapping[str, Language] = MappingProxyType(
    {
        suffix: language
        for language, suffixes in {
            Language.PYTHON: "py pyw pyi pth",
            Language.SHELL: "sh bash zsh ksh ash dash command bats",
            Language.JAVASCRIPT: "js mjs cjs jsx",
            Language.TYPESCRIPT: "ts mts cts tsx",
            Language.WINDOWS: "ps1 psm1 psd1 bat cmd",
            Language.MARKDOWN: "md mdx mdc markdown txt rst adoc text",
        }.items()
        for suffix in suffixes.split()
    }
)
_BY_NAME: Mapping[str, Language] = MappingProxyType(
    {
        **dict.fromkeys(("makefile", "gnumakefile", "dockerfile", "containerfile", "justfile"), Language.DATA),
        **dict.fromkeys((".bashrc", ".bash_profile", ".profile", ".zshrc", ".envrc"), Language.SHELL),
        **dict.fromkeys(("readme", "agents", "claude", ".cursorrules", ".windsurfrules"), Language.MARKDOWN),
    }
)
_SHEBANG = re.compile(r"#![^\n]{0,200}?\b(python|pypy|bash|sh|dash|ash|zsh|ksh|node|nodejs|deno|bun|tsx|ts-node|pwsh)")
_BY_PROGRAM: Mapping[str, Language] = MappingProxyType(
    {
        **dict.fromkeys(("python", "pypy"), Language.PYTHON),
        **dict.fromkeys(("bash", "sh", "dash", "ash", "zsh", "ksh"), Language.SHELL),
        **dict.fromkeys(("node", "nodejs"), Language.JAVASCRIPT),
        **dict.fromkeys(("deno", "bun", "tsx", "ts-node"), Language.TYPESCRIPT),
        "pwsh": Language.WINDOWS,
    }
)
_BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_COOKIE = re.compile(rb"(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_COOKIE_WITHIN = 400
# Those that take time in proportion to the text. What Python would not take for source is read as UTF-8.
_ENCODINGS = re.compile(
    r"(?:utf-?(?:8(?:-sig)?|7|16(?:-?[lb]e)?|32(?:-?[lb]e)?)|u8|ascii|us-ascii|latin-?1|iso-?8859-?\d+|(?:cp|windows-)\d+"
    r"|koi8-[rut]|gbk|gb2312|gb18030|big5|shift-jis|sjis|euc-(?:jp|kr)|mac-?roman|unicode-escape|raw-unicode-escape)\Z"
)
_FENCE = re.compile(r"(?:---|\.\.\.)[ \t]*\Z")


def text_of(file: SkillFile) -> str:
    """The text of a file with LF line ends and without byte-order marks; what is no text becomes U+FFFD.

    Python's own mark of another encoding counts: what Python would run is what has to be looked at.
    """
    content = file.content
    encoding = next((name for mark, name in _BOMS if content.startswith(mark)), "") or declared_encoding(file)
    text = content.decode(encoding if _ENCODINGS.match(encoding) else "utf-8", "replace").lstrip("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def declared_encoding(file: SkillFile) -> str:
    """The encoding that a Python file declares in its first two lines, in lower case; `utf-8` for all others."""
    start = file.content[:_COOKIE_WITHIN]
    if not file.path.lower().endswith((".py", ".pyw")) and b"python" not in start.partition(b"\n")[0]:
        return "utf-8"
    found = _COOKIE.match(start)
    return found.group(1).decode("ascii").lower().replace("_", "-") if found else "utf-8"


def language_of(path: str, text: str) -> Language:
    """What a file is written in: by its shebang where the name says nothing of a script, else by its name."""
    name = path.rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    known = _BY_NAME.get(name) or (_BY_SUFFIX.get(suffix) if dot and stem else None)
    if (known is None or known is Language.MARKDOWN) and text.startswith("#!"):
        found = _SHEBANG.match(text)
        return _BY_PROGRAM[found.group(1)] if found else known or Language.DATA
    return known or Language.DATA


def is_reference(path: str) -> bool:
    """Whether an agent reads this file as text: SKILL.md and the reference files, not code and data."""
    return language_of(path, "") is Language.MARKDOWN


def pieces_of(file: SkillFile) -> Iterator[Piece]:
    """A file as a whole, and then by its language; SKILL.md as its front matter and its body."""
    text = text_of(file)
    yield Piece(file.path, Language.FILE, text)
    if file.path.lower() == "skill.md":
        yield from _skill_md(file.path, text)
    elif text:
        language = language_of(file.path, text)
        yield Piece(file.path, language, text, prose=language is Language.MARKDOWN)


def parts_of(piece: Piece) -> list[Piece]:
    """A piece of code or prose in parts that can be parsed, cut between lines where there are any: the end, which is
    short, and then from the beginning on, so that both ends are looked at whatever the rest costs. One part where the
    piece is short.
    """
    if piece.language not in _LONG or len(piece.text) <= CODE_CHARACTERS:
        return [piece]
    parts: list[Piece] = []
    start, line = 0, piece.line
    tail = len(piece.text) - _TAIL
    tail = piece.text.rfind("\n", tail - _TAIL, tail) + 1 or tail
    while start < len(piece.text):
        end = min(start + _PART, tail) if start < tail else len(piece.text)
        if end < len(piece.text):
            end = (piece.text.rfind("\n", start, end) + 1) or end
        text = piece.text[start:end]
        column = start - piece.text.rfind("\n", 0, start)
        parts.append(replace(piece, text=text, line=line, column=column))
        start, line = end, line + text.count("\n")
    return [parts[-1], *parts[:-1]]


def _skill_md(path: str, text: str) -> Iterator[Piece]:
    """The front matter between its fences, however broken its YAML is, and the body."""
    lines = text.split("\n")
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    body = start
    if lines[start].rstrip() == "---":
        closing = (number for number in range(start + 1, len(lines)) if _FENCE.match(lines[number]))
        end = next(closing, len(lines))
        yield Piece(path, Language.FRONT_MATTER, "\n".join(lines[start + 1 : end]), line=start + 2)
        body = end + 1
    if body < len(lines):
        yield Piece(path, Language.MARKDOWN, "\n".join(lines[body:]), line=body + 1, prose=True)
