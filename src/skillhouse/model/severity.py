"""How much a finding weighs (SCN-4)."""

from __future__ import annotations

from enum import Enum
from functools import total_ordering

__all__ = ["Severity"]


@total_ordering
class Severity(Enum):
    """From `info`, worth knowing, to `critical`, an attack. Members compare by weight."""

    INFO = "info"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Severity):
            return NotImplemented
        return self.weight < other.weight

    @property
    def weight(self) -> int:
        """0 for info up to 4 for critical."""
        return _WEIGHTS[self]

    def __str__(self) -> str:
        return self.value


_WEIGHTS = {severity: weight for weight, severity in enumerate(Severity)}
