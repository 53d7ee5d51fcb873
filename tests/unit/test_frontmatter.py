"""SKILL.md to values: what is read, what is forgiven and what is refused."""

from __future__ import annotations

import pytest

from skillhouse.format.frontmatter import FrontMatter, fix_skill_md, read_skill_md
from skillhouse.format.problems import CATALOGUE
from skillhouse.model.skill import ABSENT, Absent, AllowedTools, Declared

BODY = "\n# Steps\n\n1. Read the input.\n"


def skill_md(front: str, body: str = BODY) -> bytes:
    """A SKILL.md with this front matter."""
    return f"---\n{front}\n---\n{body}".encode()


def read(front: str, **options: str) -> FrontMatter:
    """The reading of a SKILL.md with this front matter."""
    return read_skill_md(skill_md(front), **options)


def codes(front: FrontMatter) -> list[str]:
    """The codes of all problems, in order."""
    return [problem.code for problem in front.problems]


def errors(front: FrontMatter) -> list[tuple[str, int]]:
    """Code and line of each error."""
    return [(problem.code, problem.location.line) for problem in front.problems if problem.is_error]


@pytest.mark.rule("FM-1", "FM-3", "FM-6")
def test_a_plain_skill_is_read_without_a_word() -> None:
    """Name, description, tools, body; every other key only in the raw front matter."""
    front = read("name: demo\ndescription: Adds VAT.\nlicense: MIT\nmetadata:\n  rate: 21", folder="demo")
    assert (front.name, front.description, front.allowed_tools) == ("demo", "Adds VAT.", ABSENT)
    assert front.raw == {"name": "demo", "description": "Adds VAT.", "license": "MIT", "metadata": {"rate": 21}}
    assert front.body == BODY
    assert front.entrypoints is None
    assert front.problems == ()
    assert front.places["description"].text == "SKILL.md:3:14"


@pytest.mark.rule("FM-1")
@pytest.mark.parametrize("body", ["Do this.\nThen that.", "\n---\n\nkey: value\n\n---\n", "...\n", ""])
def test_the_rest_is_the_body_rules_and_all(body: str) -> None:
    """Horizontal rules below the front matter are text."""
    assert read_skill_md(skill_md("name: demo\ndescription: x", body)).body == body


@pytest.mark.rule("FM-3")
@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("description: >-\n  First part\n  second part", "First part second part"),
        ("description: |\n  First line.\n  Second line.", "First line.\nSecond line."),
        ("description: >2+\n  One.\n\n  Two.\n\n", "One.\nTwo."),
        ("description: Reviews C# and F# code", "Reviews C# and F# code"),
        ("description: ✅ Plans ✈️ for 👩‍👧", "✅ Plans ✈️ for 👩‍👧"),
        ('description: "  padded  "', "padded"),
        ("description: before --- after", "before --- after"),
        ('description: "before\n  ----\n  after"', "before ---- after"),
    ],
)
def test_every_way_of_writing_text_is_read_and_trimmed(text: str, description: str) -> None:
    """Blocks, quotes, emoji and hashes."""
    front = read(f"name: demo\n{text}")
    assert front.description == description
    assert front.problems == ()


@pytest.mark.rule("FM-3")
@pytest.mark.parametrize(
    ("text", "line"),
    [("license: x", 2), ("description:", 2), ("description: null", 2), ('description: " "', 2), ("description: >", 2)],
)
def test_a_skill_without_a_description_is_an_error(text: str, line: int) -> None:
    """Absent, null and blank are the same to an agent that has to choose."""
    front = read(text)
    assert errors(front) == [("SKILL_NO_DESCRIPTION", line)]
    assert front.description is None


@pytest.mark.rule("FM-4")
@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("", Absent()),
        ("allowed-tools:", Absent()),
        ("allowed-tools: null", Absent()),
        ("allowed-tools: ~", Absent()),
        ("allowed-tools: []", Declared(())),
        ('allowed-tools: ""', Declared(())),
        ("allowed-tools: ' '", Declared(())),
        ("allowed-tools: bash, python", Declared(("bash", "python"))),
        ("allowed-tools: bash python", Declared(("bash", "python"))),
        ("allowed-tools: [bash, python]", Declared(("bash", "python"))),
        ("allowed-tools:\n  - bash\n  - python", Declared(("bash", "python"))),
        ("allowed-tools: bash,, python,", Declared(("bash", "python"))),
        ("allowed_tools: bash", Declared(("bash",))),
        ("allowed-tools: [a]\nallowed_tools: a", Declared(("a",))),
        ("allowed-tools: Bash(git status:*), Read", Declared(("Bash(git status:*)", "Read"))),
        ("allowed-tools: Bash(git status:*) Read", Declared(("Bash(git status:*)", "Read"))),
        ("allowed-tools: Bash(a, b (c, d)), Read", Declared(("Bash(a, b (c, d))", "Read"))),
        ("allowed-tools:\n  - Bash(a, b)\n  - Read", Declared(("Bash(a, b)", "Read"))),
        ("allowed-tools:\n  - bash, python\n  - web search", Declared(("bash", "python", "web search"))),
        ("allowed-tools: >\n  bash\n  python", Declared(("bash", "python"))),
    ],
)
def test_tools_are_a_list_or_a_text_and_parentheses_do_not_split(text: str, tools: AllowedTools) -> None:
    """Absent, none and some stay three different things."""
    front = read(f"name: demo\ndescription: x\n{text}")
    assert front.allowed_tools == tools
    assert front.problems == ()


@pytest.mark.rule("FM-4", "FM-7")
@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("[Bash(a, b), Read]", ("Bash(a, b)", "Read")),
        ("[Read, Bash(a,b,  c)]", ("Read", "Bash(a,b,  c)")),
        ("[Bash(a, (b, c), d)]", ("Bash(a, (b, c), d)",)),
    ],
)
def test_a_name_that_a_list_has_split_at_its_comma_is_put_together(value: str, names: tuple[str, ...]) -> None:
    """And the author is told."""
    front = read(f"name: demo\ndescription: x\nallowed-tools: {value}")
    assert front.allowed_tools == Declared(names)
    assert codes(front) == ["TOOLS_REJOINED"]


@pytest.mark.rule("FM-4")
@pytest.mark.parametrize(
    "value",
    [
        "true",
        "no",
        "{a: b}",
        "[[a]]",
        "[a, null]",
        "[{a: b}]",
        "Bash(a, b",
        "a) b",
        "[Bash(a, b]",
        '["a\\tb"]',
        '["a\\u200bb"]',
    ],
)
def test_tools_that_are_not_names_are_an_error(value: str) -> None:
    """What cannot be understood safely asks for nothing."""
    front = read(f"name: demo\ndescription: x\nallowed-tools: {value}")
    assert ("TOOLS_UNCLEAR", 4) in errors(front)


@pytest.mark.rule("FM-4")
def test_two_spellings_that_differ_are_an_error() -> None:
    """Neither is taken for the truth in silence."""
    front = read("name: demo\ndescription: x\nallowed-tools: [a]\nallowed_tools: [b]")
    assert errors(front) == [("TOOLS_CONFLICT", 5)]
    assert errors(read("description: x\nallowed-tools:\nallowed_tools: []")) == [("TOOLS_CONFLICT", 4)]


@pytest.mark.rule("FM-5")
def test_entrypoints_are_a_map_of_name_to_path() -> None:
    """Absent and null declare none; an empty map declares that there is none."""
    front = read("description: x\nentrypoints:\n  check: ./scripts/check.py\n  1: a.sh")
    assert front.entrypoints == {"check": "scripts/check.py", "1": "a.sh"}
    assert front.places["entrypoints.check"].line == 4
    assert read("description: x\nentrypoints:").entrypoints is None
    assert read("description: x\nentrypoints: {}").entrypoints == {}


@pytest.mark.rule("FM-5")
@pytest.mark.parametrize("value", ["[a]", "text", "{a: }", "{a: [b]}", "{a/b: c.py}", '{"": c.py}'])
def test_other_entrypoints_are_an_error(value: str) -> None:
    """A list, a text, a name without a path."""
    assert "ENTRYPOINTS_UNCLEAR" in codes(read(f"description: x\nentrypoints: {value}"))


@pytest.mark.rule("FM-8", "FM-7")
@pytest.mark.parametrize("text", ["no", "on", "1_000", "2024-01-01", "007", "1e3", "true", "12306", "0x1f"])
def test_what_yaml_may_take_for_something_else_stays_text(text: str) -> None:
    """With a warning each, and `--fix` puts it in quotes."""
    front = read(f"name: {text}\ndescription: {text}\nallowed-tools: [{text}]", folder=text)
    assert (front.name, front.description, front.allowed_tools) == (text, text, Declared((text,)))
    assert codes(front).count("FIELD_READS_AS_OTHER") == 3


@pytest.mark.rule("FM-2")
@pytest.mark.parametrize("text", ["a/b", '"a "', '""', "x" * 65, '"a\\nb"', "a(b)"])
def test_a_name_against_the_rules_is_an_error_at_its_line(text: str) -> None:
    """The other fields are read all the same."""
    front = read(f"name: {text}\ndescription: x")
    assert errors(front) == [("NAME_INVALID", 2)]
    assert (front.name, front.description) == (None, "x")


@pytest.mark.rule("FM-2", "FM-7")
def test_a_name_is_compared_with_the_folder_in_normal_form() -> None:
    """A folder from a Mac is decomposed and looks the same."""
    assert "NAME_NOT_FOLDER" not in codes(read("name: café\ndescription: x", folder="cafe\u0301"))
    assert codes(read("name: a\ndescription: x", folder="b")) == ["NAME_NOT_FOLDER"]
    assert read("name: cafe\u0301\ndescription: x").name == "café"


@pytest.mark.rule("FM-2")
def test_a_name_in_a_block_loses_its_line_end() -> None:
    """The line end belongs to the block, not to the name."""
    assert read("name: |\n  demo\ndescription: x").name == "demo"


@pytest.mark.rule("FM-2")
@pytest.mark.parametrize("text", ["description: x", "name:\ndescription: x", "name: null\ndescription: x"])
def test_a_name_may_be_absent(text: str) -> None:
    """Then the manifest's or the folder's is used, elsewhere."""
    front = read(text, folder="demo")
    assert front.name is None
    assert front.problems == ()


@pytest.mark.rule("FM-3")
def test_a_list_or_map_where_text_belongs_is_an_error() -> None:
    """Each at its own line."""
    front = read("name: [a]\ndescription: {a: b}")
    assert errors(front) == [("FIELD_NOT_TEXT", 2), ("FIELD_NOT_TEXT", 3)]


@pytest.mark.rule("FM-7")
def test_a_key_that_looks_like_ours_is_pointed_out() -> None:
    """It is not read: the hint says how it would be."""
    front = read("Name: a\nallowedTools: [x]\ndescription: text\nallowed_tools: []")
    assert codes(front) == ["FIELD_MISSPELT", "FIELD_MISSPELT"]


def test_a_long_description_and_an_empty_body_are_remarked() -> None:
    """Neither stops anything, and `--strict` does not care."""
    front = read_skill_md(skill_md(f"name: a\ndescription: {'x' * 1025}", "\n"))
    assert codes(front) == ["DESCRIPTION_LONG", "BODY_EMPTY"]
    assert not any(problem.hardened().is_error for problem in front.problems)


@pytest.mark.rule("FM-7")
@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        ("\ufeff---\nname: a\ndescription: x\n---\nb", "FRONT_MATTER_BOM", 1, 1),
        ("\ufeff\ufeff---\nname: a\ndescription: x\n---\nb", "FRONT_MATTER_BOM", 1, 1),
        ("---\nname: a\r\ndescription: x\n---\nb", "FRONT_MATTER_CRLF", 2, 0),
        ("---\rname: a\rdescription: x\r---\rb", "FRONT_MATTER_CRLF", 1, 0),
        ("\n \n---\nname: a\ndescription: x\n---\nb", "FRONT_MATTER_BLANK_LINES", 1, 1),
        ("--- \t\nname: a\ndescription: x\n---\nb", "FENCE_SPACES", 1, 4),
        ("---\nname: a\ndescription: x\n---  \nb", "FENCE_SPACES", 4, 4),
        ("---\nname: a\ndescription: x\n...\nb", "FENCE_DOTS", 4, 1),
        ("---\nname: a\ndescription: x: y\n---\nb", "YAML_COLON", 3, 14),
        ("---\nname: a\ndescription:\n  x\n  y: z\n---\nb", "YAML_COLON", 4, 3),
        ("---\nname: a\ndescription: [x] y\n---\nb", "YAML_UNQUOTED", 3, 14),
        ("---\nname: a\ndescription: x\nglobs: *.ts\n---\nb", "YAML_UNQUOTED", 4, 8),
        ("---\nname:\ta\ndescription: x\n---\nb", "YAML_TAB", 2, 6),
        ('---\nname: a\ndescription: "x\n---\ny"\n---\nb', "FENCE_IN_VALUE", 4, 1),
        ("---\nname: a\ndescription: 'x\n...\ny'\n---\nb", "FENCE_IN_VALUE", 4, 1),
        ("---\nname: a\ndescription: 2024-01-01\n---\nb", "FIELD_READS_AS_OTHER", 3, 14),
    ],
)
def test_what_is_forgiven_is_told_and_can_be_fixed(data: str, code: str, line: int, column: int) -> None:
    """Strictness makes it an error; fixing rewrites it without a change of meaning, once and for all."""
    front = read_skill_md(data.encode())
    (problem,) = front.problems
    assert (problem.code, problem.location.line, problem.location.column) == (code, line, column)
    assert front.name == "a"
    assert front.body.startswith("b")
    assert problem.fixable
    assert problem.hardened().is_error
    fixed = fix_skill_md(data.encode())
    again = read_skill_md(fixed)
    assert (again.name, again.description, again.body) == (front.name, front.description, front.body)
    assert again.problems == ()
    assert fix_skill_md(fixed) == fixed


@pytest.mark.rule("FM-7")
def test_a_description_with_a_colon_loses_nothing_else() -> None:
    """The tools below it are read as well."""
    front = read("name: a\ndescription: Use when: x, y\nallowed-tools: [file_read]")
    assert front.description == "Use when: x, y"
    assert front.allowed_tools == Declared(("file_read",))


@pytest.mark.rule("FM-7")
@pytest.mark.parametrize(
    ("data", "code", "line", "says"),
    [
        ("", "FRONT_MATTER_MISSING", 1, "empty"),
        (" \n\n", "FRONT_MATTER_MISSING", 1, "empty"),
        ("# Title\n", "FRONT_MATTER_MISSING", 1, "front matter"),
        ("# Title\n\n---\n\ntext\n\n---\n", "FRONT_MATTER_MISSING", 1, "front matter"),
        ("<!-- x -->\n---\nname: a\n---\n", "FRONT_MATTER_MISSING", 1, "first line"),
        ("\n# x\n", "FRONT_MATTER_MISSING", 2, "front matter"),
        ("----\nname: a\n----\n", "FRONT_MATTER_MISSING", 1, "front matter"),
        ("---\nname: a\ndescription: x\n\n# T\n", "FRONT_MATTER_NOT_CLOSED", 1, "closing"),
        ("---\nname: a\n\n# T\n\n1. x\n\n---\n\ny", "FRONT_MATTER_NOT_CLOSED", 1, "closing"),
        ("---\nname: a\n----\n# T\n", "FRONT_MATTER_NOT_CLOSED", 3, "closing"),
        ("---\nname: a\n----\n\n# T\n---\n", "FRONT_MATTER_NOT_CLOSED", 3, "closing"),
        ("---", "FRONT_MATTER_NOT_CLOSED", 1, "closing"),
        ("---\n- a\n---\n", "YAML_NOT_A_MAP", 2, "key: value"),
        ("---\ntext\n---\n", "YAML_NOT_A_MAP", 2, "key: value"),
        ('---\nname: a\ndescription: "a "b" c"\n---\n', "YAML_QUOTES", 3, "quote"),
        ("---\nname: a\ndescription: 'It's'\n---\n", "YAML_QUOTES", 3, "quote"),
        ('---\nname: a\ndescription: "a\n---\n\n# b\n---\nc\n---\n', "YAML_QUOTE_OPEN", 3, "closed"),
        ("---\nname: a\nallowed-tools:\n\t- bash\n---\n", "YAML_TAB_INDENT", 4, "tab"),
        ("---\nname: a\ndescription: x\n  allowed-tools: [b]\n---\n", "YAML_INDENT", 4, "colon"),
        ("---\nname: a\nname: b\ndescription: x\n---\n", "YAML_DUPLICATE_KEY", 3, "twice"),
        ("---\nname: a\ndescription: x\nm: &m\n  s: *m\n---\n", "YAML_ANCHOR", 4, "anchor"),
    ],
)
def test_what_cannot_be_understood_safely_is_an_error_at_its_line(data: str, code: str, line: int, says: str) -> None:
    """With words that help, and a hint; `--fix` leaves the file as it is."""
    front = read_skill_md(data.encode())
    (problem, *_) = [one for one in front.problems if one.code == code]
    assert problem.is_error
    assert problem.location.line == line
    assert says in problem.message.lower()
    assert problem.hint


@pytest.mark.rule("FM-7")
def test_fixing_leaves_alone_what_it_cannot_read() -> None:
    """Broken front matter, and bytes that are no text."""
    for data in (b"", b"# T\n", b"\xff\xfe-", b'---\nname: "a" b\n---\n', b"---\r\nname: a\r\n"):
        assert fix_skill_md(data) == data
    assert fix_skill_md(b"--- \n---\nx") == b"---\n---\nx"


@pytest.mark.rule("FM-7")
def test_fixing_keeps_comments_and_every_other_byte() -> None:
    """Only what was forgiven changes."""
    data = (
        b"---\r\n# c\nname: 12 # n\ndescription: a: b # d\nentrypoints:\n  1: 2\n"
        b"allowed-tools: [5]\nallowed_tools: 5\n...\nx  \r\n"
    )
    fixed = (
        b'---\n# c\nname: "12" # n\ndescription: "a: b" # d\nentrypoints:\n  "1": "2"\n'
        b'allowed-tools: ["5"]\nallowed_tools: 5\n---\nx  \n'
    )
    assert fix_skill_md(data) == fixed


@pytest.mark.rule("FM-7")
def test_front_matter_over_256_kib_is_refused_unread() -> None:
    """The message has the size and the limit."""
    front = read(f"name: a\ndescription: x\nlicense: {'y' * 262_144}")
    assert errors(front) == [("FRONT_MATTER_TOO_LARGE", 1)]
    assert "262,144" in front.problems[0].message
    assert errors(read(f"name: a\ndescription: {'y' * 262_100}")) == []
    big = f'---\nname: a\ndescription: "x\n---\n{"y" * 262_144}"\n---\n'
    assert errors(read_skill_md(big.encode())) == [("YAML_QUOTE_OPEN", 3)]


@pytest.mark.rule("FM-7", "FM-11")
def test_a_skill_md_that_is_not_utf_8_says_where() -> None:
    """Offset and line of the first bad byte."""
    front = read_skill_md(b"---\nname: caf\xe9\n---\n", file="x/SKILL.md")
    (problem,) = front.problems
    assert (problem.code, problem.location.text) == ("SKILL_MD_NOT_UTF8", "x/SKILL.md:2")
    assert "0xe9 at offset 13" in problem.message


@pytest.mark.rule("FM-7")
def test_every_code_of_the_catalogue_is_a_stable_word() -> None:
    """Upper case, with a meaning that ends in a full stop."""
    for code, rule in CATALOGUE.items():
        assert code.replace("_", "").isalnum()
        assert code.isupper()
        assert rule.meaning.endswith(".")
