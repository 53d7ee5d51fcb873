"""Finding things by amount or by name without looking at all of them."""

import bisect
from collections.abc import Sequence
from decimal import Decimal
from typing import Generic, TypeVar

from names import Tokens, agree

Item = TypeVar("Item")


class ByAmount(Generic[Item]):
    """Things in the order of an amount."""

    def __init__(self, items: Sequence[tuple[Decimal, Item]]) -> None:
        ordered = sorted(items, key=lambda item: item[0])
        self.amounts = [amount for amount, _ in ordered]
        self.items = [item for _, item in ordered]

    def near(self, amount: Decimal, tolerance: Decimal) -> list[Item]:
        """The things whose amount is within the tolerance."""
        low = bisect.bisect_left(self.amounts, amount - tolerance)
        return self.items[low : bisect.bisect_right(self.amounts, amount + tolerance)]


class ByName(Generic[Item]):
    """Things by the words of a name; those without a name are found by none."""

    def __init__(self, items: Sequence[tuple[Tokens, Item]]) -> None:
        self.items = items
        self.places: dict[str, list[int]] = {}
        for place, (name, _) in enumerate(items):
            for word in name:
                self.places.setdefault(word, []).append(place)

    def agreeing(self, name: Tokens) -> list[Item]:
        """The things whose name can mean the same, in their order."""
        places = sorted({place for word in name for place in self.places.get(word, ())})
        return [self.items[place][1] for place in places if agree(self.items[place][0], name)]
