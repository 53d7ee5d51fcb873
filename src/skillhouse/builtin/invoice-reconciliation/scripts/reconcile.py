"""Match payments with invoices; print the result as JSON, and write every match with its reason as CSV."""

import csv
import io
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from artifact import checked_name, write
from command import BadInput, Options, UsageError, options_of, run, shown
from matching import Ledger, Match, Rules, reconcile
from records import ZERO, Invoice, Payment, invoices_in, payments_in, unit_of
from rows import table_rows, to_number

USAGE = """
usage: reconcile.py [--invoices SLUG] [--payments SLUG] [--tolerance AMOUNT] [--days DAYS]
       [--today DATE] [--show-rows COUNT] [--out NAME.csv]
"""
OPTIONS = ("invoices", "payments", "tolerance", "days", "today", "show-rows", "out")
KINDS = ("exact", "partial", "final", "over", "batch", "split", "duplicate", "unmatched")
COLUMNS = (
    "payment",
    "payment_date",
    "payment_amount",
    "invoice",
    "invoice_amount",
    "kind",
    "allocated",
    "left_over",
    "open_after",
    "confidence",
    "why",
)
FORMULA = re.compile(r"^[=+@\t\r-](?![0-9.]+$)")


def whole(options: Options, name: str, default: str, most: int) -> int:
    """A whole number from 0 to `most`."""
    written = options.get(name, default)
    if not re.fullmatch(r"[0-9]{1,5}", written) or int(written) > most:
        raise UsageError(f"--{name} must be a whole number from 0 to {most}, not {shown(written)}")
    return int(written)


def rules_of(options: Options) -> Rules:
    """How strict the call wants the matching to be."""
    tolerance = to_number(options.get("tolerance", "0"), "--tolerance")
    if not 0 <= tolerance <= 10:
        raise BadInput(f"--tolerance is {tolerance:f}: it must be from 0 to 10, it is for cents and not for amounts")
    return Rules(tolerance, whole(options, "days", "45", 366))


def today_of(options: Options) -> date | None:
    """The day that overdue invoices are counted to, if the call gives one."""
    if "today" not in options:
        return None
    try:
        return date.fromisoformat(options["today"])
    except ValueError:
        raise BadInput(f"--today is {shown(options['today'])}: write a date like 2025-03-31") from None


@dataclass(frozen=True)
class Report:
    """A ledger as text: every amount with the same decimals."""

    ledger: Ledger
    unit: Decimal
    today: date | None

    def money(self, amount: Decimal) -> str:
        """An amount."""
        return f"{amount.quantize(self.unit):f}"

    def payment(self, payment: Payment) -> dict[str, str]:
        """One payment, in short."""
        return {
            "payment": payment.id,
            "payment_date": payment.date.isoformat(),
            "payment_amount": self.money(payment.amount),
        }

    def matches(self) -> list[dict[str, str]]:
        """Every match, in the order of the payments."""
        return [self._match(match) for match in sorted(self.ledger.matches, key=lambda match: match.payment.date)]

    def _match(self, match: Match) -> dict[str, str]:
        return {
            **self.payment(match.payment),
            "invoice": match.invoice.number,
            "invoice_amount": self.money(match.invoice.amount),
            "kind": match.kind,
            "allocated": self.money(match.allocated),
            "left_over": self.money(match.left_over),
            "open_after": self.money(match.open_after),
            "confidence": match.confidence,
            "why": match.why,
        }

    def unmatched(self) -> list[dict[str, str]]:
        """The payments that nothing was found for, with the reason."""
        nothing = "names no invoice, and no open invoice fits it in amount, payer and time"
        reasons = self.ledger.reasons
        return [self.payment(payment) | {"why": reasons.get(payment.id, nothing)} for payment in self.ledger.unused()]

    def open_invoices(self) -> list[dict[str, Any]]:
        """The invoices that are not paid in full."""
        return [self._open(invoice) for invoice in self.ledger.invoices if invoice.open]

    def _open(self, invoice: Invoice) -> dict[str, Any]:
        late = {"days_overdue": max(0, (self.today - invoice.due).days)} if self.today else {}
        return {
            "invoice": invoice.number,
            "amount": self.money(invoice.amount),
            "open": self.money(invoice.open),
            "due": invoice.due.isoformat(),
            **late,
        }

    def counts(self) -> dict[str, int]:
        """How many payments there are of each kind."""
        kinds = {match.payment.id: match.kind for match in self.ledger.matches}
        found = dict.fromkeys(KINDS, 0)
        for payment in self.ledger.payments:
            found[kinds.get(payment.id, "unmatched")] += 1
        return found

    def sums(self) -> list[dict[str, str]]:
        """Where the money went, by currency: what is allocated and what is not always add up to all payments."""
        currencies = {item.currency for item in (*self.ledger.invoices, *self.ledger.payments)}
        return [{"currency": currency, **self._sums(currency)} for currency in sorted(currencies)]

    def _sums(self, currency: str) -> dict[str, str]:
        ledger = self.ledger
        matches = [match for match in ledger.matches if match.payment.currency == currency]
        invoices = [invoice for invoice in ledger.invoices if invoice.currency == currency]
        paid = sum((payment.amount for payment in ledger.payments if payment.currency == currency), ZERO)
        allocated = sum((match.allocated for match in matches), ZERO)
        left = sum((match.left_over for match in matches), ZERO)
        waiting = sum((payment.amount for payment in ledger.unused() if payment.currency == currency), ZERO)
        found = {
            "payments": paid,
            "allocated": allocated,
            "left_over": left,
            "unmatched": waiting,
            "within_tolerance": paid - allocated - left - waiting,
            "invoices": sum((invoice.amount for invoice in invoices), ZERO),
            "open": sum((invoice.open for invoice in invoices), ZERO),
        }
        return {name: self.money(amount) for name, amount in found.items()}


def csv_of(rows: list[dict[str, str]]) -> str:
    """The whole table. A cell that a spreadsheet would take for a formula gets an apostrophe before it."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: f"'{cell}" if FORMULA.match(cell) else cell for name, cell in row.items()})
    return text.getvalue()


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS)
    name = checked_name(options.get("out", "reconciliation.csv"), ".csv")
    limit = whole(options, "show-rows", "50", 5000)
    rules, today = rules_of(options), today_of(options)
    invoices = invoices_in(table_rows(options.get("invoices", "invoices")))
    payments = payments_in(table_rows(options.get("payments", "payments")))
    unit = unit_of(item.amount for item in (*invoices, *payments))
    report = Report(reconcile(invoices, payments, rules), unit, today)
    matches, unmatched, still_open = report.matches(), report.unmatched(), report.open_invoices()
    write(name, csv_of([*matches, *({"kind": "unmatched"} | row for row in unmatched)]))
    return {
        "counts": report.counts(),
        "sums": report.sums(),
        "matches": matches[:limit],
        "unmatched_payments": unmatched[:limit],
        "open_invoices": still_open[:limit],
        "rows": {"matches": len(matches), "unmatched_payments": len(unmatched), "open_invoices": len(still_open)},
        "file": name,
    }


if __name__ == "__main__":
    run(main, USAGE)
