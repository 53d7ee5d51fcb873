"""Payments meet invoices by the strongest evidence, none is used twice, and all sums add up."""

from __future__ import annotations

import csv
import itertools
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builtin_skill import Skill, lay_tables

SKILL = Skill("invoice-reconciliation")
RECONCILE = SKILL.load("reconcile")
SUBSETS = SKILL.load("subsets")
NAMES = SKILL.load("names")
Rows = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the tables, in which the list is written."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoice(
    number: str, amount: object, customer: str = "", date: str = "2025-03-01", **more: object
) -> dict[str, Any]:
    """A row of the table of invoices."""
    return {"number": number, "amount": str(amount), "customer": customer, "date": date, **more}


def payment(
    name: str, amount: object, text: str = "", payer: str = "", date: str = "2025-03-10", **more: object
) -> dict[str, Any]:
    """A row of the table of payments."""
    return {"id": name, "amount": str(amount), "text": text, "payer": payer, "date": date, **more}


def reconcile(invoices: Rows, payments: Rows, *args: str) -> dict[str, Any]:
    """The answer for two tables."""
    Path("reconciliation.csv").unlink(missing_ok=True)
    lay_tables(Path(), {"invoices": invoices, "payments": payments})
    found: dict[str, Any] = RECONCILE.main([*args, "--show-rows", "5000"])
    return found


def kinds(answer: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """What was matched: payment, invoice, kind, confidence."""
    return [(m["payment"], m["invoice"], m["kind"], m["confidence"]) for m in answer["matches"]]


def why(answer: dict[str, Any], name: str) -> str:
    """The reason for what happened, or did not happen, to a payment."""
    rows = (*answer["matches"], *answer["unmatched_payments"])
    return next(str(row["why"]) for row in rows if row["payment"] == name)


AMOUNTS = st.sampled_from(["10", "20", "20.01", "30", "50", "60", "-10", "-20", "0"])
CUSTOMERS = st.sampled_from(["", "Ana Silva", "Silva", "Chen"])
TABLES = st.tuples(
    st.lists(st.tuples(AMOUNTS, CUSTOMERS, st.integers(1, 9)), max_size=7),
    st.lists(st.tuples(AMOUNTS, CUSTOMERS, st.integers(1, 9), st.lists(st.integers(0, 7), max_size=3)), max_size=8),
    st.sampled_from(["0", "0.01"]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(TABLES)
def test_no_payment_is_used_twice_and_all_sums_add_up(tables: tuple[list[Any], list[Any], str]) -> None:
    """For any tables: names that agree or not, texts that name invoices or not, credit notes, equal amounts."""
    invoices = [
        invoice(f"INV-{at:03d}", amount, customer, f"2025-03-0{day}")
        for at, (amount, customer, day) in enumerate(tables[0])
    ]
    payments = [
        payment(f"P{at}", amount, " ".join(f"inv {n:03d}" for n in names), payer, f"2025-03-1{day}")
        for at, (amount, payer, day, names) in enumerate(tables[1])
    ]
    answer, tolerance = reconcile(invoices, payments, "--tolerance", tables[2]), Decimal(tables[2])
    matches, waiting = answer["matches"], {row["payment"] for row in answer["unmatched_payments"]}
    used = {match["payment"] for match in matches}
    assert used | waiting == {row["id"] for row in payments}
    assert used & waiting == set()
    for row in payments:
        own = [match for match in matches if match["payment"] == row["id"]]
        taken = sum(Decimal(match["allocated"]) + Decimal(match["left_over"]) for match in own)
        assert not own or abs(taken - Decimal(row["amount"])) <= tolerance
        assert len({match["kind"] for match in own}) <= 1
    for row in invoices:
        paid = sum(Decimal(match["allocated"]) for match in matches if match["invoice"] == row["number"])
        still_open = next(
            (Decimal(o["open"]) for o in answer["open_invoices"] if o["invoice"] == row["number"]), Decimal()
        )
        assert paid + still_open == Decimal(row["amount"])
        assert still_open * Decimal(row["amount"]) >= 0
        assert abs(still_open) <= abs(Decimal(row["amount"]))
    for sums in answer["sums"]:
        parts = ("allocated", "left_over", "unmatched", "within_tolerance")
        assert sum(Decimal(sums[part]) for part in parts) == Decimal(sums["payments"])
    assert sum(answer["counts"].values()) == len(payments)
    with Path("reconciliation.csv").open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == len(matches) + len(waiting)


@given(st.lists(st.integers(-9, 20), max_size=7), st.integers(-10, 60), st.integers(0, 1))
def test_a_search_finds_what_trying_all_ways_finds(amounts: list[int], total: int, tolerance: int) -> None:
    """Ways that differ in the amounts they add; the oracle tries all combinations."""
    every = {
        tuple(sorted(amounts[place] for place in chosen))
        for size in range(2, SUBSETS.MOST_PARTS + 1)
        for chosen in itertools.combinations(range(len(amounts)), size)
        if abs(sum(amounts[place] for place in chosen) - total) <= tolerance
    }
    shortest = {way for way in every if not any(set_within(other, way) for other in every)}
    values = [Decimal(amount) for amount in amounts]
    found = SUBSETS.parts_of(values, Decimal(total), Decimal(tolerance), SUBSETS.Budget())
    assert bool(found) == bool(every)
    assert {tuple(sorted(amounts[place] for place in way)) for way in found} <= every
    if len(shortest) == 1 and len(every) == 1:
        assert len(found) == 1


def set_within(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    """Whether all numbers of one are in the other, which has more."""
    rest = list(large)
    for number in small:
        if number not in rest:
            return False
        rest.remove(number)
    return len(small) < len(large)


def test_a_search_gives_up_in_time() -> None:
    """At more amounts than it takes, and at more steps than all searches may take."""
    with pytest.raises(SUBSETS.TooMany):
        SUBSETS.parts_of([Decimal(1)] * 25, Decimal(99), Decimal(), SUBSETS.Budget())
    primes = [Decimal(n) for n in (101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181)]
    with pytest.raises(SUBSETS.TooMany):
        SUBSETS.parts_of(primes, Decimal("700.5"), Decimal(), SUBSETS.Budget(left=100))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Rechnung RE-2025/7 vom 1.3.", ["RE-2025-7"]),
        ("re 2025 7", ["RE-2025-7"]),
        ("RE20257", ["RE-2025-7"]),
        ("RE-2025-70", []),
        ("RE-2025-77", ["RE-2025-77"]),
        ("XRE-2025-7", []),
        ("pay 4711 and 4712", ["4711", "4712"]),
        ("pay4711", ["4711"]),
        ("14711", []),
        ("47110", []),
        ("RE-2025-77, RE-2025-7, RE-2025-77", ["RE-2025-77", "RE-2025-7"]),
        ("счёт Ж-118", ["Ж-118"]),
        ("", []),
    ],
)
def test_invoice_numbers_are_found_however_they_are_written(text: str, named: list[str]) -> None:
    """And never inside a longer number."""
    references = NAMES.References(["RE-2025-7", "RE-2025-77", "4711", "4712", "Ж-118"])
    assert references.named_in(text) == named


@pytest.mark.parametrize(
    ("one", "two", "agree"),
    [
        ("MULLER BAU", "Müller Bau GmbH", True),
        ("Müller Bau", "Müller Holz", False),
        ("Silva, Ana", "Ana Silva", True),
        ("Silva", "Ana Silva", True),
        ("O’Brien & Sons Ltd", "OBRIEN SONS", True),
        ("", "Ana Silva", False),
        ("The GmbH", "Ana", False),
        ("ТОВ Зоря", "зоря тов", True),
    ],
)
def test_names_agree_without_accents_case_order_and_legal_form(one: str, two: str, agree: bool) -> None:  # noqa: FBT001
    """All words of the shorter one are in the longer one."""
    assert NAMES.agree(NAMES.tokens(one), NAMES.tokens(two)) is agree


def test_the_exact_payment_comes_first_whatever_the_order() -> None:
    """A part that came earlier does not take the place of the full payment; the second full one is a duplicate."""
    answer = reconcile(
        [invoice("INV-1", 100)],
        [
            payment("part", 40, "INV-1", date="2025-03-02"),
            payment("full", 100, "INV-1", date="2025-03-03"),
            payment("again", 100, "INV-1", date="2025-03-04"),
        ],
    )
    assert kinds(answer) == [
        ("part", "INV-1", "over", "high"),
        ("full", "INV-1", "exact", "high"),
        ("again", "INV-1", "duplicate", "high"),
    ]
    assert why(answer, "again") == "names INV-1, paid already by full"


def test_parts_and_the_last_part() -> None:
    """What stays open is told; the last part closes it; too much is left over."""
    parts = [payment("a", 40, "INV-1", date="2025-03-02"), payment("b", 60, "INV-1", date="2025-03-03")]
    answer = reconcile([invoice("INV-1", 100)], parts)
    assert [(m["kind"], m["open_after"]) for m in answer["matches"]] == [("partial", "60"), ("final", "0")]
    answer = reconcile([invoice("INV-1", 100)], [payment("a", 130, "INV-1")])
    assert [(m["kind"], m["allocated"], m["left_over"]) for m in answer["matches"]] == [("over", "100", "30")]


def test_one_payment_for_several_invoices_that_it_names() -> None:
    """In full; exactly some of them; or the oldest first."""
    three = [invoice("INV-1", 30), invoice("INV-2", 50, date="2025-02-01"), invoice("INV-3", 70)]
    text = "INV-1, INV-2, INV-3"
    assert {m["kind"] for m in reconcile(three, [payment("p", 150, text)])["matches"]} == {"batch"}
    answer = reconcile(three, [payment("p", 100, text)])
    assert [(m["invoice"], m["kind"]) for m in answer["matches"]] == [("INV-1", "batch"), ("INV-3", "batch")]
    answer = reconcile(three, [payment("p", 65, text)])
    assert [(m["invoice"], m["allocated"]) for m in answer["matches"]] == [("INV-2", "50"), ("INV-1", "15")]


def test_a_short_number_counts_only_with_its_amount() -> None:
    """A text holds 17 by chance."""
    assert kinds(reconcile([invoice("17", 100)], [payment("p", 100, "no. 17")])) == [("p", "17", "exact", "high")]
    assert kinds(reconcile([invoice("17", 100, "Ana")], [payment("p", 50, "on the 17th, 17", "Ben")])) == []


def test_without_a_reference_payer_and_amount_decide() -> None:
    """The oldest of equal ones; never the invoice of somebody else; never a guess between two."""
    two = [invoice("INV-1", 100, "Ana Silva", "2025-03-02"), invoice("INV-2", 100, "Ana Silva", "2025-03-01")]
    assert kinds(reconcile(two, [payment("p", 100, payer="Silva")])) == [("p", "INV-2", "exact", "fair")]
    assert kinds(reconcile(two[:1], [payment("p", 100, payer="Silva")])) == [("p", "INV-1", "exact", "good")]
    answer = reconcile(two, [payment("p", 100, payer="Ben")])
    assert (kinds(answer), why(answer, "p")) == ([], "its amount fits INV-2, INV-1, but the payer is another")
    answer = reconcile(two, [payment("p", 100)])
    assert why(answer, "p") == "its amount fits INV-2, INV-1, and nothing tells whose payment it is"
    assert kinds(reconcile(two[:1], [payment("p", 100)])) == [("p", "INV-1", "exact", "fair")]
    rivals = [payment("p", 100, payer="Ben"), payment("q", 100, payer="Eva")]
    assert kinds(reconcile([invoice("INV-1", 100)], rivals)) == []


def test_a_payment_without_a_reference_must_be_in_time() -> None:
    """From the day of the invoice to so many days after it is due."""
    one = [invoice("INV-1", 100, "Ana", "2025-03-01", due="2025-03-15")]
    for day, fits in {"2025-02-28": False, "2025-03-01": True, "2025-03-25": True, "2025-03-26": False}.items():
        answer = reconcile(one, [payment("p", 100, payer="Ana", date=day)], "--days", "10")
        assert bool(answer["matches"]) is fits


def test_sums_of_a_payer_are_found_both_ways_and_only_where_they_are_the_only_ones() -> None:
    """One payment for two invoices, two payments for one; of two sums that fit, none."""
    own = [invoice("INV-1", 30, "Ana"), invoice("INV-2", 45, "Ana"), invoice("INV-3", 45, "Ben")]
    answer = reconcile(own, [payment("p", 75, payer="Ana")])
    assert kinds(answer) == [("p", "INV-1", "batch", "good"), ("p", "INV-2", "batch", "good")]
    answer = reconcile([invoice("INV-1", 75, "Ana")], [payment("p", 30, payer="Ana"), payment("q", 45, payer="Ana")])
    assert kinds(answer) == [("p", "INV-1", "split", "good"), ("q", "INV-1", "split", "good")]
    many = [invoice(f"INV-{n}", n, "Ana") for n in (10, 20, 30, 40)]
    answer = reconcile(many, [payment("p", 50, payer="Ana")])
    assert (kinds(answer), why(answer, "p")) == ([], "several sums of this payer fit, and nothing tells which is meant")
    crowd = [invoice(f"INV-{n}", n + 100, "Ana") for n in range(25)]
    assert "too many ways to add up 25 amounts" in why(reconcile(crowd, [payment("p", 999, payer="Ana")]), "p")


def test_a_repeated_payment_is_a_duplicate_of_the_first() -> None:
    """The same payer and amount, or the same text, within the days; a new invoice of that amount comes first."""
    twice = [payment("p", 80, payer="Ana", date="2025-03-05"), payment("q", 80, payer="Ana", date="2025-03-09")]
    answer = reconcile([invoice("INV-1", 80, "Ana")], twice)
    assert kinds(answer) == [("p", "INV-1", "exact", "good"), ("q", "INV-1", "duplicate", "fair")]
    assert why(answer, "q") == "repeats payment p of 2025-03-05, which paid INV-1"
    answer = reconcile([invoice("INV-1", 80, "Ana"), invoice("INV-2", 80, "Ana")], twice)
    assert answer["counts"]["exact"] == 2


def test_cents_are_forgiven_up_to_the_tolerance() -> None:
    """The invoice is paid in full, and the difference is told."""
    one = [invoice("INV-1", "75.25")]
    answer = reconcile(one, [payment("p", "75.23", "INV-1")], "--tolerance", "0.02")
    assert kinds(answer) == [("p", "INV-1", "exact", "high")]
    assert (answer["sums"][0]["within_tolerance"], answer["open_invoices"]) == ("-0.02", [])
    assert kinds(reconcile(one, [payment("p", "75.22", "INV-1")], "--tolerance", "0.02"))[0][2] == "partial"


def test_credit_notes_and_refunds() -> None:
    """A credit note lessens a sum; money paid out pays it."""
    notes = [invoice("INV-1", 100, "Ana"), invoice("CN-01", -20, "Ana")]
    assert {m["kind"] for m in reconcile(notes, [payment("p", 80, payer="Ana")])["matches"]} == {"batch"}
    assert kinds(reconcile(notes, [payment("r", -20, "refund CN-01")])) == [("r", "CN-01", "exact", "high")]
    assert kinds(reconcile(notes, [payment("r", -30, "INV-1")])) == []


def test_currencies_never_meet_and_have_sums_of_their_own() -> None:
    """Not even if the payment names the invoice."""
    answer = reconcile(
        [invoice("INV-1", 100, "Ana", currency="USD"), invoice("INV-2", 50, "Ana", currency="EUR")],
        [payment("p", 100, "INV-1", "Ana", currency="eur"), payment("q", 50, payer="Ana", currency="EUR")],
    )
    assert kinds(answer) == [("q", "INV-2", "exact", "good")]
    assert why(answer, "p") == "names INV-1, which is in another currency"
    assert [(s["currency"], s["payments"], s["open"]) for s in answer["sums"]] == [
        ("EUR", "150", "0"),
        ("USD", "0", "100"),
    ]


def test_overdue_days_are_counted_to_the_day_that_is_given() -> None:
    """None is told where no day is given."""
    rows = [invoice("INV-1", 100, due="2025-03-31"), invoice("INV-2", 100, date="2025-05-01")]
    answer = reconcile(rows, [], "--today", "2025-04-10")
    assert [row["days_overdue"] for row in answer["open_invoices"]] == [10, 0]
    assert "days_overdue" not in reconcile(rows, [])["open_invoices"][0]


def test_a_cell_is_no_formula_of_a_spreadsheet() -> None:
    """An id that begins like one gets an apostrophe; a negative amount stays a number."""
    reconcile([invoice("INV-1", -5)], [payment("=1+1", -5, "INV-1"), payment("-2", -7)])
    lines = Path("reconciliation.csv").read_text("utf-8").splitlines()
    assert lines[1].startswith("'=1+1,2025-03-10,-5,INV-1,-5,exact,-5,0,0,high,")
    assert lines[2].startswith("-2,2025-03-10,-7,,,unmatched,")


@pytest.mark.parametrize(
    ("invoices", "payments", "args", "message"),
    [
        ([invoice("", 1)], [], [], "table invoices, row 1: number is missing"),
        ([invoice("A", 1), invoice("A", 2)], [], [], "row 2: there is another invoice with the number 'A'"),
        ([], [payment("a", 1), payment("a", 2)], [], "another payment with the id 'a'"),
        ([invoice("A", "1,5")], [], [], "amount is '1,5', which is not a number"),
        ([invoice("A", 1, date="1.3.2025")], [], [], "date is '1.3.2025': write a date"),
        ([invoice("A", 1, due="2025-02-30")], [], [], "due is '2025-02-30': write a date"),
        ([{"number": "A", "amount": 1}], [], [], "date is missing \\(the fields here: number, amount\\)"),
        ([], [], ["--tolerance", "11"], "must be from 0 to 10"),
        ([], [], ["--today", "x"], "--today is 'x'"),
        ([invoice(f"A{n}", 1) for n in range(5001)], [], [], "more than 5000 invoices"),
    ],
)
def test_bad_tables_are_refused(invoices: Rows, payments: Rows, args: list[str], message: str) -> None:
    """Table, row and field."""
    with pytest.raises(Exception, match=message) as refused:
        reconcile(invoices, payments, *args)
    assert type(refused.value).__name__ == "BadInput"


def test_a_wrong_call_ends_with_its_usage_and_a_missing_table_with_its_name(workspace: Path) -> None:
    """Exit codes 2 and 1; nothing is written."""
    ended = SKILL.run("scripts/reconcile.py", ["--days", "-1"], workspace)
    assert ended.exit_code == 2
    assert "\nusage: reconcile.py" in ended.stderr
    ended = SKILL.run("scripts/reconcile.py", [], workspace, {"invoices": []})
    assert (ended.exit_code, ended.stderr[:30]) == (1, "there is no table 'payments' h")
    assert [path.name for path in workspace.iterdir()] == ["data"]
