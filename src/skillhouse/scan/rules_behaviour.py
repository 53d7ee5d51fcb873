"""The behaviour tier for code and commands: what they do, in whatever language (SCN-2)."""

from __future__ import annotations

from skillhouse.scan.rule import Rule, Tier

__all__ = ["BEHAVIOUR_RULES"]


def _behaviour(rule: str, kind: str, title: str, why: str, fix: str, severity: str) -> Rule:
    return Rule(rule, Tier.BEHAVIOUR, kind, title, why, fix, severity)


_REMOVE = "Do not use the skill. Remove the code if it is your own, and replace every key that it could have reached."

BEHAVIOUR_RULES: tuple[Rule, ...] = (
    _behaviour(
        "SKS-EXFIL-CRED",
        "credential-access",
        "Credentials are sent away",
        "What is read from a place of credentials, or the environment as a whole, reaches the network: this is theft.",
        _REMOVE,
        "critical",
    ),
    _behaviour(
        "SKS-EXFIL-HOST",
        "exfiltration",
        "Data goes to a host that collects requests",
        "Request captures, tunnels and chat webhooks take whatever is sent to them, for whoever set them up.",
        "Remove the address. Send data only to a host that your organization names in its policy.",
        "high; medium where nothing is seen to be sent",
    ),
    _behaviour(
        "SKS-EXFIL-DNS",
        "exfiltration",
        "Data leaves in names that are looked up",
        "A name built from data and looked up by DNS reaches the owner of the domain, past most firewalls.",
        _REMOVE,
        "high",
    ),
    _behaviour(
        "SKS-EXFIL-IMAGE",
        "exfiltration",
        "Data leaves in the address of a picture or link",
        "Whoever shows the answer loads the picture, and so sends what the address holds to its host.",
        "Remove the picture, or write its address without any data in it.",
        "high",
    ),
    _behaviour(
        "SKS-EXEC-REMOTE",
        "remote-code",
        "Code from the network is run",
        "What is downloaded and run at once was never scanned, and may be another tomorrow.",
        "Ship the code with the skill, or name a release with its checksum for a person to install.",
        "low for a known installer, medium for a known host, else high",
    ),
    _behaviour(
        "SKS-OBF-DECODE-EXEC",
        "obfuscated-code",
        "Decoded text is run",
        "Code is unpacked from encoded text and run at once. Honest code has no need to hide.",
        "Write the code out.",
        "critical; high where what it decodes to is not known",
    ),
    _behaviour(
        "SKS-OBF-HIDDEN-CMD",
        "obfuscated-code",
        "A command is put together so that it cannot be read",
        "Quotes, escapes, variables or arithmetic spell a command that nobody would recognise.",
        "Write the command out.",
        "critical; high where what it does is harmless or not known",
    ),
    _behaviour(
        "SKS-OBF-PACKED",
        "obfuscated-code",
        "Packed code",
        "The file is made by a packer or obfuscator: what it does can only be seen by running it.",
        "Ship the source.",
        "high; medium for plain minified code that is no library",
    ),
    _behaviour(
        "SKS-REVSHELL",
        "remote-control",
        "A shell is handed to another host",
        "A shell or interpreter is tied to a network connection: whoever is at its other end runs commands here.",
        _REMOVE,
        "critical",
    ),
    _behaviour(
        "SKS-PERSIST",
        "persistence",
        "Something is installed to start again",
        "Start-up files, schedulers, services, login keys and hooks make code run later, outside of any approval.",
        "Remove it. What a person wants to start by itself, that person sets up.",
        "high; medium where it only concerns the project at hand",
    ),
    _behaviour(
        "SKS-DESTRUCT",
        "destruction",
        "Data outside of the work is destroyed",
        "The home folder, the system or a disk is deleted, overwritten or encrypted.",
        "Delete only what the script itself has made, by its full name.",
        "high; critical for a disk or the whole file system",
    ),
    _behaviour(
        "SKS-DEFENSE-OFF",
        "defence-evasion",
        "A protection is switched off",
        "Quarantine, malware scanners, firewalls, certificate checks, logs and histories protect the host. An attack "
        "switches them off first.",
        "Leave them on, and say what the skill needs instead.",
        "high; medium where it concerns one download or one connection",
    ),
    _behaviour(
        "SKS-PRIV",
        "privilege",
        "More rights are taken",
        "Root rights, setuid files, the container engine's socket and changes to sudoers lead out of every sandbox.",
        "Do without, or let an operator prepare the host.",
        "high; medium for a plain sudo",
    ),
    _behaviour(
        "SKS-MINER",
        "misuse",
        "Coins are mined",
        "A miner, its pool or its protocol is named: it uses the host for somebody else.",
        _REMOVE,
        "high",
    ),
    _behaviour(
        "SKS-KEYLOG",
        "surveillance",
        "A person is watched",
        "Keys, screen, clipboard, camera or microphone are recorded.",
        "Remove it, or let the person hand over what is needed.",
        "high; medium where nothing leaves the host",
    ),
    _behaviour(
        "SKS-AGENT-CONFIG",
        "agent-config",
        "The agent's own settings are changed",
        "Hooks, automatic approval, other model servers and memory files decide what the agent does from then on, in "
        "every task and for every skill.",
        "Leave the agent's settings to the person who runs it, and say which ones are needed.",
        "high; medium where a person is told to do it",
    ),
    _behaviour(
        "SKS-INSTALL-HOOK",
        "supply-chain",
        "Code runs when a package is installed",
        "Install scripts run before anybody looked at the package.",
        "Remove the hook. Let a script that is named in SKILL.md do the work.",
        "high where it reaches the network or starts a shell, else medium",
    ),
    _behaviour(
        "SKS-SUPPLY-REGISTRY",
        "supply-chain",
        "Packages come from another place",
        "Packages are taken from an index, registry or address that is not the usual one.",
        "Use the public registry, or have an admin add the host to the policy.",
        "medium; high for a bare address, a host that collects requests and an unencrypted connection",
    ),
    _behaviour(
        "SKS-TYPOSQUAT",
        "lookalike-name",
        "A package named like a well-known one",
        "The name differs by a letter or two from a package that millions use. Such names are registered as traps.",
        "Correct the name.",
        "medium",
    ),
    _behaviour(
        "SKS-DESERIAL",
        "unsafe-data",
        "Data that can hold code is loaded",
        "`pickle`, `marshal`, `yaml.load` and their like run what the data says.",
        "Use JSON, or a loader that makes plain values only.",
        "medium; high where the data comes from the network",
    ),
)
