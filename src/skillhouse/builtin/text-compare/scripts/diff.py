"""Compare two texts, line by line or word by word."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator

from command import Options, choice, options_of, run, whole_number
from matching import Change, changes
from texts import Lines, source_options, split_lines, split_words, text_of

USAGE = """usage: diff.py (--old-text TEXT | --old-file PATH | --old-table SLUG)
               (--new-text TEXT | --new-file PATH | --new-table SLUG)
               [--column NAME] [--by line|word] [--ignore-case] [--ignore-space]
               [--context LINES] [--json]
"""
KNOWN = {
    **source_options(("old", "new")),
    **{"by": "one", "ignore-case": "switch", "ignore-space": "switch", "context": "one", "json": "switch"},
}
FORMS = ("NFC", "NFD", "NFKC", "NFKD")
ZERO_WIDTH = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")


def main(argv: list[str]) -> str:
    """The differences, as text or as JSON."""
    options = options_of(argv, KNOWN)
    by, context = choice(options, "by", ("line", "word")), whole_number(options, "context", 3, 1_000_000)
    old, new = text_of(options, "old"), text_of(options, "new")
    split = split_lines if by == "line" else split_words
    old_parts, new_parts = split(old), split(new)
    key = _key(options)
    found = changes([key(part) for part in old_parts], [key(part) for part in new_parts])
    only = only_difference(old, new)
    if "json" in options:
        return _as_json(found, old_parts, new_parts, by, only)
    if all(change.op == "equal" for change in found):
        ignored = f", but for what is ignored: {only or 'case and space'}" if old != new else ""
        return f"# The texts are the same{ignored}.\n"
    note = f"# {_sentence(only, old, new)}\n" if only else ""
    if by == "word":
        return note + marked(found, old_parts, new_parts)
    return note + unified(found, old_parts, new_parts, context)


def _key(options: Options) -> Callable[[str], str]:
    """What two parts are compared by."""

    def key(part: str) -> str:
        if "ignore-space" in options:
            part = " ".join(part.split())
        return part.casefold() if "ignore-case" in options else part

    return key


# Each way to make two texts equal, the narrowest first; the first that does is the only difference.
WAYS: dict[str, Callable[[str], str]] = {
    "line ends": lambda text: text.replace("\r\n", "\n").replace("\r", "\n"),
    "end of the last line": lambda text: text.removesuffix("\n"),
    "byte-order mark": lambda text: text.removeprefix("\ufeff"),
    "Unicode normal form": lambda text: unicodedata.normalize("NFC", text),
    "no-break space": lambda text: re.sub("[\u00a0\u2007\u202f]", " ", text),
    "Unicode compatibility form": lambda text: unicodedata.normalize("NFKC", text),
    "zero-width characters": lambda text: ZERO_WIDTH.sub("", text),
    "space": lambda text: "".join(text.split()),
    "case": str.casefold,
    "case and space": lambda text: "".join(text.split()).casefold(),
}


def only_difference(old: str, new: str) -> str | None:
    """The one kind of difference there is, None where the texts are the same or differ in more than that."""
    if old == new:
        return None
    return next((name for name, way in WAYS.items() if way(old) == way(new)), None)


def _sentence(only: str, old: str, new: str) -> str:
    forms = ""
    if only == "Unicode normal form":
        forms = f" (old is {_form(old)}, new is {_form(new)})"
    return f"The only difference: {only}{forms}."


def _form(text: str) -> str:
    """The normal form that a text is in."""
    return next((form for form in FORMS[:2] if unicodedata.is_normalized(form, text)), "neither NFC nor NFD")


def _as_json(found: list[Change], old: Lines, new: Lines, by: str, only: str | None) -> str:
    listed = [
        {
            "op": one.op,
            **{f"old_{by}": one.old_start + 1, f"new_{by}": one.new_start + 1},
            **{"old": old[one.old_start : one.old_end], "new": new[one.new_start : one.new_end]},
        }
        for one in found
        if one.op != "equal"
    ]
    kept = sum(one.old_end - one.old_start for one in found if one.op == "equal")
    total = len(old) + len(new)
    answer = {
        "same": not listed,
        "identical": old == new,
        "only_difference": only,
        "unit": by,
        **{"kept": kept, "removed": len(old) - kept, "added": len(new) - kept},
        "similarity_percent": f"{2000 * kept // total / 10:.1f}" if total else "100.0",
        "changes": listed,
    }
    if only == "Unicode normal form":
        answer["normal_forms"] = {"old": _form("".join(old)), "new": _form("".join(new))}
    return json.dumps(answer, ensure_ascii=False) + "\n"


def unified(found: list[Change], old: Lines, new: Lines, context: int) -> str:
    """A unified diff, as `patch` takes it."""
    return "--- old\n+++ new\n" + "".join(_hunk(group, old, new) for group in _groups(found, context))


def _groups(found: list[Change], context: int) -> Iterator[list[Change]]:
    """The changes with up to `context` equal lines around them; those that are nearer than that are in one group."""
    group: list[Change] = []
    for at, change in enumerate(found):
        if change.op != "equal":
            group.append(change)
            continue
        size = change.old_end - change.old_start
        is_last = at == len(found) - 1
        if group and (is_last or size > 2 * context):
            yield [*group, _cut(change, 0, min(context, size))]
            group = []
        if not is_last and (not group or size > 2 * context):
            group = [_cut(change, max(0, size - context), size)]
        elif not is_last:
            group.append(change)
    if any(change.op != "equal" for change in group):
        yield group


def _cut(change: Change, start: int, end: int) -> Change:
    """A part of an equal run."""
    return Change("equal", *(begin + at for begin in (change.old_start, change.new_start) for at in (start, end)))


def _hunk(group: list[Change], old: Lines, new: Lines) -> str:
    first, last = group[0], group[-1]
    head = f"@@ -{_range(first.old_start, last.old_end)} +{_range(first.new_start, last.new_end)} @@\n"
    lines = []
    for one in group:
        if one.op == "equal":
            lines += [" " + line for line in old[one.old_start : one.old_end]]
            continue
        lines += ["-" + line for line in old[one.old_start : one.old_end]]
        lines += ["+" + line for line in new[one.new_start : one.new_end]]
    return head + "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _range(start: int, end: int) -> str:
    length = end - start
    return f"{start + 1}" if length == 1 else f"{start + (length > 0)},{length}"


def marked(found: list[Change], old: Lines, new: Lines) -> str:
    """The text with each change marked in place: [-removed-]{+added+}."""
    pieces = []
    for one in found:
        before, after = "".join(old[one.old_start : one.old_end]), "".join(new[one.new_start : one.new_end])
        if one.op == "equal":
            pieces.append(after)
            continue
        pieces.append((f"[-{before}-]" if before else "") + (f"{{+{after}+}}" if after else ""))
    text = "".join(pieces)
    return text if text.endswith("\n") else f"{text}\n"


if __name__ == "__main__":
    run(main, USAGE)
