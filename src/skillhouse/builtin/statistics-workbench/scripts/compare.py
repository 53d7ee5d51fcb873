"""Print whether two samples differ: Welch's t, paired t, or Mann-Whitney, with the size of the difference."""

import math
from typing import Any

from command import BadInput, Options, UsageError, choice, options_of, run
from distributions import normal_above, p_value, t_above, t_quantile
from quantiles import HALF, quantile
from rows import SOURCES
from samples import (
    ALTERNATIVES,
    Sample,
    confidence_of,
    grouped,
    interval_text,
    mean,
    need,
    numbers_in,
    p_text,
    pairs,
    ranks,
    source_given,
    told,
    variance,
)

USAGE = """
usage: compare.py --test welch|paired|mann-whitney --values NUMBERS --other NUMBERS
       [--alternative two-sided|less|greater] [--confidence PERCENT]
   or: compare.py --test welch|mann-whitney (--text ROWS | --file PATH | --table SLUG)
       --column NAME --group NAME [the same options]
   or: compare.py --test paired (--text ROWS | --file PATH | --table SLUG) --columns NAME,NAME [the same options]
"""
OPTIONS = (*SOURCES, "test", "values", "other", "column", "group", "columns", "alternative", "confidence")
EXACT_UP_TO = 50
SPREAD = "with fewer, there is no spread to compare with"


def two_samples(options: Options) -> tuple[dict[str, Sample], int]:
    """The two samples of a call, by name, in the order of their names; and how many cells were empty."""
    if not source_given(options):
        if "values" not in options or "other" not in options:
            raise UsageError("give --values and --other, or rows")
        return {name: numbers_in(options[name], f"--{name}") for name in ("values", "other")}, 0
    if "group" not in options:
        raise UsageError("--group must be given with rows")
    found, empty = grouped(options)
    if len(found) != 2:
        names = ", ".join(sorted(found)[:5]) or "none"
        raise BadInput(f"--group must part the rows into 2 groups, not {len(found)} ({names})")
    return dict(sorted(found.items())), empty


def welch(one: Sample, two: Sample, alternative: str, confidence: float) -> dict[str, Any]:
    """Welch's t-test: two means, without assuming that both samples spread alike."""
    parts = [variance(sample) / len(sample) for sample in (one, two)]
    if sum(parts) == 0:
        raise BadInput("in both samples all numbers are the same: there is no spread to compare with")
    error = math.sqrt(sum(parts))
    df = sum(parts) ** 2 / sum(part**2 / (len(s) - 1) for part, s in zip(parts, (one, two), strict=True))
    pooled = math.sqrt(sum(variance(s) * (len(s) - 1) for s in (one, two)) / (len(one) + len(two) - 2))
    small = 1 - 3 / (4 * (len(one) + len(two)) - 9)
    return t_answer(mean(one) - mean(two), error, df, alternative, confidence) | {
        "hedges_g": (mean(one) - mean(two)) / pooled * small
    }


def paired(one: Sample, two: Sample, alternative: str, confidence: float) -> dict[str, Any]:
    """The t-test of the differences of pairs."""
    differences = [a - b for a, b in zip(one, two, strict=True)]
    deviation = math.sqrt(variance(differences))
    if deviation == 0:
        raise BadInput("all pairs have the same difference: there is no spread to compare with")
    middle, error = mean(differences), deviation / math.sqrt(len(differences))
    answer = t_answer(middle, error, len(differences) - 1, alternative, confidence)
    return answer | {"cohens_dz": middle / deviation}


def t_answer(difference: float, error: float, df: float, alternative: str, confidence: float) -> dict[str, Any]:
    """What both t-tests tell."""
    t, reach = difference / error, t_quantile(confidence, df) * error
    return {
        "difference": difference,
        "confidence": confidence,
        "interval": [difference - reach, difference + reach],
        "t": t,
        "df": df,
        "p_value": p_value(t_above(t, df), t_above(-t, df), alternative),
    }


def mann_whitney(one: Sample, two: Sample, alternative: str) -> dict[str, Any]:
    """The Mann-Whitney U test: exact without ties in samples of up to 50, else by the normal distribution."""
    found, ties = ranks([*one, *two])
    n1, n2 = len(one), len(two)
    u = math.fsum(found[:n1]) - n1 * (n1 + 1) / 2
    exact = max(ties) == 1 and max(n1, n2) <= EXACT_UP_TO
    if max(ties) == n1 + n2:
        raise BadInput("all numbers of both samples are the same: there is nothing to rank")
    above, below = exact_areas(int(u), n1, n2) if exact else normal_areas(u, n1, n2, ties)
    return {
        "u": u,
        "u_other": n1 * n2 - u,
        "p_value": p_value(above, below, alternative),
        "method": "exact" if exact else "normal approximation with correction for ties and continuity",
        "rank_biserial": 2 * u / (n1 * n2) - 1,
    }


def exact_areas(u: int, n1: int, n2: int) -> tuple[float, float]:
    """How likely U is at least, and at most, what it is: by counting all ways to mix the samples.

    The counts are the coefficients of the product of (1 - x^(n2 + i)) / (1 - x^i) for i from 1 to n1.
    """
    counts = [1] + [0] * (n1 * n2)
    for i in range(1, n1 + 1):
        for at in range(n1 * n2, n2 + i - 1, -1):
            counts[at] -= counts[at - n2 - i]
        for at in range(i, n1 * n2 + 1):
            counts[at] += counts[at - i]
    ways = math.comb(n1 + n2, n1)
    return sum(counts[u:]) / ways, sum(counts[: u + 1]) / ways


def normal_areas(u: float, n1: int, n2: int, ties: list[int]) -> tuple[float, float]:
    """The same by the normal distribution."""
    n = n1 + n2
    tied = sum(count**3 - count for count in ties) / (n * (n - 1))
    deviation = math.sqrt(n1 * n2 / 12 * (n + 1 - tied))
    over = u - n1 * n2 / 2
    return normal_above((over - 0.5) / deviation), normal_above((-over - 0.5) / deviation)


def sample_told(name: str, sample: Sample) -> dict[str, Any]:
    """One of the two samples, in short."""
    deviation = math.sqrt(variance(sample)) if len(sample) > 1 else None
    median = quantile(sorted(sample), HALF, "linear")
    return {"sample": name, "n": len(sample), "mean": mean(sample), "median": median, "standard_deviation": deviation}


def reading(test: str, names: list[str], answer: dict[str, Any]) -> str:
    """The answer as a sentence to quote."""
    first, second = names
    if test == "mann-whitney":
        share = (answer["rank_biserial"] + 1) / 2 * 100
        return f"{first} is above {second} in {share:.1f} % of all pairs; {p_text(answer['p_value'])}."
    interval = interval_text(answer["confidence"], *answer["interval"])
    return f"{first} minus {second} is {answer['difference']:.4g} on average ({interval}); {p_text(answer['p_value'])}."


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, required=["test"])
    test = choice(options, "test", ("welch", "paired", "mann-whitney"), "")
    alternative, confidence = choice(options, "alternative", ALTERNATIVES, "two-sided"), confidence_of(options)
    if test == "paired":
        one, two, empty, names = pairs(options)
    else:
        found, empty = two_samples(options)
        names, (one, two) = list(found), found.values()
    for name, sample in zip(names, (one, two), strict=True):
        need(sample, *((1, name, "an empty sample has no ranks") if test == "mann-whitney" else (2, name, SPREAD)))
    answer = outcome(test, one, two, alternative, confidence)
    return told(
        {
            "test": test,
            "alternative": alternative,
            "missing": empty,
            "samples": [sample_told(name, sample) for name, sample in zip(names, (one, two), strict=True)],
            **answer,
            "reading": reading(test, list(names), answer),
        }
    )


def outcome(test: str, one: Sample, two: Sample, alternative: str, confidence: float) -> dict[str, Any]:
    """The figures of a test; refuses samples on which no test can ever say anything."""
    if test == "welch":
        return welch(one, two, alternative, confidence)
    if test == "paired":
        return paired(one, two, alternative, confidence)
    ways = math.comb(len(one) + len(two), len(one))
    if ways < 40:
        raise BadInput(
            f"samples of {len(one)} and {len(two)} are too small: even the clearest difference has p = {2 / ways:.2g}"
        )
    return mann_whitney(one, two, alternative)


if __name__ == "__main__":
    run(main, USAGE)
