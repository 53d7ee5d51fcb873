"""Tail areas against closed forms, whole tests against published software, and samples that say nothing refused."""

from __future__ import annotations

import itertools
import json
import math
import statistics
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("statistics-workbench")
AREAS = SKILL.load("distributions")
QUANTILES = SKILL.load("quantiles")
SAMPLES = SKILL.load("samples")
DESCRIBE = SKILL.load("describe")
COMPARE = SKILL.load("compare")
RELATE = SKILL.load("relate")
COUNTS = SKILL.load("counts")

ONE = "27.5 21 19 23.6 17 17.9 16.9 20.1 21.9 22.6 23.1 19.6 19 21.7 21.4"
TWO = "27.1 22 20.8 23.4 23.4 23.5 25.8 22 24.8 20.2 21.9 22.1 22.9 30.5 18"
SAMPLE = [3.1, 0.2, 7.7, 1.5, 9.0, 4.4, 4.4]
NUMBERS = st.lists(st.integers(-1000, 1000).map(float), min_size=2, max_size=30)
few = settings(max_examples=30, deadline=None)


def compare(test: str, one: str = ONE, two: str = TWO, *args: str) -> dict[str, Any]:
    """Two samples compared."""
    found: dict[str, Any] = COMPARE.main(["--test", test, "--values", one, "--other", two, *args])
    return found


def relate(method: str, one: str = ONE, two: str = TWO, *args: str) -> dict[str, Any]:
    """Two columns related."""
    found: dict[str, Any] = RELATE.main(["--method", method, "--values", one, "--other", two, *args])
    return found


def counts(test: str, *args: str) -> dict[str, Any]:
    """Counts tested."""
    found: dict[str, Any] = COUNTS.main(["--test", test, *args])
    return found


@given(st.integers(1, 40), st.integers(1, 40), st.fractions(0, 1, max_denominator=50))
def test_the_incomplete_beta_function_is_a_binomial_tail(a: int, b: int, x: Fraction) -> None:
    """I_x(a, b) for whole a and b is the chance of at least a successes in a + b - 1, here in exact fractions."""
    n = a + b - 1
    exact = sum(math.comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(a, n + 1))
    assert AREAS.incomplete_beta(a, b, float(x)) == pytest.approx(float(exact), rel=1e-10, abs=1e-14)


@given(st.integers(1, 60), st.floats(0.001, 200))
def test_the_incomplete_gamma_function_is_a_poisson_sum(a: int, x: float) -> None:
    """Q(a, x) for whole a is the chance of fewer than a events."""
    exact = math.fsum(math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in range(a))
    assert AREAS.incomplete_gamma(a, x) == pytest.approx(exact, rel=1e-10, abs=1e-14)


@given(st.floats(-50, 50))
def test_the_t_distribution_has_closed_forms_for_one_and_two_degrees(t: float) -> None:
    """An arc tangent, and a root."""
    assert AREAS.t_above(t, 1) == pytest.approx(0.5 - math.atan(t) / math.pi, rel=1e-9, abs=1e-12)
    assert AREAS.t_above(t, 2) == pytest.approx(0.5 - t / (2 * math.sqrt(2 + t * t)), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("found", "published"),
    [
        (AREAS.t_above(2.0, 3.7), 0.06090860095261699),
        (AREAS.t_above(-1.3, 10), 0.8886170913965777),
        (AREAS.t_above(40, 5), 9.205981085886477e-08),
        (AREAS.t_above(3, 1e6), 0.0013499312707109),
        (AREAS.t_above(10, 200), 1.1887415722103823e-19),
        (AREAS.chi_square_above(0.1, 1), 0.7518296340458492),
        (AREAS.chi_square_above(500, 300), 3.3592224575792775e-12),
        (AREAS.chi_square_above(1000, 5), 6.0100776879208495e-214),
        (AREAS.chi_square_above(90, 100), 0.7531979655998298),
        (AREAS.f_above(4.2, 1, 30), 0.049256111769269154),
        (AREAS.f_above(0.3, 5, 2), 0.8797574890536368),
        (AREAS.f_above(200, 1, 8), 6.07796069434254e-07),
        (AREAS.t_quantile(0.95, 1), 12.706204736174694),
        (AREAS.t_quantile(0.95, 4.6), 2.639291609747002),
        (AREAS.t_quantile(0.9999, 2), 99.99249984375004),
        (AREAS.t_quantile(0.5, 3), 0.7648923284043444),
        (AREAS.normal_quantile(0.95), 1.959963984540054),
    ],
)
def test_tail_areas_are_those_of_scipy(found: float, published: float) -> None:
    """Values of scipy 1.17, over two hundred orders of magnitude."""
    assert found == pytest.approx(published, rel=2e-9)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("inverted-cdf", [0.2, 0.2, 1.5, 4.4, 4.4, 9.0, 9.0]),
        ("averaged-inverted-cdf", [0.2, 0.2, 1.5, 4.4, 4.4, 9.0, 9.0]),
        ("closest-observation", [0.2, 0.2, 1.5, 4.4, 4.4, 7.7, 9.0]),
        ("interpolated-inverted-cdf", [0.2, 0.2, 1.175, 3.75, 4.4, 8.09, 9.0]),
        ("hazen", [0.2, 0.2, 1.9, 4.4, 4.4, 8.74, 9.0]),
        ("weibull", [0.2, 0.2, 1.5, 4.4, 4.4, 9.0, 9.0]),
        ("linear", [0.2, 0.59, 2.3, 4.4, 4.4, 8.22, 9.0]),
        ("median-unbiased", [0.2, 0.2, 1.7666666666666664, 4.4, 4.4, 8.913333333333334, 9.0]),
        ("normal-unbiased", [0.2, 0.2, 1.8, 4.4, 4.4, 8.87, 9.0]),
    ],
)
def test_quantiles_are_those_of_numpy(method: str, expected: list[float]) -> None:
    """At 0, 5, 25, 50, 60, 90 and 100 percent of seven numbers."""
    parts = [Fraction(percent, 100) for percent in (0, 5, 25, 50, 60, 90, 100)]
    assert [QUANTILES.quantile(sorted(SAMPLE), part, method) for part in parts] == pytest.approx(expected)


@given(NUMBERS, st.integers(2, 20))
def test_two_quantile_methods_are_those_of_the_standard_library(sample: list[float], parts: int) -> None:
    """Which calls `linear` inclusive; `weibull`, exclusive, differs beyond the ends, where it goes outside the data."""
    ordered = sorted(sample)
    found = [QUANTILES.quantile(ordered, Fraction(k, parts), "linear") for k in range(1, parts)]
    assert found == pytest.approx(statistics.quantiles(sample, n=parts, method="inclusive"), abs=1e-9)
    inner = [k for k in range(1, parts) if 1 <= Fraction(k, parts) * (len(sample) + 1) <= len(sample)]
    exclusive = statistics.quantiles(sample, n=parts, method="exclusive")
    for k in inner:
        assert QUANTILES.quantile(ordered, Fraction(k, parts), "weibull") == pytest.approx(exclusive[k - 1], abs=1e-9)


@pytest.mark.parametrize(("percent", "expected"), [(30, 2.0), (50, 2.0), (70, 4.0), (90, 4.0)])
def test_the_closest_observation_goes_to_the_even_one_of_two(percent: int, expected: float) -> None:
    """Places of one and a half, two and a half, three and a half, and four and a half."""
    ordered = [1.0, 2.0, 3.0, 4.0, 5.0]
    assert QUANTILES.quantile(ordered, Fraction(percent, 100), "closest-observation") == expected


@given(NUMBERS)
def test_a_sample_is_described_as_the_standard_library_does(sample: list[float]) -> None:
    """Mean, median, deviation."""
    answer = DESCRIBE.main(["--values", " ".join(map(str, sample))])
    assert answer["mean"] == pytest.approx(statistics.fmean(sample), abs=1e-6)
    assert answer["median"] == statistics.median(sample)
    assert answer["standard_deviation"] == pytest.approx(statistics.stdev(sample), abs=1e-6)
    assert answer["mean_interval"][0] <= answer["mean"] <= answer["mean_interval"][1]


def test_welch_and_paired_t_are_those_of_scipy() -> None:
    """Statistic, degrees of freedom, p-value, interval, and the one-sided p-values."""
    answer = compare("welch")
    assert answer["t"] == pytest.approx(-2.2712232704724227)
    assert answer["df"] == pytest.approx(27.87944553430123)
    assert answer["p_value"] == pytest.approx(0.031052373142524035)
    assert answer["interval"] == pytest.approx([-4.577652587682017, -0.2356807456513228])
    assert compare("welch", ONE, TWO, "--alternative", "less")["p_value"] == pytest.approx(0.015526186571262018)
    assert compare("welch", ONE, TWO, "--alternative", "greater")["p_value"] == pytest.approx(0.984473813428738)
    answer = compare("paired")
    assert (answer["t"], answer["p_value"]) == pytest.approx((-2.4737220466403844, 0.02679146628281436))
    assert answer["interval"] == pytest.approx([-4.493314451502686, -0.32001888183064775])


def test_mann_whitney_with_ties_is_that_of_scipy() -> None:
    """By the normal distribution, with both corrections."""
    answer = compare("mann-whitney")
    assert (answer["u"], answer["p_value"]) == pytest.approx((56.5, 0.021275596290852076))
    assert compare("mann-whitney", ONE, TWO, "--alternative", "less")["p_value"] == pytest.approx(0.010637798145426038)
    assert compare("mann-whitney", ONE, TWO, "--alternative", "greater")["p_value"] == pytest.approx(0.9904750803983201)


@few
@given(st.lists(st.integers(-999, 999), min_size=7, max_size=9, unique=True))
def test_mann_whitney_without_ties_counts_all_ways_to_mix(numbers: list[int]) -> None:
    """The oracle goes through them one by one."""
    first, second = numbers[:3], numbers[3:]
    if math.comb(len(numbers), 3) < 40:
        return

    def u_of(chosen: tuple[int, ...]) -> int:
        return sum(a > b for a in chosen for b in set(numbers) - set(chosen))

    every = [u_of(chosen) for chosen in itertools.combinations(numbers, 3)]
    observed = u_of(tuple(first))
    above, below = sum(u >= observed for u in every) / len(every), sum(u <= observed for u in every) / len(every)
    answer = compare("mann-whitney", " ".join(map(str, first)), " ".join(map(str, second)))
    assert (answer["u"], answer["method"]) == (observed, "exact")
    assert answer["p_value"] == pytest.approx(min(1.0, 2 * min(above, below)))


def test_correlations_and_the_line_are_those_of_scipy() -> None:
    """Pearson with its interval, Spearman by t, and all figures of the regression."""
    answer = relate("pearson")
    assert (answer["r"], answer["p_value"]) == pytest.approx((0.15735944860241285, 0.5754200004827874))
    assert answer["interval"] == pytest.approx([-0.3860202560393299, 0.619670986911663])
    assert relate("pearson", ONE, TWO, "--alternative", "less")["p_value"] == pytest.approx(0.7122899997586065)
    answer = relate("spearman")
    assert (answer["rho"], answer["p_value"]) == pytest.approx((-0.03939124228523702, 0.8891506479872374))
    answer = relate("regression")
    slope, intercept = answer["slope"], answer["intercept"]
    assert (slope["value"], intercept["value"]) == pytest.approx((0.16807088901801268, 19.727430757311645))
    assert (slope["standard_error"], intercept["standard_error"]) == pytest.approx(
        (0.2925386847511523, 6.14202600357544)
    )
    assert (answer["r_squared"], answer["p_value"]) == pytest.approx((0.02476199606445544, 0.5754200004827872))


def test_a_perfect_line_has_no_doubt() -> None:
    """Spread nothing, p-values 0, and points outside the data are named."""
    answer = relate("regression", "1 2 3 4", "2 4 6 8", "--at", "2.5 9")
    assert (answer["slope"]["value"], answer["intercept"]["value"], answer["p_value"]) == (2.0, 0.0, 0.0)
    assert [point["new_interval"] for point in answer["predictions"]] == [[5.0, 5.0], [18.0, 18.0]]
    assert answer["extrapolates"] == [9.0]
    assert relate("pearson", "1 2 3 4", "8 6 4 2")["r"] == -1.0


@few
@given(st.lists(st.integers(0, 5), min_size=5, max_size=6), st.sampled_from(["two-sided", "less", "greater"]))
def test_spearman_of_few_pairs_counts_all_orders(numbers: list[int], alternative: str) -> None:
    """The oracle works out the correlation of every order of the ranks, with ties."""
    if len(set(numbers)) == 1:
        return
    x = list(range(len(numbers)))
    ranks = SAMPLES.ranks([float(number) for number in numbers])[0]
    every = [statistics.correlation(x, order) for order in itertools.permutations(ranks)]
    observed = statistics.correlation(x, ranks)
    if alternative == "two-sided":
        every, observed = [abs(r) for r in every], abs(observed)
    sign = -1 if alternative == "less" else 1
    expected = sum(sign * r >= sign * observed - 1e-9 for r in every) / len(every)
    answer = relate("spearman", " ".join(map(str, x)), " ".join(map(str, numbers)), "--alternative", alternative)
    assert answer["p_value"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("successes", "total", "confidence", "interval"),
    [
        (45, 60, "95", [0.6276792992295218, 0.8422347746994333]),
        (0, 10, "95", [0.0, 0.27753279986288926]),
        (1, 3, "99", [0.04042662929608476, 0.855783984952333]),
        (10, 10, "95", [1 - 0.27753279986288926, 1.0]),
    ],
)
def test_wilsons_interval_is_that_of_scipy(successes: int, total: int, confidence: str, interval: list[float]) -> None:
    """Also where there is no success, or nothing else."""
    answer = counts("proportion", "--successes", f"{successes}", "--of", f"{total}", "--confidence", confidence)
    assert answer["interval"] == pytest.approx(interval)


def test_newcombes_interval_is_the_one_he_printed() -> None:
    """56 of 70 against 48 of 80, method 10 of his paper of 1998."""
    answer = counts("proportion", "--successes", "56", "--of", "70", "--other-successes", "48", "--other-of", "80")
    assert answer["difference_interval"] == pytest.approx([0.0524, 0.3339], abs=5e-5)


def test_chi_square_tests_are_those_of_scipy() -> None:
    """Of a table, of a 2 by 2 table with Fisher's test beside it, and of counts against shares."""
    answer = counts("independence", "--counts", "10 20 30; 6 9 17")
    assert (answer["chi_square"], answer["p_value"], answer["df"]) == pytest.approx(
        (0.271574651504035, 0.873028283380073, 2)
    )
    answer = counts("independence", "--counts", "10 20; 30 40")
    assert (answer["chi_square"], answer["p_value"]) == pytest.approx((0.7936507936507936, 0.37299848361348686))
    assert answer["fisher_p_value"] == pytest.approx(0.5044757698516285)
    answer = counts("goodness", "--counts", "16 18 16 14 12 12")
    assert (answer["chi_square"], answer["p_value"]) == pytest.approx((2.0, 0.8491450360846096))
    answer = counts("goodness", "--counts", "16 18 16 14 12 12", "--expected", "2 2 2 2 2 1")
    assert (answer["chi_square"], answer["p_value"]) == pytest.approx((3.5, 0.6233876277495822))


@few
@given(st.tuples(*[st.integers(0, 12)] * 4))
def test_fishers_test_counts_all_tables_with_the_same_sums(cells: tuple[int, int, int, int]) -> None:
    """The oracle counts them in whole numbers."""
    a, b, c, d = cells
    if not (a + b and c + d):
        return
    ways = {k: math.comb(a + b, k) * math.comb(c + d, a + c - k) for k in range(max(0, a - d), min(a + b, a + c) + 1)}
    expected = Fraction(sum(way for way in ways.values() if way <= ways[a]), sum(ways.values()))
    assert COUNTS.fisher_exact([[a, b], [c, d]]) == pytest.approx(float(expected), rel=1e-6)


def test_a_small_table_has_no_chi_square_and_says_why() -> None:
    """Fisher's test stays."""
    answer = counts("independence", "--counts", "8 2; 1 5")
    assert (answer["chi_square"], answer["why_null"]) == (
        None,
        "an expected count is under 5: only Fisher's exact test holds",
    )
    assert answer["fisher_p_value"] == pytest.approx(0.034965034965034975)


def test_rows_are_grouped_paired_and_counted() -> None:
    """An empty cell is left out and counted; a name of a column may be written with spaces."""
    rows = "Team,Before it,After\nB,1,2\nA,2,4\nB,3,\n,4,5\nA,5,7\nB,6,9\n"
    found = DESCRIBE.main(["--text", rows, "--column", "before it", "--group", "team"])
    assert [(group["group"], group["n"]) for group in found["groups"]] == [("A", 2), ("B", 3)]
    assert found["missing"] == 1
    found = COMPARE.main(["--test", "welch", "--text", rows, "--column", "After", "--group", "Team"])
    assert [sample["sample"] for sample in found["samples"]] == ["A", "B"]
    assert found["missing"] == 2
    found = COMPARE.main(["--test", "paired", "--text", rows, "--columns", "Before it,After"])
    assert (found["missing"], found["difference"]) == (1, -1.8)
    kinds = "q,answer\n" + "n,yes\n" * 9 + "n,no\n" * 8 + "s,yes\n" * 5 + "s,no\n" * 12 + "s,\n"
    found = COUNTS.main(["--test", "independence", "--text", kinds, "--columns", "q,answer"])
    assert (found["lines"], found["columns"], found["counts"]) == (["n", "s"], ["no", "yes"], [[8, 9], [12, 5]])
    assert found["missing"] == 1


@pytest.mark.parametrize(
    ("call", "args", "message"),
    [
        (DESCRIBE, ["--values", " "], "no numbers to describe"),
        (DESCRIBE, ["--values", "1 x"], "--values is 'x', which is not a number"),
        (DESCRIBE, ["--values", "1", "--quantiles", "101"], "write percents from 0 to 100"),
        (DESCRIBE, ["--text", "a\n1\n", "--column", "b"], "b is missing \\(the fields here: a\\)"),
        (
            COMPARE,
            ["--test", "welch", "--values", "1", "--other", "1 2"],
            "values has 1 numbers, and at least 2 are needed",
        ),
        (COMPARE, ["--test", "welch", "--values", "1 1", "--other", "2 2"], "there is no spread"),
        (COMPARE, ["--test", "paired", "--values", "1 2", "--other", "2 3"], "all pairs have the same difference"),
        (COMPARE, ["--test", "paired", "--values", "1 2", "--other", "2"], "pairs need as many of each"),
        (
            COMPARE,
            ["--test", "mann-whitney", "--values", "1 2 3", "--other", "4 5 6"],
            "too small: even the clearest .* 0.1",
        ),
        (COMPARE, ["--test", "mann-whitney", "--values", "1 1 1 1", "--other", "1 1 1 1"], "nothing to rank"),
        (COMPARE, ["--test", "welch", "--text", "v,g\n1,a\n", "--column", "v", "--group", "g"], "into 2 groups, not 1"),
        (RELATE, ["--method", "pearson", "--values", "1 2", "--other", "1 2"], "at least 3 are needed"),
        (RELATE, ["--method", "spearman", "--values", "1 2 3 4", "--other", "1 2 3 4"], "at least 5 are needed"),
        (
            RELATE,
            ["--method", "pearson", "--values", "1 1 1", "--other", "1 2 3"],
            "all numbers of values are the same",
        ),
        (RELATE, ["--method", "regression", "--values", "1 1 1", "--other", "1 2 3"], "no line is defined"),
        (COUNTS, ["--test", "proportion", "--successes", "4", "--of", "3"], "is no proportion"),
        (COUNTS, ["--test", "proportion", "--successes", "-1", "--of", "3"], "which is not a count"),
        (COUNTS, ["--test", "goodness", "--counts", "1 2"], "too small for a chi-square test"),
        (COUNTS, ["--test", "goodness", "--counts", "10 20", "--expected", "1"], "as many shares"),
        (COUNTS, ["--test", "independence", "--counts", "1 2 3; 4 5 6"], "too small for a chi-square test"),
        (COUNTS, ["--test", "independence", "--counts", "1 2 3; 4 5"], "different lengths"),
        (COUNTS, ["--test", "independence", "--counts", "1 0; 4 0"], "none of them empty"),
    ],
)
def test_what_says_nothing_is_refused_with_the_reason(call: Any, args: list[str], message: str) -> None:  # noqa: ANN401
    """No figure is better than a meaningless one."""
    with pytest.raises(Exception, match=message) as refused:
        call.main(args)
    assert type(refused.value).__name__ == "BadInput"


def test_figures_are_json_numbers_and_a_wrong_call_ends_with_its_usage(tmp_path: Path) -> None:
    """Infinity and NaN never appear."""
    ended = SKILL.run("scripts/relate.py", ["--method", "pearson", "--values", "1 2 3", "--other", "1 2 3"], tmp_path)
    assert json.loads(ended.stdout, parse_constant=pytest.fail)["p_value"] == 0.0
    for script, args in {
        "describe": ["--values", "1", "--column", "x"],
        "compare": ["--test", "welch", "--values", "1 2"],
        "relate": ["--method", "pearson", "--values", "1", "--other", "1", "--at", "2"],
        "counts": ["--test", "proportion"],
    }.items():
        ended = SKILL.run(f"scripts/{script}.py", args, tmp_path)
        assert ended.exit_code == 2
        assert f"\nusage: {script}.py" in ended.stderr
