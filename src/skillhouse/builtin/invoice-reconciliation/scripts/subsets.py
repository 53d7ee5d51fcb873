"""Which of some amounts add up to a sum: a search that gives up instead of running on."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

MOST_PARTS = 6
MOST_AMOUNTS = 24
MOST_STEPS = 50_000
ALL_STEPS = 1_500_000


@dataclass
class Budget:
    """How many steps all searches of a run may take together, so that a run ends in time whatever its tables hold."""

    left: int = ALL_STEPS


class TooMany(Exception):
    """The search was given up: there are too many ways to add the amounts up."""


def parts_of(amounts: Sequence[Decimal], total: Decimal, tolerance: Decimal, budget: Budget) -> list[list[int]]:
    """Up to two ways to make the total of 2 to 6 of the amounts, as places in their order.

    Of equal amounts the first ones are taken, so ways that differ only in which of them they take count as one.
    Raises TooMany where there are more amounts, or more steps to take, than the limits allow.
    """
    if len(amounts) > MOST_AMOUNTS:
        raise TooMany
    order = sorted(range(len(amounts)), key=lambda at: (-abs(amounts[at]), amounts[at], at))
    values = [amounts[at] for at in order]
    most, least = [Decimal(0)], [Decimal(0)]
    for value in reversed(values):
        most.append(most[-1] + max(value, 0))
        least.append(least[-1] + min(value, 0))
    most.reverse()
    least.reverse()
    found: list[list[int]] = []
    steps_left = min(MOST_STEPS, budget.left)

    def search(at: int, left: Decimal, taken: list[int]) -> None:
        nonlocal steps_left
        steps_left -= 1
        budget.left -= 1
        if steps_left < 0:
            raise TooMany
        if len(taken) > 1 and abs(left) <= tolerance:
            found.append(sorted(order[place] for place in taken))
            return
        if len(taken) == MOST_PARTS or len(found) > 1 or not least[at] - tolerance <= left <= most[at] + tolerance:
            return
        for place in range(at, len(values)):
            if place == at or values[place] != values[place - 1]:
                search(place + 1, left - values[place], [*taken, place])

    search(0, total, [])
    return found[:2]
