"""Regular expressions: matches and places against Python's own, true warnings, words for all."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from builtin_skill import Skill, node

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("regex-workbench")
TEXTS = [
    "2024-05-01 and 24-5-1, 1999-12-31",
    "aaa aab abab baab\nab\n\nlast ab",
    "x=1; y = 22 ;z=  -3.5e10 'quo\\'ted' \"double\"",
    "The the cat sat SAT on on-line mats; a.b@c.org, <b>x</b><b>y</b>",
    "",
    "\ttabs and  spaces  \r\nline two\r\n",
]
PATTERNS = [
    (r"(?<year>\d{4})-(\d\d)-(?<day>\d\d)", "u"),
    (r"\b(\w+) \1\b", "iu"),
    (r"^\s*(\w+)?(?=\s|$)", "mu"),
    (r"(a|ab)(c|b)*?b", "u"),
    (r"(?<!a)b+(?!a)", "u"),
    (r"<(b)>(?:(?!</\1>).)*</\k<b>>".replace("(b)", "(?<b>b)"), "u"),
    (r"[^\s;=]+?\s*=\s*-?[\d.]+(?:e\d+)?", "u"),
    (r"[-a-c\]\\^]{2,3}", "u"),
    (r"\x61\u0062|\u{63}\/?", "u"),
    (r"[^]?$", ""),
    (r"a*", "u"),
    (r".+", "su"),
    (r"(?:)", "u"),
    (r"last ab$", "u"),
]


def answer(script: str, *args: str, folder: Path, **tables: list[dict[str, object]]) -> Any:  # noqa: ANN401 - JSON
    """What a script says."""
    return SKILL.run(f"scripts/{script}.js", args, folder, tables).answer


IN_NODE = """
const { parse, walk } = require("./parse.js");
const { toPython } = require("./python.js");
const { hazards } = require("./hazards.js");
const { inTime } = require("./timed.js");
async function told([pattern, flags, texts]) {
  const tree = parse(pattern, flags);
  const names = [...walk(tree)].filter((node) => node.kind === "capture").map((node) => node.name);
  const { answers } = await inTime(texts.map((text) => ({ pattern, flags, text, names })), 10000);
  return { python: toPython(tree, pattern, flags), hazards: hazards(tree, pattern, flags), answers };
}
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
Promise.all(cases.map(told)).then((all) => console.log(JSON.stringify(all)));
"""


def in_node(cases: list[tuple[str, str, list[str]]]) -> list[Any]:
    """What the modules say of patterns with flags and texts, all in one process."""
    command = [node(), "-e", IN_NODE]
    scripts = SKILL.folder / "scripts"
    done = subprocess.run(command, cwd=scripts, input=json.dumps(cases), capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def test_the_pattern_for_python_matches_the_same() -> None:
    """Every match, its place in characters, and each group with its name, on texts of ASCII."""
    said = in_node([(pattern, flags, TEXTS) for pattern, flags in PATTERNS])
    for (pattern, _), one in zip(PATTERNS, said, strict=True):
        check_against_python(pattern, one["python"], one["answers"])


def check_against_python(pattern: str, told: Any, found: list[Any]) -> None:  # noqa: ANN401 - JSON
    """Hold the answers for one pattern against Python's."""
    assert told["pattern"] is not None, pattern
    flags = [name for name in told["flags"].split(" | ") if name]
    compiled = re.compile(told["pattern"], sum(getattr(re, name.removeprefix("re.")) for name in flags))
    # A carriage return means something in JavaScript alone for dots and lines, and that difference is told.
    is_free = "carriage return" in " ".join(told["differences"])
    name_of = {number: name for name, number in compiled.groupindex.items()}
    for text, one in zip(TEXTS, found, strict=True):
        if is_free and "\r" in text:
            continue
        expected = [
            {
                "text": match[0],
                "start": match.start(),
                "end": match.end(),
                "groups": [
                    {
                        "group": number,
                        "name": name_of.get(number),
                        "text": match[number],
                        "start": match.start(number) if match[number] is not None else None,
                        "end": match.end(number) if match[number] is not None else None,
                    }
                    for number in range(1, compiled.groups + 1)
                ],
            }
            for match in compiled.finditer(text)
        ]
        assert one["matches"] == expected, pattern
        assert one["whole"] == (re.fullmatch(compiled, text) is not None)


def test_places_count_characters_whatever_their_width(tmp_path: Path) -> None:
    """As Python counts them; marks are characters of their own."""
    text = "👍é e\u0301 𝒳李x👍"
    found = answer("test", "--pattern", "[x李é]|\\u0301", "--text", text, folder=tmp_path)["results"][0]["matches"]
    assert [(one["start"], one["end"]) for one in found] == [
        match.span() for match in re.finditer("[x李é]|\u0301", text)
    ]


DOUBLING = {
    r"^(a+)+$": "(a+)+",
    r"^(\w+\s?)*$": r"(\w+\s?)*",
    r"key=(.*,)*;": "(.*,)*",
    r"(x|y|[a-z])+!": "(x|y|[a-z])+",
    r"(?:a{1,20}b?){11,}$": "(?:a{1,20}b?){11,}",
    r"(A|[a-b])*$": "(A|[a-b])*",
}
# The forms that the instructions say to write instead are among them.
HARMLESS = [
    *(r"^\w+(\s\w+)*$", r"([^,]*,)*;", r"(?:ab?)*c", r"(\d{1,3})(,\d{3})*", r"[a-z]+@[a-z]+\.org", r"(a|b)*c"),
    *(r"(ab+c)+", r"(A|a)*$", r"\s+x"),
]


def test_a_pattern_that_doubles_is_found_and_no_other() -> None:
    """Each with its place in the pattern."""
    flags = {r"(A|[a-b])*$": "iu"}
    said = in_node([(pattern, flags.get(pattern, "u"), []) for pattern in [*DOUBLING, *HARMLESS]])
    for (pattern, part), one in zip(DOUBLING.items(), said, strict=False):
        [found] = one["hazards"]
        assert (found["part"], found["growth"]) == (part, "doubles with each character")
        assert pattern[found["start"] : found["end"]] == part
    assert [one["hazards"] for one in said[len(DOUBLING) :]] == [[] for _ in HARMLESS]


@pytest.mark.parametrize("pattern", [r"key=(.*,)*;", r"(A|[a-b])*$"])
def test_doubling_is_confirmed_on_a_text_made_for_it(tmp_path: Path, pattern: str) -> None:
    """On which the engine does not come to an end."""
    args = ["--pattern", pattern, "--flags", "iu", "--limit", "300"]
    [warning] = answer("explain", *args, folder=tmp_path)["warnings"]
    assert warning["confirmed"] is True
    assert len(warning["tried_on"]) > 40


def test_loops_beside_each_other_are_slow_in_another_way(tmp_path: Path) -> None:
    """Told by where they begin and end, and not tried."""
    [warning] = answer("explain", "--pattern", r"é\s*,?\s*$", folder=tmp_path)["warnings"]
    assert warning == {"growth": "square of the length", "part": r"\s*,?\s*", "start": 1, "end": 9}


def test_every_construct_has_its_words(tmp_path: Path) -> None:
    """And each stands once, in order."""
    pattern = r"^(?:a|(?<n>\d))??(?=b)(?!c)(?<=d)(?<!e)\bx{2}y{2,}z{2,3}[^\w\-\s][][^]\k<n>\B\p{Lu}\P{N}.\t\u0301 $"
    lines = answer("explain", "--pattern", pattern, folder=tmp_path)["explanation"]
    wanted = [
        "the start of the text", "optional, rather not:", "group, not kept:", "either:", "the character a", "or:",
        "group 1, called n:", "a digit 0-9", "what follows must be:", "the character b", "what follows must not be:",
        "the character c", "what stands before must be:", "the character d", "what stands before must not be:",
        "the character e", "the edge of a word", "the character x, exactly 2 times",
        "the character y, 2 times or more, as many as possible", "the character z, 2 to 3 times, as many as possible",
        "one character but these: a letter a-z, A-Z, a digit or _, -, white space",
        "nothing: an empty set never matches",
        "any character, line ends too", "the same text as group n", "no edge of a word",
        "a character with the Unicode property Lu", "a character without the Unicode property N",
        "any character but a line end", 'the text "\\t\u0301 "', "the end of the text",
    ]  # fmt: skip
    assert [line.strip() for line in lines] == wanted


def test_what_python_cannot_say_is_told() -> None:
    """With no pattern at all, rather than a wrong one."""
    cases = {r"\p{L}": "package regex", r"(?<=a+)b": "one fixed length", r"[\w--[a-z]]": "flag v"}
    said = in_node([(pattern, "v" if "--" in pattern else "u", []) for pattern in cases])
    for why, one in zip(cases.values(), said, strict=True):
        assert (one["python"]["pattern"], one["python"]["flags"]) == (None, None)
        assert any(why in note for note in one["python"]["differences"])


def test_replacing_uses_groups_and_counts(tmp_path: Path) -> None:
    """All of them, or the first alone; samples may be lines of a file or cells of a table."""
    (tmp_path / "f.txt").write_text("a1 b2\r\nnone\nc3")
    args = ["--pattern", r"(\w)(?<d>\d)", "--replacement", "$<d>$1$$", "--file", "f.txt", "--lines"]
    told = answer("replace", *args, folder=tmp_path)
    assert [(one["replaced"], one["result"]) for one in told["results"]] == [(2, "1a$ 2b$"), (0, "none"), (1, "3c$")]
    first = answer("replace", *args, "--first", folder=tmp_path)
    assert [one["result"] for one in first["results"]] == ["1a$ b2", "none", "3c$"]
    rows: list[dict[str, object]] = [{"n": 1, "text": "x"}, {"n": 2, "text": None}, {"n": 3, "text": ["x"]}]
    cells = answer("replace", "--pattern", "x", "--replacement", "y", "--table", "t", folder=tmp_path, t=rows)
    assert [one["result"] for one in cells["results"]] == ["y", "", '["y"]']


@pytest.mark.parametrize(
    ("script", "args", "code", "said"),
    [
        ("test", [], 2, "--pattern must be given"),
        ("test", ["--pattern", "a"], 2, "exactly one of --text"),
        ("test", ["--pattern", "a", "--text", "a", "--limit", "1"], 2, "--limit must be"),
        ("test", ["--wrong"], 2, 'no option "--wrong"'),
        ("test", ["--pattern"], 2, "--pattern needs a value"),
        ("test", ["--pattern", "a", "--pattern", "b"], 2, "given twice"),
        ("test", ["--pattern", "(", "--text", "a"], 1, "the pattern is not valid: Unterminated group"),
        ("test", ["--pattern", "(?P<x>a)", "--text", "a"], 1, "write (?<name>"),
        ("test", ["--pattern", "a++", "--text", "a"], 1, "possessive"),
        ("test", ["--pattern", "(?>a)", "--text", "a"], 1, "atomic"),
        ("test", ["--pattern", r"\Aa", "--text", "a"], 1, "write ^ and $"),
        ("test", ["--pattern", r"a\-b", "--text", "a"], 1, "Without flag u it is"),
        ("test", ["--pattern", "a", "--flags", "x", "--text", "a"], 1, "letters of dgimsuvy"),
        ("test", ["--pattern", "a", "--file", "gone"], 1, "cannot be read (ENOENT)"),
        ("test", ["--pattern", "a", "--file", "latin"], 1, "not UTF-8"),
        ("test", ["--pattern", "a", "--table", "../x"], 1, "no table"),
        ("test", ["--pattern", "a", "--table", "t"], 1, "name one of a, b by --column"),
        ("replace", ["--pattern", "a", "--replacement", "$1", "--text", "a"], 1, "the pattern has 0 groups"),
        ("replace", ["--pattern", "a", "--replacement", r"\g<x>", "--text", "a"], 1, "is Python's"),
        (
            "replace",
            ["--pattern", "^(a+)+$", "--replacement", "", "--limit", "200", "--text", "a" * 60 + "b"],
            1,
            "200 ms",
        ),
        ("explain", ["--pattern", "(" * 300 + ")" * 300], 1, "more than 200 deep"),
    ],
)
def test_a_call_that_makes_no_sense_says_why(
    tmp_path: Path, script: str, args: list[str], code: int, said: str
) -> None:
    """Bad usage with the usage text, bad data with one line; never a stack."""
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    done = SKILL.run(f"scripts/{script}.js", args, tmp_path, {"t": [{"a": 1, "b": 2}]})
    assert (done.exit_code, done.stdout, said in done.stderr) == (code, "", True)
    assert ("usage:" in done.stderr) == (code == 2)
    assert "    at " not in done.stderr
