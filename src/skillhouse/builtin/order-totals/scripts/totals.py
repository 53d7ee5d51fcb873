"""Print the discount, net, VAT and gross amounts of an order, by VAT rate and in total, as JSON."""

from decimal import Decimal
from typing import Any

from command import BadInput, Options, UsageError, choice, options_of, run
from order import PLACES, PRICES, ROUNDINGS, Line, Order, Rules, Sums, exactly, line_of, total, unit_of
from rows import SOURCES, rows_of, to_number

USAGE = """
usage: totals.py (--text ROWS | --file PATH | --table SLUG) --currency CODE [--prices net|gross]
       [--round line|rate|order] [--rounding half-up|half-even] [--discount AMOUNT|PERCENT%]
       [--cash-step AMOUNT] [--show-lines COUNT]
"""
OPTIONS = (*SOURCES, "currency", "prices", "round", "rounding", "discount", "cash-step", "show-lines")


def rules_of(options: Options) -> Rules:
    """The rules that a call asks for."""
    return Rules(
        prices=choice(options, "prices", PRICES, "net"),
        place=choice(options, "round", PLACES, "line"),
        rounding=choice(options, "rounding", ROUNDINGS, "half-up"),
        unit=unit_of(options["currency"]),
    )


def lines_to_show(options: Options) -> int:
    """How many lines the answer may list."""
    written = options.get("show-lines", "100")
    if not (written.isascii() and written.isdigit() and len(written) <= 5):
        raise UsageError("--show-lines must be a whole number from 0 to 99999")
    return int(written)


def line_shown(line: Line, vat: Decimal | None, rules: Rules) -> dict[str, str]:
    """One line of the answer; net, VAT and gross only where each line has them."""
    entry = {
        "description": line.description,
        "quantity": f"{line.quantity:f}",
        "unit_price": f"{line.price:f}",
        "vat_percent": f"{line.percent:f}",
        "discount": f"{line.discount:f}",
        "amount": f"{line.amount:f}",
    }
    if vat is not None:
        net = line.amount if rules.prices == "net" else line.amount - vat
        entry |= shown_sums(Sums(net, vat, net + vat), rules.unit)
    return entry


def shown_sums(sums: Sums, unit: Decimal) -> dict[str, str]:
    """Sums with all decimals of the currency."""
    return {name: f"{getattr(sums, name).quantize(unit):f}" for name in ("net", "vat", "gross")}


def payable(gross: Decimal, step: str, rules: Rules) -> dict[str, str]:
    """The amount to pay in cash, where the smallest coin is `step`."""
    coin = to_number(step, "--cash-step")
    if coin <= 0 or coin % rules.unit:
        raise BadInput(f"--cash-step {step} must be a positive amount that the currency has")
    paid = Rules(rules.prices, rules.place, rules.rounding, Decimal(1)).rounded(gross / coin) * coin
    return {"cash_rounding": f"{(paid - gross).quantize(rules.unit):f}", "payable": f"{paid.quantize(rules.unit):f}"}


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, required=["currency"])
    rules, limit = rules_of(options), lines_to_show(options)
    with exactly():
        order, listed, count = Order(rules), [], 0
        for count, row in enumerate(rows_of(options), 1):
            line = line_of(row, rules)
            vat = order.add(line)
            if count <= limit:
                listed.append(line_shown(line, vat, rules))
        if not count:
            raise BadInput("the order has no lines: give at least one")
        off = order.take_off(options["discount"]) if "discount" in options else None
        return answer(options, rules, order, {"lines": listed, "line_count": count}, off)


def answer(
    options: Options, rules: Rules, order: Order, lines: dict[str, Any], off: Decimal | None
) -> dict[str, Any]:
    """Everything that the call returns, in the order in which it is read."""
    rates = order.by_rate()
    whole = total(rates.values())
    result = {
        "currency": options["currency"],
        "prices": rules.prices,
        "round": rules.place,
        "rounding": rules.rounding,
        **lines,
        "rates": [{"vat_percent": f"{rate:f}", **shown_sums(sums, rules.unit)} for rate, sums in rates.items()],
        "discount": f"{rules.rounded(order.discount):f}",
        "total": shown_sums(whole, rules.unit),
    }
    if off is not None:
        result["order_discount"] = f"{off:f}"
    if "cash-step" in options:
        result |= payable(whole.gross, options["cash-step"], rules)
    return result


if __name__ == "__main__":
    run(main, USAGE)
