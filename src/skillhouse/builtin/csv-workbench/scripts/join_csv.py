"""Join two tables by the values of their keys, write the result as CSV, and count what found no partner.

usage: join_csv.py (--left-text TEXT | --left-file PATH | --left-table SLUG)
                   (--right-text TEXT | --right-file PATH | --right-table SLUG)
                   --on LEFT[=RIGHT]... [--kind inner|left|right|outer|only-left|only-right] [--ignore-case]
                   [--suffix TEXT] [--out NAME.csv] [--safe-formulas] [--bom] [--out-delimiter SIGN]
                   [--delimiter SIGN] [--encoding NAME] [--no-header]
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabular import BadData, Parser, Table, add_writing, make_writer, open_table, run

EXAMPLES = 5
Key = tuple[str, ...]


@dataclass
class Join:
    """Both tables, their keys, and what was counted. The right table is held in memory, the left one streams."""

    left: Table
    right: Table
    pairs: list[tuple[int, int]]
    given: Namespace
    counts: Counter[str] = field(default_factory=Counter)
    index: dict[Key, list[list[str]]] = field(default_factory=dict)
    used: set[Key] = field(default_factory=set)
    lonely: dict[str, list[dict[str, object]]] = field(default_factory=lambda: {"left": [], "right": []})
    lonely_keys: set[Key] = field(default_factory=set)

    def key(self, cells: list[str], side: int) -> Key:
        """The key of a row, trimmed, and folded where case is ignored."""
        found = tuple(cells[pair[side]].strip() for pair in self.pairs)
        return tuple(part.casefold() for part in found) if self.given.ignore_case else found

    def load_right(self) -> None:
        """Read the right table; a key with an empty part is kept apart, since it equals nothing."""
        for _, cells in self.right.even():
            self.counts["rows_right"] += 1
            self.index.setdefault(self.key(cells, 1), []).append(cells)

    def rows(self) -> Iterator[list[str]]:
        """The joined rows: those of the left table in their order, then what only the right one has."""
        kind = self.given.kind
        blank = [""] * len(self.right.columns)
        for line, cells in self.left.even():
            self.counts["rows_left"] += 1
            key = self.key(cells, 0)
            partners = self.index.get(key, []) if all(key) else []
            if partners:
                self.counts["left_matched"] += 1
                self.counts["left_with_several_partners"] += len(partners) > 1
                self.used.add(key)
            else:
                self.note_lonely("left", key, line)
            if kind in ("inner", "left", "right", "outer"):
                for partner in partners:
                    yield cells + self.right_part(partner)
            if not partners and kind in ("left", "outer"):
                yield cells + self.right_part(blank)
            if not partners and kind == "only-left":
                yield cells
        yield from self.lonely_right(kind)

    def lonely_right(self, kind: str) -> Iterator[list[str]]:
        """The rows of the right table that no row of the left one asked for."""
        for key, rows in self.index.items():
            if key in self.used:
                self.counts["right_matched"] += len(rows)
                continue
            for cells in rows:
                self.note_lonely("right", key, None)
                if kind in ("right", "outer"):
                    yield self.left_part(cells) + self.right_part(cells)
                if kind == "only-right":
                    yield cells

    def note_lonely(self, side: str, key: Key, line: int | None) -> None:
        """Count a row without partner."""
        self.counts[f"{side}_unmatched"] += 1
        self.counts[f"{side}_empty_keys"] += not all(key)
        if side == "left" and len(self.lonely_keys) < 10_000:
            self.lonely_keys.add(key)
        if len(self.lonely[side]) < EXAMPLES:
            self.lonely[side].append({"key": list(key)} | ({"line": line} if line else {}))

    def right_part(self, cells: list[str]) -> list[str]:
        """The right cells but for the keys, which stand in the left part."""
        keys = {pair[1] for pair in self.pairs}
        return [cell for place, cell in enumerate(cells) if place not in keys]

    def left_part(self, right_cells: list[str]) -> list[str]:
        """An empty left part, but for the keys."""
        values = {left: right_cells[right] for left, right in self.pairs}
        return [values.get(place, "") for place in range(len(self.left.columns))]

    def columns(self) -> list[str]:
        """The header of the result; a name that both tables have gets the suffix in the right part."""
        if self.given.kind == "only-left":
            return self.left.columns
        if self.given.kind == "only-right":
            return self.right.columns
        names = list(self.left.columns)
        for name in self.right_part(self.right.columns):
            while name in names:
                name += self.given.suffix
            names.append(name)
        return names

    def hints(self) -> list[str]:
        """Why keys that look alike did not match."""
        found = []
        for words, change in (("upper and lower case", str.casefold), ("leading zeros", lambda text: text.lstrip("0"))):
            right = {tuple(map(change, key)) for key in self.index if key not in self.used}
            alike = sum(tuple(map(change, key)) in right for key in self.lonely_keys if all(key))
            if alike:
                found.append(f"{alike} unmatched keys of the left table differ from a right one only in {words}")
        return found

    def fact(self) -> dict[str, object]:
        """What was counted."""
        several = sum(len(rows) > 1 for rows in self.index.values())
        names = ("rows_left", "rows_right", "left_matched", "left_unmatched", "right_matched", "right_unmatched")
        more = ("left_empty_keys", "right_empty_keys", "left_with_several_partners")
        return {name: self.counts[name] for name in names + more} | {
            "right_keys_there_more_than_once": several,
            "unmatched_first": self.lonely,
            "hints": self.hints(),
        }


def key_pairs(left: Table, right: Table, texts: list[str]) -> list[tuple[int, int]]:
    """The columns of the keys, from `id` or `customer=id`."""
    found = []
    for text in texts:
        one, equals, other = text.partition("=")
        found.append((left.index(one.strip()), right.index(other.strip() if equals else one.strip())))
    return found


def command(args: list[str]) -> dict[str, object]:
    """Read the arguments, join, write, and say what was counted."""
    top = Parser(prog="join_csv.py", description="Join two tables by their keys.")
    top.add_source("left-")
    top.add_source("right-")
    top.add_reading()
    top.add_argument("--on", action="append", required=True, metavar="LEFT[=RIGHT]")
    top.add_argument("--kind", choices=["inner", "left", "right", "outer", "only-left", "only-right"], default="inner")
    top.add_argument("--ignore-case", action="store_true")
    top.add_argument("--suffix", default="_right", metavar="TEXT")
    add_writing(top, "join.csv")
    given = top.parse_args(args)
    if not given.suffix:
        raise BadData("--suffix is empty")
    left, right = open_table(given, "left_"), open_table(given, "right_")
    join = Join(left, right, key_pairs(left, right, given.on), given)
    join.load_right()
    writer = make_writer(given)
    columns = join.columns()
    writer.write(columns, join.rows())
    return {**writer.fact(), "kind": given.kind, "columns": columns, **join.fact()}


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
