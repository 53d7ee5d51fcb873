"""Invoices and payments, as the rows of two tables give them. Amounts are Decimal, exact."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from command import BadInput, shown
from names import Tokens, tokens
from rows import Row, missing, number, text

MOST_ROWS = 5_000
ZERO = Decimal(0)


@dataclass
class Invoice:
    """An invoice; a credit note has a negative amount. `open` is what is still to be paid."""

    number: str
    amount: Decimal
    date: date
    due: date
    currency: str
    customer: Tokens
    open: Decimal


@dataclass(frozen=True)
class Payment:
    """A payment; what is paid out is negative."""

    id: str
    amount: Decimal
    date: date
    currency: str
    payer: Tokens
    text: str


def first_of(row: Row, *fields: str) -> str:
    """The first of some fields that is there and not empty."""
    return next((text(row, field) for field in fields if text(row, field)), "")


def day(row: Row, *fields: str) -> date:
    """A date as YYYY-MM-DD."""
    written = first_of(row, *fields)
    if not written:
        raise missing(row, fields[0])
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError(written)
        return date.fromisoformat(written)
    except ValueError:
        raise BadInput(f"{row[0]}: {fields[0]} is {shown(written)}: write a date like 2025-03-31") from None


def invoices_in(rows: Iterable[Row]) -> list[Invoice]:
    """The invoices, oldest first."""
    found: dict[str, Invoice] = {}
    for row in rows:
        name, amount = first_of(row, "number", "invoice", "invoice_number"), number(row, "amount")
        issued = day(row, "date")
        if not name:
            raise missing(row, "number")
        if name in found:
            raise BadInput(f"{row[0]}: there is another invoice with the number {shown(name)}")
        due = day(row, "due", "due_date") if first_of(row, "due", "due_date") else issued
        currency, customer = text(row, "currency").upper(), tokens(first_of(row, "customer", "name"))
        found[name] = Invoice(name, amount, issued, due, currency, customer, amount)
        check_size(found, "invoices")
    return sorted(found.values(), key=lambda invoice: (invoice.date, invoice.number))


def payments_in(rows: Iterable[Row]) -> list[Payment]:
    """The payments, oldest first. One without an id is known by its place in the table."""
    found: dict[str, Payment] = {}
    for count, row in enumerate(rows, 1):
        name = first_of(row, "id", "payment", "payment_id") or f"row {count}"
        if name in found:
            raise BadInput(f"{row[0]}: there is another payment with the id {shown(name)}")
        found[name] = Payment(
            name,
            number(row, "amount"),
            day(row, "date"),
            text(row, "currency").upper(),
            tokens(first_of(row, "payer", "name")),
            first_of(row, "text", "reference", "description", "purpose"),
        )
        check_size(found, "payments")
    return sorted(found.values(), key=lambda payment: payment.date)


def unit_of(amounts: Iterable[Decimal]) -> Decimal:
    """The smallest step of all amounts: 1 where none has decimals, else 0.01 or finer."""
    places = max((-int(amount.normalize().as_tuple().exponent) for amount in amounts), default=0)
    return Decimal(1).scaleb(-max(places, 2) if places > 0 else 0)


def check_size(found: dict[str, object], name: str) -> None:
    """Refuse more rows than can be matched in the time of a run."""
    if len(found) > MOST_ROWS:
        raise BadInput(f"there are more than {MOST_ROWS} {name}: reconcile one month or one customer at a time")
