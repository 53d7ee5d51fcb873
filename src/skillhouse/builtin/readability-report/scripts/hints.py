"""What an editor would mark: long sentences, repeated words, and for English passive forms and worn phrases."""

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from measure import Document, Sentence

# Participles that do not end in -ed or -en and are used most.
IRREGULAR = (
    "been become begun bent bought brought built caught chosen come cut dealt done drawn driven felt fought found given"
    " gone grown had heard held hit hurt kept known laid led left lent let lost made meant met paid put read run said"
    " seen sent set shown shut sold spent stood struck taken taught thought thrown told understood won worn written"
).split()
PASSIVE = re.compile(
    rf"\b(?:am|is|are|was|were|be|been|being|get|gets|got|getting)\s+(?:\w+ly\s+|not\s+|also\s+)?"
    rf"(\w{{2,}}ed|\w{{2,}}en|{'|'.join(IRREGULAR)})\b",
    re.IGNORECASE,
)
# They end like participles, and are none.
NO_PARTICIPLES = frozenset(
    "red bed need indeed speed seed feed shed hundred open often even seven eleven ten golden sudden alien green keen"
    " teen screen garden children women men wooden barren broken-hearted naked wicked sacred aged".split()
)
PHRASES = {
    "in order to": "to", "due to the fact that": "because", "at this point in time": "now", "prior to": "before",
    "subsequent to": "after", "in the event that": "if", "with regard to": "about", "for the purpose of": "to",
    "a large number of": "many", "the majority of": "most", "in close proximity to": "near", "utilize": "use",
    "utilise": "use", "leverage": "use", "facilitate": "help", "commence": "begin", "terminate": "end",
    "it is important to note that": "(leave it out)", "as a matter of fact": "in fact", "is able to": "can",
    "on a regular basis": "regularly", "has the ability to": "can", "in spite of the fact that": "although",
    "until such time as": "until",
}  # fmt: skip
WEAK = ("very", "really", "quite", "basically", "actually", "just", "simply", "clearly", "obviously")
_PHRASE = re.compile(rf"\b({'|'.join(sorted(map(re.escape, PHRASES), key=len, reverse=True))})\b", re.IGNORECASE)
_WEAK = re.compile(rf"\b({'|'.join(WEAK)})\b", re.IGNORECASE)
# Said twice on purpose.
TWICE_IS_RIGHT = frozenset({"that", "had", "so", "very", "no", "ha"})


class Hint(NamedTuple):
    """One thing to look at: its kind, the line, the words meant, and what to do."""

    line: int
    kind: str
    words: str
    advice: str


def hints(document: Document, *, english: bool, longest: int) -> list[Hint]:
    """Everything worth a look, in order of the text."""
    found: list[Hint] = []
    for sentence in document.sentences:
        if len(sentence.words) > longest:
            advice = f"{len(sentence.words)} words: make two sentences of it"
            found.append(Hint(sentence.line, "long-sentence", _short(sentence.text), advice))
        found += _repeated(sentence, unspaced=document.unspaced)
        if english:
            found += _english(sentence)
    return found


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:119]}…"


def _repeated(sentence: Sentence, *, unspaced: bool) -> list[Hint]:
    """The same word twice in a row."""
    pairs = () if unspaced else zip(sentence.words, sentence.words[1:], strict=False)
    doubled = [two for one, two in pairs if one.casefold() == two.casefold() and two.casefold() not in TWICE_IS_RIGHT]
    # Not where something stands between them, as in `bad, bad`.
    plain = unicodedata.normalize("NFC", sentence.text)
    found = [word for word in doubled if re.search(rf"\b{re.escape(word)}\s+{re.escape(word)}\b", plain, re.IGNORECASE)]
    return [Hint(sentence.line, "repeated-word", f"{word} {word}", "leave one out") for word in found if word.isalpha()]


def _english(sentence: Sentence) -> list[Hint]:
    found = []
    for match in PASSIVE.finditer(sentence.text):
        if match[1].casefold() not in NO_PARTICIPLES:
            found.append(Hint(sentence.line, "passive", match[0], "say who does it"))
    for match in _PHRASE.finditer(sentence.text):
        found.append(Hint(sentence.line, "wordy", match[0], f"write: {PHRASES[match[0].casefold()]}"))
    found += [Hint(sentence.line, "weak-word", match[0], "leave it out") for match in _WEAK.finditer(sentence.text)]
    return found


def frequent(document: Document, count: int) -> list[tuple[str, int]]:
    """The longer words that are used most, at least three times."""
    shortest = 1 if document.unspaced else 5
    times = Counter(word.casefold() for word in document.words if len(word) >= shortest and not word[0].isdigit())
    ordered = sorted((-often, word) for word, often in times.items() if often > 2)
    return [(word, -often) for often, word in ordered[:count]]
