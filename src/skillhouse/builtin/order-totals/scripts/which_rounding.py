"""Print what each way of rounding makes of an order, and which of them give the gross amount that somebody else got."""

from decimal import Decimal
from typing import Any

from command import BadInput, choice, options_of, run
from order import PLACES, PRICES, ROUNDINGS, Order, Rules, exactly, line_of, total, unit_of
from rows import SOURCES, rows_of, to_number
from totals import shown_sums

USAGE = """
usage: which_rounding.py (--text ROWS | --file PATH | --table SLUG) --currency CODE --gross AMOUNT
       [--prices net|gross] [--discount AMOUNT|PERCENT%]
"""
OPTIONS = (*SOURCES, "currency", "gross", "prices", "discount")


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, required=["currency", "gross"])
    prices, unit = choice(options, "prices", PRICES, "net"), unit_of(options["currency"])
    expected = to_number(options["gross"], "--gross")
    orders = [Order(Rules(prices, place, rounding, unit)) for place in PLACES for rounding in ROUNDINGS]
    with exactly():
        count = 0
        for count, row in enumerate(rows_of(options), 1):
            for order in orders:
                order.add(line_of(row, order.rules))
        if not count:
            raise BadInput("the order has no lines: give at least one")
        ways = [outcome(order, options.get("discount"), expected) for order in orders]
    return {
        "currency": options["currency"],
        "prices": prices,
        "expected_gross": f"{expected:f}",
        "ways": ways,
        "matching": [f"{way['round']} {way['rounding']}" for way in ways if Decimal(way["difference"]) == 0],
    }


def outcome(order: Order, discount: str | None, expected: Decimal) -> dict[str, str]:
    """What one way of rounding makes of the order."""
    if discount is not None:
        order.take_off(discount)
    sums = total(order.by_rate().values())
    rules = order.rules
    return {
        "round": rules.place,
        "rounding": rules.rounding,
        **shown_sums(sums, rules.unit),
        "difference": f"{sums.gross - expected:f}",
    }


if __name__ == "__main__":
    run(main, USAGE)
