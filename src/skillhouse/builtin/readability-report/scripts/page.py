"""The report as one HTML file: no script, nothing loaded from anywhere, every text escaped."""

from html import escape

from hints import Hint
from measure import Document

STYLE = """:root{color-scheme:light dark;--line:#8886;--mark:#f5c54266}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;
border-bottom:1px solid var(--line)}td.number{text-align:right;font-variant-numeric:tabular-nums}
mark{background:var(--mark);color:inherit}"""
LABELS = {
    "words": "Words",
    "sentences": "Sentences",
    "paragraphs": "Paragraphs",
    "letters": "Letters and digits",
    "words_per_sentence": "Words a sentence",
    "longest_sentence": "Longest sentence (words)",
    "median_sentence": "Median sentence (words)",
    "letters_per_word": "Letters a word",
    "long_words_percent": "Words of over six letters (%)",
    "different_words_percent": "Different words (%)",
    "reading_minutes": "Minutes to read",
    "lix": "LIX",
    "syllables": "Syllables",
    "syllables_per_word": "Syllables a word",
    "flesch_reading_ease": "Flesch reading ease",
    "flesch_kincaid_grade": "Flesch–Kincaid grade",
    "gunning_fog": "Gunning fog",
    "automated_readability_index": "Automated readability index",
    "coleman_liau": "Coleman–Liau index",
}


def page(
    title: str,
    document: Document,
    found: dict[str, object],
    listed: list[Hint],
    often: list[tuple[str, int]],
    language: str,
) -> str:
    """The whole file."""
    code = {"english": "en"}.get(language, "und")
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        "<h2>Measures</h2>",
        _table(("Measure", "Value"), [(LABELS[name], str(value)) for name, value in found.items()]),
        f"<h2>To look at ({len(listed)})</h2>",
        _table(("Line", "Kind", "Words", "Advice"), [(str(one.line), *one[1:]) for one in listed]),
    ]
    if often:
        parts += ["<h2>Frequent words</h2>", _table(("Word", "Times"), [(word, str(times)) for word, times in often])]
    parts += [f'<h2>Text</h2><ol lang="{code}">', *_sentences(document, listed), "</ol></body></html>"]
    return "\n".join(parts) + "\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _cell(text: str) -> str:
    is_number = text.replace(".", "").removeprefix("-").isdigit()
    return f'<td class="number">{escape(text)}</td>' if is_number else f"<td>{escape(text)}</td>"


def _sentences(document: Document, listed: list[Hint]) -> list[str]:
    """Each sentence, marked where something of it is listed."""
    long_ones = {(one.line, one.words.removesuffix("…")) for one in listed if one.kind == "long-sentence"}
    lines = []
    for sentence in document.sentences:
        text = escape(sentence.text)
        is_long = any(line == sentence.line and sentence.text.startswith(begin) for line, begin in long_ones)
        lines.append(f'<li dir="auto">{f"<mark>{text}</mark>" if is_long else text}</li>')
    return lines
