"""Print how two columns go together: Pearson or Spearman correlation, or a line through the points."""

import itertools
import math
from typing import Any

from command import BadInput, UsageError, choice, options_of, run
from distributions import f_above, normal_quantile, p_value, t_above, t_quantile
from rows import SOURCES
from samples import (
    ALTERNATIVES,
    Sample,
    confidence_of,
    interval_text,
    mean,
    need,
    numbers_in,
    p_text,
    pairs,
    ranks,
    told,
)

USAGE = """
usage: relate.py --method pearson|spearman|regression --values X --other Y
       [--alternative two-sided|less|greater] [--confidence PERCENT] [--at X,X,...]
   or: relate.py --method ... (--text ROWS | --file PATH | --table SLUG) --columns X,Y [the same options]
"""
OPTIONS = (*SOURCES, "method", "values", "other", "columns", "alternative", "confidence", "at")
EXACT_UP_TO = 8


def moments(x: Sample, y: Sample, names: tuple[str, str]) -> tuple[float, float, float]:
    """The sums of squares of x and y, and of their products, around the means."""
    for name, sample in zip(names, (x, y), strict=True):
        if min(sample) == max(sample):
            raise BadInput(f"all numbers of {name} are the same: nothing can go together with them")
    mean_x, mean_y = mean(x), mean(y)
    squares_x, squares_y = (math.fsum((v - m) ** 2 for v in s) for s, m in ((x, mean_x), (y, mean_y)))
    return squares_x, squares_y, math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))


def correlation(x: Sample, y: Sample, names: tuple[str, str]) -> float:
    """Pearson's r."""
    squares_x, squares_y, products = moments(x, y, names)
    return max(-1.0, min(1.0, products / math.sqrt(squares_x * squares_y)))


def t_of(r: float, n: int) -> float:
    """The t with n − 2 degrees of freedom that a correlation amounts to."""
    rest = 1 - r * r
    return math.copysign(math.inf, r) if rest <= 0 else r * math.sqrt((n - 2) / rest)


def pearson(x: Sample, y: Sample, names: tuple[str, str], alternative: str, confidence: float) -> dict[str, Any]:
    """The linear correlation, with an interval by Fisher's z where there are four pairs or more."""
    r, n = correlation(x, y, names), len(x)
    t = t_of(r, n)
    interval = None
    if n > 3 and abs(r) < 1:
        reach = normal_quantile(confidence) / math.sqrt(n - 3)
        interval = [math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach)]
    p = p_value(t_above(t, n - 2), t_above(-t, n - 2), alternative)
    return {"r": r, "r_squared": r * r, "confidence": confidence, "interval": interval, "df": n - 2, "p_value": p}


def spearman(x: Sample, y: Sample, names: tuple[str, str], alternative: str) -> dict[str, Any]:
    """The correlation of ranks: by all orders of up to eight pairs, else by the t distribution."""
    ranks_x, ranks_y = ranks(x)[0], ranks(y)[0]
    rho, n = correlation(ranks_x, ranks_y, names), len(x)
    if n <= EXACT_UP_TO:
        return {"rho": rho, "p_value": exact_p(ranks_x, ranks_y, alternative), "method": "exact, all orders"}
    t = t_of(rho, n)
    p = p_value(t_above(t, n - 2), t_above(-t, n - 2), alternative)
    return {"rho": rho, "p_value": p, "method": "t approximation"}


def exact_p(ranks_x: list[float], ranks_y: list[float], alternative: str) -> float:
    """The share of all orders of y whose ranks go together at least as well. Ranks are halves, so sums are exact."""
    middle = len(ranks_x) * (len(ranks_x) + 1) ** 2 / 4

    def strength(order: tuple[float, ...]) -> float:
        product = sum(a * b for a, b in zip(ranks_x, order, strict=True)) - middle
        return abs(product) if alternative == "two-sided" else product if alternative == "greater" else -product

    observed = strength(tuple(ranks_y))
    found = [strength(order) >= observed for order in itertools.permutations(ranks_y)]
    return sum(found) / len(found)


def regression(x: Sample, y: Sample, names: tuple[str, str], confidence: float, at: Sample) -> dict[str, Any]:
    """The least-squares line of y over x, and what it predicts."""
    if min(x) == max(x):
        raise BadInput(f"all numbers of {names[0]} are the same: no line is defined")
    n, mean_x, mean_y = len(x), mean(x), mean(y)
    squares = math.fsum((a - mean_x) ** 2 for a in x)
    slope = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / squares
    intercept = mean_y - slope * mean_x
    left = math.fsum((b - intercept - slope * a) ** 2 for a, b in zip(x, y, strict=True))
    total = math.fsum((b - mean_y) ** 2 for b in y)
    deviation, reach = math.sqrt(left / (n - 2)), t_quantile(confidence, n - 2)
    errors = deviation / math.sqrt(squares), deviation * math.sqrt(1 / n + mean_x**2 / squares)
    explained = max(0.0, total - left)
    f = explained / (left / (n - 2)) if left > 0 else math.inf if explained > 0 else 0.0
    return {
        "slope": coefficient(slope, errors[0], reach, n - 2),
        "intercept": coefficient(intercept, errors[1], reach, n - 2),
        "confidence": confidence,
        "r_squared": explained / total if total else None,
        "residual_standard_deviation": deviation,
        "df": n - 2,
        "p_value": f_above(f, 1, n - 2),
        "predictions": [
            prediction(value, intercept + slope * value, (value - mean_x) ** 2 / squares + 1 / n, deviation, reach)
            for value in at
        ],
        "extrapolates": [value for value in at if not min(x) <= value <= max(x)],
    }


def coefficient(value: float, error: float, reach: float, df: int) -> dict[str, Any]:
    """One coefficient of the line, with its test against 0."""
    t = value / error if error else math.copysign(math.inf, value) if value else 0.0
    return {
        "value": value,
        "standard_error": error,
        "interval": [value - reach * error, value + reach * error],
        "p_value": min(1.0, 2 * t_above(abs(t), df)),
    }


def prediction(x: float, y: float, leverage: float, deviation: float, reach: float) -> dict[str, Any]:
    """What the line says at a point: where its mean lies, and where one new number would."""
    mean_reach, new_reach = (reach * deviation * math.sqrt(extra + leverage) for extra in (0, 1))
    return {
        "x": x,
        "y": y,
        "mean_interval": [y - mean_reach, y + mean_reach],
        "new_interval": [y - new_reach, y + new_reach],
    }


def reading(method: str, names: tuple[str, str], answer: dict[str, Any]) -> str:
    """The answer as a sentence to quote."""
    p = p_text(answer["p_value"])
    if method == "spearman":
        return f"The ranks of {names[0]} and {names[1]} have a correlation of {answer['rho']:.4g}; {p}."
    if method == "pearson":
        spread = f" ({interval_text(answer['confidence'], *answer['interval'])})" if answer["interval"] else ""
        return f"{names[0]} and {names[1]} have a linear correlation of {answer['r']:.4g}{spread}; {p}."
    slope = answer["slope"]
    interval = interval_text(answer["confidence"], *slope["interval"])
    return f"With each 1 of {names[0]}, {names[1]} changes by {slope['value']:.4g} ({interval}); {p}."


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, required=["method"])
    method = choice(options, "method", ("pearson", "spearman", "regression"), "")
    alternative, confidence = choice(options, "alternative", ALTERNATIVES, "two-sided"), confidence_of(options)
    if method == "regression" and "alternative" in options:
        raise UsageError("--alternative goes with --method pearson or spearman")
    if method != "regression" and "at" in options:
        raise UsageError("--at goes with --method regression")
    x, y, empty, names = pairs(options)
    least = 5 if method == "spearman" else 3
    need(x, least, f"{names[0]} with {names[1]}", "with fewer pairs, anything lies near a line or in an order")
    if method == "pearson":
        answer = pearson(x, y, names, alternative, confidence)
    elif method == "spearman":
        answer = spearman(x, y, names, alternative)
    else:
        answer = regression(x, y, names, confidence, numbers_in(options.get("at", ""), "--at"))
    head = {"method": method, "x": names[0], "y": names[1], "n": len(x), "missing": empty}
    if method == "spearman":
        answer["p_method"] = answer.pop("method")
    return told(head | answer | {"reading": reading(method, names, answer)})


if __name__ == "__main__":
    run(main, USAGE)
