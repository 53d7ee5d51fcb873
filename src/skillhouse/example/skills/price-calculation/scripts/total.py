"""Print the net, VAT and gross amounts of one order line as JSON.

usage: total.py QUANTITY UNIT_PRICE VAT_PERCENT
"""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

CENT = Decimal("0.01")


def rounded(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def main(args: list[str]) -> int:
    if len(args) != 3:
        print("usage: total.py QUANTITY UNIT_PRICE VAT_PERCENT", file=sys.stderr)
        return 2
    try:
        quantity, price, rate = map(Decimal, args)
        net = rounded(quantity * price)
        vat = rounded(net * rate / 100)
    except InvalidOperation:
        print(f"these must be numbers: {' '.join(args)}", file=sys.stderr)
        return 2
    print(json.dumps({"net": str(net), "vat": str(vat), "gross": str(net + vat)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
