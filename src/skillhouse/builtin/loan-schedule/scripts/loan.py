"""A loan's course: one event at a time, from the day it is paid out to the day it is paid back."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from command import BadInput
from days import days_between, year_part
from money import HUNDRED, ONE, ZERO, rounded

KINDS = ("annuity", "equal-principal", "bullet")


@dataclass(frozen=True)
class Terms:
    """What was agreed. `rate` is percent a year; `payment` is a fixed annuity payment, if one was agreed."""

    kind: str
    principal: Decimal
    rate: Decimal
    start: date
    dues: tuple[date, ...]
    day_count: str
    unit: Decimal
    payment: Decimal | None = None
    lower: bool = False

    def interest(self, balance: Decimal, start: date, end: date) -> Decimal:
        """The exact interest on a balance."""
        return balance * self.rate / HUNDRED * year_part(start, end, self.day_count)


@dataclass(frozen=True)
class Event:
    """One row of the schedule. `days` run from the row before."""

    number: int | None
    date: date
    kind: str
    days: int
    interest: Decimal
    principal: Decimal
    balance: Decimal

    @property
    def payment(self) -> Decimal:
        """What is paid on that day."""
        return self.interest + self.principal


@dataclass
class Course:
    """What a loan has come to: the balance, the interest that has run up, and what happened so far."""

    terms: Terms
    balance: Decimal
    day: date
    regular: Decimal
    accrued: Decimal = ZERO
    events: list[Event] = field(default_factory=list)

    def extra(self, when: date, amount: Decimal) -> None:
        """Pay something back out of turn; the interest that has run up stays due with the next payment."""
        if amount > self.balance:
            raise BadInput(f"the extra payment of {amount} on {when} is more than the balance of {self.balance}")
        self._record(None, when, "extra", rounded(ZERO, self.terms.unit), amount)

    def due(self, number: int, when: date) -> None:
        """Make the regular payment of a due date; the last one pays back whatever is left."""
        terms, left = self.terms, len(self.terms.dues) - number
        interest = rounded(self.accrued + terms.interest(self.balance, self.day, when), terms.unit)
        if terms.kind == "annuity":
            principal = self.regular - interest
        else:
            principal = self.regular if terms.kind == "equal-principal" else ZERO
        last = not left or principal >= self.balance
        principal = self.balance if last else principal
        self._record(number, when, "final" if last else "regular", interest, principal)
        self.accrued = ZERO

    def _record(self, number: int | None, when: date, kind: str, interest: Decimal, principal: Decimal) -> None:
        days = days_between(self.day, when, self.terms.day_count)
        self.accrued += self.terms.interest(self.balance, self.day, when)
        self.balance -= principal
        self.day = when
        self.events.append(Event(number, when, kind, days, interest, principal, self.balance))

    @property
    def over(self) -> bool:
        """Whether nothing is owed any more."""
        return not self.balance and not rounded(self.accrued, self.terms.unit)


def regular_amount(
    terms: Terms, balance: Decimal, start: date, dues: tuple[date, ...], accrued: Decimal = ZERO
) -> Decimal:
    """The regular payment (annuity) or repayment (equal principal) for a balance and the dates that are left.

    The annuity is the payment that leaves nothing after the last date, with the real length of every period: what the
    balance (and the interest that has run up before) would grow to, over what payments of 1 would grow to.
    """
    if terms.kind == "bullet":
        return ZERO
    if terms.kind == "equal-principal":
        return rounded(balance / len(dues), terms.unit)
    grown, ones = balance, ZERO
    for before, after in zip((start, *dues), dues, strict=False):
        factor = ONE + terms.rate / HUNDRED * year_part(before, after, terms.day_count)
        grown, ones, accrued = grown * factor + accrued, ones * factor + ONE, ZERO
    return rounded(grown / ones, terms.unit)


def agreed_amount(terms: Terms) -> Decimal:
    """The regular payment or repayment as it is at the start."""
    return terms.payment or regular_amount(terms, terms.principal, terms.start, terms.dues)


def course(terms: Terms, extras: list[tuple[date, Decimal]]) -> Course:
    """The whole course of a loan. Extra payments on a due date come after the regular one."""
    run, waiting = Course(terms, terms.principal, terms.start, agreed_amount(terms)), sorted(extras)
    for number, when in enumerate(terms.dues, 1):
        while waiting and waiting[0][0] < when:
            _extra(run, waiting.pop(0), number - 1)
        if run.over:
            break
        run.due(number, when)
        _check_progress(run)
        while waiting and waiting[0][0] == when and not run.over:
            _extra(run, waiting.pop(0), number)
        if run.over:
            break
    if waiting:
        raise BadInput(f"the extra payment on {waiting[0][0]} comes after the loan is paid back, on {run.day}")
    return run


def _extra(run: Course, extra: tuple[date, Decimal], paid: int) -> None:
    run.extra(*extra)
    if run.terms.lower and run.balance and run.terms.dues[paid:]:
        run.regular = regular_amount(run.terms, run.balance, run.day, run.terms.dues[paid:], run.accrued)


def _check_progress(run: Course) -> None:
    last = run.events[-1]
    if run.terms.payment is None:
        return
    if last.kind == "regular" and last.principal <= 0:
        raise BadInput(
            f"a payment of {run.regular} pays no more than the interest of {last.interest} on {last.date}:"
            " raise --payment"
        )
    if last.number == len(run.terms.dues) and last.payment > run.regular:
        raise BadInput(f"a payment of {run.regular} does not pay the loan back in {last.number} payments")
