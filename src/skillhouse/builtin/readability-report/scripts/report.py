"""How easy a text is to read, with what to look at, as JSON and as an HTML report."""

import json
import re
from collections import Counter
from pathlib import Path

from command import BadInput, Options, UsageError, choice, options_of, run, shown, whole_number
from hints import frequent, hints
from measure import measures, read
from page import page

USAGE = """usage: report.py (--text TEXT... | --file PATH | --table SLUG [--column NAME])
                 [--language english|other] [--title TEXT] [--longest WORDS] [--show COUNT] [--out NAME]
"""
KNOWN = {
    **{"text": "many", "file": "one", "table": "one", "column": "one", "language": "one", "title": "one"},
    **{"longest": "one", "show": "one", "out": "one"},
}


def main(argv: list[str]) -> str:
    """The measures and hints as JSON; the report goes to a file."""
    options = options_of(argv, KNOWN)
    language = choice(options, "language", ("english", "other"))
    longest, show = whole_number(options, "longest", 25, 1000), whole_number(options, "show", 50, 10_000)
    document = read(_source(options))
    if not document.words:
        raise BadInput("the text has no words outside of code: give at least one sentence")
    english = language == "english" and not document.unspaced
    found = measures(document, english=english)
    listed = hints(document, english=english, longest=longest)
    often = frequent(document, 20)
    out = _out(options)
    title = options.get("title", ["Readability report"])[0]
    out.write_text(page(title, document, found, listed, often, language), "utf-8", errors="replace", newline="")
    answer = {
        "language": "english" if english else "other",
        "measures": found,
        "hint_counts": dict(sorted(Counter(one.kind for one in listed).items())),
        "hints": [one._asdict() for one in listed[:show]],
        "hints_not_listed": max(0, len(listed) - show),
        "frequent_words": dict(often),
        "file": str(out),
    }
    return json.dumps(answer, ensure_ascii=False) + "\n"


def _source(options: Options) -> str:
    given = [name for name in ("text", "file", "table") if name in options]
    if len(given) != 1:
        raise UsageError("give exactly one of --text, --file and --table")
    if given == ["text"]:
        return "".join(options["text"])
    value = options[given[0]][0]
    return _read(value) if given == ["file"] else _rows(value, options.get("column", [""])[0])


def _read(name: str) -> str:
    try:
        return Path(name).read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(f"file {shown(name)} is not UTF-8 text (byte {problem.start + 1}): save it as UTF-8") from None
    except OSError as problem:
        raise BadInput(f"file {shown(name)} cannot be read: {problem.strerror}") from None
    except ValueError:
        raise BadInput(f"{shown(name)} cannot be the name of a file") from None


def _rows(slug: str, column: str) -> str:
    """Each row is a paragraph."""
    path = Path("data", f"{slug}.jsonl")
    if not re.fullmatch(r"[a-z0-9-]{1,70}", slug) or not path.is_file():
        there = ", ".join(sorted(found.stem for found in Path("data").glob("*.jsonl"))) or "none"
        raise BadInput(f"there is no table {shown(slug)} here (tables here: {there}): bind it and expose it to scripts")
    cells = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        row = json.loads(line)
        name = column or (next(iter(row)) if len(row) == 1 else "text")
        if name not in row:
            raise BadInput(f"row {number} has no column {shown(name)}: name one of {', '.join(row)} by --column")
        cells.append("" if row[name] is None else str(row[name]))
    return "\n\n".join(cells)


def _out(options: Options) -> Path:
    name = options.get("out", ["readability.html"])[0]
    path = Path(name)
    if path.is_absolute() or not path.name or any(part.startswith(".") for part in path.parts) or path.exists():
        raise BadInput(f"--out {shown(name)} must be the name of a new file below this folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


if __name__ == "__main__":
    run(main, USAGE)
