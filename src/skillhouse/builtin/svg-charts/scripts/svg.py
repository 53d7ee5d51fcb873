"""SVG text: escaped, rounded to hundredths, in a fixed order, and readable on light and on dark pages."""

from __future__ import annotations

import unicodedata
from xml.sax.saxutils import escape, quoteattr

# Every colour has a contrast of at least 3:1 both with the white and with the dark background.
COLOURS = ("#2f74c0", "#c4522e", "#2a8a56", "#8b5fd0", "#a97a0b", "#128a94", "#c14a86", "#6f7782")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 4", "6 2 2 2 2 2")
LIGHT = {"page": "#ffffff", "ink": "#1d2329", "soft": "#5a636d", "grid": "#dfe3e8"}
DARK = {"page": "#14181d", "ink": "#eef1f4", "soft": "#a9b2bc", "grid": "#323a43"}
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


def theme_rules(theme: dict[str, str]) -> str:
    """The style rules of one theme."""
    return (
        f".page{{fill:{theme['page']}}}.ink{{fill:{theme['ink']}}}.soft{{fill:{theme['soft']}}}"
        f".grid{{stroke:{theme['grid']}}}.axis{{stroke:{theme['soft']}}}.edge{{stroke:{theme['page']}}}"
    )


STYLE = f"text{{font-family:{FONT}}}{theme_rules(LIGHT)}@media (prefers-color-scheme:dark){{{theme_rules(DARK)}}}"


def number(value: float) -> str:
    """A coordinate with at most two decimals, never -0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return "".join(sign if sign >= " " and sign not in "\ufffe\uffff" and not 0xD800 <= ord(sign) < 0xE000 else " " for sign in text)


def element(name: str, attributes: dict[str, object], inner: str | None = None) -> str:
    """One element; floats are rounded, texts escaped."""
    shown = "".join(
        f" {key}={quoteattr(clean(number(value) if isinstance(value, float) else str(value)))}" for key, value in attributes.items()
    )
    return f"<{name}{shown}/>" if inner is None else f"<{name}{shown}>{inner}</{name}>"


def words(x: float, y: float, text: str, size: int = 12, *, kind: str = "ink", anchor: str = "start", **more: object) -> str:
    """A line of text."""
    shown: dict[str, object] = {"x": float(x), "y": float(y), "class": kind, "font-size": size}
    if anchor != "start":
        shown["text-anchor"] = anchor
    return element("text", shown | {key.replace("_", "-"): value for key, value in more.items()}, escape(clean(text)))


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A line of the grid or of an axis."""
    return element("line", {"x1": float(x1), "y1": float(y1), "x2": float(x2), "y2": float(y2), "class": kind})


def hint(text: str) -> str:
    """What a mouse over an element shows."""
    return element("title", {}, escape(clean(text)))


def marker(shape: int, x: float, y: float, colour: str, inner: str | None = None) -> str:
    """A point in one of four shapes, so that colour is not all that tells series apart."""
    if shape % 4 == 0:
        return element("circle", {"cx": float(x), "cy": float(y), "r": 3.5, "fill": colour}, inner)
    points = {
        1: [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        2: [(0, -4.5), (4.2, 3.3), (-4.2, 3.3)],
        3: [(0, -4.8), (4.8, 0), (0, 4.8), (-4.8, 0)],
    }[shape % 4]
    text = " ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in points)
    return element("polygon", {"points": text, "fill": colour}, inner)


def width_of(text: str, size: int = 12) -> float:
    """About how wide a text is; wide East Asian signs and emoji count double."""
    units = sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.56 for sign in text)
    return units * size


def shortened(text: str, width: float, size: int = 12) -> str:
    """The text, cut with an ellipsis where it is wider than that."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def document(width: int, height: int, title: str, description: str, parts: list[str]) -> bytes:
    """The whole file: what a screen reader says, the style, the background, the parts."""
    head = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "width": width,
        "height": height,
        "role": "img",
        "aria-labelledby": "chart-title chart-description",
    }
    inner = [
        element("title", {"id": "chart-title"}, escape(clean(title))),
        element("desc", {"id": "chart-description"}, escape(clean(description))),
        element("style", {}, STYLE),
        element("rect", {"width": width, "height": height, "class": "page"}),
        *parts,
    ]
    return (element("svg", head, "\n" + "\n".join(inner) + "\n") + "\n").encode("utf-8")
