"""Units by name, and quantities as exact fractions."""

import re
from dataclasses import dataclass
from fractions import Fraction

from catalog import DIMENSIONS, UNCLEAR
from command import BadInput, shown

FRACTION = r"(?:[0-9]{1,20} )?[0-9]{1,9}/[0-9]{1,9}"
DECIMAL = r"[0-9]{0,30}\.?[0-9]{1,20}(?:[eE][+-]?[0-9]{1,2})?"
AMOUNT = rf"[+-]?(?:{FRACTION}|{DECIMAL})"
MARKS = str.maketrans({"'": " ft ", "′": " ft ", '"': " in ", "″": " in "})
PART = re.compile(rf"\s*({AMOUNT})\s*([^\s0-9.,+-](?:.*?[^\s])??)(?=\s+[+-]?\.?[0-9]|\s*$)")


@dataclass(frozen=True)
class Unit:
    """A unit. A value in it is `value × size + offset` base units; or their inverse, where `inverse` is set."""

    name: str
    dimension: str
    size: Fraction
    offset: Fraction = Fraction(0)
    inverse: bool = False

    def to_base(self, value: Fraction) -> Fraction:
        """A value in this unit, in base units."""
        return self.size / value if self.inverse else value * self.size + self.offset

    def from_base(self, value: Fraction) -> Fraction:
        """A value in base units, in this unit."""
        return self.size / value if self.inverse else (value - self.offset) / self.size


@dataclass(frozen=True)
class Quantity:
    """An exact amount of a dimension in base units, and the units it was written in."""

    units: tuple[Unit, ...]
    base: Fraction

    @property
    def dimension(self) -> str:
        """What it measures."""
        return self.units[0].dimension


def _size(written: str) -> Fraction:
    found = Fraction(1)
    for sign, factor in re.findall(r"([*/]?)([0-9.]+)", written):
        found = found / Fraction(factor) if sign == "/" else found * Fraction(factor)
    return found


def _catalog() -> tuple[dict[str, Unit], dict[str, list[Unit]]]:
    """The units by every way to write them, exactly and without regard to case."""
    exact, loose = {}, {}
    for dimension, text in DIMENSIONS.items():
        for entry in re.split(r"[;\n]", text):
            words = entry.split()
            for name, *rest in [words] if words else []:
                offset = _size(rest.pop(1)) if dimension == "temperature" else Fraction(0)
                unit = Unit(name, dimension, _size(rest[0]), offset, inverse=rest[0].startswith("<"))
                for written in (name, *rest[1:]):
                    exact[written] = unit
                    loose.setdefault(written.lower(), []).append(unit)
    return exact, loose


EXACT, LOOSE = _catalog()


def unit_named(written: str) -> Unit:
    """The unit that a text means; refuses what could mean several."""
    name = re.sub(r"\s*/\s*", "/", written.strip().removesuffix("."))
    for spelling in (name, re.sub(r"\s+", "-", name), re.sub(r"\s+", "", name)):
        if spelling in EXACT:
            return EXACT[spelling]
        unclear = UNCLEAR.get(spelling) or UNCLEAR.get(spelling.lower())
        if unclear:
            raise BadInput(f"{shown(written)} can mean {' or '.join(unclear.split())}: ask which, and write that")
        found = sorted({unit.name for unit in LOOSE.get(spelling.lower(), [])})
        if len(found) == 1:
            return EXACT[found[0]]
        if found:
            raise BadInput(f"{shown(written)} can mean {' or '.join(found)}: write it exactly like one of them")
    raise BadInput(f"there is no unit {shown(written)}: --list shows all units")


def to_fraction(written: str) -> Fraction:
    """`1.5`, `3/4`, `1 1/2` or `2e-3` as an exact fraction."""
    sign = -1 if written.startswith("-") else 1
    try:
        return sign * sum((Fraction(part) for part in written.lstrip("+-").split()), Fraction(0))
    except ZeroDivisionError:
        raise BadInput(f"{shown(written)} divides by zero") from None


def quantity(written: str, difference: bool = False) -> Quantity:
    """`72 kg`, `5 ft 11 in` or `-40 °F` as an exact quantity; `difference`: degrees as a step, not a point."""
    parts, at, text = [], 0, re.sub(r"(?<=[A-Za-z])\s*/\s*", "/", written.translate(MARKS).rstrip())
    while at < len(text):
        found = PART.match(text, at)
        if not found:
            raise BadInput(f"{shown(written)} is not a number and a unit, such as '5.5 km' or '5 ft 11 in'{_hint(text)}")
        parts.append((to_fraction(found[1]), unit_named(found[2])))
        at = found.end()
    if not parts:
        raise BadInput("--quantity is empty: write a number and a unit, such as '5.5 km'")
    units = tuple(unit for _, unit in parts)
    _check_compound(written, units, [value for value, _ in parts])
    if difference:
        if units[0].dimension != "temperature":
            raise BadInput("--difference is for temperatures only")
        return Quantity(units, parts[0][0] * units[0].size)
    base = sum((unit.to_base(_not_zero(value, unit)) for value, unit in parts), Fraction(0))
    return _checked(written, Quantity(units, base))


def _hint(written: str) -> str:
    return ": write decimals with a point, and no thousands separators" if re.search("[0-9],[0-9]", written) else ""


def _check_compound(written: str, units: tuple[Unit, ...], values: list[Fraction]) -> None:
    if len({unit.dimension for unit in units}) > 1:
        names = " and ".join(f"{unit.name} ({unit.dimension})" for unit in units)
        raise BadInput(f"{shown(written)} mixes {names}")
    if len(units) > 1:
        if units[0].dimension in ("temperature", "fuel"):
            raise BadInput(f"{shown(written)}: a {units[0].dimension} is one number and one unit")
        if any(value < 0 for value in values):
            raise BadInput(f"{shown(written)}: the parts of a compound quantity must not be negative")


def _not_zero(value: Fraction, unit: Unit) -> Fraction:
    if unit.dimension == "fuel" and value <= 0:
        raise BadInput(f"a fuel consumption in {unit.name} must be more than 0")
    return value


def _checked(written: str, found: Quantity) -> Quantity:
    if found.dimension == "temperature" and found.base < 0:
        raise BadInput(f"{shown(written)} is below absolute zero, -273.15 C")
    return found
