"""Names of people and firms, and invoice numbers in the text of a payment."""

import re
import unicodedata

Tokens = frozenset[str]
FORMS = "ag and bv cie co company corp gmbh inc kg limited llc ltd nv oy plc sa sarl se spa srl the und"
LEGAL = frozenset(FORMS.split())
SHORT = 4


def tokens(name: str) -> Tokens:
    """The words of a name that tell it from others: without accents, case and legal form."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    plain = re.sub("['’`´]", "", plain)
    return frozenset(word for word in re.findall(r"\w+", plain) if len(word) > 1 and word not in LEGAL)


def agree(one: Tokens, two: Tokens) -> bool:
    """Whether two names can mean the same: all words of the shorter one are in the longer one."""
    return bool(one and two) and (one <= two or two <= one)


def differ(one: Tokens, two: Tokens) -> bool:
    """Whether both names are known and cannot mean the same."""
    return bool(one and two) and not agree(one, two)


def compact(written: str) -> tuple[str, list[int]]:
    """Letters and digits only, in capitals, and where each of them stood."""
    places = [at for at, char in enumerate(written) if char.isalnum()]
    return "".join(written[at].upper()[:1] for at in places), places


class References:
    """Finds invoice numbers in texts, however their parts are separated there: INV-7/25, inv 7 25 or Inv725."""

    def __init__(self, numbers: list[str]) -> None:
        self.known: dict[str, str] = {}
        for number in numbers:
            self.known.setdefault(compact(number)[0], number)
        self.lengths = sorted({len(key) for key in self.known if key}, reverse=True)

    def named_in(self, text: str) -> list[str]:
        """The invoice numbers that a text names, in its order. The longest reading wins: INV-12 is not INV-1."""
        plain, places = compact(text)
        spans: list[tuple[int, int, str]] = []
        for length in self.lengths:
            for start in range(len(plain) - length + 1):
                end, number = start + length, self.known.get(plain[start : start + length])
                if number is None or any(start < other_end and begin < end for begin, other_end, _ in spans):
                    continue
                if self._ends(plain, places, start) and self._ends(plain, places, end):
                    spans.append((start, end, number))
        return list(dict.fromkeys(number for _, _, number in sorted(spans)))

    @staticmethod
    def _ends(plain: str, places: list[int], at: int) -> bool:
        """Whether a word or a number can begin or end here: at a separator, or between a letter and a digit."""
        if at in (0, len(plain)) or places[at] - places[at - 1] > 1:
            return True
        return plain[at].isdigit() != plain[at - 1].isdigit()


def is_short(number: str) -> bool:
    """Whether a number is so short that a text holds it by chance."""
    return len(compact(number)[0]) < SHORT
