"""Check digits: whether a number can be what it looks like. Every function takes ASCII digits and capitals alone."""

import re
from datetime import date

# Characters of an IBAN by country, as in the registry.
IBAN_LENGTHS = {
    code: int(length)
    for length, codes in (
        pair.split(":")
        for pair in (
            "15:NO 16:BE 18:DK,FI,FO,FK,GL,NL,SD 19:MK,SI 20:AT,BA,EE,KZ,LT,LU,MN,XK 21:CH,HR,LI,LV "
            "22:BG,BH,CR,DE,GB,GE,IE,ME,RS,VA 23:AE,GI,IL,IQ,OM,SO,TL 24:AD,CZ,ES,MD,PK,RO,SA,SE,SK,TN,VG "
            "25:LY,PT,ST 26:IS,TR 27:BI,DJ,FR,GR,IT,MC,MR,SM 28:AL,AZ,BY,CY,DO,GT,HU,LB,NI,PL,SV 29:BR,EG,PS,QA,UA "
            "30:JO,KW,MU,YE 31:MT,SC 32:LC 33:RU"
        ).split()
    )
    for code in codes.split(",")
}
# American Express, Diners, JCB, Visa, Mastercard, and those that begin with 6.
CARD = re.compile(r"3[47]\d{13}|3[0689]\d{12}|35\d{14}|4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|6\d{15,18}")
DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
CODICE_ODD = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21)
        + (2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
        strict=True,
    )
)


def luhn(digits: str) -> bool:
    """The check of cards: every second digit from the right counts double."""
    doubled = (int(digit) * (1 + at % 2) for at, digit in enumerate(reversed(digits)))
    return sum(value - 9 * (value > 9) for value in doubled) % 10 == 0


def iban(text: str) -> bool:
    """ISO 7064 mod 97-10, and the country's length."""
    if IBAN_LENGTHS.get(text[:2]) != len(text):
        return False
    return int("".join(str(int(char, 36)) for char in text[4:] + text[:4])) % 97 == 1


def card(digits: str) -> bool:
    """Begins and is as long as the cards of a brand are, with a right check digit."""
    return CARD.fullmatch(digits) is not None and luhn(digits)


def weighted(digits: str, weights: tuple[int, ...]) -> int:
    """The sum of digits times weights."""
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def bsn(digits: str) -> bool:
    """The Netherlands: the test of eleven, with a last weight of -1."""
    return int(digits) > 0 and weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def steuer_id(digits: str) -> bool:
    """Germany: ISO 7064 mod 11,10; of the first ten digits, just one stands twice or three times."""
    times = sorted(digits[:10].count(digit) for digit in set(digits[:10]))
    if digits[0] == "0" or times[-1] not in {2, 3} or times[-2:-1] == [times[-1]] or times[-2] > 1:
        return False
    product = 10
    for digit in digits[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def dni(text: str) -> bool:
    """Spain: the letter of a DNI or NIE is its number's remainder by 23."""
    number = text[:-1].translate(str.maketrans("XYZ", "012"))
    return DNI_LETTERS[int(number) % 23] == text[-1]


def nir(text: str) -> bool:
    """France: 97 less the remainder by 97; Corsica's departments count as 19 and 18."""
    number = int(text[:13].replace("2A", "19").replace("2B", "18"))
    return text[0] in "12" and 97 - number % 97 == int(text[13:])


def codice_fiscale(text: str) -> bool:
    """Italy: characters in odd places count by a table of their own."""
    total = sum(CODICE_ODD[char] for char in text[0:15:2])
    total += sum(int(char) if char.isdigit() else ord(char) - 65 for char in text[1:15:2])
    return chr(65 + total % 26) == text[15]


def pesel(digits: str) -> bool:
    """Poland: weights, and a birthday whose month tells the century."""
    month = int(digits[2:4])
    century = {0: 1900, 1: 2000, 2: 2100, 3: 2200, 4: 1800}[month // 20]
    return _is_day(century + int(digits[:2]), month % 20, int(digits[4:6])) and (
        weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0
    )


def personnummer(digits: str) -> bool:
    """Sweden: the check of cards over ten digits, and a birthday; a coordination number adds 60 to the day."""
    day = int(digits[4:6])
    return luhn(digits) and _is_day(2000, int(digits[2:4]), day - 60 if day > 60 else day)


def cpf(digits: str) -> bool:
    """Brazil: two check digits; eleven times the same digit passes them and is none."""
    first = weighted(digits, tuple(range(10, 1, -1))) * 10 % 11 % 10
    second = weighted(digits, tuple(range(11, 1, -1))) * 10 % 11 % 10
    return len(set(digits)) > 1 and digits[9:] == f"{first}{second}"


def resident_id(text: str) -> bool:
    """China: ISO 7064 mod 11-2, and a birthday."""
    total = weighted(text, (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2))
    is_day = _is_day(int(text[6:10]), int(text[10:12]), int(text[12:14]))
    return is_day and "10X98765432"[total % 11] == text[17]


def ssn(digits: str) -> bool:
    """United States: no check digit; some groups are never given out."""
    return digits[:3] not in {"000", "666"} and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
