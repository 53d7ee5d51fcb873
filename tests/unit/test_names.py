"""What a name and a path may look like."""

from __future__ import annotations

import pytest

from skillhouse.model.names import check_path, check_skill_name, is_standard_name, path_key, runtime_of


@pytest.mark.rule("FM-2")
@pytest.mark.parametrize(
    "name",
    ["a", "price-calculation", "价格计算", "café", "Site Fetcher", "A_1.2", "x" * 64, "क्\u200dष", "👩\u200d👧"],
)
def test_a_name_of_any_script_is_taken(name: str) -> None:
    """Letters of every script, digits, inner spaces and dots, up to 64 characters."""
    assert check_skill_name(name) is None


@pytest.mark.rule("FM-2")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "empty"),
        ("x" * 65, "65 characters, over the limit of 64"),
        (" a", "space at one end"),
        ("a\u3000", "space at one end"),
        ("..", "dots"),
        ("a\x07b", "U+0007"),
        ("a\u202eb", "U+202E"),
        ("a\u2028b", "U+2028"),
        ("a\ufeffb", "U+FEFF"),
        ('a"b', "quote"),
        ("it's", "quote"),
        ("a`b", "quote"),
        ("a“b", "quote"),
        ("a[b", "bracket"),
        ("a(b", "bracket"),
        ("a{b", "bracket"),
        ("a>b", "bracket"),
        ("「a", "bracket"),
        ("a\\b", "\\"),
        ("a/b", "/"),
        ("a@b", "@"),
    ],
)
def test_what_would_break_references_and_catalog_lines_is_no_name(name: str, says: str) -> None:
    """The reason names what is wrong."""
    assert says in (check_skill_name(name) or "")


@pytest.mark.rule("FM-7")
@pytest.mark.parametrize(
    ("name", "standard"),
    [("a", True), ("a-b-1", True), ("A", False), ("-a", False), ("a-", False), ("a--b", False), ("a b", False)],
)
def test_the_open_standard_takes_fewer_names(name: str, *, standard: bool) -> None:
    """Lower case, digits and single hyphens."""
    assert is_standard_name(name) is standard
    assert not is_standard_name("a" * 65)


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize(
    "path", ["SKILL.md", "scripts/total.py", ".hidden/x", "a b/ü.md", "ab:c", "-x", "a..b/...", "x\u200bz"]
)
def test_an_ordinary_path_is_taken(path: str) -> None:
    """Relative, with slashes, in normal form."""
    assert check_path(path) is None


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("", "empty"),
        ("/etc/passwd", "absolute"),
        ("C:/x", "absolute"),
        ("c:x", "absolute"),
        ("../x", "'..'"),
        ("a/../b", "'..'"),
        ("a//b", "empty part"),
        ("a/", "empty part"),
        ("./a", "empty part"),
        ("a\\b", "backslash"),
        ("a\0b", "U+0000"),
        ("a\nb", "U+000A"),
        ("a\udcffb", "U+DCFF"),
        ("cafe\u0301", "NFC"),
        ("x" * 256, "256 bytes"),
        ("/".join(["y" * 200] * 6), "too long"),
        ("/".join("a" * 33), "33 folders deep"),
    ],
)
def test_a_path_that_leads_elsewhere_or_cannot_be_stored_is_refused(path: str, says: str) -> None:
    """The reason names what is wrong."""
    assert says in (check_path(path) or "")


@pytest.mark.rule("FM-12")
def test_paths_that_differ_by_case_or_normal_form_have_one_key() -> None:
    """What some file system would hold at one place."""
    assert path_key("A/Straße") == path_key("a/STRASSE")
    assert path_key("cafe\u0301") == path_key("CAFÉ")
    assert path_key("a") != path_key("b")


@pytest.mark.rule("SBX-1")
@pytest.mark.parametrize(
    ("path", "runtime"),
    [
        ("scripts/a.py", "python"),
        ("a.sh", "sh"),
        ("a.js", "node"),
        ("a.mjs", "node"),
        ("a.cjs", "node"),
        ("a.ts", None),
        ("a.PY", None),
        (".py", None),
        ("x/.sh", None),
        ("py", None),
        ("a.py/data", None),
    ],
)
def test_the_extension_says_which_runtime_a_script_has(path: str, runtime: str | None) -> None:
    """A file without a known extension is data."""
    assert runtime_of(path) == runtime
