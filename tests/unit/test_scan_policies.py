"""Policies, suppressions and baselines as files: what they say, and what is refused with its line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from skillhouse.errors import InvalidPolicy
from skillhouse.model.finding import Finding, Location
from skillhouse.model.policy import DEFAULT_TOOLS, Policy, Waiver
from skillhouse.model.report import ScanReport, Suppressed
from skillhouse.model.severity import Severity
from skillhouse.scan.baseline import read_baseline, write_baseline
from skillhouse.scan.hosts import HostKind, host_kind
from skillhouse.scan.policies import PRESETS, digest_of
from skillhouse.scan.policyfile import POLICY_BYTES, read_policy, read_suppressions

MARK = "0123456789abcdef" * 2
FULL = f"""
name: acme
extends: strict
fail_on: low
tools: [bash, query]
hosts:
  api.acme.example: allowed
  .Evil.example: capture
  cdn.example: free
installers: [https://get.acme.example/install.sh]
known_installers: true
severities:
  SKS-URL-HOST: info
  ACME-OWN: high
disabled:
  - rule: SKS-LONG-HEX
    reason: our data is hex
    owner: ana
    expires: 2027-01-31
suppressions:
  - fingerprint: {MARK}
    reason: checked
    author: ben
"""


@pytest.mark.rule("SCN-3", "SCN-7")
def test_a_policy_file_says_everything_that_a_policy_holds() -> None:
    """On top of the preset that it extends."""
    policy = read_policy(FULL.encode(), file="acme.yaml")
    assert (policy.name, policy.tools, policy.fail_on) == ("acme", ("bash", "query"), Severity.LOW)
    assert host_kind("api.acme.example", policy) is HostKind.ALLOWED
    assert host_kind("a.evil.example", policy) is HostKind.CAPTURE
    assert policy.hosts["cdn.example"] == HostKind.FREE.value
    assert policy.installers == ("get.acme.example/install.sh",)
    assert policy.known_installers
    assert policy.severities == {"SKS-URL-HOST": Severity.INFO, "ACME-OWN": Severity.HIGH}
    assert policy.disabled == {"SKS-LONG-HEX": Waiver("our data is hex", "ana", date(2027, 1, 31))}
    assert policy.suppressions == {MARK: Waiver("checked", "ben")}


@pytest.mark.rule("SCN-3")
def test_an_empty_policy_is_the_balanced_one_under_its_file_name() -> None:
    """The tool policy's default is what the specification says."""
    policy = read_policy(b"fail_on:\n", file="rules/acme.yaml")
    assert policy == replace(PRESETS["balanced"], name="acme")
    assert policy.tools == DEFAULT_TOOLS == ("bash", "python", "web_search", "file_read", "file_write", "http_request")
    assert read_policy(b"a:\n".replace(b"a", b"name"), file="plain").name == "plain"


@pytest.mark.rule("SCN-3", "SCN-7")
@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    [
        ("fail_on: hgih\n", "POLICY_INVALID", 1, "'hgih'"),
        ("\nfailon: high\n", "POLICY_UNKNOWN_KEY", 2, "'failon'"),
        ("zzz: high\n", "POLICY_UNKNOWN_KEY", 1, "'zzz'"),
        ("severities:\n  SKS-URL-HOTS: low\n", "POLICY_UNKNOWN_RULE", 1, "SKS-URL-HOTS"),
        ("disabled:\n  - rule: nonsense\n    reason: r\n    owner: o\n", "POLICY_UNKNOWN_RULE", 2, "nonsense"),
        ("disabled:\n  - rule: SKS-SECRET\n    owner: ana\n", "POLICY_INCOMPLETE", 2, "no reason"),
        ("disabled:\n  - rule: SKS-SECRET\n    reason: r\n", "POLICY_INCOMPLETE", 2, "no owner"),
        ("disabled:\n  - reason: r\n    owner: o\n", "POLICY_INCOMPLETE", 2, "no rule"),
        ("disabled:\n  - SKS-SECRET\n", "POLICY_INVALID", 2, "not a map"),
        ("disabled: all\n", "POLICY_INVALID", 1, "not a list"),
        ("suppressions:\n  - {fingerprint: abc, reason: r, owner: o}\n", "POLICY_INVALID", 2, "no fingerprint"),
        (
            f"suppressions:\n  - {{fingerprint: {MARK}, reason: r, owner: o, expires: soon}}\n",
            "POLICY_INVALID",
            2,
            "no day",
        ),
        (
            f"suppressions:\n  - {{fingerprint: {MARK}, reason: r, owner: o, expires: 2026-13-01}}\n",
            "POLICY_INVALID",
            2,
            "no day",
        ),
        (
            "suppressions:\n" + 2 * f"  - {{fingerprint: {MARK}, reason: r, owner: o}}\n",
            "POLICY_INVALID",
            3,
            "twice",
        ),
        ("tools: bash\n", "POLICY_INVALID", 1, "not a list"),
        ("tools: [[a]]\n", "POLICY_INVALID", 1, "not text"),
        ("hosts: [a]\n", "POLICY_INVALID", 1, "not a map"),
        ("known_installers: maybe\n", "POLICY_INVALID", 1, "neither true nor false"),
        ("- a\n", "POLICY_INVALID", 1, "not a list of `key: value` lines"),
        ("a: b: c: [\n", "YAML_", 1, ""),
        ("", "POLICY_INVALID", 1, "not a list of `key: value` lines"),
    ],
)
def test_what_a_policy_does_not_know_is_refused_with_its_line(text: str, code: str, line: int, words: str) -> None:
    """A key that is overlooked would switch off more, or less, than somebody meant."""
    with pytest.raises(InvalidPolicy) as caught:
        read_policy(text.encode(), file="p.yaml")
    assert caught.value.code.startswith(code)
    assert caught.value.where.startswith(f"p.yaml:{line}:")
    assert words in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("data", [b"\xff", b"#" * (POLICY_BYTES + 1)])
def test_what_is_no_text_or_too_much_of_it_is_refused(data: bytes) -> None:
    """Before it is parsed."""
    with pytest.raises(InvalidPolicy):
        read_policy(data)


@pytest.mark.rule("SCN-7")
def test_suppressions_may_stand_in_a_file_of_their_own() -> None:
    """With nothing else in it."""
    text = f"suppressions:\n  - fingerprint: {MARK}\n    reason: r\n    owner: o\n    expires: 2027-01-31\n"
    assert read_suppressions(text.encode()) == {MARK: Waiver("r", "o", date(2027, 1, 31))}
    with pytest.raises(InvalidPolicy):
        read_suppressions(b"fail_on: low\n")


@pytest.mark.rule("SCN-3")
def test_a_digest_stands_for_every_line_of_a_policy() -> None:
    """Any change gives another; the order of maps does not count."""
    policy = read_policy(FULL.encode())
    others = [
        replace(policy, fail_on=Severity.HIGH),
        replace(policy, tools=("bash",)),
        replace(policy, known_installers=False),
        replace(policy, disabled={}),
        replace(policy, suppressions={}),
        replace(policy, hosts={}),
        replace(policy, severities={}),
        replace(policy, installers=()),
        replace(policy, name="b"),
    ]
    assert len({digest_of(one) for one in [policy, *others]}) == 10
    swapped = replace(policy, hosts=dict(reversed(list(policy.hosts.items()))))
    assert digest_of(swapped) == digest_of(policy)


def test_the_presets_differ_in_what_they_let_pass() -> None:
    """Strict trusts no installer of the built-in list and fails from medium on."""
    bars = {name: preset.fail_on for name, preset in PRESETS.items()}
    assert bars == {"strict": Severity.MEDIUM, "balanced": Severity.HIGH, "permissive": Severity.CRITICAL}
    assert host_kind("sh.rustup.rs", PRESETS["balanced"]) is HostKind.INSTALLER
    assert host_kind("sh.rustup.rs", PRESETS["strict"]) is HostKind.KNOWN
    assert PRESETS["balanced"] == Policy()


def finding(mark: str = MARK) -> Finding:
    """A finding of a fingerprint."""
    return Finding("SKS-SECRET", Severity.MEDIUM, "m", Location("a", 1, 1), "s", "w", "f", mark)


@pytest.mark.rule("SCN-7")
def test_a_baseline_comes_back_as_it_was_written() -> None:
    """What another baseline held stays; what a suppression lets pass has a reason of its own."""
    held = Suppressed(finding("a" * 32), "baseline", "r")
    let = Suppressed(finding("b" * 32), "suppression", "r")
    report = ScanReport("s", (finding(),), "p", "r", suppressed=(held, let))
    text = write_baseline([report])
    assert read_baseline(text.encode()) == {MARK, "a" * 32}
    assert write_baseline([report]) == text
    assert read_baseline(write_baseline([]).encode()) == frozenset()


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"baseline": 2, "findings": []}', b'{"baseline": 1, "findings": [{"fingerprint": 1}]}'],
)
def test_what_is_no_baseline_is_refused(data: bytes) -> None:
    """An empty or a newer one would let pass nothing, or everything."""
    with pytest.raises(InvalidPolicy) as caught:
        read_baseline(data, file="b.json")
    assert caught.value.code == "BASELINE_INVALID"
