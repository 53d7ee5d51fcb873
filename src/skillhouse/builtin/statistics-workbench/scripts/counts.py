"""Print what counts say: an interval for a proportion, or a chi-square test of counts."""

import math
import re
from typing import Any

from command import BadInput, Options, UsageError, choice, options_of, run, shown
from distributions import chi_square_above, normal_quantile
from rows import SOURCES, missing, rows_of, text, to_number
from samples import confidence_of, field_name, interval_text, p_text, source_given, told

USAGE = """
usage: counts.py --test proportion --successes COUNT --of COUNT [--confidence PERCENT]
       [--other-successes COUNT --other-of COUNT]
   or: counts.py --test goodness --counts COUNTS [--expected SHARES]
   or: counts.py --test independence --counts "COUNTS; COUNTS; ..."
   or: counts.py --test independence (--text ROWS | --file PATH | --table SLUG) --columns NAME,NAME
"""
PROPORTION = ("successes", "of", "other-successes", "other-of", "confidence")
OPTIONS = (*SOURCES, *PROPORTION, "test", "counts", "expected", "columns")
MOST_KINDS = 50
FISHER_UP_TO = 100_000
FEW = 5
FISHER = "Fisher's exact test"
Table = list[list[int]]


def count(written: str, name: str) -> int:
    """A count: a whole number that is not negative."""
    if not re.fullmatch(r"[0-9]{1,12}", written.strip()):
        raise BadInput(f"{name} has {shown(written.strip())}, which is not a count: write whole numbers from 0 up")
    return int(written)


def counts_in(written: str, name: str) -> list[int]:
    """The counts of `12 7 5`."""
    return [count(part, name) for part in re.split(r"[\s,]+", written.strip()) if part]


def share(options: Options, prefix: str = "") -> tuple[int, int]:
    """How many of how many."""
    names = f"{prefix}successes", f"{prefix}of"
    if any(name not in options for name in names):
        raise UsageError(f"--{names[0]} and --{names[1]} must be given")
    successes, total = (count(options[name], f"--{name}") for name in names)
    if not 0 < total or successes > total:
        raise BadInput(f"--{names[0]} {successes} of --{names[1]} {total} is no proportion")
    return successes, total


def wilson(successes: int, total: int, z: float) -> tuple[float, float]:
    """Wilson's score interval, which never leaves 0 to 1 and holds for small counts."""
    p, weight = successes / total, z * z / total
    middle = (p + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * math.sqrt(p * (1 - p) / total + weight / (4 * total))
    low = 0.0 if successes == 0 else max(0.0, middle - reach)
    return low, 1.0 if successes == total else min(1.0, middle + reach)


def proportion(options: Options) -> dict[str, Any]:
    """One proportion with its interval; or two, and their difference (Newcombe's interval from both of Wilson's)."""
    confidence = confidence_of(options)
    z = normal_quantile(confidence)
    one = share(options)
    low, high = wilson(*one, z)
    p = one[0] / one[1]
    answer: dict[str, Any] = {"proportion": p, "confidence": confidence, "interval": [low, high]}
    if "other-of" not in options and "other-successes" not in options:
        return answer | {"reading": f"{one[0]} of {one[1]} is {p:.4g} ({interval_text(confidence, low, high)})."}
    two = share(options, "other-")
    other_low, other_high = wilson(*two, z)
    q = two[0] / two[1]
    span = [
        p - q - math.hypot(p - low, other_high - q),
        p - q + math.hypot(high - p, q - other_low),
    ]
    p_value, method = two_by_two([[one[0], one[1] - one[0]], [two[0], two[1] - two[0]]])
    interval = interval_text(confidence, *span)
    return answer | {
        "other_proportion": q,
        "other_interval": [other_low, other_high],
        "difference": p - q,
        "difference_interval": span,
        "p_value": p_value,
        "method": method,
        "reading": f"The proportions differ by {p - q:.4g} ({interval}); {p_text(p_value)}.",
    }


def goodness(options: Options) -> dict[str, Any]:
    """Whether counts fit shares; equal shares where none are given."""
    observed = counts_in(options.get("counts", ""), "--counts")
    shares = [float(to_number(part, "--expected")) for part in re.split(r"[\s,]+", options.get("expected", "")) if part]
    shares = shares or [1.0] * len(observed)
    if len(observed) < 2 or len(shares) != len(observed) or min(shares) <= 0:
        raise BadInput("--counts needs at least 2 counts, and --expected as many shares, each more than 0")
    expected = [sum(observed) * part / math.fsum(shares) for part in shares]
    check_expected(expected)
    chi = math.fsum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    p = chi_square_above(chi, len(observed) - 1)
    return {
        "expected": expected,
        "chi_square": chi,
        "df": len(observed) - 1,
        "p_value": p,
        "reading": f"The counts {'may' if p >= 0.05 else 'do not'} fit the shares at the 5 % level; {p_text(p)}.",
    }


def check_expected(expected: list[float]) -> None:
    """Cochran's rule: no expected count under 1, and at most a fifth of them under 5."""
    few = sum(value < FEW for value in expected)
    if min(expected) < 1 or few * 5 > len(expected):
        raise BadInput(
            f"the counts are too small for a chi-square test: {few} of {len(expected)} expected counts are under {FEW},"
            f" the smallest is {min(expected):.2g} (a fifth may be, and none under 1): join kinds, or count more"
        )


def sums_of(table: Table) -> tuple[list[int], list[int]]:
    """The sums of the lines, and of the columns."""
    return [sum(line) for line in table], [sum(column) for column in zip(*table, strict=True)]


def table_in(written: str) -> Table:
    """The table of `10 20; 30 40`."""
    table = [counts_in(line, "--counts") for line in written.strip().strip(";").split(";")]
    if len({len(line) for line in table}) != 1:
        raise BadInput("--counts has lines of different lengths: part lines with ; and give each as many counts")
    return table


def table_of(options: Options) -> tuple[Table, list[str], list[str], int]:
    """The table that two columns of rows make, and the names of its lines and columns."""
    names = [field_name(name) for name in options.get("columns", "").split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError("--columns must name two columns, like --columns region,answer")
    found: dict[tuple[str, str], int] = {}
    empty = 0
    for row in rows_of(options):
        for name in names:
            if name not in row[1]:
                raise missing(row, name)
        pair = text(row, names[0]), text(row, names[1])
        if all(pair):
            found[pair] = found.get(pair, 0) + 1
        else:
            empty += 1
    lines, columns = (sorted({pair[side] for pair in found}) for side in (0, 1))
    if max(len(lines), len(columns)) > MOST_KINDS:
        raise BadInput(f"--columns make a table of {len(lines)} by {len(columns)}: at most {MOST_KINDS} each")
    return [[found.get((line, column), 0) for column in columns] for line in lines], lines, columns, empty


def independence(options: Options) -> dict[str, Any]:
    """Whether the columns of a table depend on its lines; for 2 by 2 also by Fisher's exact test."""
    answer: dict[str, Any] = {}
    if source_given(options):
        table, lines, columns, empty = table_of(options)
        answer = {"missing": empty, "lines": lines, "columns": columns}
    else:
        table = table_in(options.get("counts", ""))
    sums, across = sums_of(table)
    if len(sums) < 2 or len(across) < 2 or not all(sums) or not all(across):
        raise BadInput("the table needs at least 2 lines and 2 columns, none of them empty")
    answer["counts"] = table
    expected = [[a * b / sum(sums) for b in across] for a in sums]
    if len(sums) == 2 and len(across) == 2:
        return answer | chi_of_two(table, expected)
    check_expected([value for line in expected for value in line])
    return answer | chi_answer(table, expected)


def chi_of_two(table: Table, expected: list[list[float]]) -> dict[str, Any]:
    """The tests of a 2 by 2 table: chi-square where it holds, and Fisher's exact test where the counts are not huge."""
    p, method = two_by_two(table)
    fisher = {"fisher_p_value": p if method == FISHER else None}
    try:
        check_expected([value for line in expected for value in line])
    except BadInput:
        why = "an expected count is under 5: only Fisher's exact test holds"
        return fisher | {"chi_square": None, "p_value": None, "why_null": why, "reading": f"{FISHER}: {p_text(p)}."}
    return fisher | chi_answer(table, expected)


def two_by_two(table: Table) -> tuple[float, str]:
    """The p-value of a 2 by 2 table, exact up to a hundred thousand, and the method's name."""
    sums, across = sums_of(table)
    total = sum(sums)
    if total <= FISHER_UP_TO:
        return fisher_exact(table), FISHER
    expected = [[a * b / total for b in across] for a in sums]
    return chi_answer(table, expected)["p_value"] if all(across) else 1.0, "chi-square test"


def chi_answer(table: Table, expected: list[list[float]]) -> dict[str, Any]:
    """The figures of a chi-square test of a table, without a correction for continuity."""
    cells = [pair for lines in zip(table, expected, strict=True) for pair in zip(*lines, strict=True)]
    chi = math.fsum((o - e) ** 2 / e for o, e in cells)
    smaller = min(len(table), len(table[0])) - 1
    df = (len(table) - 1) * (len(table[0]) - 1)
    p = chi_square_above(chi, df)
    return {
        "expected": expected,
        "chi_square": chi,
        "df": df,
        "p_value": p,
        "cramers_v": math.sqrt(chi / (sum(map(sum, table)) * smaller)),
        "reading": f"Lines and columns {'depend on each other' if p < 0.05 else 'may be independent'} at the 5 % level;"
        f" {p_text(p)}.",
    }


def fisher_exact(table: Table) -> float:
    """Fisher's two-sided exact test: the share of all tables with these sums that are no likelier than this one."""
    (a, b), (c, d) = table
    low, high = max(0, a - d), min(a + b, a + c)
    weights = [log_ways(a + b, k) + log_ways(c + d, a + c - k) for k in range(low, high + 1)]
    limit = weights[a - low] + 1e-7
    top = max(weights)
    all_ways = math.fsum(math.exp(weight - top) for weight in weights)
    return min(1.0, math.fsum(math.exp(weight - top) for weight in weights if weight <= limit) / all_ways)


def log_ways(n: int, k: int) -> float:
    """The logarithm of the number of ways to choose k of n."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, required=["test"])
    tests = {"proportion": proportion, "goodness": goodness, "independence": independence}
    test = choice(options, "test", tests, "")
    return told({"test": test} | tests[test](options))


if __name__ == "__main__":
    run(main, USAGE)
