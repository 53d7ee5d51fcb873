"""Places that tell what code is after."""

from __future__ import annotations

import pytest

from skillhouse.scan.places import (
    agent_config,
    browser_store,
    credential_path,
    history_file,
    is_secret_name,
    persistence_place,
    wallet,
)


@pytest.mark.rule("SCN-2")
@pytest.mark.parametrize(
    "text",
    [
        "~/.aws/credentials",
        "$HOME/.ssh/id_rsa",
        "${HOME}/.ssh",
        "id_ed25519",
        "~/.config/gcloud/application_default_credentials.json",
        "/root/.azure/accessTokens.json",
        "~/.kube/config",
        "~/.docker/config.json",
        "~/.npmrc",
        "~/.pypirc",
        "~/.netrc",
        "~/.git-credentials",
        "~/.config/gh/hosts.yml",
        "cat .env",
        "app/.env.production",
        "/etc/passwd",
        "/etc/shadow",
        "/proc/self/environ",
        r"C:\Users\x\AppData\Roaming\gcloud",
        "~/Library/Keychains/login.keychain-db",
        "~/.claude/.credentials.json",
        "vault.kdbx",
        "~/.config/google-chrome/Default/Login Data",
        "~/.bitcoin/wallet.dat",
    ],
)
def test_a_place_of_credentials_is_known_in_any_spelling(text: str) -> None:
    """With a tilde, a variable, backslashes or in part."""
    assert credential_path(text)


@pytest.mark.parametrize(
    "text",
    [
        "process.env",
        "os.environ",
        "my.envelope",
        "src/.env.example",
        "id_rsa.pub",
        "config.env",
        "monkey.json",
        "README.md",
    ],
)
def test_what_only_sounds_like_credentials_is_none(text: str) -> None:
    """Templates, public keys, ordinary files."""
    assert credential_path(text) is None


def test_the_other_places_are_told_apart() -> None:
    """Start-up files, agents' settings, histories, browsers, wallets."""
    assert persistence_place("echo x >> ~/.bashrc") == ".bashrc"
    assert persistence_place("/etc/cron.d/job") == "etc/cron.d"
    assert persistence_place("notes/bashrc.md") is None
    assert agent_config("~/.claude/settings.json") == ".claude/settings.json"
    assert agent_config("settings.json") is None
    assert history_file("cat ~/.bash_history")
    assert history_file("history.txt") is None
    assert browser_store("Firefox/Profiles")
    assert browser_store("cookies and cream") is None
    assert wallet("seed phrase")
    assert wallet("purse") is None


@pytest.mark.parametrize("name", ["GITHUB_TOKEN", "api_key", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "AUTH_TOKEN"])
def test_a_name_of_a_secret_is_known(name: str) -> None:
    """Whatever its case."""
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["HOME", "PATH", "max_tokens", "primary_key", "KEYBOARD", "DEBUG", "tokenizer"])
def test_an_ordinary_name_is_no_secret(name: str) -> None:
    """Also where it holds the word."""
    assert not is_secret_name(name)
