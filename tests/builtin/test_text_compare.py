"""Comparing texts: a diff that `patch` takes, a merge that loses nothing, and lists as sets in every shell."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import SHELLS, Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("text-compare")
DIFF, MERGE = SKILL.load("diff"), SKILL.load("merge")
MATCHING, TEXTS = SKILL.load("matching"), SKILL.load("texts")

ITEMS = st.lists(st.sampled_from("aabbcdef"), max_size=14)
TEXT = st.builds(lambda lines, cut: "".join(f"{line}\n" for line in lines)[: -1 if cut else None], ITEMS, st.booleans())


@given(ITEMS, ITEMS)
def test_changes_cover_both_sequences_and_what_is_equal_is(old: list[str], new: list[str]) -> None:
    """In order, without a gap, and never two of a kind beside each other."""
    found = MATCHING.changes(old, new)
    rebuilt: list[str] = []
    for one in found:
        assert one.old_start == sum(part.old_end - part.old_start for part in found[: found.index(one)])
        if one.op == "equal":
            assert old[one.old_start : one.old_end] == new[one.new_start : one.new_end]
        rebuilt += new[one.new_start : one.new_end]
    assert rebuilt == new
    assert sum(one.old_end - one.old_start for one in found) == len(old)
    assert all(one.op != after.op for one, after in itertools.pairwise(found))


def test_a_large_text_without_a_unique_line_is_still_matched() -> None:
    """By short runs that stand once, and quickly."""
    old, state = [], 1
    for _ in range(5000):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        old.append(str((state >> 16) % 30))
    new = [*old[:2000], "new", *old[2001:4000], *old[4100:]]
    kept = sum(one.old_end - one.old_start for one in MATCHING.changes(old, new) if one.op == "equal")
    assert kept >= 4890


@pytest.mark.skipif(not shutil.which("patch"), reason="the host has no patch")
def test_patch_takes_every_diff(tmp_path: Path) -> None:
    """With and without context, a last line without end included."""

    @settings(max_examples=40)  # each starts a process
    @given(TEXT, TEXT, st.sampled_from([0, 1, 3]))
    def check(old: str, new: str, context: int) -> None:
        if old == new:
            return
        old_lines, new_lines = TEXTS.split_lines(old), TEXTS.split_lines(new)
        diff = DIFF.unified(MATCHING.changes(old_lines, new_lines), old_lines, new_lines, context)
        (tmp_path / "file").write_text(old, newline="")
        command = ["patch", "--silent", "--no-backup-if-mismatch", str(tmp_path / "file")]
        subprocess.run(command, input=diff, text=True, check=True, capture_output=True)
        assert ((tmp_path / "file").read_text() if (tmp_path / "file").exists() else "") == new

    check()


def merged(base: str, mine: str, theirs: str) -> dict[str, object]:
    """The answer of merge.py."""
    args = ["--base-text", base, "--mine-text", mine, "--theirs-text", theirs, "--json", "--show-base", "no"]
    answer: dict[str, object] = json.loads(MERGE.main(args))
    return answer


@given(TEXT, TEXT)
def test_where_only_one_side_changed_it_wins(base: str, other: str) -> None:
    """And two equal changes are one."""
    assert merged(base, base, other)["merged"] == other
    assert merged(base, other, base)["merged"] == other
    assert merged(base, other, other) | {"conflicts": []} == merged(base, other, other)
    assert merged(base, other, other)["merged"] == other


@pytest.mark.skipif(not shutil.which("git"), reason="the host has no git")
def test_a_clean_merge_is_that_of_git(tmp_path: Path) -> None:
    """Wherever both say that there is no conflict, they say the same text."""
    agreed: list[bool] = []

    @settings(max_examples=40)  # each starts a process
    @given(TEXT, TEXT, TEXT)
    def check(base: str, mine: str, theirs: str) -> None:
        for name, text in (("mine", mine), ("base", base), ("theirs", theirs)):
            (tmp_path / name).write_text(text, newline="")
        command = ["git", "merge-file", "-p", "-q", "mine", "base", "theirs"]
        git = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        ours = merged(base, mine, theirs)
        if git.returncode == 0 and ours["clean"]:
            assert ours["merged"] == git.stdout
            agreed.append(True)

    check()
    assert agreed


def test_a_conflict_shows_all_three_and_closes_its_lines() -> None:
    """Also where a side has no line end, and where one side took the lines away."""
    text = MERGE.main(["--base-text", "a\nx", "--mine-text", "a\ny", "--theirs-text", "a\n"])
    assert text == "a\n<<<<<<< mine\ny\n||||||| base\nx\n=======\n>>>>>>> theirs\n"


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("a\r\nb", "a\nb", "line ends"),
        ("a\n", "a", "end of the last line"),
        ("\ufeffa", "a", "byte-order mark"),
        ("é", "e\u0301", "Unicode normal form"),
        ("1\u00a0km", "1 km", "no-break space"),
        ("ﬁ", "fi", "Unicode compatibility form"),
        ("a\u200bb", "ab", "zero-width characters"),
        ("a  b", "a b ", "space"),
        ("Straße", "STRASSE", "case"),
        ("A b", "ab", "case and space"),
        ("é", "e", None),
        ("a", "a", None),
    ],
)
def test_the_only_kind_of_difference_is_named(old: str, new: str, kind: str | None) -> None:
    """The narrowest kind that explains all of it."""
    answer = json.loads(DIFF.main(["--old-text", old, "--new-text", new, "--json"]))
    assert (answer["only_difference"], answer["identical"]) == (kind, old == new)


def test_the_normal_form_of_each_side_is_told() -> None:
    """Only where that is the only difference."""
    plain = DIFF.main(["--old-text", "é", "--new-text", "e\u0301"])
    assert plain.startswith("# The only difference: Unicode normal form (old is NFC, new is NFD).\n--- old\n")
    mixed = "é e\u0301"
    assert unicodedata.normalize("NFC", mixed) != mixed
    assert "new is neither NFC nor NFD" in DIFF.main(["--old-text", "é é", "--new-text", mixed])


@given(st.text(st.sampled_from("aé e\u0301'.,1_-\n東京กำनमस्ते👍🏽\u200d"), max_size=20))
def test_words_put_together_are_the_text(text: str) -> None:
    """Whatever the script; and no mark stands alone where a character is before it."""
    words = TEXTS.split_words(text)
    assert "".join(words) == text
    assert all(words)
    attached = [one for one in words[1:] if unicodedata.category(one[0])[0] == "M"]
    assert attached == [
        one for one, before in zip(words[1:], words, strict=False) if before.isspace() and one in attached
    ]


def test_words_are_what_people_call_words() -> None:
    """An apostrophe, a decimal point and a vowel sign belong to their word; ideographs stand alone."""
    assert TEXTS.split_words("Don't, 3.14!") == ["Don't", ",", " ", "3.14", "!"]
    assert TEXTS.split_words("नमस्ते 東京") == ["नमस्ते", " ", "東", "京"]


@pytest.mark.parametrize("shell", SHELLS)
def test_lists_are_compared_as_sets_in_every_shell(tmp_path: Path, shell: str) -> None:
    """Against Python's own sets, with the characters that JSON and awk fall over."""
    old = ["a", "b b", "b b", "tab\there", 'quo"te', "back\\slash", "é", "$HOME", "a%sb", "-n", "Z"]
    new = ["z", "é", "-n", "quo\\te", "%d", "a"]
    tables: dict[str, list[dict[str, object]]] = {
        "old": [{"id": index, "name": item} for index, item in enumerate(old)],
        "new": [{"n": item} for item in new],
    }
    args = ["--old-table", "old", "--column", "name", "--new-text", "\n".join(new), "--sorted"]
    found = SKILL.run("scripts/lists.sh", args, tmp_path, tables, shell).answer
    assert set(found["only_old"]) == set(old) - set(new)
    assert found["only_new"] == sorted(set(new) - set(old), key=str.encode)
    assert set(found["both"]) == set(old) & set(new)
    assert (found["repeated_in_old"], found["repeated_in_new"], found["same_set"]) == (["b b"], [], False)
    counts = {"old_items": 11, "old_distinct": 10, "new_items": 6, "new_distinct": 6}
    assert found["counts"] == counts | {"only_old": 7, "only_new": 3, "both": 3}
    folded = SKILL.run("scripts/lists.sh", [*args, "--ignore-case"], tmp_path, tables, shell).answer
    assert "Z" in folded["both"]
    same = SKILL.run("scripts/lists.sh", ["--old-table", "new", "--new-table", "new"], tmp_path, tables, shell).answer
    assert (same["same_set"], same["both"]) == (True, new)


@pytest.mark.parametrize("shell", SHELLS)
def test_cells_of_a_table_are_read_as_json_in_every_shell(tmp_path: Path, shell: str) -> None:
    """Escapes, other columns with braces in their texts, nested values, null and empty files."""
    (tmp_path / "data").mkdir()
    rows = [
        {"x": '{"}', "text": 'a\\b"c\u0001\u0007/', "y": [1, {"]": "}"}]},
        {"x": None, "text": [1, {"k": "a]"}], "y": 2.50},
        {"x": True, "text": None, "y": None},
        {"x": 1, "text": "l1\nl2", "y": ""},
    ]
    lines = [json.dumps(row, ensure_ascii=index == 0) for index, row in enumerate(rows)]
    (tmp_path / "data/t.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "data/none.jsonl").write_text("")
    args = ["--old-table", "t", "--new-table", "none"]
    found = SKILL.run("scripts/lists.sh", args, tmp_path, shell=shell).answer
    assert found["only_old"] == ['a\\b"c\u0001\u0007/', '[1, {"k": "a]"}]', "l1 l2"]


BAD_CALLS = [
    ("scripts/diff.py", [], 2, "give exactly one of --old-text"),
    ("scripts/diff.py", ["--old-text", "a", "--old-file", "b", "--new-text", "c"], 2, "exactly one"),
    ("scripts/diff.py", ["--wrong"], 2, "no option '--wrong'"),
    ("scripts/diff.py", ["--old-text"], 2, "--old-text needs a value"),
    ("scripts/diff.py", ["--json", "--json"], 2, "--json is given twice"),
    ("scripts/diff.py", ["--old-text", "a", "--new-text", "b", "--context", "-1"], 2, "--context must be"),
    ("scripts/diff.py", ["--old-text", "a", "--new-text", "b", "--by", "letter"], 2, "--by must be one of line, word"),
    ("scripts/diff.py", ["--old-file", "gone", "--new-text", "b"], 1, "file 'gone' cannot be read"),
    ("scripts/diff.py", ["--old-file", "latin", "--new-text", "b"], 1, "not UTF-8 text (byte 4)"),
    ("scripts/diff.py", ["--old-table", "t", "--new-text", "b"], 1, "tables here: two"),
    ("scripts/diff.py", ["--old-table", "two", "--new-text", "b"], 1, "name one of a, b by --column"),
    ("scripts/merge.py", ["--base-text", "a", "--mine-text", "a"], 2, "--theirs-text"),
    ("scripts/lists.sh", ["--old-text", "a"], 2, "give one of --new-text"),
    ("scripts/lists.sh", ["--old-text", "a", "--old-text", "a"], 2, "give the old list once"),
    ("scripts/lists.sh", ["--old-text"], 2, "--old-text needs a value"),
    ("scripts/lists.sh", ["--wrong"], 2, "no option '--wrong'"),
    ("scripts/lists.sh", ["--old-file", "gone", "--new-text", "b"], 1, "no file 'gone'"),
    ("scripts/lists.sh", ["--old-table", "../t", "--new-text", "b"], 1, "no table '../t'"),
    ("scripts/lists.sh", ["--old-table", "two", "--new-text", "b"], 1, "name one of a, b by --column"),
]


@pytest.mark.parametrize(("script", "args", "code", "said"), BAD_CALLS)
def test_a_call_that_makes_no_sense_says_why(
    tmp_path: Path, script: str, args: list[str], code: int, said: str
) -> None:
    """Bad usage with the usage text, bad data with one line; never a traceback."""
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    done = SKILL.run(script, args, tmp_path, {"two": [{"a": 1, "b": 2}]})
    assert (done.exit_code, done.stdout, said in done.stderr) == (code, "", True)
    assert ("usage:" in done.stderr) == (code == 2)
    assert "Traceback" not in done.stderr
    assert code == 2 or done.stderr.count("\n") == 1
