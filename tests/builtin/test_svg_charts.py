"""Charts: exact ticks, true geometry, readable by everybody, and well-formed whatever the text is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("svg-charts")
CHART = SKILL.load("chart")
SCALES = SKILL.load("scales")
SVG = SKILL.load("svg")
NS = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401
    """Draw a chart; gives the answer and the parsed file."""
    monkeypatch.chdir(tmp_path)

    def drawn(*args: str) -> tuple[dict[str, Any], ET.Element]:
        answer = CHART.command([*args, *(["--title", "T"] if "--title" not in args else [])])
        return answer, ET.fromstring((tmp_path / answer["file"]).read_bytes())  # noqa: S314 - our own file

    return drawn


def fails(*args: str) -> str:
    """The one line with which a chart is refused."""
    with pytest.raises(Exception, match=r"\S") as caught:
        CHART.command([*args, "--title", "T"])
    assert type(caught.value).__name__ == "BadData"
    return str(caught.value)


NUMBERS = st.decimals(-(10**9), 10**9, places=3)


@given(NUMBERS, NUMBERS, st.booleans())
def test_an_axis_holds_its_values_between_evenly_spaced_round_ticks(one: Decimal, other: Decimal, zero: bool) -> None:  # noqa: FBT001
    """Steps are 1, 2, 2.5 or 5 times a power of ten; the words say exactly the value."""
    low, high = min(one, other), max(one, other)
    scale = SCALES.number_scale(low, high, zero=zero)
    values = [value for value, _ in scale.ticks]
    steps = {after - before for before, after in pairwise(values)}
    assert scale.low <= low <= high <= scale.high
    assert len(steps) == 1
    step = steps.pop().normalize()
    assert "".join(map(str, step.as_tuple().digits)) in {"1", "2", "25", "5"}
    assert 2 <= len(values) <= 8
    assert not zero or scale.low <= 0 <= scale.high
    for value, words in scale.ticks:
        assert Decimal(words.replace("\u2009", "").replace("\u2212", "-")) == value


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [SVG.LIGHT, SVG.DARK])
def test_text_and_colours_can_be_told_from_the_page(theme: dict[str, str]) -> None:
    """4.5:1 for text, 3:1 for what is drawn, on light and on dark."""
    assert contrast(theme["ink"], theme["page"]) >= 4.5
    assert contrast(theme["soft"], theme["page"]) >= 4.5
    assert min(contrast(colour, theme["page"]) for colour in SVG.COLOURS) >= 3


def rects(root: ET.Element) -> list[ET.Element]:
    """The bars: rectangles that say what they are."""
    return [one for one in root.iter(f"{NS}rect") if one.find(f"{NS}title") is not None]


def test_bars_are_as_long_as_their_values_and_negative_ones_hang_down(draw: Any) -> None:  # noqa: ANN401
    """Length is what is read: all to the same measure, from the line of nought."""
    _, root = draw("bar", "--text", "k,v\na,10\nb,-5\nc,2.5\n", "--x", "k", "--y", "v")
    bars = rects(root)
    heights = [float(bar.get("height", "")) for bar in bars]
    assert heights[1] == pytest.approx(heights[0] / 2, abs=0.02)
    assert heights[2] == pytest.approx(heights[0] / 4, abs=0.02)
    bottom = float(bars[0].get("y", "")) + heights[0]
    assert float(bars[1].get("y", "")) == pytest.approx(bottom, abs=0.02)


def test_stacked_bars_meet_each_other_on_both_sides_of_nought(draw: Any) -> None:  # noqa: ANN401
    """Positive parts pile up, negative ones down."""
    _, root = draw("bar", "--stacked", "--text", "k,a,b,c\nx,3,-2,4\n", "--x", "k", "--y", "a,b,c")
    a, b, c = ((float(one.get("y", "")), float(one.get("height", ""))) for one in rects(root))
    assert c[0] + c[1] == pytest.approx(a[0], abs=0.02)
    assert a[0] + a[1] == pytest.approx(b[0], abs=0.02)


def test_a_missing_value_breaks_the_line_and_is_counted(draw: Any) -> None:  # noqa: ANN401
    """Never drawn as nought."""
    answer, root = draw("line", "--text", "k,v\na,1\nb,2\nc,\nd,3\ne,4\n", "--x", "k", "--y", "v")
    assert answer["series"] == [{"name": "v", "values": 4, "missing": 1}]
    assert [len(one.get("points", "").split()) for one in root.iter(f"{NS}polyline")] == [2, 2]


def test_dates_stand_at_their_distance_and_in_their_order(draw: Any) -> None:  # noqa: ANN401
    """Ten days are ten times as far as one."""
    answer, root = draw("line", "--text", "d,v\n2026-01-12,3\n2026-01-01,1\n2026-01-02,2\n", "--x", "d", "--y", "v")
    (line,) = root.iter(f"{NS}polyline")
    xs = [float(point.partition(",")[0]) for point in line.get("points", "").split()]
    assert answer["x_axis"] == "dates"
    assert (xs[2] - xs[1]) == pytest.approx(10 * (xs[1] - xs[0]), abs=0.2)


@given(st.lists(st.decimals(-100, 100, places=1), min_size=1, max_size=60), st.integers(2, 12))
def test_every_value_is_in_exactly_one_bin(values: list[Decimal], bins: int) -> None:
    """An edge belongs to the bin that begins there, the last edge to the last bin."""
    data = CHART.Data("x", ["v"], [(place, [str(value)]) for place, value in enumerate(values)])
    args = CHART.parser().parse_args(["histogram", "--text", "", "--title", "T", "--x", "v", "--bins", str(bins)])
    _, _, fact = CHART.draw_histogram(data, args, CHART.Frame(700, 400, "T"))
    last = fact["bins"][-1]["to"]
    for one in fact["bins"]:
        low, high = Decimal(one["from"]), Decimal(one["to"])
        assert one["count"] == sum(low <= value < high or (value == high and one["to"] == last) for value in values)
    assert sum(one["count"] for one in fact["bins"]) == len(values)


@given(st.lists(st.decimals(0, 1000, places=2), min_size=1, max_size=8).filter(any))
def test_the_shares_of_a_pie_add_up_to_100(values: list[Decimal]) -> None:
    """Each within a tenth of its exact share."""
    shares = [Decimal(text) for text in CHART.percent(values)]
    assert sum(shares) == 100
    assert all(
        abs(share - value * 100 / sum(values)) < Decimal("0.1") for share, value in zip(shares, values, strict=True)
    )


def test_the_small_slices_can_become_one(draw: Any) -> None:  # noqa: ANN401
    """Eight are drawn, and the whole is still the whole."""
    text = "k,v\n" + "".join(f"s{number},{number}\n" for number in range(1, 13))
    answer, _ = draw("pie", "--text", text, "--x", "k", "--y", "v", "--group-rest")
    assert [one["label"] for one in answer["shares"]] == ["s12", "s11", "s10", "s9", "s8", "s7", "s6", "5 others"]


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@settings(max_examples=60)
@given(TEXT, TEXT)
def test_no_text_can_break_out_of_the_file(title: str, label: str) -> None:
    """Angle brackets, quotes and control characters end as text; nothing but our own elements is there."""
    data = CHART.Data("x", ["k", "v"], [(1, [label, "1"]), (2, ["other" + label, "2"])])
    args = CHART.parser().parse_args(["bar", "--text", "", f"--title={title}", "--x", "k", "--y", "v"])
    parts, _, _ = CHART.draw_bar(data, args, CHART.Frame(700, 400, title))
    root = ET.fromstring(SVG.document(700, 400, title, label, parts))  # noqa: S314
    assert {one.tag.removeprefix(NS) for one in root.iter()} == {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "text",
        "line",
    }


@pytest.mark.parametrize("kind", ["line", "bar", "pie"])
def test_a_chart_is_named_and_described_for_who_cannot_see_it(kind: str, draw: Any) -> None:  # noqa: ANN401
    """Title and description are referred to, and every mark says its value."""
    answer, root = draw(kind, "--text", "k,v\na,1\nb,2500000\n", "--x", "k", "--y", "v", "--title", "Sales <EU>")
    ids = {one.get("id"): one.text for one in root if one.get("id")}
    assert root.get("aria-labelledby", "").split() == list(ids)
    assert list(ids.values()) == ["Sales <EU>", answer["description"]]
    hints = [one.text or "" for one in root.iter(f"{NS}title")]
    assert any("2\u2009500\u2009000" in text for text in hints)


def test_the_same_data_give_the_same_bytes_and_no_script_or_address(tmp_path: Path) -> None:
    """By two processes."""
    args = ["scatter", "--text", "a,b\n1,2\n3,4.5\n", "--title", "T", "--x", "a", "--y", "b", "--out"]
    for name in ("a.svg", "b.svg"):
        assert SKILL.run("scripts/chart.py", [*args, name], tmp_path).exit_code == 0
    content = (tmp_path / "a.svg").read_text("utf-8")
    assert content == (tmp_path / "b.svg").read_text("utf-8")
    assert re.findall(r"https?://[^\"]*", content) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in content


def test_a_table_of_the_house_is_drawn(tmp_path: Path) -> None:
    """Long form: one column tells the series apart."""
    rows = [{"m": "1", "k": k, "v": v} for k, v in (("a", 1), ("b", 2.5))]
    args = ["bar", "--table", "t", "--title", "T", "--x", "m", "--y", "v", "--series", "k"]
    assert [one["name"] for one in SKILL.run("scripts/chart.py", args, tmp_path, {"t": rows}).answer["series"]] == [
        "a",
        "b",
    ]


KV = ["--x", "k", "--y", "v"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["pie", "--text", "k,v\n" + "a,1\n" * 9, *KV], "draw a bar chart"),
        (["pie", "--text", "k,v\na,-1\n", *KV], "negative"),
        (["pie", "--text", "k,v\na,0\n", *KV], "nought"),
        (["bar", "--text", "k,v\na,1\na,2\n", *KV], "twice"),
        (["bar", "--text", "k,v\na,x\n", *KV], "line 2, column 'v'"),
        (["bar", "--text", "k,v\na\n", *KV], "line 2 has 1 cells"),
        (["bar", "--text", "k,v\n", *KV], "no rows"),
        (["bar", "--text", "", *KV], "empty"),
        (["bar", "--text", "k,w\na,1\n", *KV], "it has 'k', 'w'"),
        (["bar", "--text", "k,v\na,\n", *KV], "every value is empty"),
        (["line", "--text", "k,v\n" + "".join(f"a{n},1\n" for n in range(5001)), *KV], "5001 places"),
        (["bar", "--text", "k,v\na,1\n", *KV, "--out", "../x.svg"], "plain file name"),
        (["bar", "--text", "k,v\na,1\n", *KV, "--width", "10"], "not from 320"),
        (["bar", "--table", "nowhere", *KV], "there is no table"),
    ],
)
def test_what_nobody_could_read_is_refused_with_advice(args: list[str], said: str) -> None:
    """One line, no file."""
    assert said in fails(*args)


def test_bad_usage_ends_with_2_and_the_usage(tmp_path: Path) -> None:
    """Nothing on stdout."""
    done = SKILL.run("scripts/chart.py", ["cake"], tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: chart.py")
