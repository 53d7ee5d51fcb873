"""How much work one detector may do on one file, and on one skill (SCN-8), in steps, since the core has no clock.

A step is up to ten microseconds of work: one node of a syntax tree, or a few short patterns on one line.
"""

from __future__ import annotations

__all__ = ["FILE_STEPS", "SKILL_STEPS", "Budget", "OverBudget"]

# The most that a file of 1,600 public skills took was 89,000.
FILE_STEPS = 100_000
SKILL_STEPS = 2_000_000


class OverBudget(Exception):
    """The work on this file is more than any honest file needs. Detectors let it pass; the engine reports it."""


class Budget:
    """What is left to spend for one skill, and for the file and detector at work."""

    def __init__(self, file_steps: int = FILE_STEPS, skill_steps: int = SKILL_STEPS) -> None:
        self._each = file_steps
        self._all = skill_steps
        self._spent: dict[tuple[str, str], int] = {}
        self._at = ("", "")

    def turn_to(self, file: str, detector: str) -> None:
        """From now on, what is spent counts for this file and detector. Raises OverBudget where nothing is left."""
        self._at = (file, detector)
        self.spend(0)

    def spend(self, steps: int = 1) -> None:
        """Count steps. Raises OverBudget when the file's or the skill's are used up."""
        spent = self._spent[self._at] = self._spent.get(self._at, 0) + steps
        self._all -= steps
        if spent > self._each or self._all < 0:
            raise OverBudget
