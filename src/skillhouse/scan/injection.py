"""What instructions that attack an agent say: the phrases of the rules SKS-PI-* and their neighbours (SCN-1, SCN-2)."""

from __future__ import annotations

from skillhouse.model.severity import Severity
from skillhouse.scan.phrases import Phrase, Reach

__all__ = ["PHRASES"]

_CRITICAL, _HIGH, _MEDIUM, _LOW = Severity.CRITICAL, Severity.HIGH, Severity.MEDIUM, Severity.LOW


def _phrase(rule: str, severity: Severity, message: str, *sequences: str, unless: str = "", needs: str = "") -> Phrase:
    return Phrase(rule, severity, message, sequences, tuple(unless.split()), tuple(needs.split()))


def _across(rule: str, severity: Severity, message: str, *sequences: str, unless: str = "", needs: str = "") -> Phrase:
    return Phrase(rule, severity, message, sequences, tuple(unless.split()), tuple(needs.split()), Reach.PART)


def _throughout(rule: str, severity: Severity, message: str, *sequences: str, unless: str = "") -> Phrase:
    return Phrase(rule, severity, message, sequences, tuple(unless.split()), (), Reach.TEXT)


def _all_orders(one: str, two: str, three: str, gap: int) -> tuple[str, ...]:
    orders = ((one, two, three), (one, three, two), (two, three, one), (three, two, one), (two, one, three))
    return tuple(f" {gap} ".join(order) for order in orders)


_OVERRIDE = (
    _phrase(
        "SKS-PI-OVERRIDE",
        _HIGH,
        "tells the agent to drop its earlier instructions",
        "ignore 20 prior 28 rules",
        "ignore 25 rules 12 before",
        "ignore 30 before 20 told",
        "ignore 24 told",
        "voids",
        unless="techprompt userfirst",
    ),
    _phrase(
        "SKS-PI-OVERRIDE",
        _HIGH,
        "tells the agent to drop its instructions",
        "ignore 16 weakprior 12 rules",
        unless="outside techprompt userfirst",
    ),
    _phrase(
        "SKS-PI-OVERRIDE",
        _HIGH,
        "tells the agent to drop its instructions",
        *_all_orders("ignore~", "prior~", "rules~", 24),
        unless="caching~",
    ),
    _phrase("SKS-PI-OVERRIDE", _HIGH, "gives the agent a role without rules", "become 60 unbound", unless="outside"),
    _phrase("SKS-PI-OVERRIDE", _HIGH, "switches the agent to a mode without rules", "mode", unless="outside"),
    _phrase("SKS-PI-OVERRIDE", _MEDIUM, "imitates a message of the system", "faketurn"),
    _phrase("SKS-PI-OVERRIDE", _HIGH, "imitates a message of the system that gives orders", "faketurn 80 agent"),
    _across("SKS-PI-OVERRIDE", _HIGH, "imitates a message of the system that allows everything", "faketurn 160 noask"),
    _phrase(
        "SKS-PI-OVERRIDE",
        _HIGH,
        "has the agent advise what serves another, whatever is true",
        "steer 140 disparage",
        "regardless 90 promote",
        unless="outside",
    ),
    _phrase(
        "SKS-PI-OVERRIDE",
        _HIGH,
        "has a way in for others written into the user's code",
        "backdoor",
        "addcall 30 dest 60 secret",
        "addcall 60 secret 60 dest",
        unless="outside",
    ),
    _phrase(
        "SKS-PI-OVERRIDE",
        _HIGH,
        "puts itself above the instructions of the system or the user",
        "these 25 outrank 25 higher",
        unless="outside",
    ),
)
_CONCEAL = (
    _phrase(
        "SKS-PI-CONCEAL",
        _HIGH,
        "tells the agent to keep an act from the user",
        "nottell 12 user 30 deed",
        "nottell 20 deed 25 user",
        unless="excused",
    ),
    _phrase(
        "SKS-PI-CONCEAL",
        _HIGH,
        "tells the agent to hide an act from the user",
        "hide 25 deed 20 fromuser",
        "keeps 12 fromuser",
    ),
    _phrase(
        "SKS-PI-CONCEAL",
        _HIGH,
        "tells the agent to act without the user noticing",
        "unaware 80 send",
        "send 80 unaware",
        "unaware 60 obey",
        "obey 60 unaware",
        "fetch 60 unaware",
        "unaware 60 write",
        "write 60 unaware",
        "unaware 60 destroy",
        "destroy 60 unaware",
        unless="excused",
    ),
    _phrase(
        "SKS-PI-CONCEAL",
        _HIGH,
        "tells the agent to keep an act from the user",
        "nottell~ 40 user~",
        "user~ 40 nottell~",
        "untold~",
        unless="onlyif~",
    ),
    _phrase(
        "SKS-PI-CONCEAL",
        _HIGH,
        "tells the agent to keep an act out of what the user reads",
        "keptout",
        "nottell 8 happened",
        "leftout 90 secret",
        "spread 120 others 90 nomention",
        "send 110 nomention",
        "backdoor 60 nomention",
        unless="excused",
    ),
    _phrase("SKS-PI-CONCEAL", _HIGH, "tells the agent to keep an act to itself", "runs 80 nomention", unless="onlyif~"),
    _across("SKS-PI-CONCEAL", _HIGH, "tells the agent to deny what it did", "ifasked 80 deny"),
    _across(
        "SKS-PI-CONCEAL",
        _HIGH,
        "tells the agent to act without the user noticing",
        "silently 60 unaware",
        unless="excused",
    ),
)
_EXFIL = (
    _across(
        "SKS-EXFIL-CRED",
        _CRITICAL,
        "tells the agent to send a file of credentials away",
        "credfile 140 send 24 contents 60 dest",
        "credfile 60 send~ 40 dest",
        "credfile 60 dest 40 send~",
        "send~ 60 credfile 60 dest",
        unless="asauth",
    ),
    _throughout(
        "SKS-EXFIL-CRED",
        _CRITICAL,
        "tells the agent, a step at a time, to send a file of credentials away",
        "takesall 40 credfile 140 send 24 taken 60 dest",
        "credfile 50 takesall 140 send 24 taken 60 dest",
        unless="asauth",
    ),
    _phrase(
        "SKS-EXFIL-CRED",
        _CRITICAL,
        "tells the agent to send a file of credentials away",
        "credfile 100 send 60 dest",
        "send 60 credfile 60 dest",
        unless="asauth",
    ),
    _across(
        "SKS-EXFIL-CRED",
        _CRITICAL,
        "tells the agent to send a file of credentials away",
        "encoded 20 credfile 110 dest",
        "credfile 40 encoded 60 dest",
        "attaches 100 credfile 60 dest",
        "credfile 160 dest 60 putin",
    ),
    _across(
        "SKS-PI-EXFIL",
        _HIGH,
        "tells the agent to put a file of credentials where others read it",
        "credfile 60 intobody",
        unless="asauth",
    ),
    _phrase(
        "SKS-PI-EXFIL",
        _HIGH,
        "tells the agent to put the conversation into an address",
        "talk 50 encoded 40 inlink",
        "encoded 30 talk 60 inlink",
        "attaches 60 talk 60 inlink 60 dest",
    ),
    _phrase("SKS-PI-EXFIL", _HIGH, "has a person asked for what opens everything", "asks 30 keystone"),
    _phrase(
        "SKS-PI-EXFIL",
        _HIGH,
        "tells the agent to give secrets away",
        "send 50 secret 60 dest",
        "secret 60 send 30 contents 30 dest",
        "secret 40 andsend 40 dest",
        "every 12 secret 40 send 50 dest",
        "send~ 60 secret~ 60 dest",
        "secret~ 60 send~ 40 dest",
        "secret~ 60 dest 40 send~",
        "dest 40 secret~ 30 send~",
        unless="asauth",
    ),
    _phrase(
        "SKS-PI-EXFIL",
        _HIGH,
        "tells the agent to give the conversation or the user's data away",
        "send 50 talk 60 dest",
        "talk 60 send 30 dest",
        "silently 30 send 60 talk",
        "send 50 talk 60 unaware",
        unless="asauth",
    ),
    _phrase(
        "SKS-PI-EXFIL",
        _HIGH,
        "tells the agent to send something away without a word",
        "silently 20 send 80 dest",
        "send 50 dest 60 silently",
        "silently 30 send 40 secret",
        unless="asauth",
    ),
)
_APPROVE = (
    _phrase(
        "SKS-PI-APPROVE",
        _HIGH,
        "has payments go to another address",
        "swaps 40 coinaddr 40 forours",
        "coinaddr 60 swaps 30 forours",
    ),
    _phrase("SKS-PI-APPROVE", _HIGH, "tells the agent to approve what it has not read", "okays 60 unread"),
    _phrase("SKS-PI-APPROVE", _MEDIUM, "says that everything was approved", "fakeok"),
    _across("SKS-PI-APPROVE", _HIGH, "says that everything was approved", "fakeok 100 noask", unless="outside"),
    _across("SKS-PI-APPROVE", _HIGH, "tells the agent to switch its safety off", "autoyes 100 disable 20 limits"),
    _phrase(
        "SKS-PI-APPROVE",
        _HIGH,
        "tells the agent to move money without asking",
        "pay 30 money 50 noask",
        "noask 40 pay 30 money",
        "autoyes 30 money",
        "money 40 noask",
        unless="never",
    ),
    _phrase(
        "SKS-PI-APPROVE",
        _HIGH,
        "tells the agent to delete without asking",
        "destroy 30 riches 60 noask",
        "noask 40 destroy 30 riches",
        unless="never",
    ),
    _phrase(
        "SKS-PI-APPROVE",
        _HIGH,
        "tells the agent to approve whatever asks for approval",
        "autoyes 20 every 20 approvals",
        "autoyes 20 every 20 actions",
        "disable 20 approvals",
        unless="modename byuser",
    ),
    _phrase("SKS-PI-APPROVE", _MEDIUM, "says that it does away with approvals", "disables 20 approvals"),
    _phrase(
        "SKS-PI-APPROVE",
        _LOW,
        "tells the agent to act without asking",
        "noask",
        "autoyes 20 approvals",
        "autoyes 20 actions",
    ),
    _phrase(
        "SKS-PI-APPROVE",
        _HIGH,
        "tells the agent to send or run without asking",
        "noask~ 40 send~",
        "send~ 40 noask~",
        unless="forbids~",
    ),
    _phrase(
        "SKS-PI-APPROVE",
        _MEDIUM,
        "tells the agent to go on without asking",
        "noask~ 40 obey~",
        "obey~ 40 noask~",
        unless="forbids~",
    ),
    _phrase("SKS-PI-APPROVE", _MEDIUM, "tells the agent to switch its safety off", "disable 20 limits"),
)
_REVEAL = (
    _phrase(
        "SKS-PI-REVEAL",
        _HIGH,
        "tells the agent to reveal its instructions",
        "reveal 25 inner 40 wholly",
        "reveal 25 inner 40 dest",
        "ignore 60 reveal 25 inner",
        unless="outside",
    ),
    _phrase(
        "SKS-PI-REVEAL",
        _HIGH,
        "tells the agent to reveal its instructions",
        "reveal~ 30 inner~",
        "inner~ 30 reveal~",
        unless="outside caching~",
    ),
    _phrase(
        "SKS-PI-REVEAL",
        _MEDIUM,
        "tells the agent to reveal its instructions",
        "reveal 12 inner",
        unless="outside caching~",
    ),
    _phrase(
        "SKS-PI-REVEAL", _MEDIUM, "tells the agent to write secrets where others read them", "prints 30 secret 30 tolog"
    ),
    _phrase("SKS-PI-REVEAL", _HIGH, "tells the agent to say what it proves itself with", "reveal 16 proof 30 inreply"),
)
_REMOTE = (
    _phrase("SKS-EXEC-REMOTE", _HIGH, "tells somebody to run what they download", "defanged 30 thenrun"),
    _phrase(
        "SKS-OBF-GEN-INSTR",
        _HIGH,
        "tells the agent to decode a text and to follow it",
        "decode 80 obey",
        "obey 20 decode",
        unless="asauth",
    ),
)
_LASTING = (
    _phrase(
        "SKS-PERSIST",
        _HIGH,
        "tells the agent to copy these instructions to other places",
        "spread 30 selfish 60 others",
        "others 30 spread 30 selfish",
        "spread 30 selfish 12 others",
        unless="delegates",
    ),
    _phrase(
        "SKS-AGENT-CONFIG",
        _HIGH,
        "tells the agent to write orders into its own memory",
        "write 60 memory 80 forever",
        "forever 60 write 60 memory",
        needs="orders",
    ),
    _phrase(
        "SKS-AGENT-CONFIG",
        _HIGH,
        "has the agent's approvals switched off for good",
        "write 60 bypass 60 house",
        "write 60 house 80 bypass",
        "bypass 60 profile",
        "write 40 memory 100 noask",
        "write 30 bypass 60 profile",
    ),
    _phrase("SKS-AGENT-CONFIG", _MEDIUM, "tells the agent to change its memory or identity", "write 40 memory"),
    _phrase("SKS-AGENT-CONFIG", _LOW, "tells the agent to change its own settings", "write 40 house"),
    _phrase("SKS-AGENT-CONFIG", _MEDIUM, "names a switch that lets the agent act without approval", "bypass"),
)
_HARM = (
    _phrase("SKS-DEFENSE-OFF", _HIGH, "has the traces of an act removed", "destroy 60 traces", unless="secret"),
    _phrase("SKS-DEFENSE-OFF", _HIGH, "tells somebody to switch a protection off", "turnoff 25 shield"),
    _phrase("SKS-DEFENSE-OFF", _MEDIUM, "tells somebody to switch a wall against the network off", "turnoff 25 wall"),
    _phrase(
        "SKS-DESTRUCT",
        _HIGH,
        "tells the agent to destroy a person's data",
        "silently 20 destroy 25 riches",
        "destroy 25 riches 60 silently",
        "destroy 25 riches 40 forever",
    ),
)

PHRASES: tuple[Phrase, ...] = (
    *_OVERRIDE,
    *_CONCEAL,
    *_EXFIL,
    *_APPROVE,
    *_REVEAL,
    *_REMOTE,
    *_LASTING,
    *_HARM,
)
