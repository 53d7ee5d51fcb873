"""The five kinds of chart, drawn into a frame that has title, legend and axes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal

from scales import Scale, number_text
from svg import COLOURS, DASHES, element, hint, line, marker, number, shortened, width_of, words

TOP, SIDE = 14, 16


@dataclass
class Series:
    """One series: its name, and a number (or None) for each place on the axis."""

    name: str
    values: list[Decimal | None]
    places: list[Decimal] = field(default_factory=list)


@dataclass
class Frame:
    """Where the plot is, after title, legend and the words of the axes have had their place."""

    width: int
    height: int
    title: str
    x_title: str = ""
    y_title: str = ""
    left: float = 0
    right: float = 0
    top: float = 0
    bottom: float = 0

    def header(self, names: list[str]) -> list[str]:
        """Title and, with more than one series, the legend, wrapped."""
        parts = [words(SIDE, TOP + 18, shortened(self.title, self.width - 2 * SIDE, 18), 18, font_weight="600")]
        x, y = float(SIDE), TOP + 42.0
        for place, name in enumerate(names if len(names) > 1 else []):
            text = shortened(name, 180)
            size = width_of(text) + 34
            if x > SIDE and x + size > self.width - SIDE:
                x, y = float(SIDE), y + 20
            parts += [marker(place, x + 6, y - 4, COLOURS[place]), words(x + 16, y, text)]
            x += size
        self.top = (y + 18) if len(names) > 1 else TOP + 40.0
        return parts

    def y_axis(self, scale: Scale) -> list[str]:
        """Grid lines with their numbers, and the title of the axis above them."""
        self.left = SIDE + max(width_of(text) for _, text in scale.ticks) + 8
        self.right = self.width - SIDE - 8.0
        parts = []
        if self.y_title:
            parts.append(words(SIDE, self.top + 4, shortened(self.y_title, self.width - 2 * SIDE), kind="soft"))
            self.top += 16
        for value, text in scale.ticks:
            y = scale.at(value, self.bottom, self.top)
            parts += [line(self.left, y, self.right, y, "axis" if value == 0 else "grid")]
            parts.append(words(self.left - 8, y + 4, text, kind="soft", anchor="end"))
        return parts

    def footer(self) -> list[str]:
        """The title of the horizontal axis."""
        if not self.x_title:
            return []
        text = shortened(self.x_title, self.right - self.left)
        return [words((self.left + self.right) / 2, self.height - 10, text, kind="soft", anchor="middle")]

    def set_bottom(self, labels: list[str], slot: float) -> float:
        """Leave room for the labels; where they are too wide for their slots they are turned. Gives the angle."""
        room = 30.0 if self.x_title else 12.0
        widest = max((width_of(label) for label in labels), default=0)
        turned = widest > slot - 6
        self.bottom = self.height - room - (min(widest, 110) * 0.71 + 16 if turned else 22)
        return -45.0 if turned else 0.0


def label_parts(frame: Frame, x: float, text: str, angle: float, slot: float) -> str:
    """One label under the axis."""
    if not angle:
        return words(x, frame.bottom + 18, shortened(text, max(slot - 4, 20)), kind="soft", anchor="middle")
    turn = f"rotate(-45 {number(x)} {number(frame.bottom + 14)})"
    return words(x, frame.bottom + 14, shortened(text, 110), kind="soft", anchor="end", transform=turn)


def every(labels: list[str], slot: float) -> int:
    """Every how many-th label is drawn, so that turned ones stay apart."""
    return max(1, math.ceil(15 / slot)) if labels else 1


def category_axis(frame: Frame, labels: list[str], angle: float) -> list[str]:
    """The labels under their slots."""
    slot = (frame.right - frame.left) / len(labels)
    step = every(labels, slot)
    return [
        label_parts(frame, frame.left + (place + 0.5) * slot, label, angle, slot)
        for place, label in enumerate(labels)
        if place % step == 0
    ]


def bars(frame: Frame, scale: Scale, labels: list[str], series: list[Series], *, stacked: bool) -> list[str]:
    """Bars side by side, or piled up: what is positive upwards from nought, what is negative downwards."""
    slot = (frame.right - frame.left) / len(labels)
    inner = slot * 0.76
    wide = inner if stacked else inner / len(series)
    parts = []
    for place, label in enumerate(labels):
        up = down = Decimal(0)
        for number_of, one in enumerate(series):
            value = one.values[place]
            if value is None:
                continue
            base = Decimal(0)
            if stacked:
                base = up if value >= 0 else down
                up, down = (up + value, down) if value >= 0 else (up, down + value)
            x = frame.left + place * slot + slot * 0.12 + (0 if stacked else number_of * wide)
            ends = sorted(scale.at(end, frame.bottom, frame.top) for end in (base, base + value))
            shape = {"x": x, "y": ends[0], "width": max(wide - 1, 0.5), "height": ends[1] - ends[0], "fill": COLOURS[number_of]}
            note = f"{label}, {one.name}: {number_text(value)}" if len(series) > 1 else f"{label}: {number_text(value)}"
            parts.append(element("rect", shape, hint(note)))
    return parts


def lines(frame: Frame, scale: Scale, across: Scale | None, labels: list[str], series: list[Series]) -> list[str]:
    """Lines with a mark at each value; where a value is missing the line breaks."""
    parts = []
    for place, one in enumerate(series):
        run: list[str] = []
        marks = []
        for number_of, value in enumerate(one.values):
            if value is None:
                parts += stroke(run, place)
                run = []
                continue
            x = x_of(frame, across, one, number_of, len(labels))
            y = scale.at(value, frame.bottom, frame.top)
            run.append(f"{number(x)},{number(y)}")
            marks.append(marker(place, x, y, COLOURS[place], hint(f"{labels[number_of]}, {one.name}: {number_text(value)}")))
        parts += stroke(run, place) + (marks if len(marks) <= 60 else [])
    return parts


def stroke(run: list[str], place: int) -> list[str]:
    """One unbroken piece of a line."""
    if len(run) < 2:
        return []
    shown: dict[str, object] = {"points": " ".join(run), "fill": "none", "stroke": COLOURS[place], "stroke-width": 2}
    if DASHES[place]:
        shown["stroke-dasharray"] = DASHES[place]
    return [element("polyline", shown | {"stroke-linejoin": "round"})]


def x_of(frame: Frame, across: Scale | None, one: Series, place: int, size: int) -> float:
    """Where a value stands across: by its number or date, or in the middle of its slot."""
    if across is None:
        return frame.left + (place + 0.5) * (frame.right - frame.left) / size
    return across.at(one.places[place], frame.left, frame.right)


def scatter(frame: Frame, scale: Scale, across: Scale, series: list[Series]) -> list[str]:
    """A mark for each pair of numbers."""
    parts = []
    for place, one in enumerate(series):
        for x, y in zip(one.places, one.values, strict=True):
            if y is not None:
                at = across.at(x, frame.left, frame.right), scale.at(y, frame.bottom, frame.top)
                parts.append(marker(place, *at, COLOURS[place], hint(f"{one.name}: {number_text(x)}, {number_text(y)}")))
    return [element("g", {"fill-opacity": "0.8"}, "".join(parts))]


def number_axis(frame: Frame, across: Scale) -> list[str]:
    """Ticks and words under the plot."""
    parts = []
    slot = (frame.right - frame.left) / max(len(across.ticks), 1)
    for value, text in across.ticks:
        x = across.at(value, frame.left, frame.right)
        parts += [line(x, frame.bottom, x, frame.bottom + 5, "axis"), label_parts(frame, x, text, 0, slot)]
    return parts


def histogram(frame: Frame, scale: Scale, across: Scale, counts: list[int]) -> list[str]:
    """Bars that touch, one for each bin between two ticks."""
    parts = []
    edges = [value for value, _ in across.ticks]
    for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True):
        x1, x2 = (across.at(edge, frame.left, frame.right) for edge in (low, high))
        y = scale.at(Decimal(count), frame.bottom, frame.top)
        shape = {"x": x1, "y": y, "width": x2 - x1, "height": frame.bottom - y, "fill": COLOURS[0], "class": "edge"}
        parts.append(element("rect", shape, hint(f"{number_text(low)} to {number_text(high)}: {count}")))
    return parts


def pie(frame: Frame, labels: list[str], values: list[Decimal], shares: list[str]) -> list[str]:
    """Slices clockwise from the top, each named beside the circle with its value and its share."""
    radius = min(frame.width * 0.24, (frame.height - frame.top - 24) / 2)
    x, y = SIDE + radius + 10, frame.top + radius + 4
    total, before = sum(values), Decimal(0)
    parts = []
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        start, before = before, before + value
        note = hint(f"{label}: {number_text(value)} ({shares[place]} %)")
        if value == total:
            parts.append(element("circle", {"cx": x, "cy": y, "r": radius, "fill": COLOURS[place]}, note))
        elif value:
            parts.append(slice_of(x, y, radius, float(start / total), float(before / total), COLOURS[place], note))
        row = frame.top + 20 + place * 26
        text = shortened(label, frame.width - (x + radius + 60) - 150)
        parts.append(element("rect", {"x": x + radius + 40, "y": row - 11, "width": 12, "height": 12, "fill": COLOURS[place]}))
        parts.append(words(x + radius + 60, row, text))
        parts.append(words(frame.width - SIDE, row, f"{number_text(value)} · {shares[place]} %", kind="soft", anchor="end"))
    return parts


def slice_of(x: float, y: float, radius: float, start: float, end: float, colour: str, note: str) -> str:
    """One slice, from and to in parts of the whole."""
    corners = [(x + radius * math.sin(2 * math.pi * at), y - radius * math.cos(2 * math.pi * at)) for at in (start, end)]
    (x1, y1), (x2, y2) = corners
    large = 1 if end - start > 0.5 else 0
    path = f"M{number(x)} {number(y)}L{number(x1)} {number(y1)}A{number(radius)} {number(radius)} 0 {large} 1 {number(x2)} {number(y2)}Z"
    return element("path", {"d": path, "fill": colour, "class": "edge", "stroke-width": 1.5}, note)
