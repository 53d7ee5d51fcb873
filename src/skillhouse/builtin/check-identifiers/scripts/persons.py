"""Numbers of persons that serve as VAT numbers in some countries: they hold a date of birth, or letters."""

from datetime import date

from outcome import weighed

LETTERS_ES = "TRWAGMYFPDXBNJZSQVHLCKE"
FIRM_LETTERS = "JABCDEFGHI"


def real_day(year: int, month: int, day: int) -> bool:
    """Whether there is such a day."""
    try:
        return bool(date(year, month, day))
    except ValueError:
        return False


def bg_person(number: str) -> bool:
    """Bulgaria: a citizen, a foreigner, or another. Months from 21 on mean years before 1900, from 41 on since 2000."""
    year, month, day, last = int(number[:2]), int(number[2:4]), int(number[4:6]), int(number[9])
    century = {0: 1900, 1: 1800, 2: 2000}.get(month // 20, 0)
    if century and real_day(century + year, month % 20, day):
        citizen = weighed(number[:9], (2, 4, 8, 5, 10, 9, 7, 3, 6)) % 11 % 10 == last
    else:
        citizen = False
    foreigner = weighed(number[:9], (21, 19, 17, 13, 11, 9, 7, 3, 1)) % 10 == last
    return citizen or foreigner or -weighed(number[:9], (4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11 == last


def cz_person(number: str) -> bool:
    """Czechia: the birth number; nine digits before 1954, ten since, of which the last is the rest by eleven."""
    year, month, day = 1900 + int(number[:2]), int(number[2:4]) % 50, int(number[4:6])
    if len(number) == 9:
        year -= 100 if year >= 1980 else 0
        return year <= 1953 and real_day(year, month, day)
    year += 100 if year < 1954 else 0
    month -= 20 if month > 20 and year >= 2004 else 0
    return real_day(year, month, day) and int(number[:9]) % 11 % 10 == int(number[9])


def es_nif(number: str) -> bool:
    """Spain: a citizen (DNI), a foreigner (NIE), another person (K, L, M), or a firm (CIF)."""
    first, digits, last = number[0], number[1:8], number[8]
    if first.isdigit():
        return LETTERS_ES[int(number[:8]) % 23] == last
    if first in "XYZ":
        return LETTERS_ES[int(str("XYZ".index(first)) + digits) % 23] == last
    if first in "KLM":
        return LETTERS_ES[int(digits) % 23] == last
    total = sum(int(d) if place % 2 else int(d) * 2 - 9 * (int(d) > 4) for place, d in enumerate(digits))
    check = -total % 10
    return first in "ABCDEFGHJNPQRSUVW" and last in (FIRM_LETTERS[check], str(check))


def lt_number(number: str) -> bool:
    """Lithuania: nine or twelve digits, weighed once, or once more where 10 comes out."""
    body = number[:-1]
    rest = weighed(body, tuple(1 + place % 9 for place in range(len(body)))) % 11
    if rest == 10:
        rest = weighed(body, tuple(1 + (place + 2) % 9 for place in range(len(body)))) % 11
    return rest % 10 == int(number[-1])


def lv_number(number: str) -> bool:
    """Latvia: a firm begins with 4 to 9; a person with a date of birth, or (since 2017) with 32."""
    if number[0] > "3":
        return weighed(number, (9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1)) % 11 == 3
    year = 1800 + 100 * int(number[6]) + int(number[4:6])
    check = (1 + weighed(number[:10], (10, 5, 8, 4, 2, 1, 6, 3, 7, 9))) % 11 % 10
    born = number.startswith("32") or real_day(year, int(number[2:4]), int(number[:2]))
    return born and check == int(number[10])
