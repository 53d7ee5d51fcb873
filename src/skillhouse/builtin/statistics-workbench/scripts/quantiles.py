"""The nine quantile methods in use, by name. All of them agree on large samples and differ on small ones.

Places are fractions: whether a place is a whole number decides what some methods do, and must not hang on rounding.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

# For the methods that interpolate, the place of a quantile p in n ordered numbers: n × p + a + p × b, counted from 1.
PLACES = {
    "interpolated-inverted-cdf": (Fraction(0), Fraction(0)),
    "hazen": (Fraction(1, 2), Fraction(0)),
    "weibull": (Fraction(0), Fraction(1)),
    "linear": (Fraction(1), Fraction(-1)),
    "median-unbiased": (Fraction(1, 3), Fraction(1, 3)),
    "normal-unbiased": (Fraction(3, 8), Fraction(1, 4)),
}
STEPS = ("inverted-cdf", "averaged-inverted-cdf", "closest-observation")
METHODS = (*STEPS, *PLACES)
HALF = Fraction(1, 2)


def quantile(ordered: Sequence[float], part: Fraction, method: str) -> float:
    """The quantile of numbers in rising order; `part` is from 0 to 1."""
    if method in STEPS:
        return _step(ordered, len(ordered) * part, method)
    a, b = PLACES[method]
    place = len(ordered) * part + a + part * b
    below = math.floor(place)
    low, high = _at(ordered, below), _at(ordered, below + 1)
    return low + float(place - below) * (high - low)


def _step(ordered: Sequence[float], place: Fraction, method: str) -> float:
    if method == "closest-observation":
        return _at(ordered, round(place))
    above = math.ceil(place)
    if above == place and method == "averaged-inverted-cdf":
        return (_at(ordered, above) + _at(ordered, above + 1)) / 2
    return _at(ordered, above)


def _at(ordered: Sequence[float], place: int) -> float:
    """The number at a place counted from 1; beyond the ends, the number at the end."""
    return ordered[min(max(place, 1), len(ordered)) - 1]
