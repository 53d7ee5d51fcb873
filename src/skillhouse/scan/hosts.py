"""What is known of a host: the reputation that decides how much an address in a skill weighs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skillhouse.model.policy import Policy

__all__ = ["HostKind", "host_kind", "host_of"]


class HostKind(StrEnum):
    """A host's reputation, from harmless to telling."""

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


def host_of(url: str) -> str:
    """The host of an address in lower case, without credentials and port; empty where there is none."""
    rest = url.partition("://")[2] or url.removeprefix("//")
    place = rest.replace("\\", "/").partition("/")[0].partition("?")[0].partition("#")[0]
    host = place.rpartition("@")[2]
    return (host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]).lower().rstrip(".")


def host_kind(host: str, policy: Policy) -> HostKind:
    """The reputation of a host: the policy's word first, then the built-in list, then its shape."""
    raise NotImplementedError
