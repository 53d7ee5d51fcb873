"""An organization's rules for what skills may hold (SPEC §1 Policy, SCN-3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DEFAULT_TOOLS", "Policy"]

DEFAULT_TOOLS = ("bash", "python", "web_search", "file_read", "file_write", "http_request")


@dataclass(frozen=True, slots=True)
class Policy:
    """What the scan weighs findings by.

    `hosts` maps a host, or `.suffix` for all below it, to a kind of reputation and goes before the built-in list;
    `severities` replaces the severity of a rule's findings; `fail_on` is the severity from which a scan fails.
    """

    name: str = "balanced"
    tools: tuple[str, ...] = DEFAULT_TOOLS
    hosts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    installers: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}))
    fail_on: Severity = Severity.HIGH
