"""E-mail addresses (RFC 5321, 5322 and 6531, without quoted names and comments) and telephone numbers (E.164)."""

import re
import unicodedata

from outcome import Outcome

ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\U0010ffff-]+"
# Calling code: how many digits follow it in numbers that people are called at.
CALLING_CODES = dict(
    entry.split(":")
    for entry in (
        "1:10 7:10 20:8-10 27:5-9 30:10 31:9-11 32:8-9 33:9 34:9 36:8-9 39:6-12 40:6-9 41:9 43:4-13 44:9-10 45:8"
        " 46:7-9 47:8 48:7-9 49:5-13 51:8-9 52:10 53:6-10 54:10-11 55:10-11 56:9 57:8-10 58:10 60:8-10 61:9 62:7-12"
        " 63:6-10 64:8-10 65:8 66:8-9 81:9-10 82:5-10 84:9-10 86:7-11 90:10 91:10 92:9-10 93:9 94:9 95:6-10 98:6-10"
        " 211:9 212:9 213:8-9 216:8 218:9 220:7-9 221:9 222:8 223:8 224:8-9 225:10 226:8 227:8 228:8 229:10 230:7-8"
        " 231:7-9 232:8 233:9 234:10 235:8 236:8 237:9 238:7 239:7 240:9 241:7-8 242:9 243:7-10 244:9 245:9 246:7"
        " 247:5 248:7 249:9 250:8-9 251:9 252:6-9 253:8 254:7-9 255:9 256:9 257:8 258:8-9 260:9 261:9 262:9 263:9"
        " 264:8-9 265:7-9 266:8 267:7-8 268:8 269:7 290:4-5 291:7 297:7 298:6 299:6 350:8 351:9 352:4-11 353:7-10"
        " 354:7-9 355:8-9 356:8 357:8 358:5-10 359:6-9 370:8 371:8 372:7-8 373:8 374:8 375:9 376:6-9 377:8-9"
        " 378:8-10 380:9 381:7-12 382:8 383:8-12 385:8-9 386:8 387:8-9 389:8 420:9 421:6-9 423:7-9 500:5 501:7"
        " 502:8 503:8 504:8 505:8 506:8 507:7-8 508:6-9 509:8 590:9 591:8 592:7 593:8-9 594:9 595:7-9 596:9 597:6-7"
        " 598:8 599:7-8 670:7-8 672:6 673:7 674:7 675:7-8 676:5-7 677:5-7 678:5-7 679:7 680:7 681:6 682:5 683:4-7"
        " 685:5-10 686:5-8 687:6 688:5-7 689:8 690:4-7 691:7 692:7 800:8 808:8 850:8-10 852:8 853:8 855:8-9"
        " 856:8-10 870:9-12 878:12 880:6-10 881:9-10 882:7-12 883:8-12 886:8-9 888:11 960:7 961:7-8 962:8-9 963:8-9"
        " 964:8-10 965:8 966:9 967:7-9 968:8 970:8-9 971:8-9 972:8-12 973:8 974:8 975:7-8 976:8-10 977:8-10 979:9"
        " 992:9 993:8 994:9 995:9 996:9 998:9"
    ).split()
)


def email(written: str) -> Outcome:
    """One @, a name and a domain that can be; the domain also as the name system knows it (xn--…)."""
    value = unicodedata.normalize("NFC", written.strip())
    result = Outcome(value)
    name, at, domain = value.rpartition("@")
    single = value.count("@") == 1 and bool(name) and bool(domain)
    result.rule("one @", single, "an address has one @ between a name and a domain")
    dots = not (name.startswith(".") or name.endswith(".") or ".." in name)
    result.rule("dots", dots, "the name before the @ must not begin or end with a dot, nor have two in a row")
    known = re.fullmatch(rf"{ATEXT}(\.{ATEXT})*", name) and not any(_unseen(char) for char in value)
    result.rule("name", bool(known), "the name before the @ has a character that is not allowed, such as a space")
    result.rule("name length", len(name.encode()) <= 64, "the name before the @ is longer than 64 bytes")
    if result.valid:
        _domain(result, domain)
    if result.valid:
        ascii_domain = result.details["ascii_domain"]
        result.rule("length", len(name.encode()) + 1 + len(ascii_domain) <= 254, "the address is longer than 254 bytes")
        result.details["needs_smtputf8"] = not name.isascii()
    return result


def _unseen(char: str) -> bool:
    return unicodedata.category(char)[0] in "CZ"


def _domain(result: Outcome, domain: str) -> None:
    labels = [label.casefold() if label.isascii() else label.lower() for label in domain.split(".")]
    result.rule("domain", len(labels) > 1 and all(labels), "the domain needs two parts or more, each after one dot")
    for label in labels:
        letters = all(unicodedata.category(char)[0] in "LMN" or char == "-" for char in label)
        result.rule("domain", letters, f"the domain has a part with a character that is not allowed: {label}")
        edges = not (label.startswith("-") or label.endswith("-") or unicodedata.category(label[:1] or "-")[0] == "M")
        result.rule("domain", edges, f"a part of the domain must not begin or end with a hyphen: {label}")
        result.rule("domain", label[2:4] != "--" or _punycode(label), f"a part of the domain is no xn-- name: {label}")
    if not result.valid:
        return
    encoded = [label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in labels]
    result.rule("domain", max(map(len, encoded)) <= 63, "a part of the domain is longer than 63 characters")
    result.rule("domain", not encoded[-1].isdigit(), "the last part of the domain must not be a number")
    result.details["ascii_domain"] = ".".join(encoded)


def _punycode(label: str) -> bool:
    """Whether a part that begins with xn-- can be read, and is not plain letters in disguise."""
    try:
        return label.startswith("xn--") and not label[4:].encode().decode("punycode").isascii()
    except (UnicodeError, ValueError):
        return False


def phone(written: str) -> Outcome:
    """A number in international form: a calling code that exists, and as many digits as its country uses."""
    plain = re.sub(r"\(0\)", "", written.strip())
    value = re.sub(r"[\s()./\u2010-\u2015-]", "", plain)
    value = "+" + value[2:] if value.startswith("00") else value
    result = Outcome(value)
    plus = "a number in international form begins with + and the calling code: ask for the country"
    if not result.rule("international", value.startswith("+"), plus):
        return result
    digits = value[1:]
    result.rule("shape", bool(re.fullmatch("[0-9]+", digits)), "after the + there may be only digits and separators")
    result.rule("length", 7 <= len(digits) <= 15, f"after the + come 7 to 15 digits (E.164), not {len(digits)}")
    code = next((digits[:size] for size in (1, 2, 3) if digits[:size] in CALLING_CODES), "")
    if not result.rule("calling code", bool(code), f"+{digits[:3]} is not a calling code"):
        return result
    least, _, most = CALLING_CODES[code].partition("-")
    rest, used = digits[len(code) :], CALLING_CODES[code].replace("-", " to ")
    fits = int(least) <= len(rest) <= int(most or least)
    result.rule("national length", fits, f"after +{code} come {used} digits, not {len(rest)}")
    if code == "1":
        result.rule("area", rest[:1] in "23456789", "after +1 the area code begins with 2 to 9")
    result.details = {"calling_code": code, "national": rest}
    return result
