"""What a check came to: each rule that was tried, in order, up to the first that does not hold."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Outcome:
    """The result for one value. `normal` is the value without spaces and the like."""

    normal: str
    passed: list[str] = field(default_factory=list)
    failed: str = ""
    why: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        """Whether every rule holds."""
        return not self.failed

    def rule(self, name: str, holds: bool, why: str) -> bool:
        """Note a rule (or a part of one); returns whether to go on. After the first that fails, none is noted."""
        if self.failed:
            return False
        if holds and name not in self.passed:
            self.passed.append(name)
        elif not holds:
            self.passed = [passed for passed in self.passed if passed != name]
            self.failed, self.why = name, why
        return holds


def joined(written: str, separators: str = " -./\u00a0\u202f") -> str:
    """A value in capitals without the separators that people put in."""
    return "".join(char for char in written.strip() if char not in separators).upper()


def luhn(digits: str) -> bool:
    """Whether digits pass the Luhn check: every second one from the right counts double."""
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        total += digit if place % 2 == 0 else digit * 2 - 9 * (digit > 4)
    return total % 10 == 0


def weighed(digits: str, weights: tuple[int, ...]) -> int:
    """The sum of digits, each times its weight."""
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))
