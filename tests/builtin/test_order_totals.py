"""The amounts of an order: exact, rounded where the rule says, and adding up whatever the lines are."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("order-totals")
TOTALS = SKILL.load("totals")
ORDER = SKILL.load("order")
WHICH = SKILL.load("which_rounding")

AMOUNTS = st.decimals(-9999, 9999, places=3).map(str)
POSITIVE = st.decimals("0.01", 9999, places=3).map(str)
RATES = st.sampled_from(["0", "5.5", "6", "19", "21", "25.00"])
LINES = st.lists(
    st.fixed_dictionaries({"quantity": POSITIVE, "unit_price": AMOUNTS, "vat_percent": RATES}), min_size=1, max_size=8
)
WAYS = st.tuples(
    st.sampled_from(["net", "gross"]),
    st.sampled_from(["line", "rate", "order"]),
    st.sampled_from(["EUR", "JPY", "KWD"]),
)
DECIMALS = {"EUR": 2, "JPY": 0, "KWD": 3}


def totals(lines: list[dict[str, Any]], *args: str) -> dict[str, Any]:
    """The answer for some lines."""
    found: dict[str, Any] = TOTALS.main(["--text", json.dumps(lines), *args])
    return found


def half_up(amount: Fraction, decimals: int) -> Fraction:
    """The oracle's rounding, in whole numbers: away from zero in the middle."""
    units = abs(amount) * 10**decimals
    whole = (2 * units.numerator + units.denominator) // (2 * units.denominator)
    return Fraction(whole if amount >= 0 else -whole, 10**decimals)


def of_line(line: dict[str, str], prices: str, decimals: int) -> tuple[Fraction, Fraction]:
    """The oracle's net and VAT of one line that is rounded by itself."""
    amount = half_up(Fraction(line["quantity"]) * Fraction(line["unit_price"]), decimals)
    rate = Fraction(line["vat_percent"])
    if prices == "net":
        return amount, half_up(amount * rate / 100, decimals)
    vat = half_up(amount * rate / (100 + rate), decimals)
    return amount - vat, vat


@given(LINES, WAYS, st.sampled_from(["half-up", "half-even"]))
def test_the_rates_add_up_to_the_total_and_net_and_vat_to_the_gross(
    lines: list[dict[str, str]], way: tuple[str, str, str], rounding: str
) -> None:
    """Whatever is rounded where, in any currency."""
    prices, place, currency = way
    answer = totals(lines, "--prices", prices, "--round", place, "--currency", currency, "--rounding", rounding)
    for sums in (*answer["rates"], answer["total"]):
        assert Decimal(sums["net"]) + Decimal(sums["vat"]) == Decimal(sums["gross"])
    for name in ("net", "vat", "gross"):
        assert sum(Decimal(rate[name]) for rate in answer["rates"]) == Decimal(answer["total"][name])


@given(LINES, st.sampled_from(["net", "gross"]), st.sampled_from(["EUR", "JPY", "KWD"]))
def test_lines_rounded_one_by_one_sum_up_as_fractions_say(
    lines: list[dict[str, str]], prices: str, currency: str
) -> None:
    """The oracle counts in fractions, and rounds with whole numbers."""
    answer = totals(lines, "--prices", prices, "--currency", currency)
    pairs = [of_line(line, prices, DECIMALS[currency]) for line in lines]
    assert Fraction(answer["total"]["net"]) == sum(net for net, _ in pairs)
    assert Fraction(answer["total"]["vat"]) == sum(vat for _, vat in pairs)


@given(LINES)
def test_an_order_rounded_once_is_within_half_a_cent_of_the_exact_amounts(lines: list[dict[str, str]]) -> None:
    """And no rate is a full cent off."""
    answer = totals(lines, "--currency", "EUR", "--round", "order")
    exact: dict[Fraction, Fraction] = {}
    for line in lines:
        rate = Fraction(line["vat_percent"])
        exact[rate] = exact.get(rate, Fraction()) + Fraction(line["quantity"]) * Fraction(line["unit_price"])
    assert Fraction(answer["total"]["net"]) == half_up(sum(exact.values(), Fraction()), 2)
    vat = sum((net * rate / 100 for rate, net in exact.items()), Fraction())
    assert Fraction(answer["total"]["vat"]) == half_up(vat, 2)
    for sums in answer["rates"]:
        assert abs(Fraction(sums["net"]) - exact[Fraction(sums["vat_percent"])]) < Fraction(1, 100)


@given(LINES, WAYS)
def test_a_credit_note_gives_back_exactly_what_the_invoice_charged(
    lines: list[dict[str, str]], way: tuple[str, str, str]
) -> None:
    """The same lines with the other sign give the same amounts with the other sign."""
    prices, place, currency = way
    lines = [line | {"unit_price": line["unit_price"].lstrip("-")} for line in lines]
    credit = [line | {"quantity": f"-{line['quantity']}"} for line in lines]
    args = ("--prices", prices, "--round", place, "--currency", currency)
    charged, given_back = totals(lines, *args)["total"], totals(credit, *args)["total"]
    assert {name: -Decimal(value) for name, value in given_back.items()} == {
        name: Decimal(value) for name, value in charged.items()
    }


@given(
    st.lists(st.decimals(-99, 99, places=5), min_size=1, max_size=9),
)
def test_fitted_parts_sum_up_and_none_is_a_whole_unit_off(parts: list[Decimal]) -> None:
    """Largest remainder: each part is its floor or one unit more."""
    whole = sum(parts, Decimal()).quantize(Decimal("0.01"))
    fitted = ORDER.fitted(parts, whole, Decimal("0.01"))
    assert sum(fitted) == whole
    assert all(abs(got - part) < Decimal("0.01") for got, part in zip(fitted, parts, strict=True))


@given(st.lists(st.decimals(1, 9999, places=3).map(str), min_size=1, max_size=5), st.integers(0, 100), WAYS)
def test_a_discount_on_the_order_leaves_what_it_says(
    prices: list[str], percent: int, way: tuple[str, str, str]
) -> None:
    """Spread over several rates, its parts still sum up to the rounded percentage."""
    basis, place, currency = way
    rates = ["0", "6", "21"]
    lines = [{"quantity": "7", "unit_price": price, "vat_percent": rates[at % 3]} for at, price in enumerate(prices)]
    args = ("--prices", basis, "--currency", currency, "--round", place)
    before, after = totals(lines, *args), totals(lines, *args, "--discount", f"{percent}%")
    was, now = (Decimal(answer["total"][basis]) for answer in (before, after))
    if place != "order":
        assert was - now == Decimal(after["order_discount"])
    assert abs(was - now - Decimal(after["order_discount"])) <= Decimal(1).scaleb(-DECIMALS[currency])
    assert abs(Decimal(after["order_discount"]) - was * percent / 100) <= Decimal(1).scaleb(-DECIMALS[currency])


@pytest.mark.parametrize(
    ("rounding", "price", "net"),
    [
        ("half-up", "0.125", "0.13"),
        ("half-even", "0.125", "0.12"),
        ("half-up", "-0.125", "-0.13"),
        ("half-even", "-0.125", "-0.12"),
        ("half-even", "0.135", "0.14"),
        ("half-up", "-0.001", "0.00"),
    ],
)
def test_a_middle_is_rounded_as_the_rule_says(rounding: str, price: str, net: str) -> None:
    """Half-even looks at the neighbour; negative amounts mirror positive ones; there is no negative zero."""
    line = {"quantity": 1, "unit_price": price, "vat_percent": 0}
    assert totals([line], "--currency", "EUR", "--rounding", rounding)["total"]["net"] == net


def test_vat_inside_a_price_is_taken_out_of_it() -> None:
    """121 at 21 % holds 21; the price on the tag stays."""
    line = {"quantity": 1, "unit_price": 121, "vat_percent": "21 %".replace(" ", "")}
    answer = totals([line], "--currency", "EUR", "--prices", "gross")
    assert answer["total"] == {"net": "100.00", "vat": "21.00", "gross": "121.00"}


def test_every_way_of_rounding_is_compared_with_the_amount_that_was_expected() -> None:
    """The ways of the table in reference/rounding.md."""
    rows = "quantity,unit_price,vat_percent\n" + "1,0.333,21\n" * 3
    answer = WHICH.main(["--currency", "EUR", "--gross", "1.2", "--text", rows])
    assert answer["matching"] == ["line half-up", "line half-even", "rate half-up", "rate half-even"]
    assert [way["gross"] for way in answer["ways"]] == ["1.20"] * 4 + ["1.21"] * 2


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("", "the order has no lines"),
        ("quantity,unit_price,vat_percent\n1,2\n", "row 1 has 2 cells, the header has 3"),
        ("quantity,unit_price,vat_percent\n1,2,\n", "row 1: vat_percent is missing"),
        ("quantity,unit_price,vat_percent\n1,2,101\n", "vat_percent is 101, not a rate"),
        ("quantity;unit_price;vat_percent\n1;2,5;6\n", "unit_price is '2,5', which is not a number"),
        ("quantity,unit_price,vat_percent\n-1,-2,6\n", "both negative"),
        ("quantity,unit_price,vat_percent,discount\n1,2,6,3\n", "discount 3 is more than the line's amount of 2.00"),
        ("quantity,unit_price,vat_percent,discount\n1,2,6,-3%\n", "must be 0 or more"),
        ("quantity,unit_price,vat_percent\n1e99,2,6\n", "at most 15 digits"),
        ('quantity,unit_price,vat_percent\n1,"2,6\n', "is not proper CSV"),
        ("quantity,quantity\n1,2\n", "names 'quantity' twice"),
        ('[{"quantity": NaN}]', "NaN is not a number"),
        ("[1]", "row 1 is not an object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"quantity": 1', "row 1 is not JSON"),
        ("quantity,unit_price,vat_percent\n٣,2,6\n", "is not a number"),
    ],
)
def test_bad_lines_are_refused_in_one_line_that_names_them(rows: str, message: str) -> None:
    """Nothing is guessed: which row, which field, what to do."""
    with pytest.raises(Exception, match=message) as refused:
        TOTALS.main(["--currency", "EUR", "--text", rows])
    assert type(refused.value).__name__ == "BadInput"
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "--currency must be given"),
        (["--currency", "EUR"], "give exactly one of --text, --file and --table"),
        (["--currency", "EUR", "--text", "", "--file", "x"], "give exactly one of"),
        (["--currency", "EUR", "--currency", "EUR"], "--currency is given twice"),
        (["--currency"], "--currency needs a value"),
        (["--currency", "EUR", "--round", "never"], "--round must be one of line, rate, order, not 'never'"),
        (["--tax", "1"], "there is no option '--tax'"),
        (["--currency", "EUR", "--text", "", "--show-lines", "-1"], "--show-lines must be a whole number"),
    ],
)
def test_a_wrong_call_ends_with_its_usage(tmp_path: Path, args: list[str], message: str) -> None:
    """Exit code 2, and the first line says what is wrong."""
    ended = SKILL.run("scripts/totals.py", args, tmp_path)
    first, second = ended.stderr.splitlines()[:2]
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert message in first
    assert second.startswith("usage: totals.py (--text ROWS")


def test_an_unknown_currency_file_or_table_is_bad_data(tmp_path: Path) -> None:
    """Exit code 1, one line; a table that is not there lists those that are."""
    (tmp_path / "latin.csv").write_bytes(b"quantity\n\xe9\n")
    calls = {
        ("--currency", "eur", "--text", "x"): "'eur' is not a current ISO 4217 currency code",
        ("--currency", "EUR", "--file", "none.csv"): "file 'none.csv' cannot be read: No such file",
        ("--currency", "EUR", "--file", "."): "cannot be read",
        ("--currency", "EUR", "--file", "latin.csv"): "file 'latin.csv' is not UTF-8 text",
        ("--currency", "EUR", "--table", "lines"): "there is no table 'lines' here (tables here: others)",
        ("--currency", "EUR", "--table", "../x"): "there is no table '../x' here",
    }
    for args, message in calls.items():
        ended = SKILL.run("scripts/totals.py", args, tmp_path, {"others": []})
        assert ended.exit_code == 1
        assert message in ended.stderr
        assert ended.stderr.count("\n") == 1


def test_a_file_may_have_a_byte_order_mark_quotes_and_other_scripts(tmp_path: Path) -> None:
    """As spreadsheets write it: semicolons, CRLF, a cell with the separator and a line break in it."""
    text = '\ufeffDescription;Quantity;Unit Price;VAT percent\r\n"Tee; 茶\r\n""grün""";2;1.5;7\r\n\r\n'
    (tmp_path / "lines.csv").write_bytes(text.encode())
    answer = SKILL.run("scripts/totals.py", ["--currency", "EUR", "--file", "lines.csv"], tmp_path).answer
    assert answer["lines"][0]["description"] == 'Tee; 茶\r\n"grün"'
    assert answer["total"] == {"net": "3.00", "vat": "0.21", "gross": "3.21"}


def test_a_large_table_is_counted_whole_and_listed_in_part(tmp_path: Path) -> None:
    """A cent at a time, fifty thousand times."""
    rows = [{"quantity": 1, "unit_price": 0.01, "vat_percent": 0}] * 50_000
    ended = SKILL.run("scripts/totals.py", ["--currency", "EUR", "--table", "t"], tmp_path, {"t": rows})
    assert ended.answer["total"]["net"] == "500.00"
    assert (ended.answer["line_count"], len(ended.answer["lines"])) == (50_000, 100)
