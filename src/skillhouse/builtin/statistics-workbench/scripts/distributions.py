"""Tail areas and quantiles of the normal, t, chi-square and F distributions, from two incomplete functions."""

import math
from collections.abc import Callable

STEPS = 200_000
TINY = 1e-300
CLOSE = 1e-16


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function I_x(a, b), by its continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)

    def term(step: int) -> tuple[float, float]:
        half = step // 2
        if step % 2:
            return -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1)), 1.0
        return half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half)), 1.0

    return math.exp(log_front) / a / _fraction(1.0, term)


def incomplete_gamma(a: float, x: float) -> float:
    """The upper regularized incomplete gamma function Q(a, x): a series below, a continued fraction above."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1.0 / a
        for step in range(1, STEPS):
            term *= x / (a + step)
            total += term
            if term < total * CLOSE:
                break
        return 1.0 - front * total
    return front / _fraction(x + 1 - a, lambda step: (-step * (step - a), x + 1 - a + 2 * step))


def _fraction(first: float, term: Callable[[int], tuple[float, float]]) -> float:
    """first + a1 / (b1 + a2 / (b2 + …)), by Lentz's method; `term` gives (a, b) of each step."""
    value = above = first or TINY
    below = 0.0
    for step in range(1, STEPS):
        a, b = term(step)
        below = 1.0 / ((b + a * below) or TINY)
        above = (b + a / above) or TINY
        change = above * below
        value *= change
        if abs(change - 1.0) < CLOSE * 4:
            break
    return value


def normal_above(z: float) -> float:
    """The area of the standard normal distribution above z."""
    return math.erfc(z / math.sqrt(2)) / 2


def t_above(t: float, df: float) -> float:
    """The area of Student's t distribution above t."""
    if math.isinf(t):
        return 0.0 if t > 0 else 1.0
    half = incomplete_beta(df / 2, 0.5, df / (df + t * t)) / 2
    return half if t >= 0 else 1.0 - half


def chi_square_above(x: float, df: float) -> float:
    """The area of the chi-square distribution above x."""
    return incomplete_gamma(df / 2, x / 2)


def f_above(f: float, df1: float, df2: float) -> float:
    """The area of the F distribution above f."""
    return 0.0 if math.isinf(f) else incomplete_beta(df2 / 2, df1 / 2, df2 / (df2 + df1 * f))


def t_quantile(confidence: float, df: float) -> float:
    """The t that leaves half of what is not confident above it: 1.96 for 0.95 and very many degrees of freedom."""
    return _where(lambda t: t_above(t, df), (1 - confidence) / 2)


def normal_quantile(confidence: float) -> float:
    """The same for the normal distribution."""
    return _where(normal_above, (1 - confidence) / 2)


def _where(above: Callable[[float], float], area: float) -> float:
    """The point above which the area lies, by halving: as exact as the area itself."""
    low, high = 0.0, 1.0
    while above(high) > area:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if above(middle) > area else (low, middle)
    return high


def p_value(above: float, below: float, alternative: str) -> float:
    """The p-value of a symmetric statistic from the areas on its two sides."""
    if alternative == "greater":
        return above
    if alternative == "less":
        return below
    return min(1.0, 2 * min(above, below))
