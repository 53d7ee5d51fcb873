"""Draw a chart as an SVG file, the same bytes for the same data.

usage: chart.py line|bar|scatter|histogram|pie (--text CSV | --file PATH | --table SLUG) --title TEXT
                --x COLUMN --y COLUMN[,COLUMN]... [--series COLUMN] [--stacked] [--zero] [--bins N] [--group-rest]
                [--x-title TEXT] [--y-title TEXT] [--description TEXT] [--width N] [--height N] [--out NAME.svg]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from argparse import Namespace
from collections.abc import Callable
from decimal import Context, Decimal, setcontext

from plots import Frame, Series, bars, category_axis, histogram, lines, number_axis, pie, scatter
from scales import Scale, as_date, date_scale, number_scale, number_text
from source import BadData, Data, read_data
from svg import document

MOST_SERIES = 8
MOST_SLICES = 8
MOST_CATEGORIES = 60
MOST_POINTS = 5000
Drawing = tuple[list[str], list[Series], dict[str, object]]


def series_of(data: Data, given: Namespace) -> tuple[list[str], list[Series]]:
    """The places on the axis and the series: one for each column of --y, or for each value of --series."""
    if not given.x or not given.y:
        raise BadData("--x COLUMN and --y COLUMN are needed")
    names = [name.strip() for name in given.y.split(",")]
    if given.series is None:
        return data.texts(given.x), [Series(name, data.numbers(name)) for name in names]
    if len(names) > 1:
        raise BadData("--series goes with one column in --y")
    places, kinds, numbers = data.texts(given.x), data.texts(given.series), data.numbers(names[0])
    labels = list(dict.fromkeys(places))
    found: dict[str, dict[str, Decimal | None]] = {}
    for place, kind, value in zip(places, kinds, numbers, strict=True):
        if place in found.setdefault(kind, {}):
            raise BadData(f"series {kind!r} has two values at {place!r}: add them up by group first")
        found[kind][place] = value
    return labels, [Series(kind, [values.get(label) for label in labels]) for kind, values in found.items()]


def check_series(labels: list[str], series: list[Series], most: int) -> None:
    """Refuse what nobody could read."""
    if len(series) > MOST_SERIES:
        raise BadData(f"{len(series)} series are more than {MOST_SERIES}: draw several charts, or leave some out")
    if len(labels) > most:
        raise BadData(f"{len(labels)} places on the axis are more than {most}: add them up by group first")
    if not any(value is not None for one in series for value in one.values):
        raise BadData("there is no number to draw: every value is empty")


def present(series: list[Series]) -> list[Decimal]:
    """Every number that is there."""
    return [value for one in series for value in one.values if value is not None]


def draw_bar(data: Data, given: Namespace, frame: Frame) -> Drawing:
    """Bars; their axis always begins at nought, since their length is what is read."""
    labels, series = series_of(data, given)
    check_series(labels, series, MOST_CATEGORIES)
    if len(set(labels)) < len(labels):
        raise BadData(f"{next(label for label in labels if labels.count(label) > 1)!r} stands twice in --x: add up by group first")
    ends = present(series)
    if given.stacked:
        columns = [[one.values[place] or Decimal(0) for one in series] for place in range(len(labels))]
        ends = [sum((value for value in column if (value > 0) == up), Decimal(0)) for column in columns for up in (True, False)]
    scale = number_scale(min(ends), max(ends), zero=True)
    parts = frame.header([one.name for one in series])
    angle = frame.set_bottom(labels, (frame.width - 90) / len(labels))
    parts += frame.y_axis(scale)
    parts += bars(frame, scale, labels, series, stacked=given.stacked)
    return parts + category_axis(frame, labels, angle), series, axis_fact(scale)


def draw_line(data: Data, given: Namespace, frame: Frame) -> Drawing:
    """Lines over numbers, dates or plain places."""
    labels, series = series_of(data, given)
    check_series(labels, series, MOST_POINTS)
    across, kind = across_of(labels, series)
    scale = number_scale(min(present(series)), max(present(series)), zero=given.zero)
    parts = frame.header([one.name for one in series])
    angle = frame.set_bottom([] if across else labels, (frame.width - 90) / len(labels))
    parts += frame.y_axis(scale)
    parts += lines(frame, scale, across, labels, series)
    parts += number_axis(frame, across) if across else category_axis(frame, labels, angle)
    return parts, series, axis_fact(scale) | {"x_axis": kind}


def across_of(labels: list[str], series: list[Series]) -> tuple[Scale | None, str]:
    """The horizontal axis; the rows of numbers and dates are put into their order."""
    days = [as_date(label) for label in labels]
    if len(labels) > 1 and all(days):
        places = [Decimal(day.toordinal()) for day in days if day]
        kind, scale = "dates", date_scale(min(day for day in days if day), max(day for day in days if day))
    elif len(labels) > 1 and all(re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", label) for label in labels):
        places = [Decimal(label) for label in labels]
        kind, scale = "numbers", number_scale(min(places), max(places))
    else:
        return None, "places"
    if len(set(places)) < len(places):
        raise BadData("a value of --x stands twice: add them up by group, or name the column of the series with --series")
    order = sorted(range(len(places)), key=places.__getitem__)
    labels[:] = [labels[place] for place in order]
    for one in series:
        one.values = [one.values[place] for place in order]
        one.places = [places[place] for place in order]
    return scale, kind


def draw_scatter(data: Data, given: Namespace, frame: Frame) -> Drawing:
    """Points; rows without one of both numbers are left out and counted."""
    if not given.x or not given.y or "," in given.y:
        raise BadData("scatter needs --x COLUMN and one --y COLUMN")
    kinds = data.texts(given.series) if given.series else [given.y] * len(data.rows)
    found = {kind: Series(kind, []) for kind in kinds}
    missing = 0
    for kind, x, y in zip(kinds, data.numbers(given.x), data.numbers(given.y), strict=True):
        if x is None or y is None:
            missing += 1
            continue
        found[kind].values.append(y)
        found[kind].places.append(x)
    series = list(found.values())
    check_series([""] * len(data.rows), series, MOST_POINTS)
    values, places = present(series), [place for one in series for place in one.places]
    scale = number_scale(min(values), max(values), zero=given.zero)
    across = number_scale(min(places), max(places))
    frame.x_title = frame.x_title or given.x
    frame.y_title = frame.y_title or given.y
    parts = frame.header([one.name for one in series])
    frame.set_bottom([], frame.width)
    parts += frame.y_axis(scale) + scatter(frame, scale, across, series) + number_axis(frame, across)
    return parts, series, axis_fact(scale) | {"rows_left_out": missing}


def draw_histogram(data: Data, given: Namespace, frame: Frame) -> Drawing:
    """How many values lie in each bin of a round width; a value on an edge counts in the bin that begins there."""
    if not given.x or given.y:
        raise BadData("histogram needs --x COLUMN and no --y")
    values = sorted(value for value in data.numbers(given.x) if value is not None)
    if not values:
        raise BadData(f"there is no number in column {given.x!r}")
    across = number_scale(values[0], values[-1], given.bins or len(bin(len(values))) - 1)
    edges = [value for value, _ in across.ticks]
    step = edges[1] - edges[0]
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[min(int((value - edges[0]) / step), len(counts) - 1)] += 1
    scale = number_scale(Decimal(0), Decimal(max(counts)), zero=True)
    scale = whole_numbers(scale)
    frame.x_title = frame.x_title or given.x
    frame.y_title = frame.y_title or "count"
    parts = frame.header([])
    frame.set_bottom([], frame.width)
    parts += frame.y_axis(scale) + histogram(frame, scale, across, counts) + number_axis(frame, across)
    fact = {"bins": [{"from": str(low), "to": str(high), "count": count} for low, high, count in zip(edges, edges[1:], counts)]}
    return parts, [Series(given.x, list(values))], fact | {"rows_left_out": len(data.rows) - len(values)}


def whole_numbers(scale: Scale) -> Scale:
    """A scale of counts: without ticks between whole numbers."""
    return Scale(scale.low, scale.high, tuple(tick for tick in scale.ticks if tick[0] == tick[0].to_integral_value()))


def draw_pie(data: Data, given: Namespace, frame: Frame) -> Drawing:
    """A pie of few parts."""
    if given.y and "," in given.y:
        raise BadData("pie needs one --y COLUMN")
    labels, (one,) = series_of(data, given)
    pairs = [(label, value) for label, value in zip(labels, one.values, strict=True) if value is not None]
    below = next((label for label, value in pairs if value < 0), None)
    if below is not None:
        raise BadData(f"{below!r} is negative: parts of a whole cannot be; draw a bar chart")
    if len(pairs) > MOST_SLICES and given.group_rest:
        pairs.sort(key=lambda pair: -pair[1])
        rest = pairs[MOST_SLICES - 1 :]
        pairs = [*pairs[: MOST_SLICES - 1], (f"{len(rest)} others", sum((value for _, value in rest), Decimal(0)))]
    if len(pairs) > MOST_SLICES:
        raise BadData(f"{len(pairs)} slices are more than {MOST_SLICES}: nobody can compare them; draw a bar chart, or use --group-rest")
    values = [value for _, value in pairs]
    if not sum(values):
        raise BadData("the whole is nought: there are no parts to draw")
    shares = percent(values)
    frame.header([])
    parts = frame.header([]) + pie(frame, [label for label, _ in pairs], values, shares)
    fact = {"shares": [{"label": label, "percent": share} for (label, _), share in zip(pairs, shares, strict=True)]}
    return parts, [Series(given.y, list(values))], fact


def percent(values: list[Decimal]) -> list[str]:
    """Shares to a tenth of a percent that add up to 100.0 (what is left over goes to the largest remainders)."""
    total = sum(values)
    exact = [value * 1000 / total for value in values]
    floors = [int(value) for value in exact]
    order = sorted(range(len(values)), key=lambda place: (floors[place] - exact[place], place))
    for place in order[: 1000 - sum(floors)]:
        floors[place] += 1
    return [f"{tenths // 10}.{tenths % 10}" for tenths in floors]


def axis_fact(scale: Scale) -> dict[str, object]:
    """What the vertical axis shows."""
    return {"y_axis": {"from": f"{scale.low:f}", "to": f"{scale.high:f}", "starts_at_zero": scale.low <= 0 <= scale.high}}


DRAWINGS: dict[str, Callable[[Data, Namespace, Frame], Drawing]] = {
    "line": draw_line,
    "bar": draw_bar,
    "scatter": draw_scatter,
    "histogram": draw_histogram,
    "pie": draw_pie,
}


def described(given: Namespace, series: list[Series]) -> str:
    """What a screen reader says: the kind, and each series with its range."""
    if given.description:
        return str(given.description)
    found = []
    for one in series:
        values = [value for value in one.values if value is not None]
        if values:
            found.append(f"{one.name}: {len(values)} values from {number_text(min(values))} to {number_text(max(values))}")
    return f"{given.kind.capitalize()} chart. " + "; ".join(found) + "."


def parser() -> argparse.ArgumentParser:
    """The options."""
    top = argparse.ArgumentParser(
        prog="chart.py",
        description="Draw a chart as an SVG file.",
        allow_abbrev=False,
        formatter_class=lambda prog: argparse.HelpFormatter(prog, width=100),
    )
    top.add_argument("kind", choices=sorted(DRAWINGS))
    source = top.add_mutually_exclusive_group(required=True)
    source.add_argument("--text", metavar="CSV")
    source.add_argument("--file", metavar="PATH")
    source.add_argument("--table", metavar="SLUG")
    top.add_argument("--title", required=True, metavar="TEXT")
    for option in ("--x", "--y", "--series"):
        top.add_argument(option, metavar="COLUMN")
    for option in ("--x-title", "--y-title", "--description"):
        top.add_argument(option, default="", metavar="TEXT")
    for option in ("--stacked", "--zero", "--group-rest"):
        top.add_argument(option, action="store_true")
    top.add_argument("--bins", type=int, metavar="N")
    top.add_argument("--width", type=int, default=760, metavar="N")
    top.add_argument("--height", type=int, default=440, metavar="N")
    top.add_argument("--out", default="chart.svg", metavar="NAME.svg")
    return top


def command(args: list[str]) -> dict[str, object]:
    """Draw, write, and say what is in the chart."""
    given = parser().parse_args(args)
    for option, low, high in (("width", 320, 2000), ("height", 240, 1500), ("bins", 2, 100)):
        value = getattr(given, option)
        if value is not None and not low <= value <= high:
            raise BadData(f"--{option} {value} is not from {low} to {high}")
    if not re.fullmatch(r"\w[\w. -]*\.svg", given.out):
        raise BadData(f"--out {given.out!r} is not a plain file name that ends in .svg")
    setcontext(Context(prec=200))
    data = read_data(given)
    frame = Frame(given.width, given.height, given.title, given.x_title, given.y_title)
    parts, series, fact = DRAWINGS[given.kind](data, given, frame)
    if given.kind != "pie":
        parts += frame.footer()
    description = described(given, series)
    content = document(given.width, given.height, given.title, description, parts)
    try:
        with open(given.out, "wb") as file:
            file.write(content)
    except OSError as error:
        raise BadData(f"{given.out!r} cannot be written: {error.strerror}") from None
    summary = [
        {"name": one.name, "values": sum(value is not None for value in one.values), "missing": sum(value is None for value in one.values)}
        for one in series
    ]
    return {"file": given.out, "bytes": len(content), "kind": given.kind, "series": summary, **fact, "description": description}


def main(args: list[str]) -> int:
    """Print what was drawn as JSON; bad data is one line on stderr and exit code 1."""
    try:
        result = command(args)
    except BadData as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(result, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
