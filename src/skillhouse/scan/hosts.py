"""What is known of a host: the reputation that decides how much an address in a skill weighs."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import TYPE_CHECKING
from urllib.parse import unquote

from skillhouse.model.severity import Severity
from skillhouse.scan import hostdata as data

if TYPE_CHECKING:
    from skillhouse.model.policy import Policy

__all__ = ["HostKind", "host_kind", "host_of", "imitated", "ip_of", "url_kind", "url_severity"]


class HostKind(StrEnum):
    """A host's reputation, from harmless to telling.

    `EXAMPLE` is a name that nobody can own; commands that fetch from it or send to it weigh as with `UNKNOWN`.
    """

    ALLOWED = "allowed"
    EXAMPLE = "example"
    LOCAL = "local"
    INSTALLER = "known installer"
    KNOWN = "known"
    UNKNOWN = "unknown"
    FREE = "free hosting"
    SHORTENER = "shortener"
    PASTE = "paste site"
    CAPTURE = "request capture or tunnel"
    RAW_IP = "bare address"
    LOOKALIKE = "look-alike"


_TELLING = {HostKind.SHORTENER, HostKind.PASTE, HostKind.CAPTURE, HostKind.RAW_IP, HostKind.LOOKALIKE}
_SILENT = {HostKind.ALLOWED, HostKind.LOCAL}
_LISTS = (
    (HostKind.CAPTURE, data.CAPTURE),
    (HostKind.PASTE, data.PASTE),
    (HostKind.SHORTENER, data.SHORTENERS),
    (HostKind.FREE, data.FREE),
    (HostKind.INSTALLER, data.INSTALLERS),
    (HostKind.KNOWN, data.KNOWN),
)
_SHORTEST_BRAND = 6
_LONGEST_HOST = 253
_V4_PARTS = 4
_DOTS = re.compile("[。．｡]")
_LOCAL_NAMES = ("localhost", "local", "internal", "lan", "home.arpa", "localdomain", "intranet", "corp", "svc")
_PLACEHOLDER = re.compile(r"[<>{}$%*()\[\]|\s\"'`,;]")
# Second levels under which names are given away one below.
_SECOND_LEVELS = {"co", "com", "org", "net", "gov", "ac", "edu", "or", "ne", "go"}


def host_of(url: str) -> str:
    """The host of an address in lower case, without credentials and port; empty where there is none."""
    text = url.strip().translate({9: None, 10: None, 13: None}).replace("\\", "/")
    scheme, colon, rest = text.partition(":")
    if colon and scheme.replace("+", "").replace("-", "").replace(".", "").isalnum() and rest.startswith("/"):
        text = rest
    place = re.split(r"[/?#]", text.lstrip("/"), maxsplit=1)[0]
    host = place.rpartition("@")[2]
    host = host.partition("]")[0].partition("%")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    return _DOTS.sub(".", unicodedata.normalize("NFKC", unquote(host))).lower().rstrip(".")


def url_kind(url: str, policy: Policy) -> HostKind:
    """The reputation of an address: of its path where that says more, such as a project's own installer."""
    host = host_of(url)
    kind = host_kind(host, policy)
    path = (url.replace("\\", "/").partition(host)[2] if host else "").lstrip(":0123456789").lower()
    whole = host + path
    if kind in {HostKind.ALLOWED, HostKind.LOOKALIKE}:
        return kind
    if any(whole.startswith(one.lower()) for one in policy.installers):
        return HostKind.INSTALLER
    if policy.known_installers and ".." not in path and any(whole.startswith(one) for one in data.INSTALLER_PATHS):
        return HostKind.INSTALLER
    if any("/" in one and whole.startswith(one) for one in data.CAPTURE):
        return HostKind.CAPTURE
    return kind


def url_severity(kind: HostKind) -> Severity | None:
    """What the literal rule SKS-URL-HOST says of an address of this reputation; None where it is silent."""
    if kind in _SILENT:
        return None
    return Severity.MEDIUM if kind in _TELLING else Severity.LOW


def host_kind(host: str, policy: Policy) -> HostKind:
    """The reputation of a host: the policy's word first, then the built-in lists, then its shape."""
    host = host.lower().rstrip(".")
    for name in _above(host):
        if name in policy.hosts and name == host:
            return HostKind(policy.hosts[name])
        if f".{name}" in policy.hosts:
            return HostKind(policy.hosts[f".{name}"])
    if any("/" not in one and host == one.lower() for one in policy.installers):
        return HostKind.INSTALLER
    kind = _builtin_kind(host)
    return HostKind.KNOWN if kind is HostKind.INSTALLER and not policy.known_installers else kind


@lru_cache(maxsize=4096)
def _builtin_kind(host: str) -> HostKind:
    if not host or len(host) > _LONGEST_HOST or _PLACEHOLDER.search(host.strip("[]")):
        return HostKind.UNKNOWN
    address = ip_of(host)
    if address is not None:
        return HostKind.LOCAL if _is_local(address) else HostKind.RAW_IP
    if host.endswith(_LOCAL_NAMES) and any(name in _LOCAL_NAMES for name in _above(host)):
        return HostKind.LOCAL
    for name in _above(host):
        found = next((kind for kind, names in _LISTS if name in names), None)
        if found:
            return found
    if imitated(host):
        return HostKind.LOOKALIKE
    return HostKind.EXAMPLE if data.EXAMPLE.intersection(_above(host)) else HostKind.UNKNOWN


def _above(host: str) -> list[str]:
    """The host and every domain above it, the nearest first."""
    parts = host.split(".")
    return [".".join(parts[start:]) for start in range(len(parts))]


def ip_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is, however it is spelled: decimal, hex, octal, with fewer than four parts, IPv6."""
    if host.startswith("[") or host.count(":") > 1:
        try:
            found = IPv6Address(host.strip("[]"))
        except AddressValueError:
            return None
        return found.ipv4_mapped or found
    parts = host.split(".")
    if len(parts) > _V4_PARTS or not all(parts):
        return None
    numbers = [_number(part) for part in parts]
    if None in numbers:
        return None
    *front, last = [number for number in numbers if number is not None]
    room = 256 ** (_V4_PARTS - len(front))
    if any(number > 255 for number in front) or last >= room:  # noqa: PLR2004 -- a byte
        return None
    return IPv4Address(sum(number << 8 * (3 - place) for place, number in enumerate(front)) + last)


def _number(part: str) -> int | None:
    """A part of an address as C libraries read it: 0x… is hex, a leading zero octal."""
    if not part.isascii() or len(part) > 20:  # noqa: PLR2004 -- longer than any 32-bit number
        return None
    try:
        if part.startswith("0x"):
            return int(part[2:] or "0", 16)
        return int(part, 8) if len(part) > 1 and part.startswith("0") else int(part) if part.isdigit() else None
    except ValueError:
        return None


def _is_local(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address never leaves the network at hand. Cloud metadata and documentation addresses do not count."""
    if isinstance(address, IPv6Address):
        return address.is_loopback or address.is_link_local or address.is_unspecified or address in _UNIQUE_LOCAL
    first, second = address.packed[0], address.packed[1]
    return (
        first in {0, 10, 127}
        or (first == 172 and 16 <= second < 32)  # noqa: PLR2004 -- RFC 1918
        or (first, second) == (192, 168)
    )


class _UniqueLocal:
    def __contains__(self, address: IPv6Address) -> bool:
        return address.packed[0] & 0xFE == 0xFC  # noqa: PLR2004 -- RFC 4193


_UNIQUE_LOCAL = _UniqueLocal()


@lru_cache(maxsize=4096)
def imitated(host: str) -> str | None:
    """The known name that a host imitates: by look-alike letters, one wrong letter, or as a part of another name."""
    shown = _shown(host)
    found = _imitated_by(_skeleton(shown), shown)
    return found or (_imitated_by(_skeleton(shown.replace("1", "i")), shown) if "1" in shown else None)


def _imitated_by(skeleton: str, shown: str) -> str | None:
    """What a host imitates by one way to read its letters."""
    for domain in sorted(data.BRAND_DOMAINS):
        if shown != skeleton and (skeleton == domain or skeleton.endswith(f".{domain}")):
            return domain
        if f".{skeleton}".rpartition(f".{domain}.")[1]:
            return domain
    label, name = _own_label(skeleton), _own_label(shown)
    if name in data.NOT_BRANDS:
        return None
    if label in data.BRANDS and (label != name or label in data.STRICT_BRANDS):
        return label
    if name.rstrip("0123456789") in data.BRANDS and name not in data.BRANDS:
        return name.rstrip("0123456789")
    return _combined(name) or _misspelt(label)


def _shown(host: str) -> str:
    """The host as a person sees it: punycode undone."""
    parts = []
    for part in host.split("."):
        try:
            parts.append(part[4:].encode("ascii").decode("punycode") if part.startswith("xn--") else part)
        except (UnicodeError, ValueError, OverflowError):
            parts.append(part)
    return ".".join(parts)


def _skeleton(host: str) -> str:
    """The host with every look-alike letter as the letter it looks like."""
    plain = "".join(data.CONFUSABLES.get(char, char) for char in host)
    return plain.replace("rn", "m").replace("vv", "w") if "rn" in plain or "vv" in plain else plain


def _own_label(host: str) -> str:
    """The label that somebody registered: `github` of `api.github.com`."""
    parts = host.split(".")
    if len(parts) > 2 and parts[-2] in _SECOND_LEVELS and len(parts[-1]) == 2:  # noqa: PLR2004 -- a country's ending
        return parts[-3]
    return parts[-2] if len(parts) > 1 else parts[0]


def _combined(label: str) -> str | None:
    """The brand in a name of a brand and a word that lures: `github-login`, `openai-cdn`."""
    words = label.split("-")
    brand = next((word for word in words if word in data.BRANDS), None)
    return brand if brand and len(words) > 1 and all(w == brand or w in data.LURE_WORDS for w in words) else None


def _misspelt(label: str) -> str | None:
    """The brand that a name differs from by one letter: added, left out, replaced or swapped with its neighbour."""
    if len(label) < _SHORTEST_BRAND - 1 or label in data.BRANDS:
        return None
    near = (brand for brand in sorted(data.BRANDS) if len(brand) >= _SHORTEST_BRAND and _one_apart(label, brand))
    return next(near, None)


def _one_apart(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[start:], other[start:]
    swapped = len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or swapped
