"""Exact fractions as decimal text: rounded by a named rule, or as many digits as help."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

ROUNDINGS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN}
LONGEST = 30


def rounded(value: Fraction, decimals: int, rounding: str = "half-up") -> Fraction:
    """The nearest multiple of 10^-decimals. Worked out in whole numbers, so a middle is exactly a middle."""
    scaled = abs(value) * 10**decimals
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    middle = 2 * rest - scaled.denominator
    up = middle > 0 or (middle == 0 and (rounding == "half-up" or whole % 2 == 1))
    nearest = Fraction(whole + up, 10**decimals)
    return -nearest if value < 0 else nearest


def exact_text(value: Fraction) -> str | None:
    """All digits of a value; None where they never end, or are more than anybody reads."""
    twos, fives = _power(value.denominator, 2), _power(value.denominator, 5)
    if value.denominator != 2**twos * 5**fives:
        return None
    places = max(twos, fives)
    text = fixed_text(value, places)
    return text if len(text) <= LONGEST else None


def _power(number: int, prime: int) -> int:
    count = 0
    while number % prime == 0:
        number, count = number // prime, count + 1
    return count


def fixed_text(value: Fraction, decimals: int) -> str:
    """A value that is a multiple of 10^-decimals, with all of them."""
    units = int(value * 10**decimals)
    digits = f"{abs(units):0{decimals + 1}d}"
    point = len(digits) - decimals
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:point]}.{digits[point:]}" if decimals else f"{sign}{digits}"


def short_text(value: Fraction, significant: int) -> str:
    """A value rounded half up to so many significant digits, without zeros at its end."""
    context = Context(prec=significant, rounding=ROUND_HALF_UP)
    found = context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context)
    return f"{found:f}" if -12 <= found.adjusted() < 24 else f"{found:e}"
