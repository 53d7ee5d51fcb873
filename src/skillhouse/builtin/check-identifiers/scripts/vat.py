"""VAT numbers of the European Union (and XI, GB, CH, NO): the shape, and the check digits of each country."""

import re
from collections.abc import Callable

from outcome import Outcome, joined, luhn, weighed
from persons import bg_person, cz_person, es_nif, lt_number, lv_number

Check = Callable[[str], bool]
LETTERS_IE = "WABCDEFGHIJKLMNOPQRSTUV"
LETTERS_FR = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CYPRUS = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21)
IT_OFFICES = {*range(1, 102), 120, 121, 888, 999}


def modulo(weights: tuple[int, ...], divisor: int, rest: int = 0) -> Check:
    """All digits, weighed, leave a rest."""
    return lambda digits: weighed(digits, weights) % divisor == rest


def last_is(weights: tuple[int, ...], divisor: int = 11) -> Check:
    """The last digit is what the others, weighed, lack to a multiple of the divisor; 10 and 11 become 0."""
    return lambda digits: -weighed(digits[:-1], weights) % divisor % 10 == int(digits[-1])


def strict_last_is(weights: tuple[int, ...]) -> Check:
    """The same, but numbers for which 10 would come out are never given out."""
    return lambda digits: -weighed(digits[:-1], weights) % 11 == int(digits[-1])


def mod_11_10(digits: str) -> bool:
    """ISO 7064 modulo 11, 10."""
    product = 10
    for digit in digits[:-1]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[-1])


def at(number: str) -> bool:
    """Austria: Luhn's sum of seven digits, and 4."""
    total = sum(int(d) if place % 2 == 0 else int(d) * 2 - 9 * (int(d) > 4) for place, d in enumerate(number[1:8]))
    return -(total + 4) % 10 == int(number[8])


def bg(number: str) -> bool:
    """Bulgaria: nine digits of a firm, or ten of a person."""
    if len(number) == 10:
        return bg_person(number)
    rest = weighed(number, tuple(range(1, 9))) % 11
    return (rest if rest < 10 else weighed(number, tuple(range(3, 11))) % 11 % 10) == int(number[8])


def cy(number: str) -> bool:
    """Cyprus: a letter from eight digits, of which every second is read through a table."""
    total = sum(CYPRUS[int(d)] if place % 2 == 0 else int(d) for place, d in enumerate(number[:8]))
    return not number.startswith("12") and chr(65 + total % 26) == number[8]


def cz(number: str) -> bool:
    """Czechia: eight digits of a firm; nine that begin with 6; or the birth number of a person."""
    if len(number) == 8:
        return (-weighed(number, (8, 7, 6, 5, 4, 3, 2)) % 11 or 1) % 10 == int(number[7])
    if len(number) == 9 and number[0] == "6":
        rest = weighed(number[1:], (8, 7, 6, 5, 4, 3, 2)) % 11
        return (8 - (10 - rest) % 11) % 10 == int(number[8])
    return cz_person(number)


def fr(number: str) -> bool:
    """France: a SIREN by Luhn, and two characters before it that fit."""
    key, siren = number[:2], number[2:]
    if not siren.startswith("000") and not luhn(siren):
        return False
    if key.isdigit():
        return int(key) == int(siren + "12") % 97
    first, second = (LETTERS_FR.index(char) for char in key)
    check = first * 24 + second - 10 if key[0].isdigit() else first * 34 + second - 100
    return (int(siren) + 1 + check // 11) % 11 == check % 11


def ie(number: str) -> bool:
    """Ireland: a letter from seven digits and perhaps a second letter; in old numbers the second digit is a letter."""
    if not number[1].isdigit():
        number = "0" + number[2:7] + number[0] + number[7:]
    extra = LETTERS_IE.index(number[8]) * 9 if len(number) == 9 else 0
    return LETTERS_IE[(weighed(number[:7], (8, 7, 6, 5, 4, 3, 2)) + extra) % 23] == number[7]


def it(number: str) -> bool:
    """Italy: Luhn, and the number of an office."""
    return luhn(number) and int(number[:7]) > 0 and int(number[7:10]) in IT_OFFICES


def nl(number: str) -> bool:
    """The Netherlands: the old number by eleven, or the one since 2020 by 97."""
    whole = int("".join(str(int(char, 36)) for char in "NL" + number))
    return whole % 97 == 1 or weighed(number[:9], (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def ro(number: str) -> bool:
    """Romania: the weights stand under the last digits."""
    return weighed(number[:-1].rjust(9, "0"), (7, 5, 3, 2, 1, 7, 5, 3, 2)) * 10 % 11 % 10 == int(number[-1])


def si(number: str) -> bool:
    """Slovenia: by eleven; numbers for which 11 would come out are never given out."""
    lack = 11 - weighed(number[:7], (8, 7, 6, 5, 4, 3, 2)) % 11
    return lack < 11 and lack % 10 == int(number[7])


def sk(number: str) -> bool:
    """Slovakia: a number that eleven divides, or the birth number of a person."""
    firm = number[0] != "0" and number[2] in "234789" and int(number) % 11 == 0
    return firm or cz_person(number)


def gb(number: str) -> bool:
    """The United Kingdom and Northern Ireland: by 97, in the old or the new way; government and health by range."""
    if number.startswith("GD"):
        return int(number[2:]) < 500
    if number.startswith("HA"):
        return int(number[2:]) >= 500
    total = weighed(number[:7], (8, 7, 6, 5, 4, 3, 2)) + int(number[7:9])
    return total % 97 in (0, 42)


def ch(number: str) -> bool:
    """Switzerland: the number of a firm by eleven."""
    return strict_last_is((5, 4, 3, 2, 7, 6, 5, 4))(number[1:10])


UK = r"[0-9]{9}([0-9]{3})?|GD[0-9]{3}|HA[0-9]{3}"
RULES: dict[str, tuple[str, Check]] = {
    "AT": (r"U[0-9]{8}", at),
    "BE": (r"[01][0-9]{9}", lambda n: 97 - int(n[:8]) % 97 == int(n[8:])),
    "BG": (r"[0-9]{9,10}", bg),
    "CH": (r"E[0-9]{9}(MWST|TVA|IVA|TPV)?", ch),
    "CY": (r"[0-9]{8}[A-Z]", cy),
    "CZ": (r"[0-8][0-9]{7}|[0-9]{9,10}", cz),
    "DE": (r"[1-9][0-9]{8}", mod_11_10),
    "DK": (r"[1-9][0-9]{7}", modulo((2, 7, 6, 5, 4, 3, 2, 1), 11)),
    "EE": (r"[0-9]{9}", modulo((3, 7, 1, 3, 7, 1, 3, 7, 1), 10)),
    "EL": (r"[0-9]{9}", lambda n: weighed(n[:8], (256, 128, 64, 32, 16, 8, 4, 2)) % 11 % 10 == int(n[8])),
    "ES": (r"[A-Z][0-9]{7}[A-Z0-9]|[0-9]{8}[A-Z]", es_nif),
    "FI": (r"[0-9]{8}", modulo((7, 9, 10, 5, 8, 4, 2, 1), 11)),
    "FR": (r"[0-9A-HJ-NP-Z]{2}[0-9]{9}", fr),
    "GB": (UK, gb),
    "HR": (r"[0-9]{11}", mod_11_10),
    "HU": (r"[0-9]{8}", modulo((9, 7, 3, 1, 9, 7, 3, 1), 10)),
    "IE": (r"[0-9][0-9A-Z+*][0-9]{5}[A-W]|[0-9]{7}[A-W][A-IW]", ie),
    "IT": (r"[0-9]{11}", it),
    "LT": (r"[0-9]{7}1[0-9]|[0-9]{10}1[0-9]", lt_number),
    "LU": (r"[0-9]{8}", lambda n: int(n[:6]) % 89 == int(n[6:])),
    "LV": (r"[0-9]{11}", lv_number),
    "MT": (r"[1-9][0-9]{7}", modulo((3, 4, 6, 7, 8, 9, 10, 1), 37)),
    "NL": (r"[0-9]{9}B(0[1-9]|[1-9][0-9])", nl),
    "NO": (r"[0-9]{9}(MVA)?", lambda n: strict_last_is((3, 2, 7, 6, 5, 4, 3, 2))(n[:9])),
    "PL": (r"[0-9]{10}", modulo((6, 5, 7, 2, 3, 4, 5, 6, 7, -1), 11)),
    "PT": (r"[1-9][0-9]{8}", last_is((9, 8, 7, 6, 5, 4, 3, 2))),
    "RO": (r"[1-9][0-9]{1,9}", ro),
    "SE": (r"[0-9]{10}01", lambda n: luhn(n[:10])),
    "SI": (r"[1-9][0-9]{7}", si),
    "SK": (r"[0-9]{10}", sk),
    "XI": (UK, gb),
}


def vat(written: str) -> Outcome:
    """Country, shape and check digits. Whether the number is given out is known only to the tax office."""
    value = joined(written)
    country, number = value[:2].replace("GR", "EL"), value[2:]
    result = Outcome(country + number)
    if not result.rule("country", country in RULES, f"{country or 'nothing'} is no country with known VAT numbers"):
        return result
    shape, check = RULES[country]
    like = bool(re.fullmatch(shape, number))
    if not result.rule("shape", like, f"{number or 'nothing'} does not look like a number of {country}"):
        return result
    result.rule("check digits", check(number), f"the check digits of {country} do not fit")
    result.details = {"country": country}
    return result
