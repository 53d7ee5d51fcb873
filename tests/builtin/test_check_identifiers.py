"""Identifiers that can be right, and those that cannot: which rule fails, and the one slip that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("check-identifiers")
CHECK = SKILL.load("check")
BANKING = SKILL.load("banking")
PRODUCTS = SKILL.load("products")
OUTCOME = SKILL.load("outcome")
IBANS = [
    "AD1200012030200359100100",
    "AE070331234567890123456",
    "AT611904300234573201",
    "BE68539007547034",
    "BG80BNBG96611020345678",
    "BR1800360305000010009795493C1",
    "CH9300762011623852957",
    "CY17002001280000001200527600",
    "CZ6508000000192000145399",
    "DE89370400440532013000",
    "DK5000400440116243",
    "EE382200221020145685",
    "ES9121000418450200051332",
    "FI2112345600000785",
    "FR1420041010050500013M02606",
    "GB29NWBK60161331926819",
    "GR1601101250000000012300695",
    "HR1210010051863000160",
    "HU42117730161111101800000000",
    "IE29AIBK93115212345678",
    "IS140159260076545510730339",
    "IT60X0542811101000000123456",
    "LT121000011101001000",
    "LU280019400644750000",
    "LV80BANK0000435195001",
    "MT84MALT011000012345MTLCAST001S",
    "NL91ABNA0417164300",
    "NO9386011117947",
    "PL61109010140000071219812874",
    "PT50000201231234567890154",
    "RO49AAAA1B31007593840000",
    "SA0380000000608010167519",
    "SE4550000000058398257466",
    "SI56263300012039086",
    "SK3112000000198742637541",
    "TR330006100519786457841326",
    "UA213223130000026007233566001",
]
# From python-stdnum 2.2: five numbers of each country that it takes, and three of the right shape that it does not.
VAT = [
    ("AT", "U66911309 U83513048 U30749018 U44779977 U87732525", "U79542205 U87915890 U62762230"),
    ("BE", "1231005917 0060673104 1229401061 1081388365 0019002991", "0845092817 0538263839 1080575056"),
    ("BG", "2907106752 9748060410 532806870 600957214 4208224486", "8032495571 277534737 8961527055"),
    ("CY", "95531032Z 50032110X 40395444D 39319090O 04165949Z", "92306860J 51947605V 63492118H"),
    ("CZ", "926202859 55524141 820924935 035906233 685715382", "625117811 3261059936 745720953"),
    ("DE", "743972236 181302776 189770983 790297590 716133838", "514771986 386975398 761365822"),
    ("DK", "57764031 29361517 62085541 27483453 90626000", "26537000 44415921 67135380"),
    ("EE", "108757307 101281951 102632907 730911485 103697679", "207641860 067975744 102679990"),
    ("EL", "243862104 732594939 080764560 448283220 783902420", "007246095 305245706 610158884"),
    ("ES", "A73427668 D47749270 Q56364045 83165981M 75312946K", "D91543499 Z9032552G L18645088"),
    ("FI", "80499859 74647173 80162711 24456838 68652371", "85795477 55422169 21159343"),
    ("FR", "A1766414791 H8664786332 16777382219 8Y861432821 ES951360874", "98142939679 46633450990 6M496493674"),
    ("HR", "56307851310 56186668048 75627920235 56186990297 82661701272", "05012378222 97115556314 25215546552"),
    ("HU", "19939667 51066950 16947153 10693423 29488186", "11589784 63920815 00921219"),
    ("IE", "0265138BD 7G86717E 1696221L 6895506H 5J79669J", "0201052W 3L40157T 8668922M"),
    ("IT", "75434030872 53127180148 78335630402 04475060648 40670340955", "04189960903 61765200778 53333740120"),
    ("LT", "001860287817 968132615 531285919 164295913 023224018", "445488110 063553249214 377189518"),
    ("LU", "79678355 94696202 58129839 27726429 84574163", "95607616 44638544 61305063"),
    ("LV", "61496538086 07092412223 71939223848 99243169862 13089809950", "08394156036 12089811873 00563335494"),
    ("MT", "19677807 28853842 26804439 55726501 50494415", "20069144 27981476 55943162"),
    (
        "NL",
        "050136598B82 412567714B45 127052409B70 200224980B86 295874235B15",
        "810364085B37 092688891B64 105255805B62",
    ),
    ("PL", "6436281201 2026069333 9028954474 2812994256 9714644234", "7745270219 0538183438 8656306981"),
    ("PT", "687334020 671568051 621063169 729520676 692892931", "939867262 158130265 138266870"),
    ("RO", "8088521 44555100 310 4817131068 577573321", "6378 765 5901026191"),
    (
        "SE",
        "998411152701 277102841801 286176703201 090726080601 058812391901",
        "982209669301 970427024701 546979545901",
    ),
    ("SI", "39466477 67986412 58668934 38986230 16813600", "24007530 93078122 27820329"),
    ("SK", "7258307210 9897128318 1762115212 8772109775 5096064743", "5453485321 5866984897 5419965342"),
    ("GB", "GD378 GD129 HA573 GD365 HA892", "HA390 238445781618 054096807682"),
]


def check(kind: str, value: str) -> dict[str, Any]:
    """The answer for one value."""
    found: dict[str, Any] = CHECK.main(["--kind", kind, "--value", value])
    return found


@pytest.mark.parametrize("value", IBANS)
def test_the_ibans_that_the_registry_prints_are_right(value: str) -> None:
    """One of each country, also in groups of four; and the check digits have one right value."""
    assert check("iban", value)["valid"] is True
    assert check("iban", check("iban", value)["printed"].lower())["value"] == value
    others = [f"{value[:2]}{digits:02d}{value[4:]}" for digits in range(2, 99)]
    assert [other for other in others if BANKING.mod_97(other) == 1] == [value]


@given(st.sampled_from(IBANS), st.integers(2, 40), st.sampled_from("0123456789"))
def test_one_wrong_digit_of_an_iban_is_always_found(value: str, place: int, digit: str) -> None:
    """Modulo 97 misses no single digit."""
    place %= len(value)
    if value[place].isdigit() and value[place] != digit:
        assert check("iban", value[:place] + digit + value[place + 1 :])["failed"] == "check digits"


@pytest.mark.parametrize("value", IBANS)
def test_two_neighbours_changed_about_are_suggested_where_nothing_else_explains_it(value: str) -> None:
    """The right value is the suggestion, or there are several; never is something else suggested as the only one."""
    seen = 0
    for at in range(6, len(value) - 1):
        swapped = value[:at] + value[at + 1] + value[at] + value[at + 2 :]
        if swapped != value and value[at : at + 2].isdigit():
            answer = check("iban", swapped)
            assert answer["valid"] is False
            assert answer["suggestion"] is None or answer["suggestion"]["value"] == value
            seen += answer["suggestion"] is not None
    assert seen >= 1


@pytest.mark.parametrize(
    ("value", "failed", "why"),
    [
        ("DE8937040044053201300", "length", "an IBAN of DE has 22 characters, this has 21"),
        ("US89370400440532013000", "country", "US is not a country with IBANs"),
        ("89DE370400440532013000", "shape", "two letters, two digits"),
        ("GB29NW1K60161331926819", "structure", "characters 5 to 8 must be letters, not NW1K"),
        ("DE88370400440532013000", "check digits", "do not fit"),
        ("DE89 3704 0044 0532 0130 0٠", "shape", "two letters"),
    ],
)
def test_the_first_rule_that_fails_is_named(value: str, failed: str, why: str) -> None:
    """With what it wants and what it got."""
    answer = check("iban", value)
    assert (answer["failed"], why in answer["why"]) == (failed, True)
    assert failed not in answer["passed"]


@pytest.mark.parametrize(("country", "right", "wrong"), VAT, ids=lambda value: value[:2])
def test_vat_numbers_are_judged_as_a_library_of_such_numbers_does(country: str, right: str, wrong: str) -> None:
    """Check digits of every country of the Union."""
    for number in right.split():
        assert check("vat", country + number)["valid"] is True
    for number in wrong.split():
        assert check("vat", country + number)["failed"] == "check digits"


@pytest.mark.parametrize(
    ("value", "valid"),
    [
        ("XI 980 7806 84", True),
        ("GBGD001", True),
        ("GBGD500", False),
        ("GBHA500", True),
        ("CHE-107.787.577 IVA", True),
        ("CHE-107.787.578 IVA", False),
        ("NO 995 525 828 MVA", True),
        ("GR 094259216", True),
        ("ATU13585627", True),
        ("NL000099998B57", True),
        ("NL123456789B13", True),
        ("NL123456789B14", False),
        ("US123456789", False),
        ("DE", False),
    ],
)
def test_vat_numbers_of_neighbours_and_other_ways_to_write_them(value: str, valid: bool) -> None:  # noqa: FBT001
    """Northern Ireland, the United Kingdom, Switzerland, Norway; Greece by both codes; the Dutch number since 2020."""
    assert check("vat", value)["valid"] is valid


@pytest.mark.parametrize(
    ("value", "brand", "failed"),
    [
        ("4111 1111 1111 1111", "Visa", None),
        ("5555-5555-5555-4444", "Mastercard", None),
        ("2223003122003222", "Mastercard", None),
        ("378282246310005", "American Express", None),
        ("6011111111111117", "Discover", None),
        ("30569309025904", "Diners Club", None),
        ("3530111333300000", "JCB", None),
        ("6200000000000005", "UnionPay", None),
        ("411111111111111", "", "length"),
        ("4111111111111112", "Visa", "check digit"),
        ("4111x11111111111", "", "shape"),
    ],
)
def test_cards_have_a_brand_and_are_never_shown_whole(value: str, brand: str, failed: str | None) -> None:
    """Test numbers that card firms publish."""
    answer = check("card", value)
    assert answer.get("failed") == failed
    if not failed:
        assert answer["brand"] == brand
    digits = value.replace(" ", "").replace("-", "")
    assert digits not in str(answer)
    assert answer["value"].count("*") >= len(digits) - 10


@given(st.integers(0, 10**15 - 1), st.integers(0, 15))
def test_luhn_finds_every_wrong_digit(body: int, place: int) -> None:
    """Exactly one last digit fits, and no single change goes unseen."""
    fitting = [f"{body:015d}{digit}" for digit in range(10) if OUTCOME.luhn(f"{body:015d}{digit}")]
    assert len(fitting) == 1
    number = fitting[0]
    changed = number[:place] + str((int(number[place]) + 3) % 10) + number[place + 1 :]
    assert not OUTCOME.luhn(changed)


@settings(max_examples=50)
@given(st.integers(0, 10**9 - 1))
def test_both_isbns_of_a_book_are_right_and_lead_to_each_other(body: int) -> None:
    """From ten to thirteen and back; the check sums are worked out here in another way."""
    ten = f"{body:09d}" + PRODUCTS.isbn_10_check(f"{body:09d}")
    assert sum((10 if c == "X" else int(c)) * weight for c, weight in zip(ten, range(10, 0, -1), strict=True)) % 11 == 0
    thirteen = check("isbn", ten)["isbn_13"]
    assert sum(int(c) * (1 if at % 2 == 0 else 3) for at, c in enumerate(thirteen)) % 10 == 0
    assert check("isbn", thirteen)["isbn_10"] == ten
    assert check("ean", thirteen)["isbn_or_ismn"] is True


@pytest.mark.parametrize(
    ("kind", "value", "failed"),
    [
        ("isbn", "ISBN 0-8044-2957-X", None),
        ("isbn", "0-8044-2957-1", "check digit"),
        ("isbn", "9790260000438", "prefix"),
        ("isbn", "979-10-90636-07-1", None),
        ("isbn", "12345", "shape"),
        ("ean", "96385074", None),
        ("ean", "036000291452", None),
        ("ean", "4006381333932", "check digit"),
        ("ean", "10614141000415", None),
        ("ean", "12345", "length"),
        ("ean", "40063813X3931", "shape"),
        ("bic", "DEUTDEFF", None),
        ("bic", "deut de ff 500", None),
        ("bic", "DEUTDEF", "length"),
        ("bic", "DEUTZZFF", "country"),
        ("bic", "DEUT1EFF", "shape"),
        ("phone", "+44 (0)20 7946 0958", None),
        ("phone", "0049 30 901820", None),
        ("phone", "+1 (212) 555-0100", None),
        ("phone", "+1 112 555 0100", "area"),
        ("phone", "+33 1 70 18 99 0", "national length"),
        ("phone", "+999 12345678", "calling code"),
        ("phone", "020 7946 0958", "international"),
        ("phone", "+44 20 7946 O958", "shape"),
        ("phone", "+49 1234567890123456", "length"),
    ],
)
def test_other_kinds(kind: str, value: str, failed: str | None) -> None:
    """Right ones, and each rule broken once."""
    assert check(kind, value).get("failed") == failed


@pytest.mark.parametrize(
    ("value", "failed", "domain"),
    [
        ("a@example.com", None, "example.com"),
        ("first.last+tag@sub.example.co", None, "sub.example.co"),
        ("A@EXAMPLE.COM", None, "example.com"),
        ("用户@例え.テスト", None, "xn--r8jz45g.xn--zckzah"),
        ("x@straße.example", None, "xn--strae-oqa.example"),
        ("x@xn--bcher-kva.example", None, "xn--bcher-kva.example"),
        ("x@xn--abc-.example", "domain", None),
        ("x@ab--cd.example", "domain", None),
        ("@example.com", "one @", None),
        ("a@b@example.com", "one @", None),
        ("example.com", "one @", None),
        (".a@example.com", "dots", None),
        ("a..b@example.com", "dots", None),
        ("a b@example.com", "name", None),
        ('"a b"@example.com', "name", None),
        ("a\u200bb@example.com", "name", None),
        ("a" * 65 + "@example.com", "name length", None),
        ("a@localhost", "domain", None),
        ("a@-x.example", "domain", None),
        ("a@exa_mple.com", "domain", None),
        ("a@example..com", "domain", None),
        ("a@192.0.2.1", "domain", None),
        ("a@" + "b" * 64 + ".example", "domain", None),
        ("a@" + ".".join(["b" * 60] * 5), "length", None),
    ],
)
def test_addresses(value: str, failed: str | None, domain: str | None) -> None:
    """Also in other scripts, with the domain as the name system knows it."""
    answer = check("email", value)
    assert (answer.get("failed"), answer.get("ascii_domain") if not failed else None) == (failed, domain)


@given(
    st.sampled_from(["iban", "bic", "vat", "card", "email", "phone", "ean", "isbn"]), st.text(min_size=1, max_size=60)
)
def test_any_text_has_an_answer(kind: str, value: str) -> None:
    """Nothing breaks the check."""
    if value.strip():
        answer = check(kind, value)
        assert answer["valid"] is not bool(answer.get("failed"))


def test_a_letter_that_looks_like_a_digit_is_suggested() -> None:
    """Before any mistyped digit."""
    assert check("isbn", "O306406152")["suggestion"] == {"value": "0306406152", "how": "character 1 is 0, not O"}
    assert check("card", "411111111111111I")["suggestion"] == {"how": "character 16 is 1, not I"}


def test_a_column_is_counted_and_what_is_wrong_is_listed(tmp_path: Path) -> None:
    """Empty cells are no errors; the list is cut, the counts are not."""
    rows = [{"Mail": value} for value in ("a@example.com", "", None, "x", "y", "z" * 400)]
    args = ["--kind", "email", "--table", "people", "--column", "mail", "--show-rows", "1"]
    answer = SKILL.run("scripts/check.py", args, tmp_path, {"people": rows}).answer
    assert (answer["valid"], answer["invalid"], answer["empty"]) == (1, 3, 2)
    assert [(row["row"], row["failed"]) for row in answer["invalid_rows"]] == [(4, "one @")]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--kind", "iban", "--value", " "], 1, "--value is empty"),
        (["--kind", "iban", "--value", "x" * 321], 1, "--value has more than 320 characters"),
        (["--kind", "iban", "--text", "a\n1\n", "--column", "b"], 1, "b is missing (the fields here: a)"),
        (["--kind", "iban", "--text", "a\n1\n"], 2, "--column must be given with rows"),
        (["--kind", "iban", "--value", "x", "--column", "b"], 2, "--column does not go with --value"),
        (["--kind", "passport", "--value", "x"], 2, "--kind must be one of iban, bic"),
        (["--value", "x"], 2, "--kind must be given"),
    ],
)
def test_a_call_that_cannot_be_answered(tmp_path: Path, args: list[str], code: int, message: str) -> None:
    """Bad data 1, bad usage 2."""
    ended = SKILL.run("scripts/check.py", args, tmp_path)
    assert (ended.exit_code, message in ended.stderr) == (code, True)
