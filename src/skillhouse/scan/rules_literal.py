"""The literal tier: what a file holds, said of every file in the same way and never above medium (SCN-2).

Only the front matter's own rules weigh more, since they refuse a skill altogether.
"""

from __future__ import annotations

from skillhouse.scan.rule import Rule, Tier

__all__ = ["LITERAL_RULES"]


def _literal(rule: str, kind: str, title: str, why: str, fix: str, severity: str) -> Rule:
    return Rule(rule, Tier.LITERAL, kind, title, why, fix, severity)


LITERAL_RULES: tuple[Rule, ...] = (
    _literal(
        "SKS-URL-HOST",
        "external-url",
        "An address outside the allowlist",
        "A script that names a host may send data there or fetch code from there. In the sandbox there is no network, "
        "so the address is of no use to an honest run.",
        "Remove the address, or add its host to the policy's `hosts` as allowed.",
        "low; medium for a bare IP address, a paste site, a shortener, a request capture and a brand look-alike",
    ),
    _literal(
        "SKS-DYN-EXEC",
        "obfuscated-code",
        "Text that is run as code",
        "`eval`, `exec` and `Function` run a text as code: what runs cannot be read beforehand.",
        "Write the code out, or parse the data with a parser such as `json` or `ast.literal_eval`.",
        "low where the text is a constant, else medium",
    ),
    _literal(
        "SKS-B64-DECODE",
        "obfuscated-code",
        "Base64 or hex is decoded",
        "Encoded text hides what a script works with. Most of the time it is an image or a file format.",
        "Keep data in files of the skill where people can read it.",
        "info",
    ),
    _literal(
        "SKS-LONG-HEX",
        "obfuscated-code",
        "A long hex or base64 literal",
        "A long encoded literal can hide code or a key from the eye of a reviewer.",
        "Keep the data in a file of its own, and say in SKILL.md what it is.",
        "info",
    ),
    _literal(
        "SKS-ENV-ACCESS",
        "credential-access",
        "The environment is read",
        "Environment variables often hold keys and tokens. The sandbox hands over none of the host's; a script that "
        "looks for them is written for somewhere else.",
        "Take values as arguments or from SKILL_PARAMETERS.",
        "info for one name, low for a name that sounds like a secret, medium for the environment as a whole",
    ),
    _literal(
        "SKS-CRED-PATH",
        "credential-access",
        "A path where credentials lie",
        "The path is one where keys, tokens or passwords are kept. Reading it is the first step of a theft.",
        "Remove it. If the script only guards against the path, say so beside it, and acknowledge the finding.",
        "medium",
    ),
    _literal(
        "SKS-TOOL-POLICY",
        "undeclared-tool",
        "A tool outside the tool policy",
        "The skill asks for a tool that the organization's policy does not know.",
        "Ask for a tool of the policy, or have an admin add the tool to the policy's `tools`.",
        "info for a known other name of a tool of the policy, such as `Bash` or `Read`; low for a tool with which an "
        "agent talks, plans or delegates on its host, such as `Task`; else medium",
    ),
    _literal(
        "SKS-FM-EMAIL",
        "secret",
        "An e-mail address in the front matter",
        "Name, description and allowed-tools travel to every agent, catalog and log. A personal address has no place "
        "there, and `validate` and `build` refuse it.",
        "Remove it, or name a role instead of an address.",
        "high",
    ),
    _literal(
        "SKS-FM-SECRET",
        "secret",
        "A secret in the front matter",
        "Name, description and allowed-tools travel to every agent, catalog and log. `validate` and `build` refuse a "
        "secret there.",
        "Remove it, and replace the secret if it was real.",
        "high",
    ),
    _literal(
        "SKS-FM-COMMAND",
        "remote-code",
        "A command in the front matter",
        "A hook or command in the front matter is run by hosts that know the key, with the host's rights and before "
        "anybody has read the skill.",
        "Move the command into a script, and let the instructions call it.",
        "high for hooks and for commands that fetch, pipe or chain; else medium",
    ),
    _literal(
        "SKS-SECRET",
        "secret",
        "A secret in a file of the skill",
        "Everyone who may read the skill may read the key. A key that was published once has to be replaced.",
        "Remove it, replace the key where it was issued, and hand keys over outside of skills.",
        "medium; low where the file is an example or a test",
    ),
    _literal(
        "SKS-SELF-SUPPRESS",
        "suppression",
        "The skill tells scanners what to ignore",
        "What a skill says about its own findings counts for nothing here: only the policy of whoever scans does.",
        "Remove it. Whoever scans the skill suppresses findings in a policy or suppressions file of their own.",
        "low",
    ),
    _literal(
        "SKS-UNSCANNED",
        "unscanned",
        "A part that could not be looked into",
        "The scan could not see into this part, so it says nothing about it: byte code, an archive, a file that is not "
        "text, does not parse, or takes more work than the limit.",
        "Ship the source as UTF-8 text, and unpack archives into plain files.",
        "medium; info for pictures, fonts and sounds whose first bytes are what their name says; low for documents and "
        "for long data files in a format that can hold code",
    ),
    _literal(
        "SKS-DETECTOR-FAILED",
        "unscanned",
        "A detector failed",
        "A part of the scan broke on this file, so nothing is known of what it would have said. The other detectors "
        "went on.",
        "Report it with the file. For a detector of your own, read its log.",
        "medium",
    ),
)
