"""Examples of the rules in Python: texts that fire with a severity, and texts that must not. Each runs as a test."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.rule import Example

__all__ = ["EXAMPLES"]

EXAMPLES: Mapping[str, tuple[Example, ...]] = MappingProxyType({})
