"""Personal data is found in whatever spelling, replaced by stable pseudonyms, and printed nowhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("redact-personal-data")
REDACT, CHECKS, FOLD = SKILL.load("redact"), SKILL.load("checks"), SKILL.load("fold")


def redact(text: str, *args: str) -> Any:  # noqa: ANN401 - JSON
    """The answer about a text."""
    return json.loads(REDACT.main(["--text", text, *args]))


def kinds(text: str, *args: str) -> list[str]:
    """What was found in a text, in order."""
    return [one["kind"] for one in redact(text, *args)["found"]]


# Each is a number that its issuer, or the text of its standard, gives as an example.
VALID = [
    (
        "iban",
        CHECKS.iban,
        ["NL91ABNA0417164300", "GB29NWBK60161331926819", "DE89370400440532013000", "NO9386011117947"],
    ),
    (
        "card",
        CHECKS.card,
        ["4111111111111111", "5555555555554444", "378282246310005", "30569309025904", "6011000990139424"],
    ),
    ("national-id", CHECKS.bsn, ["111222333", "123456782"]),
    ("national-id", CHECKS.steuer_id, ["86095742719", "65929970489"]),
    ("national-id", CHECKS.dni, ["12345678Z", "X1234567L"]),
    ("national-id", CHECKS.nir, ["255081416802538"]),
    ("national-id", CHECKS.codice_fiscale, ["RSSMRA85T10A562S"]),
    ("national-id", CHECKS.pesel, ["44051401359", "02070803628"]),
    ("national-id", CHECKS.personnummer, ["8112289874", "6408233234"]),
    ("national-id", CHECKS.cpf, ["52998224725", "11144477735"]),
    ("national-id", CHECKS.resident_id, ["11010519491231002X"]),
]
NUMBERS = [(kind, check, number) for kind, check, numbers in VALID for number in numbers]


@pytest.mark.parametrize(("kind", "check", "number"), NUMBERS, ids=[number for *_, number in NUMBERS])
def test_a_valid_number_is_found_and_no_mistyped_digit_passes(kind: str, check: Any, number: str) -> None:  # noqa: ANN401
    """Every one of its digits matters to the check."""
    assert kinds(f"no. {number}, thanks") == [kind]
    if kind != "card":  # a card's is found inside of a word as well: it is sure enough
        assert kinds(f"x{number} {number}y") == []
    last = len(number) - 1
    digits = [at for at, char in enumerate(number) if char.isdigit() and at in {last, last - 1, last - 2}]
    wrong = [number[:at] + str((int(number[at]) + 1) % 10) + number[at + 1 :] for at in digits]
    assert [one for one in wrong if check(one)] == []


@given(st.integers(0, 10**15 - 1))
def test_the_check_of_cards_is_the_published_one(number: int) -> None:
    """Exactly one last digit passes, by a second way to write the same sum."""
    base = f"4{number:015d}"[:15]
    passing = [digit for digit in "0123456789" if CHECKS.luhn(base + digit)]
    table = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
    total = sum(table[int(char)] if at % 2 == 0 else int(char) for at, char in enumerate(base))
    assert passing == [str(-total % 10)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mail ann.o'neil+x@mail.example.co.uk.", ["email"]),
        ("почта анна@пример.рф", ["email"]),
        ("not@mail, @home, a@b", []),
        ("call +31 (0)20 123 4567 now", ["phone"]),
        ("call 0031-20-1234567", ["phone"]),
        ("(212) 555-0187 or 212.555.0187", ["phone", "phone"]),
        ("2024-05-01 10:30:00, 12.05.2024, 1,234.56, 3.14159265", []),
        ("order 12345678, invoice 2024-000123", []),
        ("10.0.0.1 256.1.1.1 1.2.3 1.2.3.4.5", ["ip"]),
        ("2001:db8::1 and ::ffff:10.0.0.1; 12:30:45; std::vector", ["ip", "ip"]),
        ("SSN 078-05-1120, not 000-12-3456", ["national-id"]),
        ("GB29 NWBK 6016 1331 9268 19 AND MORE", ["iban"]),
        ("card 4111-1111-1111-1111 or 4111 1111 1111 1111", ["card", "card"]),
        ("CPF 529.982.247-25, BSN 1112.22.333", ["national-id", "national-id"]),
        ("4111 1111\u200b 1111 1111", ["card"]),
        ("４１１１１１１１１１１１１１１１", ["card"]),
        ("٤١١١١١١١١١١١١١١١", ["card"]),
        ("a\u00adnn＠example．org", ["email"]),
    ],
)
def test_what_is_personal_is_told_from_what_is_not(text: str, expected: list[str]) -> None:
    """Separators, scripts and hidden characters make no difference; dates, sums and versions stay."""
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Zoë Ito, ZOE ITO and Zoe\u0308  Ito", "<NAME-1>, <NAME-1> and <NAME-1>"),
        ("Zoëtrope Itoh", "Zoëtrope Itoh"),
        ("Ms Ito and Zoe", "Ms <NAME-1> and <NAME-1>"),
        ("给李雷写信", "给<NAME-1>写信"),
        ("Straße strasse", "<NAME-1> <NAME-1>"),
        ("Lee Ann, Bo Lee", "<NAME-1>, <NAME-2>"),
        ("Lee said", "<NAME-1> said"),
    ],
)
def test_given_names_are_found_without_regard_to_case_and_marks(text: str, after: str) -> None:
    """A part that two people share is nobody's pseudonym but its own."""
    answer = redact(text, "--names", "Zoë Ito,李雷,Straße,Lee Ann,Bo Lee", "--name-parts")
    assert answer["redacted"] == after


PIECES = st.lists(
    st.sampled_from(
        ["ann@example.org", "NL91ABNA0417164300", "4111111111111111", "10.0.0.1", "+31 20 123 4567", "Zoë Ito", "李雷",
         "plain", "é👍", "\n", "1,50", "e\u0301"]
    ),
    max_size=12,
)  # fmt: skip


@given(PIECES)
def test_every_place_is_where_it_says_and_nothing_else_changes(pieces: list[str]) -> None:
    """Putting the removed parts back at their places gives the text again; none of them is in the answer."""
    text = " ; ".join(pieces)
    answer = redact(text, "--names", "Zoë Ito,李雷")
    rebuilt, at = "", 0
    for one in answer["found"]:
        rebuilt += text[at : one["start"]] + one["replacement"]
        at = one["end"]
        assert one["line"] == text.count("\n", 0, one["start"]) + 1
    assert rebuilt + text[at:] == answer["redacted"]
    for secret in ("example.org", "ABNA", "411111", "10.0.0", "123 4567", "Ito", "李"):
        assert secret not in json.dumps(answer, ensure_ascii=False)
    assert answer["replaced"] == len(answer["found"]) == sum(answer["counts"].values())
    assert redact(answer["redacted"])["redacted"] == answer["redacted"]


def test_pseudonyms_are_stable_and_with_a_key_the_same_anywhere() -> None:
    """Counted in order of appearance; keyed ones depend on nothing but the key and the value."""
    assert redact("b@example.org a@example.org B@EXAMPLE.org")["redacted"] == "<EMAIL-1> <EMAIL-2> <EMAIL-1>"
    keyed = redact("b@example.org", "--key", "a long secret key")["redacted"]
    assert redact("a@example.org b@example.org", "--key", "a long secret key")["redacted"].endswith(keyed)
    assert redact("b@example.org", "--key", "another long key")["redacted"] != keyed


def test_a_table_keeps_its_shape_and_its_numbers(tmp_path: Path) -> None:
    """Cells inside of lists count; numbers stay as written unless they are a card's; null stays null."""
    (tmp_path / "data").mkdir()
    line = '{"id": 1.50, "who": "Ann", "card": 4111111111111111, "x": [{"mail": "a@example.org"}, 2], "n": null}\n'
    (tmp_path / "data/t.jsonl").write_text(line + '{"id": 2, "who": "", "card": 1, "x": true, "n": "\\ud800"}\n')
    args = ["--table", "t", "--whole-columns", "who", "--out", "out/clean.jsonl"]
    answer = SKILL.run("scripts/redact.py", args, tmp_path).answer
    assert (tmp_path / "out/clean.jsonl").read_text() == (
        '{"id": 1.50, "who": "<WHO-1>", "card": "<CARD-1>", "x": [{"mail": "<EMAIL-1>"}, 2], "n": null}\n'
        '{"id": 2, "who": "", "card": 1, "x": true, "n": "\\ud800"}\n'
    )
    assert (answer["rows"], answer["columns"]) == (2, {"who": 1, "card": 1, "x": 1})
    assert answer["found"][0] == {
        "kind": "card",
        "row": 1,
        "column": "card",
        "start": 0,
        "end": 16,
        "replacement": "<CARD-1>",
    }
    assert SKILL.run("scripts/redact.py", args, tmp_path).exit_code == 1
    left = SKILL.run("scripts/redact.py", ["--table", "t", "--columns", "card"], tmp_path).answer
    assert left["columns"] == {"card": 1}


def test_names_may_come_from_a_table(tmp_path: Path) -> None:
    """From the column that is named."""
    (tmp_path / "f.txt").write_text("Ann met Bo.")
    tables: dict[str, list[dict[str, object]]] = {"people": [{"full": "Ann"}, {"full": None}, {"full": "Bo"}]}
    args = ["--file", "f.txt", "--names-table", "people", "--names-column", "full"]
    assert SKILL.run("scripts/redact.py", args, tmp_path, tables).answer["redacted"] == "<NAME-1> met <NAME-2>."


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([], 2, "give exactly one of"),
        (["--text", "a", "--kinds", "email,faces"], 2, "no kind 'faces'"),
        (["--text", "a", "--key", "short"], 2, "at least 12"),
        (["--text", "a", "--show", "x"], 2, "--show must be"),
        (["--text", "a", "--out", "../x"], 1, "--out"),
        (["--text", "a", "--out", "/x"], 1, "--out"),
        (["--text", "a", "--out", "secret.txt"], 1, "--out"),
        (["--file", "gone"], 1, "cannot be read"),
        (["--file", "latin"], 1, "not UTF-8 text (byte 4)"),
        (["--table", "gone"], 1, "tables here: t"),
        (["--table", "t", "--columns", "b"], 1, "row 1 has no column 'b': the columns are a"),
        (["--text", "a", "--names-table", "t"], 1, "no column 'name'"),
    ],
)
def test_a_refusal_never_quotes_the_data(tmp_path: Path, args: list[str], code: int, said: str) -> None:
    """And leaves no half-written file."""
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    (tmp_path / "secret.txt").write_text("mine")
    done = SKILL.run("scripts/redact.py", args, tmp_path, {"t": [{"a": "ann@example.org"}]})
    assert (done.exit_code, done.stdout, said in done.stderr) == (code, "", True)
    assert "ann@" not in done.stderr
    assert not (tmp_path / "redacted.jsonl").exists()
    assert (tmp_path / "secret.txt").read_text() == "mine"
