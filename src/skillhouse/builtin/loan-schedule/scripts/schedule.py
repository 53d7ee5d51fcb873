"""Print the sums of a loan as JSON, and write its schedule, one row a payment, as CSV."""

import csv
import io
from datetime import date
from decimal import Decimal, localcontext
from typing import Any

from artifact import checked_name, write
from command import BadInput, Options, UsageError, choice, options_of, run
from days import BASES, months_later, to_date, years_between
from loan import KINDS, Course, Event, Terms, agreed_amount, course
from money import PRECISE, ZERO, effective_rate, percent_shown, rounded, to_amount, to_count, to_percent, unit_of

USAGE = """
usage: schedule.py --principal AMOUNT --rate PERCENT --start DATE (--payments COUNT | --payment AMOUNT)
       [--kind annuity|equal-principal|bullet] [--every MONTHS] [--first DATE]
       [--day-count 30/360|actual/365|actual/360] [--extra DATE:AMOUNT,...] [--after-extra shorter|lower]
       [--fees AMOUNT] [--decimals 0-4] [--show-rows COUNT] [--out NAME.csv]
"""
NEEDED = ("principal", "rate", "start")
OPTIONS = (*NEEDED, "payments", "payment", "kind", "every", "first", "day-count", "extra", "after-extra", "fees")
OUTPUT_OPTIONS = ("decimals", "show-rows", "out")
MONTHS = ("1", "2", "3", "4", "6", "12")
MOST = 1200
COLUMNS = ("number", "date", "kind", "days", "payment", "interest", "principal", "balance")


def terms_of(options: Options) -> Terms:
    """What a call says was agreed."""
    unit = unit_of(options.get("decimals", "2"))
    kind = choice(options, "kind", KINDS, "annuity")
    if ("payments" in options) == ("payment" in options):
        raise UsageError("give exactly one of --payments and --payment")
    if "payment" in options and kind != "annuity":
        raise UsageError("--payment goes with --kind annuity only: give --payments")
    payment = to_amount(options["payment"], "--payment", unit) if "payment" in options else None
    principal = to_amount(options["principal"], "--principal", unit)
    if not principal or payment == 0:
        raise BadInput("--principal and --payment must be more than 0")
    return Terms(
        kind=kind,
        principal=principal,
        rate=to_percent(options["rate"], "--rate"),
        start=to_date(options["start"], "--start"),
        dues=dues_of(options),
        day_count=choice(options, "day-count", BASES, "30/360"),
        unit=unit,
        payment=payment,
        lower=choice(options, "after-extra", ("shorter", "lower"), "shorter") == "lower",
    )


def dues_of(options: Options) -> tuple[date, ...]:
    """The due dates: each counted from the first, so that a short month shifts no later one."""
    start, every = to_date(options["start"], "--start"), int(choice(options, "every", MONTHS, "1"))
    count = to_count(options["payments"], "--payments", MOST) if "payments" in options else MOST
    if "first" not in options:
        return _dates(start, every, 1, count)
    first = to_date(options["first"], "--first")
    if first <= start:
        raise BadInput(f"--first {first} must come after --start {start}")
    return _dates(first, every, 0, count)


def _dates(base: date, every: int, begin: int, count: int) -> tuple[date, ...]:
    return tuple(months_later(base, every * at) for at in range(begin, begin + count))


def extras_of(options: Options, terms: Terms) -> list[tuple[date, Decimal]]:
    """The extra payments, as (date, amount)."""
    found = []
    for part in options.get("extra", "").split(",") if options.get("extra") else ():
        day, colon, amount = part.strip().partition(":")
        if not colon:
            raise BadInput(f"--extra must be like 2026-01-15:5000,2027-01-15:2500, not {part.strip()!r}")
        when = to_date(day, "--extra")
        if when < terms.start:
            raise BadInput(f"the extra payment on {when} comes before the loan is paid out, on {terms.start}")
        found.append((when, to_amount(amount, "--extra", terms.unit)))
        if not found[-1][1]:
            raise BadInput(f"the extra payment on {when} is 0: leave it out, or name its amount")
    return found


def row_of(event: Event) -> dict[str, Any]:
    """One row, as the answer and the CSV show it."""
    return {
        "number": "" if event.number is None else event.number,
        "date": event.date.isoformat(),
        "kind": event.kind,
        "days": event.days,
        "payment": f"{event.payment:f}",
        "interest": f"{event.interest:f}",
        "principal": f"{event.principal:f}",
        "balance": f"{event.balance:f}",
    }


def csv_of(rows: list[dict[str, Any]]) -> str:
    """The whole schedule."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def regular_of(done: Course) -> dict[str, str]:
    """The amount that stays the same from date to date: the whole payment, or its principal."""
    name = {"annuity": "regular_payment", "equal-principal": "regular_principal"}.get(done.terms.kind)
    if name is None:
        return {}
    now = {f"{name}_after_extra": f"{done.regular:f}"} if done.terms.lower else {}
    return {name: f"{agreed_amount(done.terms):f}", **now}


def sums_of(done: Course, fees: Decimal) -> dict[str, Any]:
    """What a borrower asks first."""
    terms, events = done.terms, done.events
    planned = [event for event in events if event.kind != "extra"] or events
    extra = sum((event.payment for event in events if event.kind == "extra"), ZERO)
    flows = ((years_between(terms.start, event.date), event.payment) for event in events)
    paid = sum((event.payment for event in events), ZERO)
    return {
        **regular_of(done),
        "first_payment": f"{planned[0].payment:f}",
        "final_payment": f"{planned[-1].payment:f}",
        "payments": sum(event.kind != "extra" for event in events),
        "last_date": events[-1].date.isoformat(),
        "total_extra": f"{rounded(extra, terms.unit):f}",
        "total_interest": f"{rounded(paid - terms.principal, terms.unit):f}",
        "fees": f"{rounded(fees, terms.unit):f}",
        "total_paid": f"{rounded(paid + fees, terms.unit):f}",
        "effective_annual_rate_percent": percent_shown(effective_rate(terms.principal - fees, flows)),
    }


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, (*OPTIONS, *OUTPUT_OPTIONS), required=NEEDED)
    name = checked_name(options.get("out", "schedule.csv"), ".csv")
    limit = to_count(options.get("show-rows", "12"), "--show-rows", MOST)
    with localcontext(PRECISE):
        terms = terms_of(options)
        fees = to_amount(options.get("fees", "0"), "--fees", terms.unit)
        if fees >= terms.principal:
            raise BadInput("--fees must be less than --principal: they are kept back when the loan is paid out")
        done = course(terms, extras_of(options, terms))
        sums = sums_of(done, fees)
        rows = [row_of(event) for event in done.events]
    write(name, csv_of(rows))
    return {
        "kind": terms.kind,
        "day_count": terms.day_count,
        **sums,
        "rows": rows[:limit],
        "row_count": len(rows),
        "file": name,
    }


if __name__ == "__main__":
    run(main, USAGE)
