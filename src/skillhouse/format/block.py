"""The front matter as a block: which lines it is, and the tree that they hold (FM-1, FM-7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from skillhouse.format.fences import (
    closing_fences,
    find_opening,
    is_nearly_fence,
    not_closed,
    read_lines,
    spaces_after,
)
from skillhouse.format.problems import plural, problem
from skillhouse.format.repair import repair
from skillhouse.format.yamltext import Document, Mapping, compose
from skillhouse.model.finding import Location, Problem

__all__ = ["FRONT_MATTER_BYTES", "Block", "read_block"]

FRONT_MATTER_BYTES = 256 * 1024
FRONT_MATTER_VALUES = 10_000

# How many later fences are tried when a quoted value is still open at the first.
_CANDIDATES = 4

_REPAIRED = {
    "YAML_COLON": (
        "an unquoted value holds a colon; it was read as if it stood in quotes",
        "Put the value in quotes.",
    ),
    "YAML_UNQUOTED": (
        "an unquoted value starts with a sign that YAML takes for its own; it was read as if it stood in quotes",
        "Put the value in quotes.",
    ),
    "YAML_TAB": (
        "a tab stands where YAML wants a space; it was read as one",
        "Use spaces, or put a value that holds a tab in quotes.",
    ),
}


@dataclass(frozen=True, slots=True)
class Block:
    """SKILL.md taken apart. `lines` is the file with LF ends; `yaml` the front matter as it was understood, without its
    fences, which are the lines `opening` and `closing` (indices). `root` is None where it could not be read: the
    problems then say why, and `body` is empty.
    """

    lines: tuple[str, ...]
    problems: tuple[Problem, ...]
    opening: int = -1
    closing: int = -1
    yaml: str = ""
    root: Mapping | None = None
    body: str = ""


def read_block(data: bytes, file: str) -> Block:
    """Find the front matter and read it as YAML. Never raises: whatever is wrong stands in `problems`."""
    read = read_lines(data, file)
    if isinstance(read, Problem):
        return Block((), (read,))
    opening = find_opening(read.lines, file)
    block = Block(read.lines, (*read.problems, *opening.problems))
    if opening.index is None:
        return block
    closers = closing_fences(read.lines, opening.index)
    too_large = _too_large(read.lines, opening.index, closers, file)
    if too_large or not closers:
        error = too_large or not_closed(read.lines, opening.index, file)
        return replace(block, problems=(*block.problems, error))
    return _first_that_reads(replace(block, opening=opening.index), closers, file)


def _too_large(lines: tuple[str, ...], opening: int, closers: list[int], file: str) -> Problem | None:
    end = closers[0] if closers else len(lines)
    size = sum(len(line.encode()) + 1 for line in lines[opening + 1 : end])
    if size <= FRONT_MATTER_BYTES or not closers:
        return None
    limit = f"{plural(FRONT_MATTER_BYTES, 'byte')} (256 KiB)"
    message = f"the front matter has {plural(size, 'byte')}, over the limit of {limit}"
    return problem("FRONT_MATTER_TOO_LARGE", message, Location(file, opening + 1, 1), "Move text into the body.")


def _first_that_reads(block: Block, closers: list[int], file: str) -> Block:
    """Close at the first fence; at a later one only where a quoted value is open until then."""
    first = _close(block, closers[0], file)
    if not any(one.code == "YAML_QUOTE_OPEN" for one in first.problems):
        return first
    for closing in closers[1:_CANDIDATES]:
        if sum(map(len, block.lines[block.opening : closing])) > FRONT_MATTER_BYTES:
            break
        later = _close(block, closing, file)
        if later.root is not None:
            return later
    return first


def _close(block: Block, closing: int, file: str) -> Block:
    """The block as it is when the line `closing` ends the front matter."""
    inner = list(block.lines[block.opening + 1 : closing])
    inside = closing_fences(block.lines[:closing], block.opening)
    for index in inside:
        # YAML ends a document at such a line, even in quotes; indented by one space it is text, and folds away.
        inner[index - block.opening - 1] = " " + block.lines[index]
    yaml, document, repairs = _understand("\n".join(inner), block.opening + 2, file)
    problems = [*block.problems, *spaces_after(block.lines, closing, file), *repairs]
    problems += [_fence_in_value(index, file) for index in inside]
    problems += [problem(f.code, f.message, Location(file, f.line, f.column), f.hint) for f in document.faults]
    if block.lines[closing].startswith("."):
        message = "the front matter is closed by ...; it was read as ---"
        problems.append(problem("FENCE_DOTS", message, Location(file, closing + 1, 1), "Write --- there."))
    if document.broken and _looks_like_body(block.lines[block.opening + 1 : document.broken.line]):
        problems = [*block.problems, not_closed(block.lines, block.opening, file)]
        return replace(block, problems=tuple(problems), closing=closing, yaml=yaml)
    root = document.root
    if root is not None and not isinstance(root, Mapping):
        where = Location(file, root.line, root.column)
        message = "the front matter is not a list of `key: value` lines"
        problems.append(problem("YAML_NOT_A_MAP", message, where, "Write `name: …` and `description: …`."))
    usable = not document.broken and (root is None or isinstance(root, Mapping))
    top = root if isinstance(root, Mapping) else Mapping((), block.opening + 1, 1)
    body = "\n".join(block.lines[closing + 1 :])
    return replace(block, problems=tuple(problems), closing=closing, yaml=yaml, root=top if usable else None, body=body)


def _understand(text: str, first_line: int, file: str) -> tuple[str, Document, list[Problem]]:
    """The text as YAML, or as YAML with the quotes that it lacks; with the warnings for those."""
    document = compose(text, first_line=first_line, max_nodes=FRONT_MATTER_VALUES)
    codes = {fault.code for fault in document.faults}
    if not document.broken and ("YAML_ALIAS" not in codes or "YAML_ANCHOR" in codes):
        return text, document, []
    repaired = repair(text, first_line=first_line)
    if not repaired.repairs:
        return text, document, []
    warnings = []
    for one in repaired.repairs:
        message, hint = _REPAIRED[one.code]
        subject = f"{one.key!r}: " if one.key else ""
        warnings.append(problem(one.code, subject + message, Location(file, one.line, one.column), hint))
    again = compose(repaired.text, first_line=first_line, max_nodes=FRONT_MATTER_VALUES)
    return repaired.text, again, warnings


def _fence_in_value(index: int, file: str) -> Problem:
    message = "a line --- stands inside of a quoted value; it was read as part of the value"
    return problem("FENCE_IN_VALUE", message, Location(file, index + 1, 1), "Indent the line by a space.")


def _looks_like_body(lines: tuple[str, ...]) -> bool:
    """Whether what should be YAML holds a line that was meant to close it, or a blank line and then a heading."""
    heading = any(not line.strip() and after.startswith("#") for line, after in pairwise(lines))
    return heading or any(map(is_nearly_fence, lines))
