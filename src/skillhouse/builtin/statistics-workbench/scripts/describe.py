"""Print what a sample looks like: middle, spread, quantiles by a named method, interval of the mean, outliers."""

import math
from fractions import Fraction
from typing import Any

from command import BadInput, Options, UsageError, choice, options_of, run, shown
from distributions import t_quantile
from quantiles import METHODS, quantile
from rows import SOURCES, to_number
from samples import Sample, confidence_of, grouped, mean, numbers_in, source_given, told, variance

USAGE = """
usage: describe.py --values NUMBERS [--quantiles PERCENTS] [--method NAME] [--confidence PERCENT]
   or: describe.py (--text ROWS | --file PATH | --table SLUG) --column NAME [--group NAME] [the same options]
"""
OPTIONS = (*SOURCES, "values", "column", "group", "quantiles", "method", "confidence")
MOST_GROUPS, MOST_OUTLIERS = 50, 10
QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


def percents(written: str) -> list[tuple[str, Fraction]]:
    """The quantiles that are asked for, as text and as parts of 1."""
    found = []
    for part in written.split(","):
        value = to_number(part, "--quantiles")
        if not 0 <= value <= 100:
            raise BadInput(f"--quantiles has {shown(part)}: write percents from 0 to 100, like 5,50,95")
        found.append((f"{value:f}", Fraction(value) / 100))
    return found


def described(sample: Sample, method: str, wanted: list[tuple[str, Fraction]], confidence: float) -> dict[str, Any]:
    """Everything about one sample; what needs two numbers is null where there is one."""
    ordered = sorted(sample)
    low, middle, high = (quantile(ordered, part, method) for part in QUARTILES)
    fence = 1.5 * (high - low)
    far = [value for value in ordered if value < low - fence or value > high + fence]
    answer: dict[str, Any] = {
        "n": len(ordered),
        "sum": math.fsum(ordered),
        "mean": mean(ordered),
        "median": middle,
        "minimum": ordered[0],
        "maximum": ordered[-1],
        "first_quartile": low,
        "third_quartile": high,
        "quantiles": {name: quantile(ordered, part, method) for name, part in wanted},
        "outliers": len(far),
        "outlier_values": far[:MOST_OUTLIERS],
    }
    return answer | spread(ordered, confidence)


def spread(sample: Sample, confidence: float) -> dict[str, Any]:
    """How far the numbers lie apart, and what that says about the mean."""
    if len(sample) < 2:
        why = "one number says nothing about spread: at least 2 are needed"
        return {"standard_deviation": None, "standard_error": None, "mean_interval": None, "why_null": why}
    deviation = math.sqrt(variance(sample))
    error = deviation / math.sqrt(len(sample))
    reach = t_quantile(confidence, len(sample) - 1) * error
    return {
        "variance": deviation**2,
        "standard_deviation": deviation,
        "standard_error": error,
        "confidence": confidence,
        "mean_interval": [mean(sample) - reach, mean(sample) + reach],
    }


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS)
    method, confidence = choice(options, "method", METHODS, "linear"), confidence_of(options)
    wanted = percents(options.get("quantiles", "5,95"))
    groups, empty = samples_of(options)
    if not groups:
        raise BadInput("there are no numbers to describe")
    if len(groups) > MOST_GROUPS:
        raise BadInput(f"--group makes {len(groups)} groups: at most {MOST_GROUPS}")
    head = {"quantile_method": method, "missing": empty}
    found = {name: told(described(sample, method, wanted, confidence)) for name, sample in groups.items()}
    if "group" not in options:
        return head | next(iter(found.values()))
    return head | {"groups": [{"group": name, **answer} for name, answer in sorted(found.items())]}


def samples_of(options: Options) -> tuple[dict[str, Sample], int]:
    """The samples of a call, by name, and how many cells were empty."""
    if source_given(options):
        if "values" in options:
            raise UsageError("give --values or rows, not both")
        return grouped(options)
    if "values" not in options or "column" in options or "group" in options:
        raise UsageError("give --values, or rows with --column")
    sample = numbers_in(options["values"], "--values")
    return ({"values": sample} if sample else {}), 0


if __name__ == "__main__":
    run(main, USAGE)
