"""How a text means what it says: as an order, as a quotation, or as a warning (SCN-1).

Text that warns of an attack, quotes one or teaches about one holds the same words as the attack. What counts is what
stands around: the words just before and after, quotation marks, the heading and the paragraph that leads to it.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.scan.block import Kind
from skillhouse.scan.inline import inside

if TYPE_CHECKING:
    from skillhouse.scan.block import Block
    from skillhouse.scan.phrases import Span
    from skillhouse.scan.subject import Subject

__all__ = ["Stance", "is_lesson", "stance_of", "teaches", "warns"]

_BEFORE = 110
_AFTER = 110
_LEAD = 200


class Stance(Enum):
    """How something is said."""

    SAID = "said"
    QUOTED = "quoted"
    WARNED = "warned of"


_NEGATED = re2.compile(
    r"(?:\b(?:never(?: ever)?|do not|don't|dont|must not|should not|shouldn't|mustn't|cannot|can not|can't|avoid"
    r"|refuse to"
    r"|refrain from|forbidden to|not allowed to|instead of|rather than|won't|will not|does not|doesn't|did not|not|no"
    r"|nobody"
    r"|nie|niemals|nicht|ne|jamais|nunca|no|não|jamás|никогда|не)"
    r"|不要|切勿|绝不|禁止|请勿|しないで|禁止)"
    r"(?:[ ,]+(?:to|be|ever|try|attempt|directly|the|a|an|any|your|under any circumstances|let|allow|agents?|users?|it"
    r"|them|or|just|ask (?:them|users?|the user|anyone|people) to"
    r"|simply|blindly|automatically|always|ever|use|run|execute|paste|pipe|type|call|commands?|like|such as|e\.g\.|:|do"
    r"|this|things|skills"
    r"|anything|that)){0,6}[ \"'`(:]*$"
)
# "Never add A, do B or C": the ban holds for each of a list.
_LISTED = re2.compile(r"\b(?:never|do not|don't|must not|should not|avoid)\b[^.!?;:\n]{0,70}, (?:or )?[\"'`]?$")
_LIST_GOES_ON = re2.compile(r"^[^.!?;:\n]{0,70}\b(?:or|nor)\b")
_NEITHER = re2.compile(r"\b(?:neither|nor)\b[^.!?;:\n]{0,60}$")
_REFUSED = re2.compile(
    r"\b(?:do not|don't|never|must not|refuse to) (?:ever )?(?:follow|obey|act on|comply with|believe)"
    r"(?: \w+){0,3} [\"'`]$"
)
_URGES = re2.compile(
    r"(?:not|n't|never) (?:ever )?(?:forget|hesitate|fail|skip|stop|neglect|delay|wait|mind|omit|miss|worry|ask|tell"
    r"|mention|inform|warn)\b"
)
# To ask a person to do a thing is no question that is left out.
_HAVING = re2.compile(r"\bask (?:them|users?|the user|anyone|people) to\b")
_DETECTS = re2.compile(
    r"\b(?:flag(?:s|ged|ging)?|detect(?:s|ed|ing|ion)?|reject(?:s|ed|ing)?|block(?:s|ed|ing)?|look(?:s|ing)? for"
    r"|watch(?:ing)? (?:out )?for"
    r"|check(?:s|ing)? (?:for|whether|if|that)|scan(?:s|ning)? for|search(?:es|ing)? for|grep for|catch(?:es)?"
    r"|prevent(?:s|ing)?|identif(?:y|ies|ying)|spot|warn(?:s|ing)?"
    r"|beware|treats?|refuse(?:s|d)?|resist|defend(?:s|ing)?|protect(?:s|ing)?|attempt(?:s|ed|ing)?|tr(?:y|ies|ied"
    r"|ying) to|ask(?:s|ing)? (?:you|the (?:agent|model|user)|it) to"
    r"|instruct(?:s|ed|ing|ions?) (?:\w+ ){0,3}to|tell(?:s|ing)? (?:\w+ ){1,3}to|could|might|says?|such as|e\.g\."
    r"|phrases?|attackers?|adversar\w+|malicious\w*"
    r"|injected|payloads?|vulnerab\w+|risks?|examples?|threats?|if (?:an?|any|the|some|you see)|skills? that|code that"
    r"|prompts? that|scripts? that|commands? that|patterns?"
    r"|anything that|instructions? (?:like|that|to)|text that|content that|requests? to|whether|attack\w*|injections?"
    r"|jailbreaks?|trick\w*|would|report|steal\w*"
    r"|exfiltrat\w+|compromis\w+|abus\w+|misus\w+|designed to|used to|able to|red flags?|unsafe|dangerous|suspicious"
    r"|hidden)"
    r"(?:[ \"'`(:,-]+[^\s.!?;]+){0,7}[ \"'`(:,-]*$"
)
# What a person sees when something goes wrong: a lure begins like this.
_FAULT = re2.compile(
    r"\b(?:if|when) you (?:see|get|receive|encounter)\b[^.!?;]{0,60}(?:error|captcha|warning|message|prompt)\b"
)
_CALLED = re2.compile(
    r"^[^.!?;]{0,60}?(?:\b(?:is|are|would be|counts? as|considered|means|indicates?|suggests?|=)|[→=:-]|—|–"
    r"|\|) ?(?:an? |the |clearly |always |a sign of |usually |likely )?"
    r"(?:\w+ ){0,2}(?:injections?|attacks?|malicious|red flags?|suspicious|dangerous|forbidden|not allowed|unsafe"
    r"|prohibited|threats?|violations?|exfiltration|high[- ]risk|critical"
    r"|attempts?|jailbreaks?|vulnerab\w+|bad|wrong|never|blocked?|rejected?|flag(?:ged)?|report(?:ed)?)\b"
    r"|^[^.!?;]{0,60}?[.!?;:,—-]? ?(?:flag|report|reject|refuse|ignore|block|do not (?:obey|follow|comply)"
    r"|don't (?:obey|follow|comply)|never (?:obey|follow|comply)) (?:it|them|this|these|such|that)\b"
    r"|^[^.!?;]{0,80}?\b(?:should|must|can|will) (?:always )?(?:be )?(?:rejected|refused|flagged|blocked|reported"
    r"|treated as|ignored|denied|detected|prevented)\b"
)
_OBEYS = re2.compile(
    r"(?:follow|obey|execute|apply|remember|instructions?|system prompt|always|must|you will|say|respond with"
    r"|reply)\b[^.!?;]{0,30}[\"'`:]\s*$"
)
_WARNS = re2.compile(
    r"\b(?:never|don'?ts?|do not|avoid(?:ing)?|bad|wrong|unsafe|insecure|dangerous|forbidden|prohibited|not allowed"
    r"|anti-?patterns?|red flags?|attack(?:s|er|ers|ing)?|malicious"
    r"|threats?|exploit\w*|vulnerab\w+|injections?|payloads?|indicators?|suspicious|signs of|(?:what|things"
    r"|patterns) to (?:look|watch|check|search) for|look for|detect\w*|examples? of (?:attack|bad|mal|inj|un)"
    r"|test (?:cases?|fixtures?|inputs?|payloads?|prompts?)|fixtures?|adversarial|jailbreaks?|exfiltration|misuse|abuse"
    r"|incorrect|violations?|must not|should not|counter-?examples?|cve-\d+"
    r"|proof of concept|red[- ]team\w*|pen-?test\w*|penetration test\w*|threat hunting|forensic\w*|signatures?|malware"
    r"|phishing|reverse shells?|risky|flag (?:these|this|any)|what not to do|danger zone|poisoning|hijack\w*)\b"
    r"|❌|🚫|⛔|✗|✘|🚩|nicht tun|à éviter|no hacer|не делай|不要|禁止"
)
_OPENS = re2.compile(
    r"^[\s\W]*(?:bad|wrong|attack(?:er)?|unsafe|malicious|vulnerable|incorrect|anti-?pattern"
    r"|insecure|red flag|example(?:s)? of (?:an? )?(?:attack|injection|malicious|bad)|payload|injection|threat"
    r"|suspicious"
    r"|flag|detect|reject|forbidden|dangerous)\b[^.!?]{0,12}|^\s*(?:❌|🚫|⛔|✗|✘|🚩)"
)
_TEACHES = re2.compile(
    r"\b(?:securit\w+|secure|vulnerab\w+|pen-?test\w*|penetration|red[- ]team\w*|blue[- ]team\w*|malware|threats?"
    r"|exploit\w*|attack\w*|injections?|audit\w*|forensic\w*|incident response|yara|semgrep|codeql|fuzz\w*|cve|owasp"
    r"|hardening|detection|siem|sigma|scanner|guardrails?|jailbreak\w*|prompt safety|ctf|reverse engineering"
    r"|obfuscat\w+|hacking|bug bounty|code review\w*|sandbox(?:ing)?|defen[cs]e|safety|adversarial)\b"
)


def stance_of(low: str, span: Span, sentence: Span, code: list[Span], block: Block) -> Stance:
    """How the words of `span` are said. `low` is the text in lower case; `sentence` the span's own sentences."""
    start, end = span
    before = low[max(sentence[0], start - _BEFORE) : start]
    after = low[end : min(len(low), end + _AFTER)]
    if _is_denied(before, low[start:end], after) and not _URGES.search(
        _HAVING.sub("have them", low[start - len(before) : end])
    ):
        return Stance.WARNED
    detects = _DETECTS.search(before) and not _FAULT.search(before)
    if detects or _CALLED.search(after) or _OPENS.search(low[: min(start + 1, _BEFORE)]):
        return Stance.WARNED
    if _is_quoted(low, span, code) and not _OBEYS.search(before):
        return Stance.QUOTED
    return Stance.WARNED if warns(block) else Stance.SAID


def _is_denied(before: str, phrase: str, after: str) -> bool:
    if any(pattern.search(before) for pattern in (_NEGATED, _NEITHER, _REFUSED)):
        return True
    return bool(_LISTED.search(before)) and (before.endswith("or ") or bool(_LIST_GOES_ON.search(phrase + after)))


def _is_quoted(low: str, span: Span, code: list[Span]) -> bool:
    start, end = span
    if inside(code, start, end):
        return True
    for opening, closing in (('"', '"'), ("«", "»"), ("„", '"'), ("「", "」"), ("『", "』"), (" '", "'")):
        at = low.rfind(opening, max(0, start - _LEAD), start + 1)
        if at < 0:
            continue
        if opening == closing and low.count(opening, 0, start) % 2 == 0:
            continue
        if low.find(closing, end - 1, end + _LEAD) >= 0 and low.find(closing, at + len(opening), start) < 0:
            return True
    return False


def warns(block: Block) -> bool:
    """Whether the heading above a block, or what leads to it, says that here come examples of what is bad."""
    return _says_bad(" / ".join(block.trail[-2:] if len(block.trail) > 1 else ())) or _leads_to_bad(block)


def _leads_to_bad(block: Block) -> bool:
    lead = block.lead.rstrip()
    if block.kind in {Kind.ITEM, Kind.FENCE, Kind.INDENTED, Kind.ROW} and lead:
        last = lead[-_LEAD:].lower()
        cut = max(last.rfind(". "), last.rfind("\n\n")) + 1
        return (
            _says_bad(last[cut:])
            if block.kind is Kind.ROW or lead.endswith((":", "：", ",")) or cut
            else _says_bad(last)
        )
    return False


@lru_cache(maxsize=2048)
def _says_bad(text: str) -> bool:
    return bool(_WARNS.search(text.lower()))


def is_lesson(code: str) -> bool:
    """Whether code says of itself, in a comment near its beginning, that it shows what is bad."""
    head = "\n".join(code.split("\n")[:3]).lower()
    return any(mark in head for mark in ("#", "//", "/*", "--", "<!--", "❌")) and bool(
        re2.search(
            r"(?:#|//|/\*|--|<!--)[^\n]{0,40}(?:\b(?:bad|wrong|never|vulnerable|unsafe|insecure|malicious|attack|don't"
            r"|do not|dangerous|anti-?pattern)\b|❌|✗)|❌",
            head,
        )
    )


def teaches(subject: Subject) -> bool:
    """Whether a skill is about security: its reference files show attacks in order to teach about them."""
    return bool(_TEACHES.search(f"{subject.name} {subject.front.get('description') or ''}".lower()[:4000]))
