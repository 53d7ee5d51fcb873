"""IBAN (ISO 13616, structures as of release 101 of the registry), BIC (ISO 9362) and payment cards (ISO 7812)."""

import re

from outcome import Outcome, joined, luhn

# What follows the country and the check digits: n digits, a capital letters, c either.
STRUCTURES = dict(
    entry.split(":")
    for entry in (
        "AD:8n12c AE:19n AL:8n16c AT:16n AZ:4a20c BA:16n BE:12n BG:4a6n8c BH:4a14c BI:23n BR:23n1a1c BY:4c4n16c"
        " CH:5n12c CR:18n CY:8n16c CZ:20n DE:18n DJ:23n DK:14n DO:4c20n EE:16n EG:25n ES:20n FI:14n FK:2a12n FO:14n"
        " FR:10n11c2n GB:4a14n GE:2a16n GI:4a15c GL:14n GR:7n16c GT:24c HN:4a20n HR:17n HU:24n IE:4a14n IL:19n"
        " IQ:4a15n IS:22n IT:1a10n12c JO:4a4n18c KW:4a22c KZ:3n13c LB:4n20c LC:4a24c LI:5n12c LT:16n LU:3n13c"
        " LV:4a13c LY:21n MC:10n11c2n MD:20c ME:18n MK:3n10c2n MN:16n MR:23n MT:4a5n18c MU:4a19n3a NI:4a20n"
        " NL:4a10n NO:11n OM:3n16c PK:4a16c PL:24n PS:4a21c PT:21n QA:4a21c RO:4a16c RS:18n RU:14n15c SA:2n18c"
        " SC:4a20n3a SD:14n SE:20n SI:15n SK:20n SM:1a10n12c SO:19n ST:21n SV:4a20n TL:19n TN:20n TR:6n16c UA:6n19c"
        " VA:18n VG:4a16n XK:16n YE:4a4n18c"
    ).split()
)
CLASSES = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Z0-9]"}
WORDS = {"n": "digits", "a": "letters", "c": "letters or digits"}
COUNTRIES = frozenset(
    (
        "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW"
        " BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI"
        " FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN"
        " IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME"
        " MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF"
        " PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV"
        " SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK"
        " YE YT ZA ZM ZW"
    ).split()
)


def iban(written: str) -> Outcome:
    """Country, length, structure, and ISO 7064 modulo 97."""
    value = joined(written)
    result = Outcome(value)
    country, rest = value[:2], value[4:]
    shape = re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]+", value)
    if not result.rule("shape", bool(shape), "an IBAN has two letters, two digits, then letters and digits"):
        return result
    if not result.rule("country", country in STRUCTURES, f"{country} is not a country with IBANs"):
        return result
    parts = [(int(count), kind) for count, kind in re.findall(r"(\d+)([nac])", STRUCTURES[country])]
    length = 4 + sum(count for count, _ in parts)
    why = f"an IBAN of {country} has {length} characters, this has {len(value)}"
    if not result.rule("length", len(value) == length, why):
        return result
    at = 0
    for count, kind in parts:
        part = rest[at : at + count]
        why = f"characters {at + 5} to {at + 4 + count} must be {WORDS[kind]}, not {part}"
        result.rule("structure", bool(re.fullmatch(CLASSES[kind] + "+", part)), why)
        at += count
    result.rule("check digits", mod_97(value) == 1, "the check digits do not fit the rest (modulo 97)")
    result.details = {"country": country, "printed": " ".join(re.findall(".{1,4}", value))}
    return result


def mod_97(value: str) -> int:
    """An IBAN as a number, its first four characters last and letters as 10 to 35, modulo 97."""
    return int("".join(str(int(char, 36)) for char in value[4:] + value[:4])) % 97


def bic(written: str) -> Outcome:
    """Shape and country only: whether a bank has this code stands in a directory, not in the code."""
    value = joined(written)
    result = Outcome(value)
    result.rule("length", len(value) in (8, 11), f"a BIC has 8 or 11 characters, this has {len(value)}")
    shape = re.fullmatch(r"[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?", value)
    result.rule("shape", bool(shape), "a BIC has 4 letters, a country of 2 letters, then 2 or 5 letters or digits")
    result.rule("country", value[4:6] in COUNTRIES, f"{value[4:6]} is not a country")
    if result.valid:
        head_office = value[8:] in ("", "XXX")
        result.details = {"country": value[4:6], "head_office": head_office, "test": value[7] == "0"}
    return result


# Brand, first digits (as ranges), lengths. The first that fits is the brand.
BRANDS = (
    ("American Express", ((34, 34), (37, 37)), (15,)),
    ("Diners Club", ((300, 305), (3095, 3095), (36, 36), (38, 39)), (14, 16, 17, 18, 19)),
    ("JCB", ((3528, 3589),), (16, 17, 18, 19)),
    ("Mir", ((2200, 2204),), (16, 17, 18, 19)),
    ("Mastercard", ((51, 55), (2221, 2720)), (16,)),
    ("Visa", ((4, 4),), (13, 16, 19)),
    ("UnionPay", ((62, 62), (81, 81)), (16, 17, 18, 19)),
    ("Discover", ((6011, 6011), (644, 649), (65, 65)), (16, 17, 18, 19)),
    ("Maestro", ((50, 50), (56, 58), (60, 61), (63, 64), (66, 69)), tuple(range(12, 20))),
)


def card(written: str) -> Outcome:
    """Digits, brand, length and the Luhn check. The number itself is never shown again, only its ends."""
    value = joined(written)
    result = Outcome(value)
    shape = bool(re.fullmatch("[0-9]{12,19}", value))
    if not result.rule("shape", shape, "a card number has 12 to 19 digits"):
        return result
    brand, lengths = next(
        ((name, lengths) for name, ranges, lengths in BRANDS if any(_begins(value, *ends) for ends in ranges)),
        ("unknown", tuple(range(12, 20))),
    )
    fits = len(value) in lengths
    result.rule("length", fits, f"{brand} numbers have {' or '.join(map(str, lengths))} digits, this has {len(value)}")
    result.rule("check digit", luhn(value), "the last digit does not fit the rest (Luhn)")
    result.details = {"brand": brand}
    return result


def _begins(value: str, first: int, last: int) -> bool:
    return first <= int(value[: len(str(first))]) <= last


def masked(number: str) -> str:
    """A card number as it may be shown: the first six and the last four digits, and no more than half of it."""
    ends = (6, 4) if len(number) >= 16 else (4, 2)
    hidden = max(0, len(number) - sum(ends))
    return number[: ends[0]] + "*" * hidden + number[-ends[1] :] if hidden else "*" * len(number)
