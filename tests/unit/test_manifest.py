"""skillhouse.yaml to values."""

from __future__ import annotations

import pytest

from skillhouse.errors import InvalidManifest
from skillhouse.format.manifest import Manifest, ManifestSkill, read_manifest


def read(text: str) -> Manifest:
    """The manifest of this text."""
    return read_manifest(text.encode(), file="skillhouse.yaml")


@pytest.mark.rule("PKG-1")
def test_a_manifest_names_the_skills_of_a_project() -> None:
    """With or without a trailing slash, a folder or a definition file."""
    manifest = read(
        "---\nname: shop\nversion: 1.10\nskills:\n  - name: a\n    ref: ./skills/a/\n"
        "  - name: café\n    ref: defs/b.yaml\n"
        "    text_only: true\n  - name: c\n    ref: .\nagents:\n  - name: x\ntables: [{name: t, n: 1}]\n"
    )
    assert manifest == Manifest(
        "shop",
        "1.10",
        (
            ManifestSkill("a", "skills/a", text_only=False, line=5),
            ManifestSkill("café", "defs/b.yaml", text_only=True, line=7),
            ManifestSkill("c", ".", text_only=False, line=10),
        ),
        ({"name": "x"},),
        ({"name": "t", "n": 1},),
    )


@pytest.mark.rule("PKG-1")
@pytest.mark.parametrize("text", ["skills: []", "skills:\nname:\nversion:\nagents:\ntables:\n", "\ufeffskills: []\r\n"])
def test_almost_everything_may_be_left_out(text: str) -> None:
    """The project is then called after its folder, by whoever knows it."""
    assert read(text) == Manifest(None, "0.0.0", ())


@pytest.mark.rule("PKG-1")
def test_a_ref_may_go_up_and_down_inside_of_the_project() -> None:
    """Its normal form is what is kept."""
    assert read("skills: [{name: a, ref: ./x/../skills//a/./}]").skills[0].ref == "skills/a"


@pytest.mark.rule("PKG-1", "FM-7")
@pytest.mark.parametrize(
    ("text", "code", "line", "says"),
    [
        ("", "MANIFEST_INVALID", 1, "key: value"),
        ("- a\n", "MANIFEST_INVALID", 1, "key: value"),
        ("name: a\nname: b\n", "YAML_DUPLICATE_KEY", 2, "twice"),
        ("name: a: b\n", "YAML_INDENT", 1, "colon"),
        ("skills:\n\t- x\n", "YAML_TAB_INDENT", 2, "tab"),
        ("name: &x a\n", "YAML_ANCHOR", 1, "anchor"),
        ("name: a\nskill: []\n", "MANIFEST_UNKNOWN_KEY", 2, "'skill'"),
        ("name: a\nzzz: []\n", "MANIFEST_UNKNOWN_KEY", 2, "'zzz'"),
        ("name: [a]\n", "MANIFEST_INVALID", 1, "not text"),
        ("name: a/b\n", "MANIFEST_INVALID", 1, "a/b"),
        ("version: ' '\n", "MANIFEST_INVALID", 1, "version"),
        ('version: "1\\n2"\n', "MANIFEST_INVALID", 1, "version"),
        (f"version: {'1' * 65}\n", "MANIFEST_INVALID", 1, "version"),
        ("agents: {}\n", "MANIFEST_INVALID", 1, "agents"),
        ("skills: {}\n", "MANIFEST_INVALID", 1, "skills"),
        ("skills: [a]\n", "MANIFEST_INVALID", 1, "not a map"),
        ("skills: [{ref: a}]\n", "MANIFEST_INVALID", 1, "no name"),
        ("skills: [{name: a}]\n", "MANIFEST_INVALID", 1, "no ref"),
        ("skills: [{name: a, ref: }]\n", "MANIFEST_INVALID", 1, "no ref"),
        ("skills: [{name: [a], ref: b}]\n", "MANIFEST_INVALID", 1, "not text"),
        ("skills: [{name: a@b, ref: b}]\n", "MANIFEST_INVALID", 1, "a@b"),
        ("skills: [{name: a, ref: b, path: c}]\n", "MANIFEST_UNKNOWN_KEY", 1, "'path'"),
        ("skills: [{name: a, ref: b, text_only: maybe}]\n", "MANIFEST_INVALID", 1, "text_only"),
        ('skills: [{name: a, ref: b, text_only: "true"}]\n', "MANIFEST_INVALID", 1, "text_only"),
        ("skills: [{name: a, ref: b, text_only: [x]}]\n", "MANIFEST_INVALID", 1, "text_only"),
        ("skills:\n- {name: a, ref: b}\n- {name: a, ref: c}\n", "MANIFEST_DUPLICATE_NAME", 3, "lines 2 and 3"),
        ("skills: [{name: a, ref: ../b}]\n", "MANIFEST_REF_OUTSIDE", 1, "out of the project"),
        ("skills: [{name: a, ref: b/../../c}]\n", "MANIFEST_REF_OUTSIDE", 1, "out of the project"),
        ("skills: [{name: a, ref: /b}]\n", "MANIFEST_REF_OUTSIDE", 1, "out of the project"),
        ("skills: [{name: a, ref: 'b\\c'}]\n", "MANIFEST_REF_OUTSIDE", 1, "out of the project"),
        ('skills: [{name: a, ref: "b\\0c"}]\n', "MANIFEST_REF_OUTSIDE", 1, "U+0000"),
        ("x" * (1 << 20) + "x", "MANIFEST_INVALID", 1, "1,048,576"),
    ],
)
def test_what_the_format_does_not_know_is_refused_at_its_line(text: str, code: str, line: int, says: str) -> None:
    """A key that is overlooked may be a skill that somebody thinks is there."""
    with pytest.raises(InvalidManifest, match=f"skillhouse.yaml, line {line}: ") as caught:
        read(text)
    assert caught.value.code == code
    assert caught.value.where.startswith(f"skillhouse.yaml:{line}:")
    assert says in caught.value.message
    assert caught.value.hint


def test_a_manifest_that_is_no_text_says_where() -> None:
    """The line of the first bad byte."""
    with pytest.raises(InvalidManifest, match="line 2: byte 0xff at offset 8"):
        read_manifest(b"name: a\n\xff", file="skillhouse.yaml")


def test_the_first_problem_is_told_and_the_others_are_counted() -> None:
    """The first is the one that stands first."""
    with pytest.raises(InvalidManifest, match=r"line 1: .* \(and 2 more problems\)") as caught:
        read("zzz: 1\nskill: []\nskills: 5\n")
    assert "Keys are: " in caught.value.hint
