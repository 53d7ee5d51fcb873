"""The matching: from the strongest evidence to the weakest, and each payment at most once.

A payment that has been matched is out of every later step, and an invoice takes no more than what is open on it. What
is not certain stays open, with the reason: a person decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from lookup import ByAmount, ByName
from names import References, agree, differ, is_short
from records import ZERO, Invoice, Payment
from subsets import Budget, TooMany, parts_of


Shares = list[tuple[Invoice, Decimal]]


@dataclass(frozen=True)
class Rules:
    """How far an amount may be off, and how many days after the due date a payment without a reference still fits."""

    tolerance: Decimal
    days: int

    def equal(self, one: Decimal, two: Decimal) -> bool:
        """Whether two amounts are the same, within the tolerance."""
        return abs(one - two) <= self.tolerance

    def in_time(self, invoice: Invoice, day: date) -> bool:
        """Whether a payment of a day can be for an invoice that it does not name."""
        return invoice.date <= day <= invoice.due + timedelta(days=self.days)

    def fits(self, invoice: Invoice, payment: Payment) -> bool:
        """Whether a payment without a reference can be for an invoice: something is open, the currency, the time."""
        return bool(invoice.open) and invoice.currency == payment.currency and self.in_time(invoice, payment.date)


@dataclass(frozen=True)
class Match:
    """What one payment does to one invoice (or, for a duplicate, would have done again)."""

    payment: Payment
    invoice: Invoice
    kind: str
    allocated: Decimal
    left_over: Decimal
    open_after: Decimal
    confidence: str
    why: str


@dataclass
class Ledger:
    """The invoices, the payments, and what has been matched so far."""

    invoices: list[Invoice]
    payments: list[Payment]
    rules: Rules
    matches: list[Match] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    reasons: dict[str, str] = field(default_factory=dict)
    blocked: set[str] = field(default_factory=set)
    budget: Budget = field(default_factory=Budget)

    def unused(self) -> list[Payment]:
        """The payments that are not matched yet."""
        return [payment for payment in self.payments if payment.id not in self.used]

    def without_reference(self) -> list[Payment]:
        """The payments that may be matched by amount, payer and time."""
        return [payment for payment in self.unused() if payment.id not in self.blocked]

    def pay(self, payment: Payment, shares: Shares, kind: str, confidence: str, why: str) -> None:
        """Use a payment up: shares go to invoices; what they leave, beyond the tolerance, is left over on the last."""
        self.used.add(payment.id)
        left = payment.amount - sum((share for _, share in shares), ZERO)
        for place, (invoice, share) in enumerate(shares, 1):
            over = left if place == len(shares) and abs(left) > self.rules.tolerance else ZERO
            invoice.open -= share
            self.matches.append(Match(payment, invoice, kind, share, over, invoice.open, confidence, why))


def in_full(invoices: Iterable[Invoice]) -> Shares:
    """Shares that pay all of what is open."""
    return [(invoice, invoice.open) for invoice in invoices]


def oldest_first(invoices: Iterable[Invoice], amount: Decimal) -> Shares:
    """Shares of an amount that is less than what is open: the oldest invoices are paid first."""
    shares = []
    for invoice in sorted(invoices, key=lambda invoice: (invoice.date, invoice.number)):
        share = min(amount, invoice.open, key=abs)
        amount -= share
        if share:
            shares.append((invoice, share))
    return shares


def total_open(invoices: Iterable[Invoice]) -> Decimal:
    """What is open on some invoices together."""
    return sum((invoice.open for invoice in invoices), ZERO)


def listed(invoices: Iterable[Invoice]) -> str:
    """Some invoices by number, as a sentence lists them."""
    return ", ".join(invoice.number for invoice in invoices)


def reconcile(invoices: list[Invoice], payments: list[Payment], rules: Rules) -> Ledger:
    """All steps, strongest evidence first."""
    ledger = Ledger(invoices, payments, rules)
    named = named_invoices(ledger)
    exact_by_reference(ledger, named)
    others_by_reference(ledger, named)
    by_amount(ledger)
    one_for_several(ledger)
    several_for_one(ledger)
    repeated(ledger)
    return ledger


def named_invoices(ledger: Ledger) -> dict[str, list[Invoice]]:
    """The invoices that each payment names, in its currency; a very short number counts where the amount is equal."""
    by_number = {invoice.number: invoice for invoice in ledger.invoices}
    references = References(list(by_number))
    found = {}
    for payment in ledger.payments:
        invoices = [by_number[number] for number in references.named_in(payment.text)]
        equal = [i for i in invoices if not is_short(i.number) or ledger.rules.equal(i.amount, payment.amount)]
        strange = [invoice for invoice in equal if invoice.currency != payment.currency]
        if strange:
            ledger.blocked.add(payment.id)
            ledger.reasons[payment.id] = f"names {listed(strange)}, which is in another currency"
        found[payment.id] = [invoice for invoice in equal if invoice.currency == payment.currency]
    return found


def exact_by_reference(ledger: Ledger, named: dict[str, list[Invoice]]) -> None:
    """Payments that name invoices nobody has paid on, and that are exactly their sum."""
    for payment in ledger.payments:
        invoices = named[payment.id]
        untouched = invoices and all(invoice.open == invoice.amount != 0 for invoice in invoices)
        if untouched and ledger.rules.equal(total_open(invoices), payment.amount):
            kind, what = ("exact", "is its amount") if len(invoices) == 1 else ("batch", "is their sum")
            why = f"names {listed(invoices)} and {what}{_off(payment, invoices)}"
            ledger.pay(payment, in_full(invoices), kind, "high", why)


def _off(payment: Payment, invoices: Iterable[Invoice]) -> str:
    difference = payment.amount - total_open(invoices)
    return f", with {difference:+f} within the tolerance" if difference else ""


def others_by_reference(ledger: Ledger, named: dict[str, list[Invoice]]) -> None:
    """The other payments that name invoices: parts, overpayments, and what is paid twice."""
    for payment in ledger.unused():
        invoices = [invoice for invoice in named[payment.id] if invoice.amount * payment.amount > 0]
        still_open = [invoice for invoice in invoices if invoice.open]
        if still_open:
            _pay_named(ledger, payment, still_open)
        elif invoices:
            _paid_already(ledger, payment, invoices)


def _pay_named(ledger: Ledger, payment: Payment, invoices: list[Invoice]) -> None:
    total, why = total_open(invoices), f"names {listed(invoices)}, of which {total_open(invoices):f} was open"
    if ledger.rules.equal(total, payment.amount):
        ledger.pay(payment, in_full(invoices), "final", "high", f"{why}: the last part{_off(payment, invoices)}")
    elif abs(payment.amount) > abs(total):
        ledger.pay(payment, in_full(invoices), "over", "high", f"{why}: {payment.amount - total:f} too much")
    elif chosen := _exact_choice(ledger, payment, invoices):
        kind = "exact" if len(chosen) == 1 else "batch"
        ledger.pay(payment, in_full(chosen), kind, "high", f"{why}; is exactly {listed(chosen)}")
    else:
        shares = oldest_first(invoices, payment.amount)
        ledger.pay(payment, shares, "partial", "high", f"{why}: {total - payment.amount:f} stays open")


def _exact_choice(ledger: Ledger, payment: Payment, invoices: list[Invoice]) -> list[Invoice]:
    """Those of the named invoices that a payment is the exact sum of, where there is one such choice."""
    single = [invoice for invoice in invoices if ledger.rules.equal(invoice.open, payment.amount)]
    if single:
        return single if len(single) == 1 else []
    found = _one_way(ledger, payment, [invoice.open for invoice in invoices], payment.amount)
    return [invoices[place] for place in found]


def _paid_already(ledger: Ledger, payment: Payment, invoices: list[Invoice]) -> None:
    names = {invoice.number for invoice in invoices}
    before = dict.fromkeys(m.payment.id for m in ledger.matches if m.invoice.number in names and m.allocated)
    twice = ledger.rules.equal(sum((invoice.amount for invoice in invoices), ZERO), payment.amount)
    why = f"names {listed(invoices)}, paid already by {', '.join(before)}"
    ledger.pay(payment, [(invoices[-1], ZERO)], "duplicate" if twice else "over", "high", why)


def by_amount(ledger: Ledger) -> None:
    """Payments that name no invoice and have the amount of one, in time: by payer, else where only one fits."""
    invoices = ByAmount([(invoice.open, invoice) for invoice in ledger.invoices])
    payments = ByAmount([(payment.amount, payment) for payment in ledger.without_reference()])
    for payment in ledger.without_reference():
        near = invoices.near(payment.amount, ledger.rules.tolerance)
        fitting = [i for i in near if ledger.rules.fits(i, payment) and ledger.rules.equal(i.open, payment.amount)]
        same = [invoice for invoice in fitting if agree(invoice.customer, payment.payer)]
        unknown = [invoice for invoice in fitting if not differ(invoice.customer, payment.payer)]
        if same:
            oldest = min(same, key=lambda invoice: (invoice.date, invoice.number))
            more = f", the oldest of {len(same)} that fit" if len(same) > 1 else ""
            why = f"names no invoice; payer and amount fit {oldest.number}{more}{_off(payment, [oldest])}"
            ledger.pay(payment, in_full([oldest]), "exact", "fair" if more else "good", why)
        elif len(unknown) == 1 and not _rivals(ledger, payments, payment, unknown[0]):
            why = f"names no invoice; only {unknown[0].number} has its amount, and no other payment"
            ledger.pay(payment, in_full(unknown), "exact", "fair", f"{why}{_off(payment, unknown)}")
        elif unknown:
            ledger.reasons[payment.id] = f"its amount fits {listed(unknown[:5])}, and nothing tells whose payment it is"
        elif fitting:
            ledger.reasons[payment.id] = f"its amount fits {listed(fitting[:5])}, but the payer is another"


def _rivals(ledger: Ledger, payments: ByAmount[Payment], payment: Payment, invoice: Invoice) -> bool:
    """Whether another payment, not known to be by the same payer, fits the same invoice as well."""
    return any(
        other.id != payment.id
        and other.id not in ledger.used
        and not agree(other.payer, payment.payer)
        and ledger.rules.fits(invoice, other)
        and not differ(invoice.customer, other.payer)
        for other in payments.near(invoice.open, ledger.rules.tolerance)
    )


def one_for_several(ledger: Ledger) -> None:
    """Payments without a reference that are the sum of several open invoices of the payer."""
    invoices = ByName([(invoice.customer, invoice) for invoice in ledger.invoices])
    for payment in ledger.without_reference():
        own = [invoice for invoice in invoices.agreeing(payment.payer) if ledger.rules.fits(invoice, payment)]
        chosen = [own[place] for place in _one_way(ledger, payment, [i.open for i in own], payment.amount)]
        if chosen:
            why = f"names no invoice; is the sum of {listed(chosen)} of the payer{_off(payment, chosen)}"
            ledger.pay(payment, in_full(chosen), "batch", "good", why)


def several_for_one(ledger: Ledger) -> None:
    """Invoices that several payments of the customer, without a reference, add up to."""
    payments = ByName([(payment.payer, payment) for payment in ledger.without_reference()])
    for invoice in ledger.invoices:
        waiting = [p for p in payments.agreeing(invoice.customer) if p.id not in ledger.used]
        own = [payment for payment in waiting if ledger.rules.fits(invoice, payment)]
        if not own:
            continue
        chosen = [own[place] for place in _one_way(ledger, own[0], [p.amount for p in own], invoice.open)]
        ids = ", ".join(payment.id for payment in chosen)
        for payment in chosen:
            share = invoice.open if payment is chosen[-1] else payment.amount
            why = f"names no invoice; {ids} together are the amount of {invoice.number}"
            ledger.pay(payment, [(invoice, share)], "split", "good", why)


def _one_way(ledger: Ledger, payment: Payment, amounts: list[Decimal], total: Decimal) -> list[int]:
    """The one way to make a sum of two or more; none, and a reason, where several fit or there are too many."""
    try:
        found = parts_of(amounts, total, ledger.rules.tolerance, ledger.budget) if len(amounts) > 1 else []
    except TooMany:
        ledger.reasons.setdefault(payment.id, f"there are too many ways to add up {len(amounts)} amounts of this payer")
        return []
    if len(found) > 1:
        ledger.reasons.setdefault(payment.id, "several sums of this payer fit, and nothing tells which is meant")
    return found[0] if len(found) == 1 else []


def repeated(ledger: Ledger) -> None:
    """Payments that say nothing new: the amount and the payer, or the text, of one that was matched before."""
    settled = ByAmount([(match.payment.amount, match) for match in ledger.matches if match.allocated])
    for payment in ledger.without_reference():
        for match in settled.near(payment.amount, ZERO):
            if _repeats(payment, match.payment, ledger.rules.days):
                first = match.payment
                why = f"repeats payment {first.id} of {first.date}, which paid {match.invoice.number}"
                ledger.pay(payment, [(match.invoice, ZERO)], "duplicate", "fair", why)
                break


def _repeats(payment: Payment, first: Payment, days: int) -> bool:
    same = (payment.payer and payment.payer == first.payer) or (payment.text and payment.text == first.text)
    soon = timedelta(0) <= payment.date - first.date <= timedelta(days=days)
    return bool(same) and soon and payment.currency == first.currency
