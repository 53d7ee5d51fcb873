"""The arithmetic of an order: lines in, amounts by VAT rate and in total out. Exact until the place where a rule rounds.

All amounts are Decimal. Numbers come in with at most 15 + 12 digits (`rows.to_number`), so products are exact in 80
digits, and a quotient is far enough from a tie that rounding it twice cannot differ from rounding it once.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, localcontext

from command import BadInput, shown
from currencies import decimals_of
from rows import Row, number, text, to_number

ROUNDINGS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN}
PLACES = ("line", "rate", "order")
PRICES = ("net", "gross")
EXACT = Context(prec=80)
HUNDRED = Decimal(100)
ZERO = Decimal(0)


@dataclass(frozen=True)
class Rules:
    """How an order is priced and rounded. `unit` is the smallest amount of the currency, such as 0.01."""

    prices: str
    place: str
    rounding: str
    unit: Decimal

    def rounded(self, amount: Decimal) -> Decimal:
        """The nearest whole number of units; negative amounts are rounded as their positive mirror."""
        return amount.quantize(self.unit, rounding=ROUNDINGS[self.rounding]) + ZERO

    def line_amount(self, amount: Decimal) -> Decimal:
        """An amount of one line, rounded where the rules round lines."""
        return amount + ZERO if self.place == "order" else self.rounded(amount)

    def vat_in(self, amount: Decimal, percent: Decimal) -> Decimal:
        """The exact VAT on (net prices) or in (gross prices) an amount."""
        return amount * percent / (HUNDRED if self.prices == "net" else HUNDRED + percent)


@dataclass(frozen=True)
class Line:
    """One order line: `amount` is what is left after its discount, in the basis of the prices."""

    place: str
    description: str
    quantity: Decimal
    price: Decimal
    percent: Decimal
    discount: Decimal
    amount: Decimal


@dataclass
class Rate:
    """What the lines of one VAT rate sum up to."""

    amount: Decimal = ZERO
    vat: Decimal = ZERO


@dataclass(frozen=True)
class Sums:
    """Net, VAT and gross; the first and the second add up to the third."""

    net: Decimal
    vat: Decimal
    gross: Decimal


@dataclass
class Order:
    """Takes lines one by one and keeps only the sums by rate."""

    rules: Rules
    rates: dict[Decimal, Rate] = field(default_factory=dict)
    discount: Decimal = ZERO

    def add(self, line: Line) -> Decimal | None:
        """Take a line in. Returns its VAT where each line has one of its own."""
        rate = self.rates.setdefault(line.percent, Rate())
        rate.amount += line.amount
        self.discount += line.discount
        if self.rules.place != "line":
            return None
        vat = self.rules.rounded(self.rules.vat_in(line.amount, line.percent))
        rate.vat += vat
        return vat

    def take_off(self, discount: str) -> Decimal:
        """Spread a discount on the whole order over the rates, as one credit line a rate. Returns its amount."""
        total = sum((rate.amount for rate in self.rates.values()), ZERO)
        if total <= 0 or any(rate.amount < 0 for rate in self.rates.values()):
            raise BadInput("--discount needs an order whose amount is positive at every VAT rate")
        value, is_percent = discount_value(discount, "--discount")
        off = self.rules.rounded(total * value / HUNDRED if is_percent else value)
        if not is_percent and off != value:
            raise BadInput(f"--discount {shown(discount)} has more decimals than the currency")
        if off > total:
            raise BadInput(f"--discount {shown(discount)} is more than the order's amount of {total:f}")
        weights = [rate.amount for rate in self.rates.values()]
        shares = fitted([off * weight / total for weight in weights], off, self.rules.unit)
        for percent, share in zip(tuple(self.rates), shares, strict=True):
            self.add(Line("", "", Decimal(-1), share, percent, ZERO, -share))
        self.discount += off
        return off

    def by_rate(self) -> dict[Decimal, Sums]:
        """The sums of each rate, lowest rate first."""
        ordered = {percent: self.rates[percent] for percent in sorted(self.rates)}
        if self.rules.place == "order":
            return self._fitted_to_the_whole(ordered)
        return {percent: self._sums(rate.amount, self._vat(percent, rate)) for percent, rate in ordered.items()}

    def _vat(self, percent: Decimal, rate: Rate) -> Decimal:
        if self.rules.place == "line":
            return rate.vat
        return self.rules.rounded(self.rules.vat_in(rate.amount, percent))

    def _fitted_to_the_whole(self, rates: dict[Decimal, Rate]) -> dict[Decimal, Sums]:
        """Round the whole order once, then fit the amounts of the rates to it."""
        amounts = [rate.amount for rate in rates.values()]
        vats = [self.rules.vat_in(rate.amount, percent) for percent, rate in rates.items()]
        amounts = fitted(amounts, self.rules.rounded(sum(amounts, ZERO)), self.rules.unit)
        vats = fitted(vats, self.rules.rounded(sum(vats, ZERO)), self.rules.unit)
        return {percent: self._sums(*pair) for percent, pair in zip(rates, zip(amounts, vats), strict=True)}

    def _sums(self, amount: Decimal, vat: Decimal) -> Sums:
        if self.rules.prices == "net":
            return Sums(amount, vat, amount + vat)
        return Sums(amount - vat, vat, amount)


def total(rates: Iterable[Sums]) -> Sums:
    """The sum of the rates, which is the order's."""
    parts = list(rates)
    return Sums(*(sum((getattr(part, name) for part in parts), ZERO) for name in ("net", "vat", "gross")))


def fitted(exact: list[Decimal], whole: Decimal, unit: Decimal) -> list[Decimal]:
    """Parts in whole units that sum up to `whole`: each is cut, and the units left go to the largest remainders."""
    units = [part / unit for part in exact]
    cut = [int(part.to_integral_value("ROUND_FLOOR")) for part in units]
    left = int(whole / unit) - sum(cut)
    by_remainder = sorted(range(len(units)), key=lambda at: (cut[at] - units[at], at))
    for at in by_remainder[:left]:
        cut[at] += 1
    return [part * unit for part in cut]


def line_of(row: Row, rules: Rules) -> Line:
    """One row as an order line; says which field of which row is wrong."""
    quantity, price = number(row, "quantity"), number(row, "unit_price")
    if quantity < 0 and price < 0:
        raise BadInput(f"{row[0]}: quantity and unit_price are both negative; a credit has only one of them negative")
    percent = _percent(row, "vat_percent")
    full = rules.line_amount(quantity * price)
    discount = rules.line_amount(_discount(row, full))
    return Line(row[0], text(row, "description"), quantity, price, percent, discount, full - discount)


def _percent(row: Row, name: str) -> Decimal:
    value = text(row, name).removesuffix("%")
    if not value:
        raise BadInput(f"{row[0]}: {name} is missing: ask for the rate, and write 0 where there is none")
    found = to_number(value, f"{row[0]}: {name}")
    if not 0 <= found <= HUNDRED:
        raise BadInput(f"{row[0]}: {name} is {found:f}, not a rate from 0 to 100")
    return found.normalize() + ZERO


def _discount(row: Row, full: Decimal) -> Decimal:
    """The discount on a line, with the sign of the line: it makes a credit smaller too."""
    written = text(row, "discount")
    if not written:
        return ZERO
    value, is_percent = discount_value(written, f"{row[0]}: discount")
    if is_percent:
        return full * value / HUNDRED
    if value > abs(full):
        raise BadInput(f"{row[0]}: discount {value:f} is more than the line's amount of {abs(full):f}")
    return value.copy_sign(full)


def discount_value(written: str, name: str) -> tuple[Decimal, bool]:
    """`5%` as (5, True), `12.50` as (12.50, False)."""
    value, is_percent = to_number(written.removesuffix("%"), name), written.endswith("%")
    if value < 0 or (is_percent and value > HUNDRED):
        raise BadInput(f"{name} is {shown(written)}: it must be 0 or more, and at most 100%")
    return value, is_percent


def unit_of(currency: str) -> Decimal:
    """The smallest amount of a currency: 1, 0.01 or 0.001."""
    decimals = decimals_of(currency)
    if decimals is None:
        raise BadInput(f"{shown(currency)} is not a current ISO 4217 currency code, such as EUR, JPY or KWD")
    return Decimal(1).scaleb(-decimals)


def exactly() -> AbstractContextManager[Context]:
    """The context in which all sums of this module are exact."""
    return localcontext(EXACT)
