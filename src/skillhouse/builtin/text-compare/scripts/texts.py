"""The texts to compare, each from one source: given inline, from a file, or from a column of a table."""

import json
import re
import unicodedata
from pathlib import Path

from command import BadInput, Options, UsageError, shown

Lines = list[str]


def source_options(sides: tuple[str, ...]) -> dict[str, str]:
    """The options that name the source of each side."""
    kinds = {"text": "many", "file": "one", "table": "one"}
    return {f"{side}-{source}": kind for side in sides for source, kind in kinds.items()} | {"column": "one"}


def text_of(options: Options, side: str) -> str:
    """The text of one side. Parts of a repeated text are put together as they are."""
    given = [source for source in ("text", "file", "table") if f"{side}-{source}" in options]
    if len(given) != 1:
        raise UsageError(f"give exactly one of --{side}-text, --{side}-file and --{side}-table")
    values = options[f"{side}-{given[0]}"]
    if given[0] == "text":
        return "".join(values)
    if given[0] == "file":
        return _read(Path(values[0]), f"file {shown(values[0])}")
    return _rows(values[0], options.get("column", [""])[0])


def _read(path: Path, name: str) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(f"{name} is not UTF-8 text (byte {problem.start + 1}): save it as UTF-8") from None
    except OSError as problem:
        raise BadInput(f"{name} cannot be read: {problem.strerror}") from None
    except ValueError:
        raise BadInput(f"{name} cannot be the name of a file") from None


def _rows(slug: str, column: str) -> str:
    """One line for each row of a table."""
    path = Path("data", f"{slug}.jsonl")
    if not re.fullmatch(r"[a-z0-9-]{1,70}", slug) or not path.is_file():
        there = ", ".join(sorted(found.stem for found in Path("data").glob("*.jsonl"))) or "none"
        raise BadInput(f"there is no table {shown(slug)} here (tables here: {there}): bind it and expose it to scripts")
    lines = [_cell(line, slug, number, column) for number, line in enumerate(path.open(encoding="utf-8"), 1)]
    return "".join(f"{line}\n" for line in lines)


def _cell(line: str, slug: str, number: int, column: str) -> str:
    row = json.loads(line, parse_float=str, parse_int=str)
    name = column or (next(iter(row)) if len(row) == 1 else "text")
    if name not in row:
        columns = ", ".join(row)
        raise BadInput(f"row {number} of table {slug} has no column {shown(name)}: name one of {columns} by --column")
    value = row[name]
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def split_lines(text: str) -> Lines:
    r"""The lines of a text, each with its end. Only \n ends a line, so that \r\n is a difference that can be seen."""
    lines = text.split("\n")
    whole = [f"{line}\n" for line in lines[:-1]]
    return [*whole, lines[-1]] if lines[-1] else whole


def split_words(text: str) -> Lines:
    """The words of a text, and what stands between them: joined again, they are the text.

    A mark belongs to the character before it, and an apostrophe, point or comma inside of a word or number to that.
    Scripts that are written without spaces have no words to split at, so each of their characters stands alone.
    """
    words: Lines = []
    begin, before = 0, ""
    for at, char in enumerate(text):
        kind = _kind(char)
        if kind == "inner":
            kind = "word" if before == "word" and _kind(text[at + 1 : at + 2]) == "word" else "other"
        if kind == "mark" and before not in {"", "space"}:
            kind = before
        elif at > begin and (kind != before or kind in {"alone", "other"}):
            words.append(text[begin:at])
            begin = at
        before = kind
    return [*words, text[begin:]] if text else []


def _kind(char: str) -> str:
    """space, word, inner, mark, alone (written without spaces) or other."""
    if not char:
        return "other"
    if char.isspace():
        return "space"
    if char in "'’.,":
        return "inner"
    if unicodedata.category(char)[0] == "M" or char in "\u200c\u200d":
        return "mark"
    if not (char.isalnum() or char == "_"):
        return "other"
    return "alone" if any(first <= char <= last for first, last in _ALONE) else "word"


# Thai and Lao, Burmese, Khmer, kana, and the ideographs of China, Japan and Korea.
_ALONE = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u3005", "\u30ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
