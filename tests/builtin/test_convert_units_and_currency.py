"""Units convert exactly and both ways; money only by a rate that the table has and that is fresh."""

from __future__ import annotations

import json
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("convert-units-and-currency")
UNITS = SKILL.load("units")
MEASURES = SKILL.load("measures")
NUMBERS = SKILL.load("numbers_shown")
CURRENCY = SKILL.load("currency")

VALUES = st.fractions(Fraction(1, 10**6), 10**6, max_denominator=10**6)
ALL = sorted({(unit.dimension, unit.name) for unit in MEASURES.EXACT.values()})


def convert(quantity: str, to: str, *args: str) -> Any:  # noqa: ANN401 - text, or parts
    """What is told of a quantity in another unit."""
    return UNITS.main(["--quantity", quantity, "--to", to, *args])["text"]


# As the tables of physics and trade print them; not worked out from the factors of the skill.
PUBLISHED = [
    ("1 mi", "km", "1.609344 km"),
    ("26.2 mi", "km", "42.1648128 km"),
    ("1 nmi", "m", "1852 m"),
    ("1 ly", "km", "9460730472580.8 km"),
    ("1 fathom", "ft", "6 ft"),
    ("1 st", "kg", "6.35029318 kg"),
    ("1 short-ton", "kg", "907.18474 kg"),
    ("1 long-ton", "kg", "1016.0469088 kg"),
    ("1 oz", "g", "28.349523125 g"),
    ("1 gr", "mg", "64.79891 mg"),
    ("1 us-gal", "l", "3.785411784 l"),
    ("1 us-fl-oz", "ml", "29.5735295625 ml"),
    ("1 us-tsp", "ml", "4.92892159375 ml"),
    ("1 imp-gal", "l", "4.54609 l"),
    ("1 imp-pt", "ml", "568.26125 ml"),
    ("1 imp-fl-oz", "ml", "28.4130625 ml"),
    ("1 bbl", "l", "158.987294928 l"),
    ("1 ft3", "l", "28.316846592 l"),
    ("1 acre", "m2", "4046.8564224 m2"),
    ("1 mi2", "acre", "640 acre"),
    ("1 kn", "km/h", "1.852 km/h"),
    ("60 mph", "ft/s", "88 ft/s"),
    ("1 atm", "mmHg", None),
    ("1 psi", "Pa", None),
    ("1 hp", "W", None),
    ("1 PS", "W", "735.49875 W"),
    ("1 kWh", "MJ", "3.6 MJ"),
    ("1 Btu", "J", "1055.05585262 J"),
    ("1 ft-lbf", "J", "1.3558179483314004 J"),
    ("1 kcal", "kJ", "4.184 kJ"),
    ("1 TiB", "GB", "1099.511627776 GB"),
    ("100 Mbit", "MB", "12.5 MB"),
    ("1 week", "h", "168 h"),
    ("98.6 F", "C", "37 C"),
    ("-40 C", "F", "-40 F"),
    ("0 K", "F", "-459.67 F"),
    ("0 C", "R", "491.67 R"),
    ("5 l/100km", "km/l", "20 km/l"),
]
NEARLY = {"atm": 760.0, "psi": 6894.757293168, "hp": 745.69987158227022}


@pytest.mark.parametrize(("quantity", "to", "text"), PUBLISHED)
def test_published_conversions(quantity: str, to: str, text: str | None) -> None:
    """To the last digit where they end, and to twelve digits where they do not."""
    told = convert(quantity, to)
    if text is None:
        assert float(told.split()[0]) == pytest.approx(
            NEARLY[quantity.split()[1]], rel=2e-7 if "atm" in quantity else 1e-11
        )
    else:
        assert told == text


@given(VALUES, st.sampled_from(ALL), st.data())
def test_there_and_back_is_where_it_began(value: Fraction, one: tuple[str, str], data: st.DataObject) -> None:
    """Between any two units of a dimension, exactly."""
    other = data.draw(st.sampled_from([name for dimension, name in ALL if dimension == one[0]]))
    source, target = MEASURES.EXACT[one[1]], MEASURES.EXACT[other]
    there = target.from_base(source.to_base(value))
    assert source.from_base(target.to_base(there)) == value


@given(st.integers(0, 10**6), st.integers(0, 3))
def test_parts_add_up_to_the_whole(tenths: int, decimals: int) -> None:
    """Feet and inches of any length in millimetres, rounded first: inches stay below twelve."""
    told = UNITS.main(["--quantity", f"{tenths} mm", "--to", "mi ft in", "--decimals", f"{decimals}"])
    miles, feet, inches = (Fraction(part["value"]) for part in told["parts"])
    whole = ((miles * 5280) + feet) * 12 + inches
    assert abs(whole - Fraction(tenths) / Fraction("25.4")) <= Fraction(1, 2 * 10**decimals)
    assert feet < 5280
    assert inches < 12
    assert miles == int(miles)
    assert feet == int(feet)


@given(st.decimals(-1000, 1000, places=4), st.integers(0, 3), st.sampled_from(["half-up", "half-even"]))
def test_rounding_is_that_of_decimal_arithmetic(value: Decimal, places: int, rounding: str) -> None:
    """In whole numbers, against the decimal module."""
    rule = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN}[rounding]
    expected = value.quantize(Decimal(1).scaleb(-places), rounding=rule)
    found = NUMBERS.rounded(Fraction(value), places, rounding)
    assert found == Fraction(expected)
    assert Decimal(NUMBERS.fixed_text(found, places)) == expected


@given(st.fractions(-(10**9), 10**9, max_denominator=10**7))
def test_an_exact_text_is_all_of_the_value(value: Fraction) -> None:
    """And a value whose digits never end has none."""
    text = NUMBERS.exact_text(value)
    rest = value.denominator
    while rest % 2 == 0:
        rest //= 2
    while rest % 5 == 0:
        rest //= 5
    if rest == 1:
        assert text is None or Fraction(text) == value
    else:
        assert text is None


@pytest.mark.parametrize(
    ("quantity", "to", "text"),
    [
        ("5'11\"", "cm", "180.34 cm"),
        ("5 ft 11 in", "cm", "180.34 cm"),
        ("1 1/2 us cups", "us-fl-oz", "12 us-fl-oz"),
        ("3/4 INCH", "mm", "19.05 mm"),
        ("2 h 90 min", "h min", "3 h 30 min"),
        ("8 l / 100 km", "L/100km", "8 l/100km"),
        ("-40 °F", "°C", "-40 C"),
        (".5 km", "Metres", "500 m"),
        ("1e3 m", "km", "1 km"),
        ("5 kg.", "g", "5000 g"),
        ("2 Mb", "kB", "250 kB"),
        ("10 Cal", "cal", "10000 cal"),
    ],
)
def test_a_quantity_is_read_as_people_write_it(quantity: str, to: str, text: str) -> None:
    """Marks, fractions, parts, plurals, spaces."""
    assert convert(quantity, to) == text


def test_a_step_of_temperature_is_not_a_point() -> None:
    """Ten degrees warmer is eighteen degrees warmer; ten degrees is fifty."""
    assert convert("10 C", "F") == "50 F"
    assert convert("10 C", "F", "--difference") == "18 F"
    assert convert("-500 C", "K", "--difference") == "-500 K"


@pytest.mark.parametrize(
    ("quantity", "to", "message"),
    [
        ("12 gal", "l", "'gal' can mean us-gal or imp-gal: ask which"),
        ("1 l", "cups", "'cups' can mean us-cup or metric-cup"),
        ("1 KB", "B", "can mean kB or KiB or kbit"),
        ("1 b", "B", "can mean B or bit"),
        ("3 mw", "W", "can mean MW or mW: write it exactly"),
        ("5 km 2 kg", "m", "mixes km \\(length\\) and kg \\(mass\\)"),
        ("5 km", "kg", "km is a length, kg is a mass"),
        ("-274 C", "F", "below absolute zero"),
        ("0 l/100km", "us-mpg", "must be more than 0"),
        ("5 C 3 C", "F", "a temperature is one number and one unit"),
        ("5 ft -1 in", "cm", "must not be negative"),
        ("1,5 km", "m", "write decimals with a point"),
        ("1/0 km", "m", "divides by zero"),
        ("5 parsnips", "m", "there is no unit 'parsnips'"),
        ("km", "m", "is not a number and a unit"),
        ("5", "m", "is not a number and a unit"),
        ("", "m", "--quantity is empty"),
        ("٣ km", "m", "is not a number and a unit"),
        ("5 m", "in ft", "must name the larger unit first"),
        ("5 C", "K F", "is told in one unit|larger unit first"),
        ("5 m", "ft nonsense", "there is no unit 'ft nonsense'"),
    ],
)
def test_what_is_unclear_or_impossible_is_refused(quantity: str, to: str, message: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(Exception, match=message) as refused:
        convert(quantity, to)
    assert type(refused.value).__name__ == "BadInput"


@pytest.mark.parametrize(
    "args",
    [
        ["--quantity", "1 m"],
        ["--quantity", "1 m", "--to", "km", "--decimals", "21"],
        ["--quantity", "1 m", "--to", "km", "--decimals", "1", "--significant", "1"],
        ["--quantity", "1 m", "--to", "km", "--rounding", "half-even"],
        ["--quantity", "1 m", "--to", "km", "--list=yes"],
    ],
)
def test_a_wrong_call_ends_with_its_usage(tmp_path: Path, args: list[str]) -> None:
    """Exit code 2."""
    ended = SKILL.run("scripts/units.py", args, tmp_path)
    assert ended.exit_code == 2
    assert "\nusage: units.py --quantity TEXT" in ended.stderr


def test_every_unit_is_listed_under_its_dimension_and_known_by_that_name() -> None:
    """The list is what --to takes."""
    listed = UNITS.main(["--list"])
    assert [(name, unit) for name in listed for unit in listed[name].split()] != []
    for dimension, names in listed.items():
        assert {MEASURES.unit_named(name).dimension for name in names.split()} == {dimension}


TODAY = date(2025, 3, 14)


def money(rows: list[dict[str, object]], amount: str, pair: str, *args: str, on: date = TODAY) -> dict[str, Any]:
    """An amount in another currency, by some rates."""
    source, target = pair.split()
    call = ["--amount", amount, "--from", source, "--to", target, "--on", f"{on}", "--text", json.dumps(rows), *args]
    found: dict[str, Any] = CURRENCY.main(call)
    return found


def rate(pair: str, value: object, age: int = 0, **more: object) -> dict[str, object]:
    """A row of the table, some days old."""
    source, target = pair.split()
    return {"from": source, "to": target, "rate": value, "date": f"{TODAY - timedelta(days=age)}", **more}


@given(
    st.decimals(-(10**6), 10**6, places=2),
    st.decimals("0.0001", 9999, places=4),
    st.sampled_from(["JPY", "USD", "KWD"]),
)
def test_an_amount_is_the_exact_product_rounded_once(amount: Decimal, value: Decimal, target: str) -> None:
    """As the table says it, and turned round, against the decimal module."""
    unit = Decimal(1).scaleb(-{"JPY": 0, "USD": 2, "KWD": 3}[target])
    told = money([rate(f"EUR {target}", f"{value}")], f"{amount}", f"EUR {target}")
    assert Decimal(told["converted"]) == (amount * value).quantize(unit, ROUND_HALF_UP)
    turned = money([rate(f"{target} EUR", f"{value}")], f"{amount}", f"EUR {target}")
    assert abs(Decimal(turned["converted"]) - amount / value) <= unit / 2 + Decimal("1e-12")
    assert turned["path"][0]["inverted"] is True


def test_the_better_way_is_taken() -> None:
    """Fresh before stale, direct before turned round, that before a cross rate, and the newest of the same."""
    direct, back = rate("EUR USD", 2), rate("USD EUR", 0.25)
    cross = [rate("EUR GBP", 3), rate("GBP USD", 2)]
    other = [rate("EUR CHF", 5, 3), rate("CHF USD", 1)]
    assert money([back, direct, *cross], "1", "EUR USD")["converted"] == "2.00"
    assert money([back, *cross], "1", "EUR USD")["converted"] == "4.00"
    assert money([*other, *cross], "1", "EUR USD")["converted"] == "6.00"
    assert money([rate("EUR USD", 2, 30), *cross], "1", "EUR USD")["converted"] == "6.00"
    assert money([rate("EUR USD", 7, 1), direct, rate("EUR USD", 9, -1)], "1", "EUR USD")["converted"] == "2.00"


def test_a_cross_rate_names_its_steps_and_is_as_old_as_its_oldest() -> None:
    """Over the euro, from a table that gives one of them for 100 units."""
    rows = [rate("EUR CHF", "0.96", 4), rate("JPY EUR", "0.62", 1, per=100)]
    told = money(rows, "100", "CHF JPY")
    assert (told["converted"], told["rate_date"]) == ("16801", "2025-03-10")
    assert [(leg["from"], leg["to"], leg["inverted"]) for leg in told["path"]] == [
        ("CHF", "EUR", True),
        ("EUR", "JPY", True),
    ]


def test_a_rate_may_be_as_old_as_the_limit_and_not_a_day_older() -> None:
    """Seven days where nothing else is said; with --allow-stale the answer says that it is stale."""
    assert money([rate("EUR USD", 2, 7)], "1", "EUR USD")["stale"] is False
    with pytest.raises(Exception, match="is of 2025-03-06, 8 days before 2025-03-14"):
        money([rate("EUR USD", 2, 8)], "1", "EUR USD")
    assert money([rate("EUR USD", 2, 8)], "1", "EUR USD", "--allow-stale")["stale"] is True
    assert money([rate("EUR USD", 2, 8)], "1", "EUR USD", "--max-age-days", "8")["stale"] is False
    with pytest.raises(Exception, match="1 days before"):
        money([rate("EUR USD", 2, 1)], "1", "EUR USD", "--max-age-days", "0")


def test_the_same_currency_needs_no_rate() -> None:
    """But is rounded to what can be paid, by the rule that is asked for."""
    told = money([], "2.345", "EUR EUR", "--rounding", "half-even")
    assert (told["converted"], told["path"], told["rate_date"]) == ("2.34", [], "2025-03-14")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no rate leads from EUR to USD on or before 2025-03-14"),
        ([rate("EUR USD", 1, -1)], "no rate leads"),
        ([rate("EUR USD", 1), rate("EUR USD", 2)], "row 2: there is another rate from EUR to USD on 2025-03-14"),
        ([rate("EUR USD", 0)], "must be more than 0"),
        ([rate("EUR USD", 1, per=-1)], "must be more than 0"),
        ([rate("EUR USD", "1,08")], "rate is '1,08', which is not a number"),
        ([rate("EUR EUR", 1)], "from EUR to itself"),
        ([rate("eur USD", 1)], "from is 'eur', which is not a currency code"),
        ([{"from": "EUR", "to": "USD", "rate": 1}], "date is missing"),
        ([{"from": "EUR", "to": "USD", "rate": 1, "date": "14.03.2025"}], "date is '14.03.2025', which is not a date"),
        ([{"from": "EUR", "rate": 1}], "to is missing"),
    ],
)
def test_a_table_that_cannot_be_trusted_is_refused(rows: list[dict[str, object]], message: str) -> None:
    """Which row, and what is wrong with it."""
    with pytest.raises(Exception, match=message) as refused:
        money(rows, "1", "EUR USD")
    assert type(refused.value).__name__ == "BadInput"


def test_the_table_is_called_rates_where_none_is_named(tmp_path: Path) -> None:
    """And where it is not there, the message says so."""
    args = ["--amount", "10", "--from", "EUR", "--to", "USD", "--on", "2025-03-14"]
    missing = SKILL.run("scripts/currency.py", args, tmp_path)
    assert (missing.exit_code, missing.stderr.split(":")[0]) == (1, "there is no table 'rates' here (tables here")
    rows = [rate("EUR USD", 1.1)]
    assert SKILL.run("scripts/currency.py", args, tmp_path, {"rates": rows}).answer["converted"] == "11.00"
    ended = SKILL.run("scripts/currency.py", [*args, "--max-age-days", "x"], tmp_path)
    assert (ended.exit_code, ended.stderr.splitlines()[1][:18]) == (2, "usage: currency.py")
