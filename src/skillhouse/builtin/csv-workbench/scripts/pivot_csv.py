"""Group a table and add up, count, average or compare one column, exactly.

usage: pivot_csv.py (--text TEXT | --file PATH | --table SLUG) --rows COLUMN[,COLUMN]... [--columns COLUMN]
                    --measure sum|count|mean|min|max [--value COLUMN] [--decimal point|comma|auto]
                    [--places N] [--rounding half-even|half-up] [--sort value|key] [--most N]
                    [--out NAME.csv] [--safe-formulas] [--bom] [--out-delimiter SIGN]
                    [--delimiter SIGN] [--encoding NAME] [--no-header]
"""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import dataclass, field
from decimal import Context, Decimal

from tabular import BadData, Parser, Table, add_writing, make_writer, open_table, run
from values import EXACT, BadValue, number_of, plain

MOST_GROUPS = 200_000
MOST_COLUMNS = 200
WIDE = Context(prec=4000)


@dataclass
class Group:
    """What was added up of one group."""

    count: int = 0
    total: Decimal = Decimal(0)
    lowest: Decimal | None = None
    highest: Decimal | None = None

    def see(self, number: Decimal) -> None:
        """Take one number in."""
        self.count += 1
        self.total = EXACT.add(self.total, number)
        self.lowest = number if self.lowest is None else min(self.lowest, number)
        self.highest = number if self.highest is None else max(self.highest, number)

    def join(self, other: Group) -> None:
        """Take another group in, for a total."""
        self.total = EXACT.add(self.total, other.total)
        self.count += other.count
        if other.lowest is not None and other.highest is not None:
            self.lowest = other.lowest if self.lowest is None else min(self.lowest, other.lowest)
            self.highest = other.highest if self.highest is None else max(self.highest, other.highest)

    def measured(self, given: Namespace) -> str:
        """The measure as text; empty for an average or an extreme of nothing."""
        if given.measure == "count":
            return str(self.count)
        if given.measure == "sum":
            return plain(self.total)
        if given.measure == "mean":
            return mean_text(self, given) if self.count else ""
        extreme = self.lowest if given.measure == "min" else self.highest
        return "" if extreme is None else plain(extreme)


def mean_text(group: Group, given: Namespace) -> str:
    """The average, rounded once, from the exact quotient."""
    unit = Decimal(1).scaleb(-given.places)
    scaled = EXACT.multiply(group.total, Decimal(1).scaleb(given.places))
    whole, rest = divmod_exact(scaled, group.count)
    if rest:
        twice = EXACT.multiply(abs(rest), Decimal(2))
        up = twice > group.count or (twice == group.count and (given.rounding == "half-up" or int(whole) % 2 == 1))
        whole += (1 if scaled > 0 else -1) * up
    return plain(WIDE.multiply(whole, unit))


def divmod_exact(number: Decimal, count: int) -> tuple[Decimal, Decimal]:
    """Quotient towards nought and the rest, both exact."""
    whole = WIDE.divide_int(number, Decimal(count))
    return whole, EXACT.subtract(number, EXACT.multiply(whole, Decimal(count)))


@dataclass
class Pivot:
    """Groups by row key and column key."""

    table: Table
    given: Namespace
    groups: dict[tuple[str, ...], dict[str, Group]] = field(default_factory=dict)
    columns: dict[str, None] = field(default_factory=dict)
    rows: int = 0
    blanks: int = 0

    def read(self) -> None:
        """Read the table once."""
        places = [self.table.index(name.strip()) for name in self.given.rows.split(",")]
        across = self.table.index(self.given.columns) if self.given.columns else None
        value = self.table.index(self.given.value) if self.given.value else None
        for line, cells in self.table.even():
            self.rows += 1
            group = self.group(tuple(cells[place].strip() for place in places), "" if across is None else cells[across].strip())
            if value is None:
                group.count += 1
            elif not cells[value].strip():
                self.blanks += 1
            elif self.given.measure == "count":
                group.count += 1
            else:
                group.see(self.number(cells[value].strip(), line))

    def number(self, text: str, line: int) -> Decimal:
        """One value. Raises BadData with its line."""
        try:
            return number_of(text, self.given.decimal)
        except BadValue as error:
            raise BadData(f"{self.table.name} line {line}, column {self.given.value!r}: {error}") from None

    def group(self, key: tuple[str, ...], across: str) -> Group:
        """The group of a row, made when it is first seen."""
        if across not in self.columns:
            self.columns[across] = None
            if len(self.columns) > MOST_COLUMNS:
                raise BadData(f"column {self.given.columns!r} has more than {MOST_COLUMNS} values: put it into --rows")
        row = self.groups.setdefault(key, {})
        if len(self.groups) > MOST_GROUPS:
            raise BadData(f"there are more than {MOST_GROUPS} groups: group by something coarser")
        return row.setdefault(across, Group())

    def result(self) -> tuple[list[str], list[list[str]], list[str]]:
        """The header, the rows and the row of totals, all as text."""
        across = sorted(self.columns)
        wide = self.given.columns is not None
        names = [name.strip() for name in self.given.rows.split(",")]
        label = self.given.measure if self.given.value is None else f"{self.given.measure} of {self.given.value}"
        header = [*names, *(across if wide else []), "total" if wide else label]
        whole: dict[str, Group] = {name: Group() for name in across}
        rows = []
        for key, groups in self.groups.items():
            total = Group()
            for name, group in groups.items():
                total.join(group)
                whole[name].join(group)
            cells = [groups.get(name, Group()).measured(self.given) for name in across] if wide else []
            rows.append((key, total, [*key, *cells, total.measured(self.given)]))
        everything = Group()
        for group in whole.values():
            everything.join(group)
        rows.sort(key=lambda row: (self.rank(row[1]), row[0]))
        bottom = [whole[name].measured(self.given) for name in across] if wide else []
        return header, [row[2] for row in rows], ["total", *[""] * (len(names) - 1), *bottom, everything.measured(self.given)]

    def rank(self, total: Group) -> Decimal:
        """The place of a row: the largest first when sorted by value, those without a value last."""
        if self.given.sort == "key":
            return Decimal(0)
        text = total.measured(self.given)
        return EXACT.minus(Decimal(text)) if text else Decimal("Infinity")


def command(args: list[str]) -> dict[str, object]:
    """Read the arguments, group, and give the result."""
    top = Parser(prog="pivot_csv.py", description="Group a table and measure one column.")
    top.add_source()
    top.add_reading()
    top.add_argument("--rows", required=True, metavar="COLUMN[,COLUMN]...")
    top.add_argument("--columns", metavar="COLUMN")
    top.add_argument("--value", metavar="COLUMN")
    top.add_argument("--measure", required=True, choices=["sum", "count", "mean", "min", "max"])
    top.add_argument("--decimal", choices=["auto", "point", "comma"], default="auto")
    top.add_argument("--places", type=int, default=2, metavar="N")
    top.add_argument("--rounding", choices=["half-even", "half-up"], default="half-even")
    top.add_argument("--sort", choices=["key", "value"], default="key")
    top.add_argument("--most", type=int, default=100, metavar="N")
    add_writing(top, None)
    given = top.parse_args(args)
    if given.measure != "count" and not given.value:
        raise BadData(f"--measure {given.measure} needs --value COLUMN")
    for option, high in (("places", 30), ("most", 1000)):
        if not 0 <= getattr(given, option) <= high:
            raise BadData(f"--{option} {getattr(given, option)} is not from 0 to {high}")
    pivot = Pivot(open_table(given), given)
    pivot.read()
    header, rows, total = pivot.result()
    found: dict[str, object] = {
        "measure": given.measure,
        "rows_read": pivot.rows,
        "blank_values": pivot.blanks,
        "groups": len(rows),
        "columns": header,
        "rows": rows[: given.most],
        "total": total,
    }
    if given.out:
        writer = make_writer(given)
        writer.write(header, [*rows, total])
        found |= writer.fact()
    return found


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
