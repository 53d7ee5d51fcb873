"""Samples: numbers as a call gives them, and what is worked out from them again and again."""

import math
import re
from array import array
from collections.abc import Sequence
from typing import Any

from command import BadInput, Options, UsageError, shown
from rows import SOURCES, Row, missing, rows_of, text, to_number

Sample = Sequence[float]
ALTERNATIVES = ("two-sided", "less", "greater")
MOST_NUMBERS = 1_000_000


def numbers_in(written: str, name: str) -> array:
    """The numbers of `1 2.5 3`, which spaces, commas or semicolons part."""
    return array("d", (float(to_number(part, name)) for part in re.split(r"[\s,;]+", written.strip()) if part))


def source_given(options: Options) -> bool:
    """Whether a call names a source of rows."""
    return any(name in options for name in SOURCES)


def value_in(row: Row, column: str) -> float | None:
    """A cell as a number; None where it is empty."""
    if column not in row[1]:
        raise missing(row, column)
    written = text(row, column)
    return float(to_number(written, f"{row[0]}: {column}")) if written else None


def field_name(column: str) -> str:
    """A column as rows know it."""
    return re.sub(r"[\s-]+", "_", column.strip().lower())


def grouped(options: Options) -> tuple[dict[str, array], int]:
    """The numbers of --column, by the text in --group (together where there is none), and how many cells are empty."""
    if "column" not in options:
        raise UsageError("--column must be given with rows")
    column, group = field_name(options["column"]), field_name(options.get("group", ""))
    found: dict[str, array] = {}
    empty = count = 0
    for row in rows_of(options):
        if group and group not in row[1]:
            raise missing(row, group)
        value, name = value_in(row, column), text(row, group) if group else column
        if value is None or not name:
            empty += 1
        else:
            found.setdefault(name, array("d")).append(value)
            count += 1
            check_size(count)
    return found, empty


def pairs(options: Options) -> tuple[array, array, int, tuple[str, str]]:
    """Two numbers of each row (--columns A,B), or --values beside --other; pairs with an empty one are left out."""
    if not source_given(options):
        if "values" not in options or "other" not in options:
            raise UsageError("give --values and --other, or rows with --columns")
        first, second = (numbers_in(options[name], f"--{name}") for name in ("values", "other"))
        if len(first) != len(second):
            raise BadInput(f"--values has {len(first)} numbers and --other {len(second)}: pairs need as many of each")
        return first, second, 0, ("values", "other")
    names = tuple(field_name(name) for name in options.get("columns", "").split(","))
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError("--columns must name two columns, like --columns before,after")
    first, second, empty = array("d"), array("d"), 0
    for row in rows_of(options):
        one, two = value_in(row, names[0]), value_in(row, names[1])
        if one is None or two is None:
            empty += 1
        else:
            first.append(one)
            second.append(two)
            check_size(len(second))
    return first, second, empty, names


def check_size(count: int) -> None:
    """Refuse what would not fit into a run's memory and time."""
    if count > MOST_NUMBERS:
        raise BadInput(f"there are more than {MOST_NUMBERS} numbers: take a part of the rows, or sum them up first")


def need(sample: Sample, least: int, name: str, reason: str) -> None:
    """Refuse a sample that is too small for what is asked of it."""
    if len(sample) < least:
        raise BadInput(f"{name} has {len(sample)} numbers, and at least {least} are needed: {reason}")


def mean(sample: Sample) -> float:
    """The arithmetic mean."""
    return math.fsum(sample) / len(sample)


def variance(sample: Sample) -> float:
    """The variance of a sample (n − 1), exactly 0 where all numbers are the same."""
    if min(sample) == max(sample):
        return 0.0
    middle = mean(sample)
    return math.fsum((value - middle) ** 2 for value in sample) / (len(sample) - 1)


def ranks(sample: Sample) -> tuple[list[float], list[int]]:
    """The rank of each number (numbers that tie share the middle of theirs), and how many are in each tie."""
    order = sorted(range(len(sample)), key=sample.__getitem__)
    found, ties, at = [0.0] * len(sample), [], 0
    while at < len(order):
        end = at
        while end < len(order) and sample[order[end]] == sample[order[at]]:
            end += 1
        for place in order[at:end]:
            found[place] = (at + 1 + end) / 2
        ties.append(end - at)
        at = end
    return found, ties


def confidence_of(options: Options) -> float:
    """The confidence of intervals, as a part of 1."""
    written = options.get("confidence", "95")
    found = to_number(written.removesuffix("%"), "--confidence")
    if not 50 <= found <= 99.99:
        raise UsageError(f"--confidence must be from 50 to 99.99 percent, not {shown(written)}")
    return float(found) / 100


def told(value: Any) -> Any:
    """Every number of an answer with ten significant digits: more would differ from machine to machine."""
    if isinstance(value, float):
        return float(f"{value:.10g}") + 0.0 if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: told(item) for key, item in value.items()}
    return [told(item) for item in value] if isinstance(value, list) else value


def p_text(p: float) -> str:
    """A p-value as a sentence quotes it."""
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}"


def interval_text(confidence: float, low: float, high: float) -> str:
    """An interval as a sentence quotes it."""
    return f"{confidence * 100:g} % confidence interval {low:.4g} to {high:.4g}"
