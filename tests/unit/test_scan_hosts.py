"""Hosts: how an address is read, and what is known of its host."""

from __future__ import annotations

import pytest

from skillhouse.model.policy import Policy
from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import HostKind, host_kind, host_of, imitated, ip_of, url_kind, url_severity


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://API.Example.com/a?b#c", "api.example.com"),
        ("https://user:pass@evil.example:8443/x", "evil.example"),
        ("https://github.com@evil.example/", "evil.example"),
        ("https:\\\\evil.example\\x", "evil.example"),
        ("//cdn.example/x", "cdn.example"),
        ("evil.example/path", "evil.example"),
        ("evil.example:80", "evil.example"),
        ("http://[2001:db8::1]:80/", "[2001:db8::1]"),
        ("https://ev\til.exa\nmple/", "evil.example"),
        ("https://evil%2eexample/", "evil.example"),
        ("https://evil。example/", "evil.example"),
        ("https://ｅvil.example./", "evil.example"),
        ("", ""),
        ("https:///x", "x"),
    ],
)
def test_the_host_of_an_address_is_read_as_a_browser_reads_it(url: str, host: str) -> None:
    """Credentials, backslashes, escapes and other scripts' full stops change nothing."""
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://github.com/x", HostKind.KNOWN),
        ("https://api.openai.com", HostKind.KNOWN),
        ("https://sh.rustup.rs", HostKind.INSTALLER),
        ("https://downloads.slack-edge.com/slack-cli/install.sh", HostKind.INSTALLER),
        ("https://a.slack-edge.com/x.js", HostKind.KNOWN),
        ("https://raw.githubusercontent.com/nvm-sh/nvm/v1/install.sh", HostKind.INSTALLER),
        ("https://raw.githubusercontent.com/nvm-sh/nvm/../../evil/x.sh", HostKind.KNOWN),
        ("https://raw.githubusercontent.com/somebody/x.sh", HostKind.KNOWN),
        ("https://discord.com/api/webhooks/1/x", HostKind.CAPTURE),
        ("https://discord.com/channels/1", HostKind.KNOWN),
        ("https://webhook.site/x", HostKind.CAPTURE),
        ("https://a.ngrok.io", HostKind.CAPTURE),
        ("https://rentry.co/x", HostKind.PASTE),
        ("https://bit.ly/2", HostKind.SHORTENER),
        ("https://x.vercel.app", HostKind.FREE),
        ("https://localhost:8000/", HostKind.LOCAL),
        ("http://printer.local/", HostKind.LOCAL),
        ("http://notlocal/", HostKind.UNKNOWN),
        ("http://127.0.0.1/", HostKind.LOCAL),
        ("http://0x7f.1/", HostKind.LOCAL),
        ("http://10.1.2.3/", HostKind.LOCAL),
        ("http://172.16.0.1/", HostKind.LOCAL),
        ("http://172.32.0.1/", HostKind.RAW_IP),
        ("http://192.168.1.1/", HostKind.LOCAL),
        ("http://203.0.113.5/", HostKind.RAW_IP),
        ("http://3405803781/", HostKind.RAW_IP),
        ("http://0313.0.0161.5/", HostKind.RAW_IP),
        ("http://169.254.169.254/latest", HostKind.RAW_IP),
        ("http://[2001:db8::1]/", HostKind.RAW_IP),
        ("http://[::1]/", HostKind.LOCAL),
        ("http://[fd00::1]/", HostKind.LOCAL),
        ("http://[fe80::1%25eth0]/", HostKind.LOCAL),
        ("http://[::ffff:203.0.113.5]/", HostKind.RAW_IP),
        ("https://evil.example", HostKind.EXAMPLE),
        ("https://evil.test", HostKind.EXAMPLE),
        ("https://nobody-knows-it.dev", HostKind.UNKNOWN),
        ("https://{host}/x", HostKind.UNKNOWN),
        ("https://" + "a" * 300, HostKind.UNKNOWN),
    ],
)
def test_what_is_known_of_an_address(url: str, kind: HostKind) -> None:
    """By the lists, by its shape, and by the path where that says more."""
    assert url_kind(url, Policy()) is kind


@pytest.mark.parametrize(
    ("host", "brand"),
    [
        ("github.com.evil.example", "github.com"),
        ("xn--gthub-cta.com", "github.com"),
        ("gìthub.com", "github.com"),
        ("g00gle.com", "google.com"),
        ("rnicrosoft.com", "microsoft.com"),
        ("pyp1.org", "pypi.org"),
        ("githuub.com", "github"),
        ("gihtub.com", "github"),
        ("githb.com", "github"),
        ("mithub.com", "github"),
        ("github-login.com", "github"),
        ("openai-cdn.com", "openai"),
        ("clawdhub1.com", "clawdhub"),
        ("anthropic.dev", "anthropic"),
        ("anthropic.co.uk", "anthropic"),
        ("openapi.org", None),
        ("goggle.com", None),
        ("müller.de", None),
        ("github-stars.net", None),
        ("gitea.io", None),
        ("stick.com", None),
        ("xn--a.com", None),
        ("xn--99999999999.com", None),
        ("localhost", None),
    ],
)
def test_a_name_that_imitates_another_is_known_and_an_honest_one_is_left_alone(host: str, brand: str | None) -> None:
    """Letters of other scripts, one wrong letter, a brand with a word that lures, another ending."""
    assert imitated(host) == brand
    expected = HostKind.LOOKALIKE if brand else host_kind(host, Policy())
    assert host_kind(host, Policy()) is expected


@pytest.mark.parametrize(
    "host", ["1.2.3.4.5", "256.1.1.1", "1.2.3.256", "0xzz", "08", "a.1", "", "[::zz]", "1" * 30, "٣"]
)
def test_what_is_no_address_is_none(host: str) -> None:
    """Too large, too many parts, other digits."""
    assert ip_of(host) is None


def test_the_policys_word_goes_first() -> None:
    """A host by its name, all below a suffix, and an installer."""
    policy = Policy(
        hosts={"api.acme.example": "allowed", ".github.com": "allowed"}, installers=("get.acme.example/i", "b.test")
    )
    assert host_kind("api.acme.example", policy) is HostKind.ALLOWED
    assert host_kind("x.api.acme.example", policy) is HostKind.EXAMPLE
    assert host_kind("x.github.com", policy) is HostKind.ALLOWED
    assert url_kind("https://github.com/a", policy) is HostKind.ALLOWED
    assert url_kind("https://get.acme.example/i.sh", policy) is HostKind.INSTALLER
    assert url_kind("https://get.acme.example/other", policy) is HostKind.EXAMPLE
    assert host_kind("b.test", policy) is HostKind.INSTALLER
    cautious = Policy(known_installers=False)
    assert url_kind("https://raw.githubusercontent.com/nvm-sh/nvm/x.sh", cautious) is HostKind.KNOWN


def test_how_much_an_address_weighs_by_itself() -> None:
    """Nothing where it is allowed or local, medium where it tells, low else."""
    assert url_severity(HostKind.ALLOWED) is None
    assert url_severity(HostKind.LOCAL) is None
    assert url_severity(HostKind.KNOWN) is Severity.LOW
    assert url_severity(HostKind.PASTE) is Severity.MEDIUM
