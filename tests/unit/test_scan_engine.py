"""The engine: every piece to every detector, nothing left out in silence, nobody in another's way."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from skillhouse.model.finding import Location
from skillhouse.model.policy import Policy, Waiver
from skillhouse.model.severity import Severity
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.scan import engine
from skillhouse.scan.budget import Budget, OverBudget
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language, Origin, Piece
from skillhouse.scan.registry import builtin_detectors
from skillhouse.scan.rule import Hit, Rule, Tier
from skillhouse.scan.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.model.finding import Finding
    from skillhouse.model.report import ScanReport
    from skillhouse.scan import Context, Detector


@dataclass
class Fake:
    """A detector that does what a test says."""

    act: Callable[[Piece, Context], Iterator[Hit | Piece]]
    name: str = "fake"
    languages: frozenset[Language] = frozenset({Language.PYTHON})
    rules: tuple[Rule, ...] = rules("SKS-URL-HOST")
    seen: list[Piece] = field(default_factory=list)

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Remember the piece, and act."""
        self.seen.append(piece)
        yield from self.act(piece, context)


def subject(**files: str | bytes) -> Subject:
    """A skill of these files; `__` in a name is a dot."""
    listed = {name.replace("__", "."): text for name, text in files.items()}
    return Subject(
        "demo", Bundle(tuple(SkillFile(n, t if isinstance(t, bytes) else t.encode()) for n, t in listed.items()))
    )


def hits_with(word: str, severity: Severity = Severity.LOW) -> Callable[[Piece, Context], Iterator[Hit | Piece]]:
    """Say a hit for each line that holds a word."""

    def act(piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        for number, line in enumerate(piece.text.split("\n"), 1):
            if word in line:
                yield Hit("SKS-URL-HOST", severity, f"names {word}", piece, piece.at(number, line.index(word) + 1))

    return act


def scan(what: Subject, *detectors: Detector, policy: Policy | None = None, budget: Budget | None = None) -> ScanReport:
    """The report of a skill by these detectors alone."""
    return engine.scan(what, policy or Policy(), detectors, today=date(2026, 12, 1), budget=budget)


def marks(findings: tuple[Finding, ...]) -> list[str]:
    """The fingerprints."""
    return sorted(one.fingerprint for one in findings)


@pytest.mark.rule("SCN-4")
def test_a_finding_has_all_that_a_person_needs_to_judge_it() -> None:
    """Rule, severity, message, why, fix, place, snippet and fingerprint."""
    (found,) = scan(subject(a__py="x = 1\ny = 'evil.example'\n"), Fake(hits_with("evil"))).findings
    assert (found.rule, found.severity, found.message) == ("SKS-URL-HOST", Severity.LOW, "names evil")
    assert (found.location, found.snippet) == (Location("a.py", 2, 6), "y = 'evil.example'")
    assert found.kind == "external-url"
    assert found.why.startswith("A script that names a host")
    assert found.fix.startswith("Remove the address")
    assert len(found.fingerprint) == 32


@pytest.mark.rule("SCN-4")
def test_a_fingerprint_stays_when_lines_move_and_a_second_one_is_another() -> None:
    """What was acknowledged stays so; what is new is open, even where it reads the same."""
    fake = Fake(hits_with("evil"))
    before = marks(scan(subject(a__py="get('evil')\n"), fake).findings)
    moved = marks(scan(subject(a__py="\n\n\n   get('evil')\n"), fake).findings)
    doubled = marks(scan(subject(a__py="get('evil')\nx = 1\nget('evil')\n"), fake).findings)
    assert before == moved
    assert len(set(doubled)) == 2
    assert set(before) < set(doubled)


@pytest.mark.rule("SCN-4")
def test_two_skills_share_no_fingerprint() -> None:
    """Letting a finding pass in one skill says nothing of another."""
    one = subject(a__py="evil")
    other = Subject("other", one.bundle)
    fake = Fake(hits_with("evil"))
    assert not set(marks(scan(one, fake).findings)) & set(marks(scan(other, fake).findings))


def test_the_same_hit_is_one_finding_at_its_highest_severity() -> None:
    """Two detectors may see the same thing."""
    found = scan(
        subject(a__py="evil"),
        Fake(hits_with("evil")),
        Fake(hits_with("evil", Severity.HIGH), "b"),
        Fake(hits_with("evil")),
    )
    assert [one.severity for one in found.findings] == [Severity.HIGH]
    assert found.worst is Severity.HIGH
    assert scan(subject(a__py="good"), Fake(hits_with("evil"))).worst is None


@pytest.mark.rule("SCN-8")
def test_a_detector_that_fails_is_a_finding_and_hides_nothing() -> None:
    """Its fault is told with its name; the others see every file."""

    def fail(piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        yield from hits_with("evil")(piece, context)
        raise RecursionError

    found = scan(subject(a__py="evil", b__py="evil"), Fake(fail, "broken"), Fake(hits_with("evil"), "good")).findings
    assert sorted({one.rule for one in found}) == ["SKS-DETECTOR-FAILED", "SKS-URL-HOST"]
    failed = [one for one in found if one.rule == "SKS-DETECTOR-FAILED"]
    assert [one.location.file for one in failed] == ["a.py", "b.py"]
    assert "broken" in failed[0].message
    assert [one.location.file for one in found if one.rule == "SKS-URL-HOST"] == ["a.py", "b.py"]


@pytest.mark.rule("SCN-8")
def test_a_file_that_takes_too_much_work_is_said_and_hides_no_other() -> None:
    """The detector stops on that file; the others, and other files, have budgets of their own."""

    def greedy(piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        if piece.file == "a.py":
            context.spend(10**9)
        yield from hits_with("evil")(piece, context)

    budget = Budget(file_steps=1000, skill_steps=10**12)
    found = scan(
        subject(a__py="evil", b__py="evil"), Fake(greedy), Fake(hits_with("evil"), "other"), budget=budget
    ).findings
    assert [(one.rule, one.location.file) for one in found] == [
        ("SKS-UNSCANNED", "a.py"),
        ("SKS-URL-HOST", "a.py"),
        ("SKS-URL-HOST", "b.py"),
    ]


def test_a_skill_has_a_budget_of_its_own() -> None:
    """Many small files cannot add up to an endless scan."""
    budget = Budget(file_steps=100, skill_steps=150)
    budget.turn_to("a", "x")
    budget.spend(100)
    budget.turn_to("b", "x")
    with pytest.raises(OverBudget):
        budget.spend(60)
    with pytest.raises(OverBudget):
        budget.turn_to("c", "x")


@pytest.mark.rule("SCN-8")
def test_code_in_code_is_looked_at_but_not_for_ever() -> None:
    """A piece that yields itself again and again ends in a finding; the same piece is looked at once."""

    def nest(piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        yield piece.decoded(piece.text + "x", Language.PYTHON, piece.at(1), "base64")

    deep = Fake(nest)
    assert [one.rule for one in scan(subject(a__py="x"), deep).findings] == ["SKS-UNSCANNED"]
    assert len(deep.seen) == engine.DEPTH + 1

    def wide(piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        if piece.origin is Origin.FILE:
            for number in range(engine.PIECES + 5):
                yield piece.decoded(str(number), Language.PYTHON, piece.at(1), "hex")

    many = Fake(wide)
    assert [one.rule for one in scan(subject(a__py="x"), many).findings] == ["SKS-UNSCANNED"]
    assert len(many.seen) == engine.PIECES + 1

    def same(piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        yield piece.decoded("again", Language.PYTHON, piece.at(1), "hex")
        yield piece.decoded("again", Language.PYTHON, piece.at(1), "hex")

    once = Fake(same)
    scan(subject(a__py="x"), once)
    assert [piece.text for piece in once.seen][:2] == ["x", "again"]
    assert len(once.seen) == engine.DEPTH + 1


def test_what_was_undone_is_told_with_the_finding() -> None:
    """A hit in a decoded piece stands where the encoded text does."""

    def undo(piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        if piece.origin is Origin.FILE:
            yield piece.decoded("evil", Language.PYTHON, piece.at(2, 3), "base64")
        yield from hits_with("evil")(piece, context)

    (found,) = scan(subject(a__py="x\n  b64\n"), Fake(undo)).findings
    assert (found.via, found.location) == (("base64",), Location("a.py", 2, 3))


def test_a_capped_piece_weighs_no_more_than_its_cap() -> None:
    """A command under "never run this" is worth a look, not an alarm."""

    def capped(piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        quoted = Piece(piece.file, piece.language, piece.text, cap=Severity.MEDIUM)
        yield Hit("SKS-URL-HOST", Severity.CRITICAL, "m", quoted, quoted.at(1))

    assert [one.severity for one in scan(subject(a__py="x"), Fake(capped)).findings] == [Severity.MEDIUM]


@pytest.mark.rule("SCN-7")
def test_nothing_is_suppressed_in_silence_and_nothing_for_ever_without_a_word() -> None:
    """A suppression and a disabled rule are told with reason and owner; an expired one counts no more, and is said."""
    what, fake = subject(a__py="evil"), Fake(hits_with("evil"))
    (mark,) = marks(scan(what, fake).findings)
    good = Waiver("checked by hand", "ana", date(2026, 12, 1))
    old = Waiver("checked by hand", "ana", date(2026, 11, 30))
    held = scan(what, fake, policy=Policy(suppressions=MappingProxyType({mark: good})))
    assert held.findings == ()
    assert [(one.by, one.reason, one.owner) for one in held.suppressed] == [("suppression", "checked by hand", "ana")]
    off = scan(what, fake, policy=Policy(disabled=MappingProxyType({"SKS-URL-HOST": good})))
    assert [one.by for one in off.suppressed] == ["disabled rule"]
    expired = scan(what, fake, policy=Policy(suppressions=MappingProxyType({mark: old})))
    assert marks(expired.findings) == [mark]
    assert "expired on 2026-11-30" in expired.notes[0]
    unknown_day = engine.scan(what, Policy(suppressions=MappingProxyType({mark: good})), (fake,))
    assert marks(unknown_day.findings) == [mark]


@pytest.mark.rule("SCN-7")
def test_a_baseline_lets_pass_what_was_there_before() -> None:
    """Only what is new counts."""
    what, fake = subject(a__py="evil\nother evil"), Fake(hits_with("evil"))
    first, *_ = marks(scan(what, fake).findings)
    report = engine.scan(what, Policy(), (fake,), baseline=frozenset({first}))
    assert len(report.findings) == 1
    assert [one.by for one in report.suppressed] == ["baseline"]


def test_a_report_names_what_it_was_weighed_by() -> None:
    """Policy with digest, rule set, and detectors whose rules are not the built-in ones."""
    own = Rule("ACME-RULE", Tier.LITERAL, "acme", "t", "w.", "f.", "low")
    report = scan(subject(a__py="x"), Fake(hits_with("evil"), "acme", rules=(own,)))
    assert report.rule_set.endswith("+acme")
    assert report.policy == "balanced"
    assert report.policy_digest.startswith("sha256:")


def test_a_rule_of_a_plugin_is_told_as_a_built_in_one() -> None:
    """Its own why and fix."""
    own = Rule("ACME-RULE", Tier.LITERAL, "acme", "t", "Our why.", "Our fix.", "low")

    def act(piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        yield Hit("ACME-RULE", Severity.LOW, "m", piece, piece.at(1))

    (found,) = scan(subject(a__py="x"), Fake(act, "acme", rules=(own,))).findings
    assert (found.why, found.fix, found.kind) == ("Our why.", "Our fix.", "acme")


def test_a_long_line_is_shown_around_the_evidence_and_secrets_are_masked() -> None:
    """A key is starred out wherever a line is quoted, and in messages."""
    key = "AKIA" + "Q4Z7T2M9X1B6C8D3"
    (found,) = scan(subject(a__py=f"k = '{key}' # evil"), Fake(hits_with("evil"))).findings
    assert key not in found.snippet
    assert found.snippet.startswith("k = 'AKIA****")
    (far,) = scan(subject(a__py="a" * 5000 + " evil " + "b" * 5000), Fake(hits_with("evil"))).findings
    assert far.snippet.startswith("…")
    assert far.snippet.endswith("…")
    assert "evil" in far.snippet
    assert len(far.snippet) < 200


def test_pieces_of_a_skill_md_are_front_matter_and_body() -> None:
    """Each with its place; broken fences hide nothing."""
    looks = frozenset({Language.FRONT_MATTER, Language.MARKDOWN, Language.FILE, Language.SKILL})
    for text, expected in (
        ("\n---\na: 1\n---\n# Body\n", [("a: 1", 3), ("# Body\n", 5)]),
        ("---\na: 1\n", [("a: 1\n", 2)]),
        ("# Body\n", [("# Body\n", 1)]),
        ("", [("", 1)]),
    ):
        fake = Fake(hits_with("evil"), languages=looks)
        scan(subject(SKILL__md=text), fake)
        inner = [piece for piece in fake.seen if piece.language not in {Language.FILE, Language.SKILL}]
        assert [(piece.text, piece.line) for piece in inner] == expected


@pytest.mark.parametrize(
    ("name", "content", "language"),
    [
        ("a.py", b"x", Language.PYTHON),
        ("tool", b"#!/usr/bin/env python3\n", Language.PYTHON),
        ("tool", b"#!/bin/sh\n", Language.SHELL),
        ("tool", b"#!/usr/bin/env -S deno run\n", Language.TYPESCRIPT),
        ("tool", b"#!/usr/bin/perl\n", Language.DATA),
        ("notes.txt", b"#!/bin/bash\n", Language.SHELL),
        ("notes.txt", b"hello", Language.MARKDOWN),
        (".bashrc", b"x", Language.SHELL),
        ("a.PS1", b"x", Language.WINDOWS),
        ("Makefile", b"x", Language.DATA),
        ("data.csv", b"x", Language.DATA),
        ("a.ts", "\ufeffx".encode("utf-16"), Language.TYPESCRIPT),
    ],
)
@pytest.mark.rule("SCN-1")
def test_the_language_of_a_file_is_known_by_name_or_shebang(name: str, content: bytes, language: Language) -> None:
    """Also where a script can start what no runtime would."""
    fake = Fake(hits_with("evil"), languages=frozenset(Language))
    scan(Subject("demo", Bundle((SkillFile(name, content),))), fake)
    assert [piece.language for piece in fake.seen] == [Language.SKILL, Language.FILE, language]


@pytest.mark.rule("SCN-8")
def test_halves_of_characters_break_no_detector() -> None:
    """What is decoded can hold them; a pattern cannot be searched in such a text."""
    code = "\n".join(f'x{n} = "\\ud83d https://a.example \\udfff" + chr(0xD800 + {n})' for n in range(9))
    config = json.dumps(
        {"mcpServers": {"a\ud800": {"command": "x", "env": {"OPENAI_BASE_URL": "https://b.example/\udc00"}}}}
    )
    report = engine.scan(subject(a__py=code, b__json=config, c__md="text\\ud800"), Policy(), builtin_detectors())
    assert "SKS-DETECTOR-FAILED" not in {found.rule for found in report.findings}


@pytest.mark.rule("SCN-1")
def test_a_long_file_that_could_hold_code_is_told() -> None:
    """Nothing is left out in silence."""
    report = engine.scan(subject(a__yaml="key: value\n" * 40_000), Policy(), builtin_detectors())
    assert [(found.rule, found.severity) for found in report.findings] == [("SKS-UNSCANNED", Severity.LOW)]


@pytest.mark.rule("SCN-8")
def test_a_large_file_never_hides_what_the_skill_says() -> None:
    """Where the work for a whole skill ends early, SKILL.md and the small files have been looked at."""
    files = (
        SkillFile("a.py", b"x" * 9000),
        SkillFile("SKILL.md", b"---\nname: s\n---\n" + b"y" * 500),
        SkillFile("z.py", b"z"),
    )
    fake = Fake(hits_with("evil"), languages=frozenset({Language.FILE}))
    scan(Subject("demo", Bundle(files)), fake)
    assert [piece.file for piece in fake.seen] == ["SKILL.md", "z.py", "a.py"]


def test_line_ends_do_not_move_lines() -> None:
    """CRLF and CR count as one line end each."""
    (found,) = scan(subject(a__py=b"a\r\nb\rc evil"), Fake(hits_with("evil"))).findings
    assert found.location == Location("a.py", 3, 3)
