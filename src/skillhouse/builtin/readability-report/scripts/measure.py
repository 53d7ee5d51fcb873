"""Sentences, words and syllables of a text, and the measures made of them. Numbers are exact until they are told."""

import re
import unicodedata
from dataclasses import dataclass, field
from fractions import Fraction

# A point after one of these ends no sentence.
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st vs etc e.g i.e cf fig inc ltd co jr sr approx dept est vol pp al a.m p.m u.s u.k bzw z.b"
    " d.h usw ca nr".split()
)
SENTENCE_END = re.compile(r"([.!?…]+[\"'”’»)\]]*)(?=\s|$)|[。！？]+[」』”]?|[।॥؟۔]+(?=\s|$)")
WORD = re.compile(r"[^\W\d_](?:[\w\u0300-\u036f]|['’-](?=[^\W_]))*|\d+(?:[.,:/-]\d+)*%?")
UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
VOWELS = re.compile(r"[aeiouy]+")
SILENT = re.compile(r"(?:[^laeiouy]|[aeiouy]l)e$|(?:[^aeioutdy])ed$|[^aeiouscxzhg]es$")
# Words that the rule counts wrong, and that stand in every other text.
SYLLABLES = {
    "the": 1, "area": 3, "idea": 3, "people": 2, "being": 2, "business": 2, "every": 2, "science": 2, "create": 2,
    "created": 3, "real": 1, "really": 2, "something": 2, "sometimes": 2, "therefore": 2, "whole": 1, "used": 1,
    "quiet": 2, "client": 2, "clients": 2, "diet": 2, "period": 3, "various": 3, "society": 4, "usually": 4,
    "poet": 2, "experience": 4, "language": 2, "rhythm": 2, "employee": 3, "employees": 3, "medium": 3, "lion": 2,
    "friend": 1, "friends": 1, "cement": 2, "evening": 2,
    "different": 3, "interest": 3, "radio": 3, "video": 3, "media": 3, "serious": 3, "previous": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """One sentence: its text on one line, the line of the document on which it begins, and its words."""

    text: str
    line: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Document:
    """A text taken apart. `unspaced`: most of it is in a script without spaces, where each character is a word."""

    sentences: tuple[Sentence, ...]
    paragraphs: int
    unspaced: bool
    words: tuple[str, ...] = field(repr=False)

    @property
    def letters(self) -> int:
        """Letters and digits in all words."""
        return sum(char.isalnum() for word in self.words for char in word)


def read(text: str) -> Document:
    """Take a text apart. Markdown's fences and front matter do not count; headings and list items are sentences."""
    unspaced = 2 * len(UNSPACED.findall(text)) > sum(char.isalpha() for char in text)
    sentences: list[Sentence] = []
    paragraphs = 0
    for line, block in _blocks(text):
        found = [one for one in _sentences(block, line, unspaced=unspaced) if one.words]
        paragraphs += bool(found)
        sentences += found
    return Document(tuple(sentences), paragraphs, unspaced, tuple(word for one in sentences for word in one.words))


def _blocks(text: str) -> list[tuple[int, str]]:
    """Paragraphs, headings, list items and rows of tables, each with its first line; lines are kept in them."""
    blocks: list[tuple[int, list[str]]] = []
    fence, is_open = "", False
    lines = text.lstrip("\ufeff").split("\n")
    if lines[0].rstrip() == "---" and "---" in (line.rstrip() for line in lines[1:]):
        end = next(at for at, line in enumerate(lines) if at and line.rstrip() == "---")
        lines[: end + 1] = [""] * (end + 1)
    for number, line in enumerate(lines, 1):
        mark = re.match(r"\s{0,3}(`{3,}|~{3,})", line)
        if mark and (not fence or (mark[1][0] == fence[0] and len(mark[1]) >= len(fence))):
            fence, is_open = ("" if fence else mark[1]), False
        elif fence or not line.strip():
            is_open = False
        else:
            starts_new = re.match(r"\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|[|>])", line)
            if starts_new or not is_open:
                blocks.append((number, []))
            blocks[-1][1].append(line)
            is_open = not re.match(r"\s*(?:#{1,6}\s|\|)", line)
    return [(number, "\n".join(content)) for number, content in blocks]


def _sentences(block: str, line: int, *, unspaced: bool) -> list[Sentence]:
    found, start = [], 0
    for match in SENTENCE_END.finditer(block):
        if _ends_nothing(block, match):
            continue
        found.append((start, match.end()))
        start = match.end()
    found.append((start, len(block)))
    result = []
    for first, end in found:
        piece = block[first:end]
        skipped = len(piece) - len(piece.lstrip())
        where = line + block.count("\n", 0, first + skipped)
        result.append(Sentence(" ".join(piece.split()), where, tuple(words(_plain(piece), unspaced=unspaced))))
    return result


def _plain(piece: str) -> str:
    """A piece without marks of Markdown that are no words: list numbers, addresses of links, code."""
    piece = re.sub(r"^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>)", " ", piece)
    piece = re.sub(r"(\]\()[^)\s]*(\))", r"\1\2", piece)
    return re.sub(r"https?://\S+", " ", piece)


def _ends_nothing(block: str, match: re.Match[str]) -> bool:
    """Whether a point belongs to an abbreviation, an initial, or the number of a list item."""
    if match[0][0] != ".":
        return False
    before = re.search(r"(\S+)$", block[: match.start()])
    word = before[1].lstrip("([\"'“‘").casefold() if before else ""
    following = block[match.end() :].lstrip()[:1]
    if word in ABBREVIATIONS or (word == "no" and following.isdigit()):
        return True
    if re.fullmatch(r"\d+", word) and block[: match.start()].strip() == word:
        return True
    return (len(word) == 1 and word.isalpha() and word != "i") or following.islower()


def words(text: str, *, unspaced: bool = False) -> list[str]:
    """The words of a text, in order, composed; in a script without spaces each character is one."""
    composed = unicodedata.normalize("NFC", text)
    if not unspaced:
        return WORD.findall(composed)
    apart = UNSPACED.sub(r" \g<0> ", composed)
    return WORD.findall(apart)


def syllables(word: str) -> int:
    """Syllables of an English word, by a rule and a list of what the rule counts wrong. A number counts one."""
    word = re.sub(r"['’]s?$", "", word.casefold()).replace("’", "'")
    if "-" in word:
        return sum(syllables(part) for part in word.split("-") if part)
    if word in SYLLABLES:
        return SYLLABLES[word]
    letters = "".join(char for char in unicodedata.normalize("NFD", word) if char.isascii() and char.isalpha())
    count = len(VOWELS.findall(letters))
    count += len(re.findall(r"i[ao](?!u)|eo(?!u)|ua|ii|[aeiouy]ing$|(?<![qg])uo|ism$|[vr]ious", letters))
    count -= len(re.findall(r"[tcsgln]i[ao]|geo[nu]|[^aeiouy]ements?$", letters))
    if len(letters) > 3 and SILENT.search(letters) and not letters.endswith(("le", "les")):
        count -= 1
    if re.search(r"[^aeiouy]les?$", letters) is None and re.search(r"[aeiouy]les?$", letters) and len(letters) > 3:
        count -= 1
    return max(1, count)


def rounded(value: Fraction, places: int = 1) -> str:
    """A number with so many decimals, half away from zero."""
    scale = 10**places
    units = abs(value) * scale
    whole = (2 * units.numerator + units.denominator) // (2 * units.denominator)
    text = f"{whole // scale}.{whole % scale:0{places}d}"
    return f"-{text}" if value < 0 and whole else text


def measures(document: Document, *, english: bool) -> dict[str, object]:
    """The counts and, where the text is English, the readability formulas. Needs at least one word."""
    count, total = len(document.sentences), len(document.words)
    long_words = sum(len(word) > 6 for word in document.words)
    per_sentence, share = Fraction(total, count), Fraction(100 * long_words, total)
    lengths = sorted(len(one.words) for one in document.sentences)
    found: dict[str, object] = {
        **{"words": total, "sentences": count, "paragraphs": document.paragraphs, "letters": document.letters},
        "words_per_sentence": rounded(per_sentence),
        "longest_sentence": lengths[-1],
        "median_sentence": rounded(Fraction(lengths[(count - 1) // 2] + lengths[count // 2], 2)),
        "letters_per_word": rounded(Fraction(document.letters, total)),
        "long_words_percent": rounded(share),
        "different_words_percent": rounded(Fraction(100 * len({word.casefold() for word in document.words}), total)),
        "reading_minutes": rounded(Fraction(total, 500 if document.unspaced else 238)),
    }
    if not document.unspaced:
        found["lix"] = rounded(per_sentence + share)
    if english:
        found |= _english(document, per_sentence)
    return found


def _english(document: Document, per_sentence: Fraction) -> dict[str, object]:
    total, count = len(document.words), len(document.sentences)
    each = [syllables(word) for word in document.words]
    per_word, hard = Fraction(sum(each), total), sum(one > 2 for one in each)
    letters = Fraction(document.letters, total)
    return {
        "syllables": sum(each),
        "syllables_per_word": rounded(per_word, 2),
        "flesch_reading_ease": rounded(
            Fraction("206.835") - Fraction("1.015") * per_sentence - Fraction("84.6") * per_word
        ),
        "flesch_kincaid_grade": rounded(
            Fraction("0.39") * per_sentence + Fraction("11.8") * per_word - Fraction("15.59")
        ),
        "gunning_fog": rounded(Fraction("0.4") * (per_sentence + Fraction(100 * hard, total))),
        "automated_readability_index": rounded(
            Fraction("4.71") * letters + Fraction("0.5") * per_sentence - Fraction("21.43")
        ),
        "coleman_liau": rounded(
            Fraction("5.88") * letters - Fraction("29.6") * Fraction(count, total) - Fraction("15.8")
        ),
    }
