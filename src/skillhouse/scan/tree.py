"""Syntax trees of JavaScript and TypeScript. Grammars are loaded when the first piece of their language comes."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import TYPE_CHECKING

from skillhouse.scan.piece import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Parser

__all__ = ["broken", "parse", "walk"]

# A grammar takes up to 0.3 s for a million bytes; no script that people write comes near.
LONGEST = 2_000_000


@lru_cache(maxsize=4)
def _parser(language: Language, *, markup: bool) -> Parser:
    tree_sitter = importlib.import_module("tree_sitter")
    if language is Language.TYPESCRIPT:
        grammar = importlib.import_module("tree_sitter_typescript")
        source = grammar.language_tsx() if markup else grammar.language_typescript()
    else:
        source = importlib.import_module("tree_sitter_javascript").language()
    parser: Parser = tree_sitter.Parser(tree_sitter.Language(source))
    return parser


def parse(source: bytes, language: Language, *, markup: bool = False) -> Node | None:
    """The root of a text's syntax tree; None where the text is longer than any that is parsed."""
    if len(source) > LONGEST:
        return None
    return _parser(language, markup=markup).parse(source).root_node


def walk(node: Node) -> Iterator[Node]:
    """The node and every named one below it, in the order of the text, however deep they lie."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.named_children))


def broken(root: Node) -> bool:
    """Whether most of a text is not of its language: what is no syntax stands directly below the root."""
    if not root.has_error:
        return False
    lost = sum(one.end_byte - one.start_byte for one in root.children if one.type == "ERROR")
    return lost * 2 > root.end_byte - root.start_byte
