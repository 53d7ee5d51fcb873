"""The skill as the scan sees it: files, front matter, and what reading it found."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.model.finding import Location
    from skillhouse.model.skill import Bundle, JsonValue

__all__ = ["Subject"]


@dataclass(frozen=True, slots=True)
class Subject:
    """One skill to scan. A skill with an error in its front matter is scanned all the same, with what could be read.

    `places` says where the value of each front-matter key stands; `unread` names files whose bytes are not at hand,
    and why.
    """

    name: str
    bundle: Bundle
    front: Mapping[str, JsonValue] = field(default_factory=lambda: MappingProxyType({}))
    tools: tuple[str, ...] = ()
    places: Mapping[str, Location] = field(default_factory=lambda: MappingProxyType({}))
    unread: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
