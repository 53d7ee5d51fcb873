"""`validate --fix`: SKILL.md with what was forgiven written right, its meaning unchanged (FM-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.format.repair import TEXT_KEYS, TOOL_KEYS
from skillhouse.format.yamltext import Mapping, Node, Scalar, Sequence, reads_as

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.format.block import Block

__all__ = ["fix_block"]


def fix_block(block: Block, data: bytes) -> bytes:
    """The file again, from its parts; `data`, unchanged, where the front matter could not be read."""
    if block.root is None:
        return data
    body = block.lines[block.closing + 1 :]
    return "\n".join(["---", *_quote_texts(block.yaml, block.root, block.opening + 2), "---", *body]).encode()


def _quote_texts(yaml: str, root: Mapping, first_line: int) -> list[str]:
    """The lines of the front matter, with quotes around each number, date or boolean where text belongs."""
    lines = yaml.split("\n") if yaml else []
    # From the right, so that the places of what stands before stay true.
    for node in sorted(_texts(root), key=lambda node: (node.line, node.column), reverse=True):
        line, at = lines[node.line - first_line], node.column - 1
        lines[node.line - first_line] = f'{line[:at]}"{node.text}"{line[at + len(node.text) :]}'
    return lines


def _texts(root: Mapping) -> Iterator[Scalar]:
    for key in (*TEXT_KEYS, *TOOL_KEYS):
        entry = root.get(key)
        for node in [] if entry is None else _scalars(entry.value):
            if reads_as(node) and not (node is getattr(entry, "value", None) and key in TOOL_KEYS):
                yield node


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
    else:
        for entry in node.entries:
            yield entry.key
            yield from _scalars(entry.value)
