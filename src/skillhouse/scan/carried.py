"""Carried text: e-mail addresses and secrets in the texts that travel everywhere (PKG-4).

Name, description and allowed-tools are shown to every agent, stored in catalogs and logs, and copied into packages.
Each pattern takes time in proportion to the text: runs are possessive, and a match can start only where a run does.
"""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.format.problems import problem
from skillhouse.model.finding import Location, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.format.reading import Reading

__all__ = ["carried_in_text", "carried_problems", "masked", "secrets_in"]

_SHOWN = 4
_ADDRESS = "a password in an address"
# A search for the colon is many times faster than one for any word; what stands before it is looked at afterwards.
_ADDRESS_REST = re.compile(r"://[^\s/:@\"']{1,128}+:[^\s/@\"']{1,128}+@")
_SCHEME = 21

_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]++@(?:[^\W_](?:[\w-]{0,62})\.){1,8}[^\W\d_]{2,63}(?![\w-])(?!:[^\s,;)\"'])")

_SECRETS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "a reference to a secret": re.compile(
            r"\bsecret://[^\s\"'<>]*+|\$\{\{\s*+secrets\s*+[.\[][^{}]{0,200}+\}\}|\{\{\s*+secret\s*+:[^{}]{0,200}+\}\}",
            re.IGNORECASE,
        ),
        "an AWS access key": re.compile(r"(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
        "a GitHub token": re.compile(
            r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})"
        ),
        "a GitLab token": re.compile(r"(?<![A-Za-z0-9])gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,255}"),
        "a model provider's key": re.compile(
            r"(?<![A-Za-z0-9])sk-(?:(?:proj|ant|svcacct|admin|or|live|test)-[A-Za-z0-9_-]{16,255}|[A-Za-z0-9]{20,255})"
        ),
        "a payment provider's key": re.compile(r"(?<![A-Za-z0-9])[srp]k_(?:live|test)_[A-Za-z0-9]{10,255}"),
        "a Slack token": re.compile(r"(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,255}"),
        "a Google key": re.compile(r"(?<![A-Za-z0-9])(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,64})"),
        "a registry token": re.compile(r"(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{36}|pypi-AgE[A-Za-z0-9_-]{20,255})"),
        "a Hugging Face token": re.compile(r"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,64}"),
        "a mail provider's key": re.compile(r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}"),
        "a private key": re.compile(r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"),
        "a signed token (JWT)": re.compile(
            r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\.eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]*+"
        ),
        _ADDRESS: re.compile(r"\b[a-z][a-z0-9+]{1,20}://[^\s/:@\"']{1,128}+:[^\s/@\"']{1,128}+@", re.IGNORECASE),
    }
)

# A text in which this does not hold has no such secret. One automaton of all of them is done with most texts.
_HINTS: Mapping[str, str] = MappingProxyType(
    {
        "a reference to a secret": r"(?i)secret(?:://|s?\s*[.\[:])",
        "an AWS access key": r"(?:AKIA|ASIA|AGPA|AROA|AIDA)[A-Z0-9]",
        "a GitHub token": r"gh[pousr]_[A-Za-z0-9]{8}|github_pat_",
        "a GitLab token": r"gl(?:pat|dt|rt|ptt)-",
        "a model provider's key": r"sk-[A-Za-z0-9]{8}|sk-(?:proj|ant|svcacct|admin|or|live|test)-",
        "a payment provider's key": r"[srp]k_(?:live|test)_",
        "a Slack token": r"xox[abeoprs]-|xapp-",
        "a Google key": r"AIza|GOCSPX-",
        "a registry token": r"npm_[A-Za-z0-9]{8}|pypi-AgE",
        "a Hugging Face token": r"hf_[A-Za-z0-9]{8}",
        "a mail provider's key": r"SG\.[A-Za-z0-9_-]{8}",
        "a private key": r"-----BEGIN ",
        "a signed token (JWT)": r"eyJ[A-Za-z0-9_-]{8}",
        _ADDRESS: r"://[^\s/:@\"']+:",
    }
)
_EACH = tuple(_SECRETS.items())
# These only name a secret, or say that one follows.
_NAMES_ONLY = {"a reference to a secret", "a private key"}


def carried_problems(reading: Reading, *, file: str = "SKILL.md") -> tuple[Problem, ...]:
    """Errors for each e-mail address and secret in the name, description and tools that a reading found.

    They stand where the field's value does. What was found is never repeated in full.
    """
    fields = {
        "name": (reading.name or "",),
        "description": (reading.description or "",),
        "allowed-tools": reading.tools,
    }
    found: list[Problem] = []
    for key, texts in fields.items():
        where = reading.places.get(key, Location(file))
        for text in texts:
            found += carried_in_text(text, key, where)
    return tuple(found)


def carried_in_text(text: str, key: str, where: Location) -> Iterator[Problem]:
    """Errors for each e-mail address and secret in one text of the field `key`."""
    taken: list[tuple[int, int]] = []
    for what, match in secrets_in(text):
        taken.append(match.span())
        message = f"{key} holds {what}: {_masked(match.group())}"
        hint = "Remove it, and replace the secret if it was real. A skill never carries credentials."
        yield problem("CARRIED_SECRET", message, where, hint)
    for match in _EMAIL.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            message = f"{key} holds an e-mail address: {_masked(match.group())}"
            yield problem("CARRIED_EMAIL", message, where, "Remove it, or name a role instead of an address.")


def secrets_in(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """What looks like a real secret in a text: what it is, and where."""
    for index in sorted(_hints().Match(text.encode("utf-8", "replace")) or ()):
        what, pattern = _EACH[index]
        if what == _ADDRESS:
            for rest in _ADDRESS_REST.finditer(text):
                whole = pattern.search(text, max(0, rest.start() - _SCHEME), rest.end())
                if whole:
                    yield what, whole
        else:
            for match in pattern.finditer(text):
                yield what, match


@cache
def _hints() -> re2.Set:
    """The hints as one automaton, in the order of the secrets."""
    hints = re2.Set.SearchSet()
    for what in _SECRETS:
        hints.Add(_HINTS[what])
    hints.Compile()
    return hints


def masked(text: str) -> str:
    """The text with all but the first signs of each secret starred out; its length stays."""
    for what, match in secrets_in(text):
        if what not in _NAMES_ONLY:
            text = text[: match.start() + _SHOWN] + "*" * (len(match.group()) - _SHOWN) + text[match.end() :]
    return text


def _masked(text: str) -> str:
    return f"{text[:_SHOWN]}…"
