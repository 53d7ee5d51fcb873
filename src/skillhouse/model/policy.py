"""An organization's rules for what skills may hold (SPEC §1 Policy, SCN-3, SCN-7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

__all__ = ["DEFAULT_TOOLS", "Policy", "Waiver"]

DEFAULT_TOOLS = ("bash", "python", "web_search", "file_read", "file_write", "http_request")


@dataclass(frozen=True, slots=True)
class Waiver:
    """Why something is let pass, who says so, and the last day on which that counts; None is for ever."""

    reason: str
    owner: str
    expires: date | None = None

    def counts_on(self, today: date | None) -> bool:
        """Whether it still counts on a day. Where no day is known, one that ends counts no more."""
        return self.expires is None or (today is not None and today <= self.expires)


@dataclass(frozen=True, slots=True)
class Policy:
    """What the scan weighs findings by.

    `hosts` maps a host, or `.suffix` for all below it, to a kind of reputation and goes before the built-in list;
    `installers` are addresses whose code may be run, beside the built-in ones where `known_installers` is on;
    `severities` replaces the severity of a rule's findings; `disabled` switches rules off by their id, `suppressions`
    single findings by their fingerprint; `fail_on` is the severity from which a scan fails.
    """

    name: str = "balanced"
    tools: tuple[str, ...] = DEFAULT_TOOLS
    hosts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    installers: tuple[str, ...] = ()
    known_installers: bool = True
    severities: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}))
    disabled: Mapping[str, Waiver] = field(default_factory=lambda: MappingProxyType({}))
    suppressions: Mapping[str, Waiver] = field(default_factory=lambda: MappingProxyType({}))
    fail_on: Severity = Severity.HIGH
