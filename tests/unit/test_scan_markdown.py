"""Markdown: blocks, what stands within them, and the place of every character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.scan.block import Block, Kind
from skillhouse.scan.hidden import hidden_texts
from skillhouse.scan.inline import code_spans, hides, links, tags, urls
from skillhouse.scan.markdown import blocks

PAGE = """\
---
name: x
---
# Title

One
two <!-- aside --> three

Sub
---

- item `a`
  goes on
  ```bash
  curl x
    -o y
  ```
- [ ] task
  1. inner

> quoted
> ```sh
> run
> ```

| a | b |
|---|---|
| c | d |

    code

    more

text
***
[//]: # (a hidden note of some length)
[^1]: foot
<!-- long
comment --> tail
Upper
===
~~~
open to the end"""


def told(text: str) -> list[tuple[str, str]]:
    """The kind and text of each block."""
    return [(block.kind.value, block.text) for block in blocks(text)]


def test_a_page_falls_into_its_blocks() -> None:
    """Each kind of block, in order, without its marks."""
    assert told(PAGE) == [
        ("front matter", "name: x"),
        ("heading", "Title"),
        ("comment", " aside "),
        ("paragraph", "One\ntwo" + " " * 16 + "three"),
        ("heading", "Sub"),
        ("list item", "item `a`\ngoes on"),
        ("fenced code", "curl x\n  -o y"),
        ("list item", "task"),
        ("list item", "inner"),
        ("paragraph", "quoted"),
        ("fenced code", "run"),
        ("table row", "| a | b |"),
        ("table row", "| c | d |"),
        ("indented code", "code\n\nmore"),
        ("paragraph", "text"),
        ("link definition", "[//]: # (a hidden note of some length)"),
        ("footnote", "[^1]: foot"),
        ("comment", " long\ncomment "),
        ("heading", "tail\nUpper"),
        ("fenced code", "open to the end"),
    ]


def test_a_block_knows_the_words_around_it() -> None:
    """Headings above, the paragraph that leads to a fence, the item it stands in, the header of its table."""
    text = "# A\n## B\nNever do:\n```\nx\n```\n- one\n  ```sh\n  y\n  ```\n\n| bad | why |\n|--|--|\n| p | q |\n# C\nz"
    by_text = {block.text: block for block in blocks(text)}
    assert by_text["x"].trail == ("A", "B")
    assert by_text["x"].lead == "Never do:"
    assert by_text["x"].heading == "B"
    assert by_text["y"].lead == "Never do:\none"
    assert by_text["y"].info == "sh"
    assert by_text["| p | q |"].lead == "| bad | why |"
    assert by_text["z"].trail == ("C",)
    assert by_text["A"].heading == ""


def test_a_comment_in_code_is_code() -> None:
    """Backticks around it keep it a part of the text."""
    assert told("say `<!--` and <!-- hid --> go") == [
        ("comment", " hid "),
        ("paragraph", "say `<!--` and              go"),
    ]


def test_several_comments_share_a_line() -> None:
    """Also where the last stays open, and where one opens within another."""
    assert told("a <!-- b <!-- c --> d <!-- e\nf --> g\n") == [
        ("comment", " b <!-- c "),
        ("paragraph", "a" + " " * 19 + "d"),
        ("comment", " e\nf "),
        ("paragraph", "g"),
    ]
    assert told("<!-- a\nb -->\n<!---->c\n" + "> " * 9 + "d") == [
        ("comment", " a\nb "),
        ("paragraph", "c\n> d"),
    ]
    assert told("<!-- a\nb --> \nc") == [("comment", " a\nb "), ("paragraph", "c")]
    assert told("<!-- only\nthis -->\nand") == [("comment", " only\nthis "), ("paragraph", "and")]


def test_code_by_indentation_needs_a_blank_line_and_its_depth() -> None:
    """Within a list it lies deeper; lists and fences are never code by indentation."""
    assert told("a\n    b") == [("paragraph", "a\nb")]
    assert told("- a\n\n      code\n\n  b\n\nc") == [
        ("list item", "a"),
        ("indented code", "code"),
        ("paragraph", "b"),
        ("paragraph", "c"),
    ]
    assert told("\n    - a\n\n    ```\n    b\n    ```\n") == [("list item", "a"), ("fenced code", "b")]
    assert told("\tx\n\n\ty\nz") == [("indented code", "x\n\ny"), ("paragraph", "z")]


def test_a_fence_ends_only_with_its_own_kind() -> None:
    """A shorter run, another sign and words behind it do not close it."""
    assert told("````\n```\n~~~~\n```` x\n````\nend") == [("fenced code", "```\n~~~~\n```` x"), ("paragraph", "end")]
    assert told("```\n\n```\n") == []


def test_a_rule_and_a_mark_alone_are_no_text() -> None:
    """Three stars, an empty item, a heading without words."""
    assert told("***\n-\n#\n> \n") == []
    assert told("-\n  late") == [("list item", "late")]
    assert told("[x] no definition\n`code` line\n#tag") == [("paragraph", "[x] no definition\n`code` line\n#tag")]


@given(st.text(alphabet="ab #>-*`~|[]:<!\t\n1.=_()\\", max_size=200))
def test_every_character_of_a_block_stands_where_it_says(text: str) -> None:
    """Whatever the text, a place leads back to the character; only cut comments are blanks."""
    lines = text.split("\n")
    for block in blocks(text):
        for index, char in enumerate(block.text):
            if char == "\n":
                continue
            line, column = block.place(index)
            assert char in {lines[line - 1][column - 1], " "}


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("a `b` c", ["b"]),
        ("``a`b``", ["a`b"]),
        ("`a", []),
        ("`a``b`", ["a``b"]),
        ("no", []),
        ("`a` ``b` c``", ["a", "b` c"]),
    ],
)
def test_code_within_a_line(text: str, inner: list[str]) -> None:
    """Runs of the same length hold it."""
    assert [text[start:end] for start, end in code_spans(text)] == inner


def test_links_and_pictures() -> None:
    """In Markdown and HTML, with titles, and without what is neither."""
    text = '[a](https://x.test "t") ![b](<https://y.test/a b>) <img src="z" alt="w" title=\'q\'> <a href=https://u.test>c</a>'
    found = [(link.label, link.url, link.title, link.picture) for link in links(text)]
    assert found == [
        ("a", "https://x.test", "t", False),
        ("b", "https://y.test/a b", "", True),
        ("w", "z", "q", True),
        ("", "https://u.test", "", False),
    ]


def test_addresses_end_before_punctuation() -> None:
    """A full stop, a closing bracket that was not opened, quotes; also defanged ones."""
    text = "(see https://a.test/x). hxxps://b.test/y, [c](https://c.test/p_(q)) {https://d.test}"
    assert [url for _, url in urls(text)] == [
        "https://a.test/x",
        "hxxps://b.test/y",
        "https://c.test/p_(q)",
        "https://d.test",
    ]
    assert list(urls("nothing here")) == []


@pytest.mark.parametrize(
    ("html", "hidden"),
    [
        ("<p style='display: none'>", True),
        ('<span style="color:white">', True),
        ('<div style="position:absolute;left:-9999px">', True),
        ("<div hidden>", True),
        ('<div hidden="false">', False),
        ("<template>", True),
        ('<font color="#FFF">', True),
        ('<p style="color:#fffaf0;font-size:12px">', False),
        ('<p class="hidden-xs">', False),
    ],
)
def test_elements_that_show_nothing(html: str, hidden: bool) -> None:  # noqa: FBT001 -- the expected answer
    """By style, attribute and name."""
    (tag,) = tags(html)
    assert hides(tag) is hidden


def test_hidden_text_is_found_over_blocks_and_elements_within() -> None:
    """An element that shows nothing ends with its own end, not with that of one inside it."""
    text = "a <div style='opacity:0'>b <div>c</div> <b>x</b>\n\nd</div> e <br hidden> f\n\n<span hidden></span>"
    assert [part.strip() for _, _, part, _ in hidden_texts(blocks(text))] == ["b <div>c</div> <b>x</b>", "d"]


def test_hidden_text_in_titles_and_definitions() -> None:
    """Titles, words for pictures, attributes and definitions, where they are long enough to be a sentence."""
    text = (
        '[a](https://x.test "one two three four five")\n\n![six seven eight nine](y)\n\n'
        '<p aria-label="ten eleven twelve">z</p>\n\n'
        "[thirteen fourteen fifteen]: https://x.test\n[b]: https://x.test 'sixteen seventeen'\n[c]: d\n\n![short](y)"
    )
    found = [(how, part) for _, _, part, how in hidden_texts(blocks(text))]
    assert found == [
        ("the title of a link", "one two three four five"),
        ("the words for a picture", "six seven eight nine"),
        ("the attribute aria-label of an element", "ten eleven twelve"),
        ("a link definition that no page shows", "[thirteen fourteen fifteen"),
        ("a link definition that no page shows", "'sixteen seventeen'"),
    ]


def test_a_block_of_one_line_has_its_place() -> None:
    """The first character of a block stands at its own line and column."""
    assert Block(Kind.PARAGRAPH, "abc", 7, (3,)).place(1) == (7, 4)
