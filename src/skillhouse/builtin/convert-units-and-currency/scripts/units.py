"""Print a quantity in another unit, as JSON."""

import re
from fractions import Fraction
from typing import Any

from catalog import DIMENSIONS
from command import BadInput, Options, UsageError, choice, options_of, run, shown
from measures import EXACT, Quantity, Unit, quantity, unit_named
from numbers_shown import ROUNDINGS, exact_text, fixed_text, rounded, short_text

USAGE = """
usage: units.py --quantity TEXT --to UNIT [--decimals COUNT] [--rounding half-up|half-even]
       [--significant COUNT] [--difference]
   or: units.py --list
"""
OPTIONS = ("quantity", "to", "decimals", "rounding", "significant")


def targets(written: str, source: Quantity) -> list[Unit]:
    """The unit or units that the answer is wanted in: `ft in` means whole feet, and inches for the rest."""
    try:
        found = [unit_named(written)]
    except BadInput:
        if len(written.split()) == 1 or any(part not in EXACT for part in written.split()):
            raise
        found = [unit_named(part) for part in written.split()]
    for unit in found:
        if unit.dimension != source.dimension:
            raise BadInput(f"{source.units[0].name} is a {source.dimension}, {unit.name} is a {unit.dimension}")
    if any(before.size <= after.size for before, after in zip(found, found[1:], strict=False)):
        raise BadInput(f"--to {shown(written)} must name the larger unit first")
    if len(found) > 1 and found[0].dimension in ("temperature", "fuel"):
        raise BadInput(f"a {found[0].dimension} is told in one unit: --to {shown(written)} names several")
    return found


def count_of(options: Options, name: str, least: int, most: int) -> int | None:
    """A small whole number, if the option is given."""
    written = options.get(name)
    if written is None:
        return None
    if not re.fullmatch(r"[0-9]{1,2}", written) or not least <= int(written) <= most:
        raise UsageError(f"--{name} must be a whole number from {least} to {most}")
    return int(written)


def told(value: Fraction, options: Options) -> tuple[str, bool]:
    """A value as text, and whether the text is all of it."""
    decimals, significant = count_of(options, "decimals", 0, 20), count_of(options, "significant", 1, 30)
    if decimals is not None:
        if significant is not None:
            raise UsageError("give --decimals or --significant, not both")
        nearest = rounded(value, decimals, choice(options, "rounding", ROUNDINGS, "half-up"))
        return fixed_text(nearest, decimals), nearest == value
    if "rounding" in options:
        raise UsageError("--rounding goes with --decimals")
    text = exact_text(value) if significant is None else None
    return (text, True) if text else (found := short_text(value, significant or 12), Fraction(found) == value)


def split(value: Fraction, units: list[Unit], options: Options) -> tuple[list[dict[str, str]], bool]:
    """A base value over several units, whole numbers in all but the last; rounded first, so that nothing carries."""
    last = units[-1]
    text, exact = told(abs(value) / last.size, options)
    rest, parts = Fraction(text) * last.size, []
    for unit in units[:-1]:
        whole = rest // unit.size
        rest -= whole * unit.size
        parts.append({"value": f"{'-' if value < 0 and whole else ''}{whole}", "unit": unit.name})
    tail = told(rest / last.size, options)[0]
    parts.append({"value": f"{'-' if value < 0 and Fraction(tail) else ''}{tail}", "unit": last.name})
    return parts, exact


def converted(options: Options) -> dict[str, Any]:
    """The answer for one quantity."""
    difference = "difference" in options
    source = quantity(options["quantity"], difference)
    units = targets(options["to"], source)
    result: dict[str, Any] = {"quantity": options["quantity"].strip(), "dimension": source.dimension}
    if len(units) > 1:
        parts, exact = split(source.base, units, options)
        text = " ".join(f"{part['value']} {part['unit']}" for part in parts)
        return result | {"parts": parts, "text": text, "exact": exact}
    unit = units[0]
    value, exact = told(source.base / unit.size if difference else unit.from_base(source.base), options)
    return result | {"value": value, "unit": unit.name, "text": f"{value} {unit.name}", "exact": exact}


def all_units() -> dict[str, str]:
    """The names of all units, by dimension."""
    found: dict[str, dict[str, None]] = {dimension: {} for dimension in DIMENSIONS}
    for unit in EXACT.values():
        found[unit.dimension][unit.name] = None
    return {dimension: " ".join(names) for dimension, names in found.items()}


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, switches=["difference", "list"])
    if "list" in options:
        return all_units()
    if "quantity" not in options or "to" not in options:
        raise UsageError("--quantity and --to must be given")
    return converted(options)


if __name__ == "__main__":
    run(main, USAGE)
