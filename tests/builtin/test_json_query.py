"""JSON read exactly, queried as RFC 9535 says and checked against schemas; Python is the oracle."""

from __future__ import annotations

import json
import random
import subprocess
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from builtin_skill import Skill, node

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("json-query")
SCRIPTS = SKILL.folder / "scripts"


def in_node(body: str, cases: list[Any]) -> list[Any]:
    """What a JavaScript function body gives for each `one` of the cases, in one process; null where it throws."""
    code = (
        "const {parse, write, Num} = require('./json_text.js'); const {compile, find} = require('./json_path.js');"
        "const {validate} = require('./json_schema.js');"
        "const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        f"const f = (one) => {{ {body} }};"
        "console.log(JSON.stringify(cases.map((one) => { try { return f(one); } catch (e) { return null; } })));"
    )
    done = subprocess.run(
        [node(), "-e", code], cwd=SCRIPTS, input=json.dumps(cases).encode(), capture_output=True, check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def query(tmp_path: Path, *args: str) -> Any:  # noqa: ANN401
    """The answer of the script."""
    return SKILL.run("scripts/query.js", args, tmp_path).answer


def damaged(text: str, dice: random.Random) -> str:
    """The text with one sign taken out, doubled or changed."""
    place = dice.randrange(len(text))
    return (
        text[:place]
        + dice.choice(["", text[place] * 2, dice.choice('{}[],:"\\01-.eE \n\tanx\x01')])
        + text[place + 1 :]
    )


def refuse(word: str) -> None:
    """NaN and its like are not JSON."""
    raise ValueError(word)


def accepted(text: str) -> bool:
    """Whether Python takes a text as JSON."""
    try:
        json.loads(text, parse_constant=refuse)
    except ValueError:
        return False
    return True


def test_what_is_json_is_what_python_says_on_thousands_of_damaged_texts() -> None:
    """Neither more nor less is taken."""
    dice = random.Random(7)  # noqa: S311 - the same texts each time
    whole = [
        '{"a": [1, -0.5e+3, true, null], "é\\u00e9": {"x": "\\n\\\\"}}',
        '[[], {}, "", 0, -1, 1E5]',
        ' "a\\ud83d\\ude00" ',
        "-0.0",
    ]
    texts = [damaged(damaged(dice.choice(whole), dice), dice) for _ in range(3000)] + whole
    found = in_node("parse(one); return true;", texts)
    assert [bool(one) for one in found] == [accepted(text) for text in texts]


def test_values_survive_reading_and_writing_to_the_last_digit() -> None:
    """Numbers keep their form, keys their order."""
    texts = [
        '{"b": 1.10, "a": [12345678901234567890, 1E400, -0]}',
        '"\\u0001\\ud800"',
        '[{"__proto__": 1, "constructor": 2}]',
    ]
    assert in_node("return write(parse(one));", texts) == texts


def test_numbers_are_compared_by_value_exactly() -> None:
    """Against Python's decimals, equal ones in different forms included."""
    dice = random.Random(3)  # noqa: S311
    forms = [
        "0",
        "-0",
        "0.0",
        "1",
        "1.0",
        "10e-1",
        "1e400",
        "-1e400",
        "1e-400",
        "9007199254740993",
        "9007199254740992",
        "0.1",
        "0.10",
    ]
    forms += [
        f"{dice.choice(['', '-'])}{dice.randrange(100)}.{dice.randrange(100)}e{dice.randrange(-3, 4)}"
        for _ in range(60)
    ]
    pairs = [[one, other] for one in forms for other in forms]
    expected = [(Decimal(a) > Decimal(b)) - (Decimal(a) < Decimal(b)) for a, b in pairs]
    assert in_node("return new Num(one[0]).compare(new Num(one[1]));", pairs) == expected


def test_slices_are_those_of_python() -> None:
    """Every start, end and step from -4 to 4, and none."""
    ends = [None, *range(-4, 5)]
    steps = [None, -2, -1, 1, 2, 3]
    cases = [[a, b, c, size] for a in ends for b in ends for c in steps for size in (0, 1, 3)]
    written = [
        [f"$[{'' if a is None else a}:{'' if b is None else b}:{'' if c is None else c}]", size]
        for a, b, c, size in cases
    ]
    found = in_node("return find(compile(one[0]), [...Array(one[1]).keys()]).map((node) => node.value);", written)
    assert found == [list(range(size))[a:b:c] for a, b, c, size in cases]


BOOKS = (
    '{"s": {"b": [{"t": "A", "p": 8.95}, {"t": "B", "p": 12.99, "i": "1"}, '
    '{"t": "C", "p": 8.99, "i": null}], "c": {"p": 399}}, "n": 9}'
)


PATHS: list[tuple[str, list[Any]]] = [
    ("$", [json.loads(BOOKS)]),
    ("$.s.b[*].t", ["A", "B", "C"]),
    ("$..p", [8.95, 12.99, 8.99, 399]),
    ("$.s.b[-1].t", ["C"]),
    ("$.s.b[0,0]['t','p']", ["A", 8.95, "A", 8.95]),
    ("$.s.b[?@.i].t", ["B", "C"]),
    ("$.s.b[?!@.i].t", ["A"]),
    ("$.s.b[?@.i == null].t", ["C"]),
    ("$.s.b[?@.p < $.n].t", ["A", "C"]),
    ("$.s.b[?@.p > 8.9 && (@.t == 'A' || @.t == \"C\")].t", ["A", "C"]),
    ("$.s.b[?@.x == @.y].t", ["A", "B", "C"]),
    ("$.s.b[?@.t >= 'B'].t", ["B", "C"]),
    ("$.s.b[?@.t < 5].t", []),
    ("$.s.b[?@ .p==8.950].t", ["A"]),
    ("$ .s ['c'] .p", [399]),
    ("$[?@.c.p].c.p", [399]),
    ("$.s.b[9]", []),
    ("$['\\u0073'].c['p']", [399]),
]


def test_a_path_finds_what_the_standard_says() -> None:
    """Filters with existence, missing values, types and the document itself."""
    body = f"return find(compile(one), parse({BOOKS!r})).map((node) => JSON.parse(write(node.value)));"
    found = in_node(body, [path for path, _ in PATHS])
    assert found == [expected for _, expected in PATHS]


WRONG_PATHS = [
    "",
    "s",
    "$.",
    "$[",
    "$[]",
    "$[01]",
    "$[-0]",
    "$[1",
    "$['a]",
    "$.a ",
    "$[?@.a==]",
    "$[?1]",
    "$[?@.a[*] == 1]",
]
WRONG_PATHS += [
    "$[?@..a == 1]",
    "$[?!@.a == 1]",
    "$[?length(@.a) == 1]",
    "$[9007199254740992]",
    "$['\\x']",
    "$...a",
    "$.1a",
    "$['\\ud800']",
]


def test_a_path_that_is_not_well_formed_is_refused(tmp_path: Path) -> None:
    """Each of them; the message of the script says at which character."""
    assert in_node("compile(one); return true;", WRONG_PATHS) == [None] * len(WRONG_PATHS)
    done = SKILL.run("scripts/query.js", ["path", "$[?length(@.a) == 1]", "--text", "{}"], tmp_path)
    assert (done.exit_code, done.stderr) == (1, "the query, at character 10: the function length() is not supported\n")


def test_the_path_of_a_find_is_in_normal_form_and_leads_back(tmp_path: Path) -> None:
    """Quotes, slashes, tildes and control characters in keys."""
    text = json.dumps({"it's": {"a/b~c\n\x01": [5]}})
    (one,) = query(tmp_path, "path", "$..[0]", "--text", text)["found"]
    assert one["path"] == "$['it\\'s']['a/b~c\\n\\u0001'][0]"
    assert query(tmp_path, "pointer", one["pointer"], "--text", text)["found"] == [{"value": 5}]
    assert query(tmp_path, "path", one["path"], "--text", text)["count"] == 1


SCHEMAS: list[tuple[str, list[str], list[str]]] = [
    ('{"type": "integer"}', ["1", "1.0", "1e3"], ["1.5", '"1"', "true", "null"]),
    ('{"type": ["string", "null"]}', ['""', "null"], ["0", "[]"]),
    ('{"const": {"a": 1, "b": [2]}}', ['{"b": [2.0], "a": 1}'], ['{"a": 1}']),
    ('{"enum": [1, "x"]}', ["1.0", '"x"'], ['"1"', "null"]),
    ('{"multipleOf": 0.01}', ["0.07", "19.99", "-1", '"x"', "1e300"], ["0.001", "19.999"]),
    ('{"minimum": 9007199254740993}', ["9007199254740993"], ["9007199254740992"]),
    ('{"exclusiveMaximum": 1, "exclusiveMinimum": -1}', ["0", "0.999"], ["1", "-1.0"]),
    ('{"minLength": 2, "maxLength": 2}', ['"😀é"', "5"], ['"😀"', '"abc"']),
    ('{"pattern": "^\\\\p{L}+$"}', ['"Łódź"'], ['"a1"', '""']),
    ('{"uniqueItems": true}', ['[1, "1", true, null]'], ["[1, 2, 1.0]", '[{"a": 1, "b": 2}, {"b": 2, "a": 1}]']),
    (
        '{"prefixItems": [{"type": "string"}], "items": {"type": "number"}}',
        ['["a", 1, 2]', "[]"],
        ['["a", "b"]', "[1]"],
    ),
    ('{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}', ["[1, 1, 0]"], ["[1]", "[1,1,1,1]"]),
    ('{"contains": {"const": 1}, "minContains": 0}', ["[]"], []),
    (
        '{"properties": {"a": true}, "patternProperties": {"^x": {"type": "null"}}, "additionalProperties": false}',
        ['{"a": 1, "xy": null}'],
        ['{"b": 1}', '{"x": 1}'],
    ),
    ('{"propertyNames": {"maxLength": 1}}', ['{"a": 1}'], ['{"ab": 1}']),
    ('{"dependentRequired": {"a": ["b"]}}', ['{"b": 1}', '{"a": 1, "b": 1}'], ['{"a": 1}']),
    ('{"dependentSchemas": {"a": {"required": ["c"]}}}', ["{}"], ['{"a": 1}']),
    ('{"oneOf": [{"minimum": 2}, {"maximum": 5}]}', ["1", "6"], ["3"]),
    ('{"anyOf": [{"type": "string"}, {"minimum": 5}], "not": {"const": "x"}}', ['"y"', "5"], ["4", '"x"']),
    ('{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 0}}', ['"a"', "0"], ['""', "-1"]),
    (
        '{"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"next": {"$ref": "#/$defs/n"}}, "required": ["v"]}}}',
        ['{"v": 1, "next": {"v": 2}}'],
        ['{"v": 1, "next": {}}'],
    ),
    ('{"$ref": "#tag", "$defs": {"x": {"$anchor": "tag", "type": "null"}}}', ["null"], ["1"]),
    ("false", [], ["1"]),
]


def test_schemas_take_what_fits_and_refuse_what_does_not() -> None:
    """Every keyword, on both sides of its border."""
    cases = [
        [schema, data, fits]
        for schema, good, bad in SCHEMAS
        for data, fits in [(d, True) for d in good] + [(d, False) for d in bad]
    ]
    found = in_node("return validate(parse(one[0]), parse(one[1])).length === 0;", [case[:2] for case in cases])
    assert [case for case, fits in zip(cases, found, strict=True) if fits is not case[2]] == []


@pytest.mark.parametrize(
    "schema",
    ['{"unevaluatedItems": false}', '{"$ref": "https://example.com/x"}', '{"type": "text"}', '{"pattern": "("}',
     '{"minimum": "1"}', '{"$ref": "#/nowhere"}', '{"requird": []}', '{"$ref": "#"}',
     '{"multipleOf": 0}', "[]", '{"allOf": {}}'],
)  # fmt: skip
def test_a_schema_that_cannot_be_checked_is_refused(schema: str, tmp_path: Path) -> None:
    """Never "valid" for what was not looked at."""
    done = SKILL.run(
        "scripts/query.js", ["check", "--text", '"5"' if "pattern" in schema else "5", "--schema", schema], tmp_path
    )
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("the schema: ")
    assert done.stderr.count("\n") == 1


def test_errors_name_the_place_in_the_data_and_in_the_schema(tmp_path: Path) -> None:
    """Pointers, also through keys with slashes."""
    schema = '{"properties": {"a/b": {"items": {"$ref": "#/$defs/n"}}}, "$defs": {"n": {"type": "number"}}}'
    answer = query(tmp_path, "check", "--text", '{"a/b": [1, "x"]}', "--schema", schema)
    assert answer["errors"] == [
        {
            "at": "/a~1b/1",
            "schema": "/properties/a~1b/items/$ref/type",
            "keyword": "type",
            "message": 'is string, and "number" is wanted',
        }
    ]


def test_lines_and_tables_say_on_which_line_something_is(tmp_path: Path) -> None:
    """Values, errors, doubled keys and broken lines."""
    text = '{"n": 1}\n\n{"n": "x", "n": "y"}\n{"m": 1}'
    answer = query(tmp_path, "pointer", "/n", "--lines", "--text", text)
    assert answer["found"] == [{"line": 1, "value": 1}, {"line": 3, "value": "y"}]
    assert answer["duplicate_keys"] == [{"path": "/n", "line": 3, "column": 12}]
    schema = '{"properties": {"n": {"type": "number"}}}'
    answer = query(tmp_path, "check", "--lines", "--text", text, "--schema", schema)
    assert (answer["documents"], answer["bad_documents"], answer["errors"][0]["line"]) == (3, 1, 3)
    done = SKILL.run("scripts/query.js", ["path", "$.n", "--table", "t"], tmp_path, {"t": [{"n": 1}, {"n": 2}]})
    assert [one["line"] for one in done.answer["found"]] == [1, 2]
    done = SKILL.run("scripts/query.js", ["read", "--lines", "--text", '{"a": 1}\n{"a": '], tmp_path)
    assert done.stderr == "the text, line 2, column 7: the text ends where a value should be\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,}', "line 1, column 9: a comma stands before the closing brace"),
        ("{'a': 1}", "line 1, column 2: a key in double quotes is missing"),
        ('{\n "é😀": None}', "line 2, column 8: None is not JSON"),
        ("[1 2]", "line 1, column 4: a comma or ] is missing here"),
        ("[01]", "line 1, column 2: a number has no leading nought"),
        ('"a\nb"', "line 1, column 3: a line break within quotes is written \\n"),
        ("[1] // x", "line 1, column 5: JSON has no comments"),
        ('{"a" 1}', "a colon is missing after the key"),
        ('"abc', "line 1, column 1: the text in quotes is never closed"),
        ("", "the text ends where a value should be"),
        ("[" * 600 + "]" * 600, "more than 500 levels"),
    ],
)
def test_a_syntax_error_is_said_as_a_person_would(text: str, said: str, tmp_path: Path) -> None:
    """With line and column in characters."""
    done = SKILL.run("scripts/query.js", ["read", "--text", text], tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert said in done.stderr


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["read"],
        ["path", "--text", "1"],
        ["read", "--text", "1", "--file", "x"],
        ["check", "--text", "1"],
        ["read", "--x"],
    ],
)
def test_bad_usage_ends_with_2_and_the_usage(args: list[str], tmp_path: Path) -> None:
    """Nothing on stdout."""
    done = SKILL.run("scripts/query.js", args, tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: query.js")


@pytest.mark.parametrize("args", [["--file", "nowhere.json"], ["--table", "nowhere"], ["--table", "../x"]])
def test_a_source_that_is_not_there_is_refused_in_one_line(args: list[str], tmp_path: Path) -> None:
    """No traceback."""
    done = SKILL.run("scripts/query.js", ["read", *args], tmp_path)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
