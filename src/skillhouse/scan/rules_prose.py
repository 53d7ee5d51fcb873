"""The behaviour tier for text: what instructions would make an agent or a person do (SCN-2)."""

from __future__ import annotations

from skillhouse.scan.rule import Rule, Tier

__all__ = ["PROSE_RULES"]


def _prose(rule: str, kind: str, title: str, why: str, fix: str, severity: str) -> Rule:
    return Rule(rule, Tier.BEHAVIOUR, kind, title, why, fix, severity)


_INJECTION = "prompt-injection"
_QUOTED = "high; low where the text quotes it, warns of it or teaches about it"
_REWRITE = "Remove the sentence. If it is an example of an attack, quote it and say so."

PROSE_RULES: tuple[Rule, ...] = (
    _prose(
        "SKS-PI-OVERRIDE",
        _INJECTION,
        "The agent is told to drop its rules",
        "The text sets aside what the agent's owner or user has said, or gives it another role without rules.",
        _REWRITE,
        _QUOTED,
    ),
    _prose(
        "SKS-PI-CONCEAL",
        _INJECTION,
        "The agent is told to hide what it does",
        "A person who is not told of an act cannot stop it. Honest instructions have nothing to hide.",
        _REWRITE,
        _QUOTED,
    ),
    _prose(
        "SKS-PI-EXFIL",
        _INJECTION,
        "The agent is told to give data away",
        "The text has the agent send files, keys, the conversation or what it remembers to somebody else.",
        _REWRITE,
        _QUOTED,
    ),
    _prose(
        "SKS-PI-HIDDEN",
        _INJECTION,
        "Instructions that a person does not see",
        "Comments, invisible elements and titles of links reach the agent, but no person who reads the page.",
        "Write instructions where people read them.",
        _QUOTED,
    ),
    _prose(
        "SKS-PI-APPROVE",
        _INJECTION,
        "The agent is told to do without approval",
        "The text has the agent skip questions, confirmations or safety checks that its owner wants.",
        _REWRITE,
        _QUOTED,
    ),
    _prose(
        "SKS-PI-REVEAL",
        _INJECTION,
        "The agent is told to reveal its instructions",
        "System prompts and tool lists are the owner's, and help whoever plans an attack.",
        _REWRITE,
        _QUOTED,
    ),
    _prose(
        "SKS-LURE-ARCHIVE",
        "lure",
        "An archive with a password has to be opened",
        "A password keeps every scanner out of the archive. There is no other use for one that is written beside it.",
        "Ship the files with the skill.",
        "critical; high where the password is not given",
    ),
    _prose(
        "SKS-LURE-PASTE",
        "lure",
        "A person is told to paste a command",
        "The text has a person copy a command into a terminal, which runs with all rights of that person.",
        "Ship a script with the skill, and say what it does.",
        "high; critical where the command downloads or decodes what it runs",
    ),
    _prose(
        "SKS-LURE-PREREQ",
        "lure",
        "Something has to be installed first, from a doubtful place",
        "A made-up requirement is the most common way in which malicious skills bring their program along.",
        "Name the package in a public registry, or the project's own release page.",
        "high; critical where the host imitates another or only collects files",
    ),
    _prose(
        "SKS-NET-LOOKALIKE",
        "lookalike-name",
        "A host that imitates a known one",
        "The name looks like that of a well-known service, and belongs to somebody else.",
        "Correct the address.",
        "high",
    ),
    _prose(
        "SKS-OBF-GEN-INSTR",
        "obfuscated-code",
        "Instructions have to be decoded before they are followed",
        "The agent is told to decode a text and to do what it says, so that nobody reads it before.",
        "Write the instructions out.",
        "high",
    ),
    _prose(
        "SKS-OBF-UNICODE",
        "hidden-unicode",
        "Characters that hide or turn text",
        "Tag characters, direction marks and zero-width characters show a person something else than the agent reads.",
        "Remove them.",
        "high; critical where they spell a text; medium for single ones without effect",
    ),
    _prose(
        "SKS-OBF-PADDING",
        "hidden-unicode",
        "Text far away from where people look",
        "Hundreds of blank lines or spaces push a text out of sight.",
        "Move the text up.",
        "high where the text is an instruction or a command, else medium",
    ),
)
