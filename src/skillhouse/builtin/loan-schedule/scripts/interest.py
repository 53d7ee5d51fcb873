"""Print what an amount grows to: compound interest with deposits, simple interest between two dates, and rates."""

from decimal import Decimal, localcontext
from typing import Any

from command import BadInput, Options, UsageError, choice, options_of, run
from days import BASES, days_between, to_date, year_part
from money import HUNDRED, ONE, PRECISE, percent_shown, rounded, to_amount, to_percent, unit_of

USAGE = """
usage: interest.py --principal AMOUNT (--rate PERCENT | --effective PERCENT) --years YEARS
       [--compounded yearly|half-yearly|quarterly|monthly|weekly|daily|continuously] [--deposit AMOUNT]
       [--round-each-period] [--decimals 0-4]
   or: interest.py --principal AMOUNT --rate PERCENT --from DATE --to DATE
       [--day-count 30/360|actual/365|actual/360] [--decimals 0-4]
"""
OPTIONS = ("principal", "rate", "effective", "years", "compounded", "deposit", "decimals", "from", "to", "day-count")
PERIODS = {"yearly": 1, "half-yearly": 2, "quarterly": 4, "monthly": 12, "weekly": 52, "daily": 365}
MOST_PERIODS, MOST_YEARS = 40_000, 1_000


def simple(options: Options, unit: Decimal) -> dict[str, Any]:
    """Interest that is not compounded, for the days between two dates."""
    for name in ("effective", "years", "compounded", "deposit", "round-each-period"):
        if name in options:
            raise UsageError(f"--{name} does not go with --from and --to")
    start, end = to_date(options["from"], "--from"), to_date(options["to"], "--to")
    if end < start:
        raise BadInput(f"--to {end} comes before --from {start}")
    day_count = choice(options, "day-count", BASES, "30/360")
    principal, rate = to_amount(options["principal"], "--principal", unit), to_percent(options["rate"], "--rate")
    interest = rounded(principal * rate / HUNDRED * year_part(start, end, day_count), unit)
    return {
        "day_count": day_count,
        "days": days_between(start, end, day_count),
        "interest": f"{interest:f}",
        "final": f"{principal + interest:f}",
    }


def rates_of(options: Options, periods: int | None) -> tuple[Decimal, Decimal]:
    """The nominal and the effective yearly rate, as parts of 1; one of them is given. No periods: continuously."""
    if "rate" in options:
        nominal = to_percent(options["rate"], "--rate") / HUNDRED
        effective = nominal.exp() - ONE if periods is None else (ONE + nominal / periods) ** periods - ONE
        return nominal, effective
    effective = to_percent(options["effective"], "--effective") / HUNDRED
    if periods is None:
        return (ONE + effective).ln(), effective
    return ((ONE + effective) ** (ONE / periods) - ONE) * periods, effective


def whole_periods(years: Decimal, periods: int) -> int:
    """How many periods the years hold: a whole number of them."""
    count = years * periods
    if count != int(count):
        raise BadInput(f"--years {years} is not a whole number of periods: choose another --compounded, or use dates")
    if count > MOST_PERIODS:
        raise BadInput(f"--years {years} holds {int(count)} periods: at most {MOST_PERIODS}")
    return int(count)


def grown(principal: Decimal, rate: Decimal, count: int, deposit: Decimal, unit: Decimal | None) -> Decimal:
    """What is there after `count` periods, each with interest first and a deposit at its end; `unit` rounds each."""
    balance = principal
    for _ in range(count):
        interest = balance * rate
        balance += (interest if unit is None else rounded(interest, unit)) + deposit
    return balance


def compound(options: Options, unit: Decimal) -> dict[str, Any]:
    """Interest that earns interest."""
    if "day-count" in options:
        raise UsageError("--day-count goes with --from and --to only")
    way = choice(options, "compounded", (*PERIODS, "continuously"), "yearly")
    periods = PERIODS.get(way)
    principal = to_amount(options["principal"], "--principal", unit)
    deposit = to_amount(options.get("deposit", "0"), "--deposit", unit)
    years = to_amount(options["years"], "--years")
    if years > MOST_YEARS:
        raise BadInput(f"--years {years} is too long: at most {MOST_YEARS}")
    nominal, effective = rates_of(options, periods)
    if periods is None:
        if deposit or "round-each-period" in options:
            raise UsageError("--deposit and --round-each-period need periods, which continuously has not")
        count, final = 0, principal * (ONE + effective) ** years
    else:
        count = whole_periods(years, periods)
        each = unit if "round-each-period" in options else None
        final = grown(principal, nominal / periods, count, deposit, each)
    final = rounded(final, unit)
    return {
        "compounded": way,
        "periods": count,
        "nominal_rate_percent": percent_shown(nominal),
        "effective_annual_rate_percent": percent_shown(effective),
        "deposits": f"{rounded(deposit * count, unit):f}",
        "interest": f"{rounded(final - principal - deposit * count, unit):f}",
        "final": f"{final:f}",
    }


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, switches=["round-each-period"], required=["principal"])
    with localcontext(PRECISE):
        unit = unit_of(options.get("decimals", "2"))
        if "from" in options and "to" in options and "rate" in options:
            return simple(options, unit)
        if "years" not in options or ("rate" in options) == ("effective" in options):
            raise UsageError("give --years with one of --rate and --effective, or --rate with --from and --to")
        if "from" in options or "to" in options:
            raise UsageError("--from and --to go together, with --rate and without --years")
        return compound(options, unit)


if __name__ == "__main__":
    run(main, USAGE)
