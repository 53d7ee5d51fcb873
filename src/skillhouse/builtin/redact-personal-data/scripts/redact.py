"""Replace what a text or a table says of people by pseudonyms, and tell how much of it there was.

What was removed is never printed, not in a message either.
"""

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from command import BadInput, Options, UsageError, options_of, run, shown, whole_number
from find import KINDS, Found, Names, find
from fold import line_of, line_starts

USAGE = f"""usage: redact.py (--text TEXT | --file PATH | --table SLUG)
                 [--kinds KIND,KIND] [--names NAME,NAME | --names-table SLUG [--names-column NAME]] [--name-parts]
                 [--columns NAME,NAME] [--whole-columns NAME,NAME] [--key SECRET] [--out NAME] [--show COUNT]
kinds: {", ".join(KINDS)}
"""
KNOWN = {
    **{"text": "many", "file": "one", "table": "one", "kinds": "one", "key": "one", "out": "one", "show": "one"},
    **{"names": "many", "names-table": "one", "names-column": "one", "name-parts": "switch"},
    **{"columns": "one", "whole-columns": "one"},
}
SHORTEST_KEY = 12
SLUG = re.compile(r"[a-z0-9-]{1,70}")


class Number(str):
    """A number of JSON, as it was written."""


class Redactor:
    """Replaces and counts. The same thing always has the same pseudonym."""

    def __init__(self, kinds: frozenset[str], names: Names, key: str, show: int) -> None:
        self.kinds, self.names, self.key, self.show = kinds, names, key.encode(), show
        self.pseudonyms: dict[tuple[str, str], str] = {}
        self.last: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.places = 0
        self.found: list[dict[str, Any]] = []

    def pseudonym(self, kind: str, same: str) -> str:
        """`<EMAIL-1>`, counted in order of appearance; with a key, `<EMAIL-5f0c81d2>`, the same in every document."""
        known = self.pseudonyms.get((kind, same))
        if known is None:
            if self.key:
                message = f"{kind}\0{same}".encode("utf-8", "surrogatepass")
                mark = hmac.new(self.key, message, hashlib.sha256).hexdigest()[:8]
            else:
                self.last[kind] += 1
                mark = str(self.last[kind])
            known = self.pseudonyms[kind, same] = f"<{kind.upper()}-{mark}>"
        return known

    def text(self, text: str, where: dict[str, Any]) -> str:
        """The text without what is personal. `where` stands beside each place in the report."""
        pieces, at = [], 0
        starts = None if where else line_starts(text)
        for one in find(text, self.kinds, self.names):
            replacement = self.pseudonym(one.kind, one.same)
            self._note(one, replacement, where or {"line": line_of(starts or [], one.start)})
            pieces += [text[at : one.start], replacement]
            at = one.end
        return "".join([*pieces, text[at:]])

    def _note(self, one: Found, replacement: str, where: dict[str, Any]) -> None:
        self.counts[one.kind] += 1
        self.places += 1
        if len(self.found) < self.show:
            place = {"kind": one.kind, **where, "start": one.start, "end": one.end, "replacement": replacement}
            self.found.append(place)

    def cell(self, value: Any, where: dict[str, Any]) -> Any:
        """A cell of a table, the insides of lists and objects too. A number can be that of a card or a phone."""
        if isinstance(value, str):
            after = self.text(value, where)
            return value if after == value else after
        if isinstance(value, list):
            return [self.cell(one, where) for one in value]
        if isinstance(value, dict):
            return {name: self.cell(one, where) for name, one in value.items()}
        return value

    def whole_cell(self, column: str, value: Any) -> Any:
        """A pseudonym in place of a whole cell, called by its column; an empty cell stays empty."""
        if value is None or value == "":
            return value
        kind = re.sub(r"[\W_]+", "-", column).strip("-").lower() or "cell"
        self.counts[kind] += 1
        return self.pseudonym(kind, _to_json(value))

    def report(self) -> dict[str, Any]:
        """How much was replaced, and where."""
        distinct = Counter(kind for kind, _ in self.pseudonyms)
        return {
            "replaced": self.counts.total(),
            "counts": {kind: self.counts[kind] for kind in sorted(self.counts)},
            "distinct": {kind: distinct[kind] for kind in sorted(distinct)},
            "found": self.found,
            "found_not_listed": self.places - len(self.found),
        }


def main(argv: list[str]) -> str:
    """The redacted text or the file that holds it, with the report, as JSON."""
    options = options_of(argv, KNOWN)
    given = [name for name in ("text", "file", "table") if name in options]
    if len(given) != 1:
        raise UsageError("give exactly one of --text, --file and --table")
    redactor = Redactor(_kinds(options), _names(options), _key(options), whole_number(options, "show", 200, 100_000))
    answer = _table(redactor, options) if given == ["table"] else _text(redactor, options, given[0])
    return json.dumps(answer, ensure_ascii=False) + "\n"


def _kinds(options: Options) -> frozenset[str]:
    kinds = _list(options, "kinds") or list(KINDS)
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise UsageError(f"there is no kind {shown(unknown[0])}")
    return frozenset(kinds)


def _key(options: Options) -> str:
    key = options.get("key", [""])[0]
    if "key" in options and len(key) < SHORTEST_KEY:
        raise UsageError(f"--key has {len(key)} characters: give at least {SHORTEST_KEY}, and keep it secret")
    return key


def _list(options: Options, name: str) -> list[str]:
    return [part.strip() for value in options.get(name, []) for part in value.split(",") if part.strip()]


def _names(options: Options) -> Names:
    names = _list(options, "names")
    if "names-table" in options:
        column = options.get("names-column", ["name"])[0]
        for number, row in _rows(options["names-table"][0]):
            if column not in row:
                raise BadInput(f"row {number} of the table of names has no column {shown(column)}: see --names-column")
            names.append(str(row[column] or ""))
    return Names(names, parts="name-parts" in options)


def _out(options: Options, default: str) -> Path:
    name = options.get("out", [default])[0]
    path = Path(name)
    if path.is_absolute() or any(part.startswith(".") for part in path.parts) or not path.name or path.exists():
        raise BadInput(f"--out {shown(name)} must be the name of a new file below this folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _text(redactor: Redactor, options: Options, source: str) -> dict[str, Any]:
    text = "".join(options["text"]) if source == "text" else _read(options["file"][0])
    after = redactor.text(text, {})
    if "out" not in options:
        return {"redacted": after, **redactor.report()}
    out = _out(options, "")
    out.write_text(after, "utf-8", newline="")
    return {"file": str(out), **redactor.report()}


def _read(name: str) -> str:
    try:
        return Path(name).read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(f"the file is not UTF-8 text (byte {problem.start + 1}): save it as UTF-8") from None
    except OSError as problem:
        raise BadInput(f"the file cannot be read: {problem.strerror}") from None
    except ValueError:
        raise BadInput("this cannot be the name of a file") from None


def _table(redactor: Redactor, options: Options) -> dict[str, Any]:
    slug, some, whole = options["table"][0], _list(options, "columns"), _list(options, "whole-columns")
    out = _out(options, "redacted.jsonl")
    count, by_column = 0, Counter[str]()
    try:
        with out.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            for count, row in _rows(slug):
                _check_columns(row, [*some, *whole], count)
                for name, value in row.items():
                    before = redactor.counts.total()
                    if name in whole:
                        row[name] = redactor.whole_cell(name, value)
                    elif not some or name in some:
                        row[name] = redactor.cell(value, {"row": count, "column": name})
                    by_column[name] += redactor.counts.total() - before
                file.write(f"{_to_json(row)}\n")
    except BadInput:
        out.unlink()  # half a table would pass for a whole one
        raise
    columns = {name: by_column[name] for name in by_column if by_column[name]}
    return {"file": str(out), "rows": count, "columns": columns, **redactor.report()}


def _check_columns(row: dict[str, Any], names: list[str], number: int) -> None:
    missing = next((name for name in names if name not in row), None)
    if missing is not None:
        raise BadInput(f"row {number} has no column {shown(missing)}: the columns are {', '.join(row)}")


def _rows(slug: str) -> Iterator[tuple[int, dict[str, Any]]]:
    path = Path("data", f"{slug}.jsonl")
    if not SLUG.fullmatch(slug) or not path.is_file():
        there = ", ".join(sorted(found.stem for found in Path("data").glob("*.jsonl"))) or "none"
        raise BadInput(f"there is no table {shown(slug)} here (tables here: {there}): bind it and expose it to scripts")
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            yield number, json.loads(line, parse_float=Number, parse_int=Number)


def _to_json(value: Any) -> str:
    """JSON with numbers as they were written."""
    if isinstance(value, Number):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(_to_json, value))}]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(name, ensure_ascii=False)}: {_to_json(one)}" for name, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    run(main, USAGE)
