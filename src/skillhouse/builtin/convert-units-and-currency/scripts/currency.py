"""Print an amount in another currency, by the rates of a data table, as JSON."""

import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from command import BadInput, Options, UsageError, choice, options_of, run, shown
from currencies import decimals_of
from numbers_shown import ROUNDINGS, fixed_text, rounded, short_text
from rows import SOURCES, Row, missing, number, rows_of, text, to_number

USAGE = """
usage: currency.py --amount AMOUNT --from CODE --to CODE --on DATE
       [--table SLUG | --file PATH | --text ROWS] [--max-age-days DAYS] [--allow-stale]
       [--rounding half-up|half-even]
"""
NEEDED = ("amount", "from", "to", "on")
OPTIONS = (*NEEDED, *SOURCES, "max-age-days", "rounding")
NAMES = {"from": ("from", "base"), "to": ("to", "quote", "currency")}


@dataclass(frozen=True)
class Rate:
    """One unit of `source` is worth `value` units of `target`; `inverted` where the table says it the other way."""

    source: str
    target: str
    value: Fraction
    day: date
    inverted: bool = False

    def turned(self) -> "Rate":
        """The same rate, told from the other side."""
        return Rate(self.target, self.source, 1 / self.value, self.day, inverted=True)


Rates = dict[tuple[str, str], Rate]
Path = tuple[Rate, ...]


def to_date(written: str, name: str) -> date:
    """A date as YYYY-MM-DD."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError(written)
        return date.fromisoformat(written)
    except ValueError:
        raise BadInput(f"{name} is {shown(written)}, which is not a date: write it like 2025-03-31") from None


def code(written: str, name: str) -> str:
    """A currency code: three capital letters."""
    if not re.fullmatch("[A-Z]{3}", written):
        raise BadInput(f"{name} is {shown(written)}, which is not a currency code such as EUR")
    return written


def rate_of(row: Row) -> Rate:
    """One row of the table. `per` is how many units of the first currency the rate is for; 1 where it is absent."""
    ends = []
    for name, spellings in NAMES.items():
        found = next((text(row, spelling) for spelling in spellings if text(row, spelling)), "")
        if not found:
            raise missing(row, name)
        ends.append(code(found, f"{row[0]}: {name}"))
    value, per = number(row, "rate"), number(row, "per", to_number("1", "per"))
    if value <= 0 or per <= 0:
        raise BadInput(f"{row[0]}: rate and per must be more than 0")
    if ends[0] == ends[1]:
        raise BadInput(f"{row[0]} gives a rate from {ends[0]} to itself")
    if not text(row, "date"):
        raise missing(row, "date")
    return Rate(*ends, Fraction(value) / Fraction(per), to_date(text(row, "date")[:10], f"{row[0]}: date"))


def newest_rates(options: Options, day: date) -> Rates:
    """For each pair the newest rate that is not after the day. Two different rates of one day are refused."""
    found: Rates = {}
    for row in rows_of(options):
        rate = rate_of(row)
        pair = rate.source, rate.target
        known = found.get(pair)
        if known and known.day == rate.day and known.value != rate.value:
            raise BadInput(f"{row[0]}: there is another rate from {pair[0]} to {pair[1]} on {rate.day}")
        if rate.day <= day and (known is None or rate.day > known.day):
            found[pair] = rate
    return found


def legs(rates: Rates, source: str, target: str) -> list[Rate]:
    """The ways to get from one currency to another in one step: as the table says it, and turned round."""
    straight, back = rates.get((source, target)), rates.get((target, source))
    return [*([straight] if straight else []), *([back.turned()] if back else [])]


def paths(rates: Rates, source: str, target: str) -> list[Path]:
    """All ways from one currency to another, directly or over one that lies between."""
    found: list[Path] = [(leg,) for leg in legs(rates, source, target)]
    for between in sorted({name for pair in rates for name in pair} - {source, target}):
        found += [(a, b) for a in legs(rates, source, between) for b in legs(rates, between, target)]
    return found


def best_path(options: Options, day: date, oldest: date) -> Path:
    """The way that is not stale, shortest, told as the table tells it, newest; then by name."""
    source, target = code(options["from"], "--from"), code(options["to"], "--to")
    if source == target:
        return ()
    found = paths(newest_rates(options, day), source, target)
    if not found:
        raise BadInput(f"no rate leads from {source} to {target} on or before {day}, nor over one other currency")

    def rank(path: Path) -> tuple[bool, int, int, int]:
        age = (day - min(leg.day for leg in path)).days
        return min(leg.day for leg in path) < oldest, len(path), sum(leg.inverted for leg in path), age

    best = min(found, key=rank)
    stale = [leg for leg in best if leg.day < oldest]
    if stale and "allow-stale" not in options:
        leg = stale[0]
        raise BadInput(
            f"the newest rate for {leg.source} and {leg.target} is of {leg.day}, {(day - leg.day).days} days before {day}:"
            " bring the table up to date, raise --max-age-days, or say --allow-stale"
        )
    return best


def days_of(options: Options) -> int:
    """How old a rate may be."""
    written = options.get("max-age-days", "7")
    if not re.fullmatch(r"[0-9]{1,5}", written):
        raise UsageError("--max-age-days must be a whole number from 0 to 99999")
    return int(written)


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, switches=["allow-stale"], required=NEEDED)
    if not any(name in options for name in SOURCES):
        options["table"] = "rates"
    rounding = choice(options, "rounding", ROUNDINGS, "half-up")
    amount, day = to_number(options["amount"], "--amount"), to_date(options["on"], "--on")
    decimals = decimals_of(options["to"])
    if decimals is None:
        raise BadInput(f"--to is {shown(options['to'])}, which is not a current ISO 4217 currency code")
    oldest = date.fromordinal(max(1, day.toordinal() - days_of(options)))
    path = best_path(options, day, oldest)
    rate = Fraction(1)
    for leg in path:
        rate *= leg.value
    exact = Fraction(amount) * rate
    return {
        "amount": f"{amount:f}",
        "from": options["from"],
        "to": options["to"],
        "on": day.isoformat(),
        "converted": fixed_text(rounded(exact, decimals, rounding), decimals),
        "rounding": rounding,
        "unrounded": short_text(exact, 15),
        "rate": short_text(rate, 10),
        "rate_date": min((leg.day for leg in path), default=day).isoformat(),
        "stale": any(leg.day < oldest for leg in path),
        "path": [leg_shown(leg) for leg in path],
    }


def leg_shown(leg: Rate) -> dict[str, Any]:
    """One step of the way, as the answer shows it."""
    return {
        "from": leg.source,
        "to": leg.target,
        "rate": short_text(leg.value, 10),
        "date": leg.day.isoformat(),
        "inverted": leg.inverted,
    }


if __name__ == "__main__":
    run(main, USAGE)
