"""Versions in order, ranges as npm reads them, and what conventional commits call for."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SKILL = Skill("semantic-versions")
VERSIONS = (
    "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 0.3.0-0 1.0.0-rc.1 1.0.0 1.2.2 1.2.3-alpha 1.2.3-beta.10 1.2.3-rc.1"
    " 1.2.3 1.2.4 1.3.0-alpha.1 1.3.0-beta.1 1.3.0 1.3.1-beta 2.0.0-0 2.0.0-beta 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0"
)
# What semver 7 of npm takes of these versions.
RANGES = [
    ("^1.2.3", "1.2.3 1.2.4 1.3.0"),
    ("^0.2.3", "0.2.3 0.2.9"),
    ("^0.0.3", "0.0.3"),
    ("^0.0", "0.0.0 0.0.1 0.0.3 0.0.4"),
    ("^0", "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9"),
    ("^1.x", "1.0.0 1.2.2 1.2.3 1.2.4 1.3.0"),
    ("~1.2.3", "1.2.3 1.2.4"),
    ("~1.2", "1.2.2 1.2.3 1.2.4"),
    ("~1", "1.0.0 1.2.2 1.2.3 1.2.4 1.3.0"),
    ("~0.0.1", "0.0.1 0.0.3 0.0.4"),
    ("1.2.x", "1.2.2 1.2.3 1.2.4"),
    ("1.x", "1.0.0 1.2.2 1.2.3 1.2.4 1.3.0"),
    (
        "*",
        "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0",
    ),
    (
        "",
        "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0",
    ),
    ("1.2.3 - 2.3.4", "1.2.3 1.2.4 1.3.0 2.0.0 2.3.4"),
    ("1.2.3 - 2.3", "1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5"),
    ("1.2 - 2", "1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5"),
    (">1.2", "1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0"),
    (">1", "2.0.0 2.3.4 2.3.5 3.1.4 10.0.0"),
    (">=1.2", "1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0"),
    ("<1.2", "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0"),
    ("<=1.2", "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4"),
    ("<=1", "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0"),
    ("=1.2.3", "1.2.3"),
    (">=1.2.3 <2", "1.2.3 1.2.4 1.3.0"),
    ("^1.2 || >=3.1.4", "1.2.2 1.2.3 1.2.4 1.3.0 3.1.4 10.0.0"),
    ("^1.3.0-alpha", "1.3.0-alpha.1 1.3.0-beta.1 1.3.0"),
    ("~1.2.3-beta.2", "1.2.3-beta.10 1.2.3-rc.1 1.2.3 1.2.4"),
    (">=1.2.3-rc.1 <1.3.0", "1.2.3-rc.1 1.2.3 1.2.4"),
    (">*", ""),
    ("<*", ""),
    (
        ">=*",
        "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0",
    ),
    ("v1.2.3", "1.2.3"),
    (">= 1.2.3", "1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0"),
    ("~> 1.2", "1.2.2 1.2.3 1.2.4"),
    (
        "1.2.3 || *",
        "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0",
    ),
    ("<2.0.0-beta", "0.0.0 0.0.1 0.0.3 0.0.4 0.1.0 0.2.3 0.2.9 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 2.0.0-0"),
    ("1.0.0 - *", "1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 2.0.0 2.3.4 2.3.5 3.1.4 10.0.0"),
]


@pytest.fixture
def call(tmp_path: Path) -> Callable[..., Any]:
    """The answer of a script."""

    def answer(script: str, *args: str) -> Any:  # noqa: ANN401 - whatever the script prints
        return SKILL.run(f"scripts/{script}.js", args, tmp_path).answer

    return answer


@pytest.mark.parametrize("chunk", [RANGES[at::4] for at in range(4)], ids=range(4))
def test_a_range_takes_what_npm_takes(call: Callable[..., Any], chunk: list[tuple[str, str]]) -> None:
    """Carets, tildes, x, hyphens, comparators, alternatives, and the rule of prereleases."""
    for written, inside in chunk:
        found = call("ranges", "--range", written, "--versions", VERSIONS)
        assert (written, " ".join(found["inside"])) == (written, inside)
        assert sorted([*found["inside"], *found["outside"]]) == sorted(VERSIONS.split())


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("^1.2.3", ">=1.2.3 <2.0.0-0"),
        ("^0.0.3", ">=0.0.3 <0.0.4-0"),
        ("~1", ">=1.0.0 <2.0.0-0"),
        ("1.2 - 2.3", ">=1.2.0 <2.4.0-0"),
        (">1.2", ">=1.3.0"),
        ("<=1.2", "<1.3.0-0"),
        ("", "*"),
        ("^9007199254740993.1", ">=9007199254740993.1.0 <9007199254740994.0.0-0"),
    ],
)
def test_a_range_is_told_in_plain_comparators(call: Callable[..., Any], written: str, means: str) -> None:
    """Numbers of any size stay exact."""
    assert call("ranges", "--range", written)["means"] == means


def test_prereleases_are_let_in_on_demand(call: Callable[..., Any]) -> None:
    """By order alone, and still not those of the next major."""
    args = ("--range", "^1.2.3", "--versions", "1.3.0-beta 2.0.0-beta 1.2.3-rc.1")
    assert call("ranges", *args)["inside"] == []
    assert call("ranges", *args, "--include-prerelease")["inside"] == ["1.3.0-beta"]
    assert call("ranges", "--range", "~1", "--include-prerelease")["means"] == ">=1.0.0-0 <2.0.0-0"


IDENTIFIERS = st.one_of(st.integers(0, 30).map(str), st.from_regex(r"[a-c-][0-9a-c-]{0,2}", fullmatch=True))
SOME_VERSIONS = st.builds(
    lambda core, pre: ".".join(map(str, core)) + ("-" + ".".join(pre) if pre else ""),
    st.tuples(*[st.one_of(st.integers(0, 3), st.integers(2**53, 2**53 + 3))] * 3),
    st.lists(IDENTIFIERS, max_size=3),
)


def precedence(one: str, two: str) -> int:
    """The oracle's order, as the specification puts it."""
    (core, _, pre), (other_core, _, other_pre) = one.partition("-"), two.partition("-")
    numbers, others = ([int(part) for part in text.split(".")] for text in (core, other_core))
    if numbers != others:
        return -1 if numbers < others else 1
    if not pre or not other_pre:
        return bool(other_pre) - bool(pre)
    for a, b in itertools.zip_longest(pre.split("."), other_pre.split(".")):
        if a is None or b is None:
            return -1 if a is None else 1
        if a != b:
            keys = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in (a, b)]
            return -1 if keys[0] < keys[1] else 1
    return 0


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SOME_VERSIONS, min_size=1, max_size=40))
def test_versions_are_sorted_as_the_specification_says(call: Callable[..., Any], versions: list[str]) -> None:
    """Numbers beyond 2**53, numbers and words in prereleases; what is equal keeps its order."""
    found = call("versions", "--do", "sort", "--versions", " ".join(versions))
    assert found["sorted"] == sorted(versions, key=functools.cmp_to_key(precedence))
    assert (found["highest"], found["invalid_count"]) == (found["sorted"][-1], 0)


@pytest.mark.parametrize(
    ("one", "two", "sign", "differ"),
    [
        ("1.10.0", "1.9.0", ">", "minor"),
        ("1.0.0-rc.1", "1.0.0", "<", "prerelease"),
        ("v1.0.0+a", "1.0.0+b", "=", None),
        ("1.0.0-2", "1.0.0-11", "<", "prerelease"),
        ("1.0.0-11", "1.0.0-a", "<", "prerelease"),
        ("9007199254740993.0.0", "9007199254740992.0.0", ">", "major"),
    ],
)
def test_two_versions(call: Callable[..., Any], one: str, two: str, sign: str, differ: str | None) -> None:
    """Which is higher, and where they differ first."""
    found = call("versions", "--do", "compare", "--version", one, "--with", two)
    assert (found["sign"], found["differ_in"]) == (sign, differ)


@pytest.mark.parametrize(
    ("version", "level", "name", "bumped"),
    [
        ("1.2.3", "major", "", "2.0.0"),
        ("1.2.3", "minor", "", "1.3.0"),
        ("1.2.3", "patch", "", "1.2.4"),
        ("2.0.0-rc.1", "major", "", "2.0.0"),
        ("2.1.0-rc.1", "major", "", "3.0.0"),
        ("2.1.0-rc.1", "minor", "", "2.1.0"),
        ("2.1.1-rc.1", "minor", "", "2.2.0"),
        ("2.1.1-rc.1", "patch", "", "2.1.1"),
        ("1.2.3", "prerelease", "beta", "1.2.4-beta.0"),
        ("1.2.4-beta.0", "prerelease", "beta", "1.2.4-beta.1"),
        ("1.2.4-beta.9", "prerelease", "rc", "1.2.4-rc.0"),
        ("1.2.4-beta", "prerelease", "beta", "1.2.4-beta.0"),
        ("1.2.4-9007199254740993", "prerelease", "", "1.2.4-9007199254740994"),
        ("1.2.3", "premajor", "beta", "2.0.0-beta.0"),
        ("1.2.3", "preminor", "", "1.3.0-0"),
        ("1.2.3-rc.1+b7", "release", "", "1.2.3"),
    ],
)
def test_the_next_version(call: Callable[..., Any], version: str, level: str, name: str, bumped: str) -> None:
    """As npm counts."""
    args = ("--do", "bump", "--version", version, "--level", level, *(("--name", name) if name else ()))
    assert call("versions", *args)["to"] == bumped


@pytest.mark.parametrize(
    ("version", "commits", "more", "following"),
    [
        ("1.4.2", "fix: a", (), "1.4.3"),
        ("1.4.2", "perf: a\nfeat: b", (), "1.5.0"),
        ("1.4.2", "feat!: a", (), "2.0.0"),
        ("1.4.2", "fix(x)!: a", (), "2.0.0"),
        ("1.4.2", "fix: a\nBREAKING CHANGE: b", (), "2.0.0"),
        ("1.4.2", "docs: a\nchore: b", (), None),
        ("1.4.2", "mend it", (), None),
        ("0.4.2", "feat!: a", (), "0.5.0"),
        ("0.4.2", "feat!: a", ("--zero", "leave"), "1.0.0"),
        ("0.4.2", "feat: a", (), "0.5.0"),
        ("1.4.2", "feat: a", ("--prerelease", "beta"), "1.5.0-beta.0"),
        ("1.5.0-beta.0", "fix: a", ("--prerelease", "beta"), "1.5.0-beta.1"),
        ("1.5.0-beta.1", "feat!: a", ("--prerelease", "beta"), "2.0.0-beta.0"),
        ("1.5.0-beta.1", "feat: a", (), "1.5.0"),
        ("9007199254740993.0.0", "feat!: a", (), "9007199254740994.0.0"),
    ],
)
def test_commits_call_for_a_version(
    call: Callable[..., Any], version: str, commits: str, more: tuple[str, ...], following: str | None
) -> None:
    """What breaks, what is new, what is mended; and none where nothing is raised."""
    assert call("release", "--version", version, "--text", commits, *more)["next"] == following


def test_the_changelog_has_its_parts_and_stays_text(tmp_path: Path) -> None:
    """Markup of a commit is escaped, code is kept, one entry stands once, and the rest only on demand."""
    lines = (
        "a1b2c3d feat(ui): add *stars* and <b>bold</b>\n* fix: keep `[x]_y` as it is\nfix: keep `[x]_y` as it is\n"
        "revert: go back\ndocs: mend a link\nMerge branch 'x'\nchore(release): 1.0.0"
    )
    args = ["--version", "1.0.0", "--date", "2025-03-31", "--markdown", "--text", lines]
    ended = SKILL.run("scripts/release.js", args, tmp_path)
    assert ended.stdout == (
        "## 1.1.0 - 2025-03-31\n\n### Features\n\n- **ui:** add \\*stars\\* and &lt;b>bold&lt;/b> (a1b2c3d)\n\n"
        "### Bug fixes\n\n- keep `[x]_y` as it is\n\n### Reverted\n\n- go back\n"
    )
    assert "### Documentation\n\n- mend a link" in SKILL.run("scripts/release.js", [*args, "--all"], tmp_path).stdout


def test_whole_messages_come_from_a_table(tmp_path: Path) -> None:
    """A footer of a message, over two lines, is the note on what breaks."""
    message = "feat(api): change it\n\nA body.\n\nBREAKING CHANGE: the old way\nis gone\nRefs: #1"
    rows = [{"message": message, "hash": "0123456789abcdef"}, {"message": "update"}]
    ended = SKILL.run("scripts/release.js", ["--version", "1.0.0", "--table", "log"], tmp_path, {"log": rows})
    assert "### Breaking changes\n\n- **api:** the old way is gone (0123456789ab)" in ended.answer["markdown"]
    assert ended.answer["unread"] == ["update"]


@pytest.mark.parametrize(
    ("script", "args", "code", "message"),
    [
        ("versions", ["--do", "parse", "--version", "1.2"], 1, "it needs three numbers, like 1.2.3, and has 2"),
        ("versions", ["--do", "parse", "--version", "1.02.3"], 1, "a number must not begin with 0"),
        ("versions", ["--do", "parse", "--version", "1.a.3"], 1, "must be whole numbers"),
        ("versions", ["--do", "parse", "--version", "1.2.3-01"], 1, "a number there must not begin with 0"),
        ("versions", ["--do", "parse", "--version", "1.2." + "3" * 300], 1, "longer than 256"),
        ("versions", ["--do", "bump", "--version", "1.2.3", "--level", "release"], 1, "1.2.3 is released"),
        (
            "versions",
            ["--do", "bump", "--version", "1.2.3", "--level", "prerelease", "--name", "a b"],
            1,
            "a prerelease is",
        ),
        ("versions", ["--do", "sort", "--table", "none"], 1, "there is no table"),
        ("versions", ["--do", "sort", "--file", "none"], 1, "cannot be read: ENOENT"),
        ("versions", ["--do", "bump", "--version", "1.2.3"], 2, "--level must be given"),
        ("versions", ["--do", "dance"], 2, "--do must be one of parse, compare, sort, bump"),
        ("versions", ["--do", "sort", "--versions=1.0.0", "--versions", "2.0.0"], 2, "--versions is given twice"),
        ("ranges", ["--range", "1.x.3"], 1, "a number after an x"),
        ("ranges", ["--range", "^a"], 1, "is no part of a range"),
        ("ranges", ["--range", "01.2"], 1, "begins with 0"),
        ("ranges", ["--range", "1.2.3-01"], 1, "a prerelease that cannot be"),
        ("ranges", ["--range", "x" * 1001], 1, "longer than 1000"),
        ("ranges", [], 2, "--range must be given"),
        ("release", ["--version", "1.0.0", "--text", " "], 1, "there are no commits"),
        ("release", ["--version", "1.0.0", "--text", "fix: a", "--date", "2025-02-30"], 1, "which is not a date"),
        ("release", ["--version", "1.0.0"], 2, "give exactly one of --text, --file and --table"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, script: str, args: list[str], code: int, message: str) -> None:
    """One line for bad data, the usage for a bad call, no stack."""
    ended = SKILL.run(f"scripts/{script}.js", args, tmp_path)
    assert (ended.exit_code, ended.stdout) == (code, "")
    assert message in ended.stderr
    if code == 1:
        assert ended.stderr.count("\n") == 1
    else:
        assert f"\nusage: {script}.js" in ended.stderr
