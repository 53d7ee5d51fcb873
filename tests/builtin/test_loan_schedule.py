"""A loan is paid back to the cent, and its rates are what the formulas say."""

from __future__ import annotations

import csv
import math
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

SKILL = Skill("loan-schedule")
SCHEDULE = SKILL.load("schedule")
INTEREST = SKILL.load("interest")
DAYS = SKILL.load("days")
CENT = Decimal("0.01")

PRINCIPALS = st.decimals(100, 900_000, places=2)
RATES = st.decimals(0, 30, places=3)
STARTS = st.dates(date(1999, 1, 1), date(2060, 12, 31))
COUNTS = st.integers(1, 60)
DAY_COUNTS = st.sampled_from(["30/360", "actual/365", "actual/360"])
KINDS = st.sampled_from(["annuity", "equal-principal", "bullet"])
in_one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the schedule is written."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def schedule(*args: str) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The answer, and the rows of the file."""
    Path("schedule.csv").unlink(missing_ok=True)
    answer = SCHEDULE.main(list(args))
    with Path("schedule.csv").open(encoding="utf-8", newline="") as stream:
        return answer, list(csv.DictReader(stream))


def loan(principal: object, rate: object, start: object, count: object) -> tuple[str, ...]:
    """The arguments that every loan has."""
    return ("--principal", f"{principal}", "--rate", f"{rate}", "--start", f"{start}", "--payments", f"{count}")


def total(rows: list[dict[str, str]], column: str) -> Decimal:
    """The sum of a column."""
    return sum((Decimal(row[column]) for row in rows), Decimal())


@in_one_folder
@given(PRINCIPALS, RATES, STARTS, COUNTS, DAY_COUNTS, KINDS, st.sampled_from(["1", "3", "12"]))
def test_every_loan_is_paid_back_to_the_cent(
    principal: Decimal, rate: Decimal, start: date, count: int, day_count: str, kind: str, every: str
) -> None:
    """Each balance follows from the one before, each interest from the exact days, and nothing is left."""
    args = loan(principal, rate, start, count)
    answer, rows = schedule(*args, "--day-count", day_count, "--kind", kind, "--every", every)
    balance, before = principal, start
    basis = 360 if day_count.endswith("360") else 365
    for row in rows:
        when = date.fromisoformat(row["date"])
        days = thirty_days(before, when) if day_count == "30/360" else (when - before).days
        interest = Fraction(balance) * Fraction(rate) / 100 * days / basis
        assert Fraction(row["interest"]) == Fraction(math.floor(interest * 100 + Fraction(1, 2)), 100)
        assert Decimal(row["payment"]) == Decimal(row["interest"]) + Decimal(row["principal"])
        balance -= Decimal(row["principal"])
        assert Decimal(row["balance"]) == balance
        before = when
    assert balance == 0
    assert total(rows, "principal") == principal
    assert total(rows, "payment") == Decimal(answer["total_paid"])
    assert total(rows, "interest") == Decimal(answer["total_interest"])


def thirty_days(start: date, end: date) -> int:
    """The European 30/360, as a second formula: both dates as a number of days in years of 360."""
    first, last = (when.year * 360 + when.month * 30 + min(when.day, 30) for when in (start, end))
    return last - first


@in_one_folder
@given(PRINCIPALS, st.decimals("0.1", 30, places=3), STARTS, COUNTS)
def test_an_annuity_is_what_the_textbook_says(principal: Decimal, rate: Decimal, start: date, count: int) -> None:
    """For equal months, P * i / (1 - (1 + i) ** -n), here in exact fractions."""
    answer, _ = schedule(*loan(principal, rate, start.replace(day=15), count))
    factor = (1 + Fraction(rate) / 1200) ** count
    exact = Fraction(principal) * Fraction(rate) / 1200 * factor / (factor - 1)
    assert abs(Fraction(answer["regular_payment"]) - exact) <= Fraction(1, 200)


@in_one_folder
@given(st.decimals(10_000, 900_000, places=2), RATES, STARTS, st.integers(2, 60), DAY_COUNTS)
def test_the_last_instalment_of_an_annuity_differs_by_cents_only(
    principal: Decimal, rate: Decimal, start: date, count: int, day_count: str
) -> None:
    """Whatever the length of the periods: at most what rounding each payment and interest can add up to."""
    answer, _ = schedule(*loan(principal, rate, start, count), "--day-count", day_count)
    difference = abs(Decimal(answer["regular_payment"]) - Decimal(answer["final_payment"]))
    assert difference <= CENT * count * (1 + rate / 1000) ** count


@in_one_folder
@given(PRINCIPALS, RATES, st.integers(1, 40), KINDS, st.integers(0, 40))
def test_the_effective_rate_makes_the_payments_worth_what_was_paid_out(
    principal: Decimal, rate: Decimal, count: int, kind: str, fee_percent: int
) -> None:
    """Discounted by it, in floating point, the sum is the principal less the fees."""
    fees = (principal * fee_percent / 100).quantize(CENT, ROUND_HALF_UP)
    args = loan(principal, rate, "2025-01-15", count)
    answer, rows = schedule(*args, "--kind", kind, "--fees", f"{fees}", "--every", "6")
    effective = float(answer["effective_annual_rate_percent"]) / 100
    worth = sum(float(row["payment"]) / (1 + effective) ** (at / 2) for at, row in enumerate(rows, 1))
    assert worth == pytest.approx(float(principal - fees), rel=2e-4)


@pytest.mark.parametrize(
    ("principal", "rate", "count", "payment"),
    [
        ("200000", "6", "360", "1199.10"),
        ("100000", "5", "180", "790.79"),
        ("12000", "0", "24", "500.00"),
        ("250000", "3.5", "240", "1449.90"),
    ],
)
def test_well_known_instalments(principal: str, rate: str, count: str, payment: str) -> None:
    """As printed in mortgage tables."""
    assert schedule(*loan(principal, rate, "2025-01-01", count))[0]["regular_payment"] == payment


@in_one_folder
@given(st.integers(0, 330), st.decimals(1, 999, places=2), KINDS, st.sampled_from(["shorter", "lower"]), DAY_COUNTS)
def test_an_extra_payment_saves_interest_and_leaves_nothing_open(
    day: int, amount: Decimal, kind: str, after: str, day_count: str
) -> None:
    """On any day, with any kind of loan."""
    args = (*loan(12_000, 7, "2024-01-31", 12), "--kind", kind, "--day-count", day_count)
    plain, _ = schedule(*args)
    when = date(2024, 1, 31) + timedelta(days=day)
    answer, rows = schedule(*args, "--extra", f"{when}:{amount}", "--after-extra", after)
    assert total(rows, "principal") == 12_000
    assert Decimal(rows[-1]["balance"]) == 0
    assert Decimal(answer["total_extra"]) == amount
    assert Decimal(answer["total_interest"]) <= Decimal(plain["total_interest"])
    assert (len(rows) == 13) or after == "shorter"


def test_after_an_extra_payment_the_lower_instalment_fits_to_the_end() -> None:
    """The interest that has run up before the extra payment is in it too."""
    answer, rows = schedule(*loan(1000, 12, "2025-01-31", 4), "--extra", "2025-02-15:300", "--after-extra", "lower")
    assert abs(Decimal(rows[-1]["payment"]) - Decimal(answer["regular_payment_after_extra"])) <= 2 * CENT
    assert Decimal(answer["regular_payment_after_extra"]) < Decimal(answer["regular_payment"])


def test_a_loan_repaid_between_two_dates_still_owes_the_interest_of_those_days() -> None:
    """Fifteen of thirty days at 1 % a month."""
    _, rows = schedule(*loan(1000, 12, "2025-01-01", 4), "--extra", "2025-01-16:1000")
    assert [(row["date"], row["payment"], row["balance"]) for row in rows] == [
        ("2025-01-16", "1000.00", "0.00"),
        ("2025-02-01", "5.00", "0.00"),
    ]


def test_a_fixed_instalment_runs_until_the_loan_is_paid_back() -> None:
    """Ten of 100 at no interest, and one for what is left."""
    args = ("--principal", "1050", "--rate", "0", "--start", "2025-01-01", "--payment", "100")
    answer, rows = schedule(*args)
    assert (answer["payments"], answer["final_payment"], rows[-1]["date"]) == (11, "50.00", "2025-12-01")


def test_due_dates_are_counted_from_the_first_and_short_months_shift_none() -> None:
    """From the 31st over a February of a leap year, and by a first date of its own."""
    _, rows = schedule(*loan(900, 5, "2023-12-31", 4))
    assert [row["date"] for row in rows] == ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"]
    assert [row["days"] for row in rows] == ["30", "29", "31", "30"]
    _, rows = schedule(*loan(900, 5, "2023-12-15", 3), "--first", "2024-02-29", "--day-count", "actual/360")
    assert [(row["date"], row["days"]) for row in rows] == [
        ("2024-02-29", "76"),
        ("2024-03-29", "29"),
        ("2024-04-29", "31"),
    ]


@given(STARTS, STARTS)
def test_thirty_three_sixty_counts_as_years_of_360_days_do(start: date, end: date) -> None:
    """The difference of two numbers of days, so it adds up over any split."""
    assert DAYS.days_between(start, end, "30/360") == thirty_days(start, end)


@given(PRINCIPALS, RATES, st.integers(0, 30), st.sampled_from([("yearly", 1), ("quarterly", 4), ("monthly", 12)]))
def test_compound_interest_is_the_power_of_one_period(
    principal: Decimal, rate: Decimal, years: int, way: tuple[str, int]
) -> None:
    """P * (1 + r/m) ** (m * years), in exact fractions."""
    name, periods = way
    args = ["--principal", f"{principal}", "--rate", f"{rate}", "--years", f"{years}", "--compounded", name]
    exact = Fraction(principal) * (1 + Fraction(rate) / 100 / periods) ** (periods * years)
    assert abs(Fraction(INTEREST.main(args)["final"]) - exact) <= Fraction(1, 200)


@given(RATES, st.sampled_from(["yearly", "monthly", "daily", "continuously"]))
def test_nominal_and_effective_rates_are_each_others_inverse(rate: Decimal, way: str) -> None:
    """There and back, to the four decimals that are shown."""
    common = ["--principal", "1", "--years", "1", "--compounded", way]
    effective = INTEREST.main([*common, "--rate", f"{rate}"])["effective_annual_rate_percent"]
    back = INTEREST.main([*common, "--effective", effective])["nominal_rate_percent"]
    assert abs(Decimal(back) - rate) <= Decimal("0.0005")


@given(st.integers(1, 40), st.decimals("0.5", 20, places=2))
def test_deposits_grow_as_the_sum_of_a_series(years: int, rate: Decimal) -> None:
    """D * ((1 + r) ** n - 1) / r."""
    args = ["--principal", "0", "--rate", f"{rate}", "--years", f"{years}", "--deposit", "100"]
    growth = Fraction(rate) / 100
    exact = 100 * ((1 + growth) ** years - 1) / growth
    assert abs(Fraction(INTEREST.main(args)["final"]) - exact) <= Fraction(1, 200)


def test_interest_credited_in_cents_differs_from_interest_that_is_not() -> None:
    """A cent's third is lost or won each month."""
    args = ["--principal", "1", "--rate", "6", "--years", "1", "--compounded", "monthly"]
    assert INTEREST.main(args)["final"] == "1.06"
    assert INTEREST.main([*args, "--round-each-period"])["final"] == "1.12"


@pytest.mark.parametrize(
    ("start", "end", "day_count", "days", "interest"),
    [
        ("2024-02-28", "2024-03-01", "actual/365", 2, "2.00"),
        ("2023-02-28", "2023-03-01", "actual/365", 1, "1.00"),
        ("2024-01-31", "2024-03-31", "30/360", 60, "60.83"),
        ("2024-02-28", "2024-03-31", "30/360", 32, "32.44"),
        ("2024-01-01", "2025-01-01", "actual/360", 366, "371.08"),
        ("2024-01-01", "2024-01-01", "actual/360", 0, "0.00"),
    ],
)
def test_simple_interest_by_day_count(start: str, end: str, day_count: str, days: int, interest: str) -> None:
    """One a day on 3,650 at 10 %, by 365."""
    args = ["--principal", "3650", "--rate", "10", "--from", start, "--to", end, "--day-count", day_count]
    answer = INTEREST.main(args)
    assert (answer["days"], answer["interest"]) == (days, interest)


GOOD = loan(1000, 6, "2025-01-01", 12)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (loan("-1", 6, "2025-01-01", 12), "--principal is '-1'"),
        (loan("0", 6, "2025-01-01", 12), "must be more than 0"),
        (loan("1.001", 6, "2025-01-01", 12), "more decimals"),
        (loan(1000, "1e3", "2025-01-01", 12), "--rate is '1e3'"),
        (loan(1000, 1001, "2025-01-01", 12), "at most 1000"),
        (loan(1000, 6, "2025-02-29", 12), "--start is '2025-02-29', which is not a date"),
        (loan(1000, 6, "20250201", 12), "which is not a date"),
        (loan(1000, 6, "2025-01-01", 0), "--payments is '0'"),
        (loan(1000, 6, "2025-01-01", 1201), "from 1 to 1200"),
        (loan(1000, 6, "9999-01-01", 12), "beyond the year 9999"),
        (loan(200_000, 1000, "2025-01-31", 1200), "beyond 30 digits"),
        ((*GOOD, "--first", "2025-01-01"), "must come after --start"),
        ((*GOOD, "--extra", "2025-01-01"), "--extra must be like"),
        ((*GOOD, "--extra", "2024-12-31:5"), "comes before the loan is paid out"),
        ((*GOOD, "--extra", "2026-01-02:5"), "comes after the loan is paid back, on 2026-01-01"),
        ((*GOOD, "--extra", "2025-05-01:999"), "more than the balance of"),
        ((*GOOD, "--extra", "2025-05-01:0"), "is 0"),
        ((*GOOD, "--fees", "1000"), "--fees must be less"),
        (("--principal", "1000", "--rate", "12", "--start", "2025-01-01", "--payment", "10"), "raise --payment"),
        (("--principal", "9000", "--rate", "0", "--start", "2025-01-01", "--payment", "1"), "in 1200 payments"),
    ],
)
def test_a_loan_that_cannot_be_is_refused(args: tuple[str, ...], message: str) -> None:
    """One line, which names the value."""
    with pytest.raises(Exception, match=message) as refused:
        schedule(*args)
    assert type(refused.value).__name__ == "BadInput"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rate", "5", "--years", "0.3"], "not a whole number of periods"),
        (["--rate", "5", "--years", "999", "--compounded", "daily"], "at most 40000"),
        (["--rate", "1000", "--years", "1000"], "beyond 30 digits"),
        (["--rate", "5", "--from", "2025-02-01", "--to", "2025-01-01"], "comes before"),
        (["--effective", "5"], "give --years with one of"),
        (["--effective", "5", "--rate", "5", "--years", "1"], "give --years with one of"),
        (["--rate", "5", "--from", "2025-01-01", "--years", "1"], "--from and --to go together"),
        (["--rate", "5", "--from", "2025-01-01", "--to", "2025-01-01", "--years", "1"], "does not go with"),
        (["--rate", "5", "--years", "1", "--day-count", "30/360"], "goes with --from"),
        (["--rate", "5", "--years", "1", "--compounded", "continuously", "--deposit", "1"], "need periods"),
    ],
)
def test_interest_that_cannot_be_worked_out_is_refused(args: list[str], message: str) -> None:
    """The call or the value, whichever is wrong."""
    with pytest.raises(Exception, match=message):
        INTEREST.main(["--principal", "1000", *args])


def test_a_file_is_never_written_over_and_never_out_of_the_workspace(workspace: Path) -> None:
    """Exit code 1 for what is there already, 2 for a name that cannot be."""
    (workspace / "mine.csv").write_text("kept", "utf-8")
    ended = SKILL.run("scripts/schedule.py", [*GOOD, "--out", "mine.csv"], workspace)
    assert (ended.exit_code, ended.stderr) == (1, "--out 'mine.csv' is there already: give another name\n")
    assert (workspace / "mine.csv").read_text("utf-8") == "kept"
    for name in ("/x.csv", "../x.csv", ".hidden.csv", "a/.b/x.csv", "x.txt", "x\n.csv", ""):
        ended = SKILL.run("scripts/schedule.py", [*GOOD, "--out", name], workspace)
        assert (ended.exit_code, ended.stdout) == (2, "")
        assert ended.stderr.startswith("--out must be a relative path that ends with .csv")
    assert [path.name for path in workspace.iterdir()] == ["mine.csv"]


def test_a_file_may_stand_in_a_folder_of_its_own(workspace: Path) -> None:
    """The folder is made."""
    answer = SKILL.run("scripts/schedule.py", [*GOOD, "--out", "plans/2025.csv"], workspace).answer
    assert answer["file"] == "plans/2025.csv"
    assert len((workspace / "plans" / "2025.csv").read_text("utf-8").splitlines()) == 13
