"""E-mail addresses and secrets in the texts that travel everywhere."""

from __future__ import annotations

import pytest

from skillhouse.format.portable import read_bundle
from skillhouse.model.finding import Location
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.scan.carried import carried_in_text, carried_problems

WHERE = Location("SKILL.md", 3, 14)

# Put together here, so that no scanner of secrets takes this file for a leak.
KEYS = [
    "AKIA" + "IOSFODNN7EXAMPLE",
    "ghp_" + "a1" * 18,
    "github_pat_" + "a1" * 20,
    "glpat-" + "a1" * 10,
    "sk-" + "a1" * 24,
    "sk-ant-" + "api03-" + "a1" * 20,
    "sk_live_" + "a1" * 12,
    "xoxb-" + "1" * 12 + "-a",
    "AIza" + "a1" * 17 + "b",
    "npm_" + "a1" * 18,
    "hf_" + "a1" * 17,
    "SG." + "a1" * 11 + "." + "b2" * 20,
    "-----BEGIN " + "RSA PRIVATE KEY-----",
    "-----BEGIN " + "PRIVATE KEY-----",
    "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJ" + "zdWIiOiIxMjM0In0.abc",
    "https://user:" + "p4ssword@host.example/x",
]


@pytest.mark.rule("PKG-4")
@pytest.mark.parametrize(
    "text",
    ["bob@example.com", "Ask <bob.s+x@mail.example.co.uk>.", "jörg@müller.de", "bob@example.com: help", "a@b-c.info/x"],
)
def test_an_e_mail_address_is_an_error_and_is_not_repeated(text: str) -> None:
    """At the place of the field, its first characters shown."""
    (problem,) = carried_in_text(text, "description", WHERE)
    assert (problem.code, problem.location, problem.is_error) == ("CARRIED_EMAIL", WHERE, True)
    assert "@example.com" not in problem.message


@pytest.mark.rule("PKG-4")
@pytest.mark.parametrize(
    "text",
    [
        "uses @scope/pkg and name@3 and name@sha256:abcdef",
        "Bash(git:*) Bash(npm run test:*)",
        "left-pad@1.3.0, lodash@latest",
        "git@github.com:org/repo",
        "user@localhost",
        "a @ b.com",
        "sk-learn and task-management-for-everyone-who-plans",
        "secrets and {{ value }} and ${{ matrix.os }}",
        "AKIA and ghp_ and AIza",
        "-----BEGIN CERTIFICATE-----",
        "https://host.example/a:b@c",
        "eyJust a word.",
    ],
)
def test_ordinary_text_carries_nothing(text: str) -> None:
    """Package scopes, versions, tool patterns and words."""
    assert list(carried_in_text(text, "description", WHERE)) == []


@pytest.mark.rule("PKG-4")
@pytest.mark.parametrize(
    "text",
    ["secret://vault/key", "${{ secrets.TOKEN }}", "${{secrets['A']}}", "{{secret:TOKEN}}", "{{ secret: x }}", *KEYS],
)
def test_a_secret_or_a_reference_to_one_is_an_error_and_is_not_repeated(text: str) -> None:
    """Only its first four characters are shown."""
    (problem,) = carried_in_text(f"Use {text} for it.", "description", WHERE)
    assert problem.code == "CARRIED_SECRET"
    assert text[:4] in problem.message
    assert text[:8] not in problem.message


@pytest.mark.rule("PKG-4")
def test_name_description_and_tools_are_looked_at_and_nothing_else() -> None:
    """The body, the references and the scripts are the skill's own content."""
    skill = (
        "---\ndescription: Mail bob@example.com\nallowed_tools:\n  - mail(al@example.org)\n"
        "license: x@example.com\n---\n"
        "Write to a@example.com with secret://x.\n"
    )
    bundle = Bundle((SkillFile("SKILL.md", skill.encode()), SkillFile("a.py", b"'b@example.com'")))
    problems = carried_problems(read_bundle(bundle, folder="al@example.net"))
    assert [problem.location.line for problem in problems] == [2, 4]
    named = carried_problems(read_bundle(bundle, folder="secret:x"))
    assert len(named) == 2
    empty = carried_problems(read_bundle(Bundle(())))
    assert empty == ()


@pytest.mark.rule("PKG-4")
@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "a@" * 100_000,
        "a@a." * 50_000,
        "x@" + "a." * 100_000,
        "eyJ" * 70_000,
        "http://a:" * 20_000,
        "${{ secrets." * 15_000,
        "{{secret:" * 20_000,
        "sk-proj-" * 25_000,
        "-----BEGIN " * 18_000,
    ],
)
def test_a_hostile_text_is_looked_at_in_bounded_time(text: str) -> None:
    """No pattern goes back over what it has read: this ends."""
    assert len(list(carried_in_text(text, "description", WHERE))) <= 20_000
