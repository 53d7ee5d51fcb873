"""Merge two texts that were both made from a third."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from command import choice, options_of, run
from matching import changes
from texts import Lines, source_options, split_lines, text_of

USAGE = """usage: merge.py (--base-text TEXT | --base-file PATH | --base-table SLUG)
                (--mine-text TEXT | --mine-file PATH | --mine-table SLUG)
                (--theirs-text TEXT | --theirs-file PATH | --theirs-table SLUG)
                [--column NAME] [--show-base yes|no] [--json]
"""
SIDES = ("base", "mine", "theirs")
KNOWN = {**source_options(SIDES), "show-base": "one", "json": "switch"}


class Piece(NamedTuple):
    """A part of the merged text; in a conflict, what each of the three says there."""

    kind: str
    base: Lines
    mine: Lines
    theirs: Lines

    @property
    def lines(self) -> Lines:
        """What the merge takes, where it is no conflict."""
        return self.theirs if self.kind == "theirs" else self.mine


def main(argv: list[str]) -> str:
    """The merged text, or what it is made of as JSON."""
    options = options_of(argv, KNOWN)
    show_base = choice(options, "show-base", ("yes", "no")) == "yes"
    base, mine, theirs = (split_lines(text_of(options, side)) for side in SIDES)
    pieces = list(merge(base, mine, theirs))
    text = "".join(_text(piece, show_base=show_base) for piece in pieces)
    if "json" not in options:
        return text
    counts = {kind: sum(piece.kind == kind for piece in pieces) for kind in ("mine", "theirs", "both", "conflict")}
    conflicts = [
        {side: "".join(getattr(piece, side)) for side in SIDES} for piece in pieces if piece.kind == "conflict"
    ]
    answer = {
        "clean": not conflicts,
        "changes_only_mine": counts["mine"],
        "changes_only_theirs": counts["theirs"],
        "changes_same_in_both": counts["both"],
        "conflicts": conflicts,
        "merged": text,
    }
    return json.dumps(answer, ensure_ascii=False) + "\n"


def merge(base: Lines, mine: Lines, theirs: Lines) -> Iterator[Piece]:
    """The parts of the merge, in order.

    A line of the base that both sides kept holds the three texts together. Between two such lines, the side that
    changed something wins; where both changed it in the same way there is one change, and else a conflict.
    """
    in_mine, in_theirs = _kept(base, mine), _kept(base, theirs)
    at_base = at_mine = at_theirs = 0
    for line in [*sorted(in_mine.keys() & in_theirs.keys()), len(base)]:
        to_mine, to_theirs = in_mine.get(line, len(mine)), in_theirs.get(line, len(theirs))
        gap = _judged(base[at_base:line], mine[at_mine:to_mine], theirs[at_theirs:to_theirs])
        if gap:
            yield gap
        if line < len(base):
            yield Piece("kept", [base[line]], [base[line]], [base[line]])
        at_base, at_mine, at_theirs = line + 1, to_mine + 1, to_theirs + 1


def _kept(base: Lines, other: Lines) -> dict[int, int]:
    """For each line of the base that the other text kept, where it stands there."""
    equal = (one for one in changes(base, other) if one.op == "equal")
    return {one.old_start + k: one.new_start + k for one in equal for k in range(one.old_end - one.old_start)}


def _judged(base: Lines, mine: Lines, theirs: Lines) -> Piece | None:
    """What is to be made of a gap between two lines that all three share."""
    if not base and not mine and not theirs:
        return None
    if mine == theirs:
        kind = "both"
    elif mine == base:
        kind = "theirs"
    elif theirs == base:
        kind = "mine"
    else:
        kind = "conflict"
    return Piece(kind, base, mine, theirs)


def _text(piece: Piece, *, show_base: bool) -> str:
    if piece.kind != "conflict":
        return "".join(piece.lines)
    middle = f"||||||| base\n{_closed(piece.base)}" if show_base else ""
    return f"<<<<<<< mine\n{_closed(piece.mine)}{middle}=======\n{_closed(piece.theirs)}>>>>>>> theirs\n"


def _closed(lines: Lines) -> str:
    """Lines that a marker can follow."""
    text = "".join(lines)
    return text if text.endswith("\n") or not text else f"{text}\n"


if __name__ == "__main__":
    run(main, USAGE)
