"""Code and words inside files of other formats: notebooks, build files, pages, settings (SCN-1, SCN-2).

What such a file would have a computer run, or an agent read, is cut out and goes on to the detectors of its language.
Each cut keeps its lines, so that a finding names the line of the file.
"""

from __future__ import annotations

import html
import json
import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["EmbeddedDetector"]

# No honest page, notebook or build file whose words matter is longer; a longer one is data.
_LARGEST = 300_000
_FOREIGN = {"rb": "ruby", "pl": "perl", "pm": "perl", "php": "php", "lua": "lua"}
_FOREIGN_LARGEST = 20_000
_RECIPE = re.compile(r"[ \t]+[@+-]*(?=\S)")
_MAKE_SHELL = re.compile(r"\$\(shell[ \t]")
_MAKE_RUNS = re.compile(r"[\w.]+[ \t]*!=")
_DOCKER_RUN = re.compile(r"(?i)[ \t]*(?:RUN|CMD|ENTRYPOINT)[ \t]+(?:--\S+[ \t]+)*+")
_YAML_KEY = re.compile(
    r"([ \t]*)(?:-[ \t]+)?[\"']?(run|script|before_script|after_script|entry|command|cmd|cmds|args|entrypoint|"
    r"post\w*command|preparecommand|install|setup|build|start|exec|shell_command|inline)[\"']?[ \t]*:(?=\s|$)[ \t]*",
    re.IGNORECASE,
)
_YAML_BLOCK = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?$")
_SECRET = re.compile(r"\$\{\{\s*+secrets\.(\w+)\s*+\}\}")
_ALL_SECRETS = re.compile(r"\$\{\{\s*+to[jJ][sS][oO][nN]\(\s*+secrets\s*+\)\s*+\}\}")
_GIVEN = re.compile(
    r"(?m)^[ \t]*+(\w+):[ \t]*+[\"']?\$\{\{[ \t]*+"
    r"(?:secrets\.(\w+)|to[jJ][sS][oO][nN]\([ \t]*+secrets[ \t]*+\))[ \t]*+\}\}"
)
_EXPRESSION = re.compile(r"\$\{\{[^{}]*+\}\}")
_TARGET = re.compile(r"(?m)^[ \t]*-?[ \t]*pull_request_target\b|^on:.*\bpull_request_target\b")
_HEAD = re.compile(r"github\.event\.pull_request\.head\.(?:sha|ref)|github\.head_ref|refs/pull/")
_MOUNT = re.compile(r"(?m)^[ \t]*-[ \t]*[\"']?(/var/run/docker\.sock|/(?=:))[^\n]*")
_SPEAKS = re.compile(r"(?i)[a-z]{2,} [a-z]{2,} [a-z]{2,}|[\u0400-\uffff]{6}")
_SCRIPT = re.compile(r"(?i)<script\b([^<>]*+)>")
_TEMPLATE = re.compile(r"(?i)\bsrc\s*=|type\s*=\s*[\"'](?!text/javascript|module|application/javascript)")
_EVENT = re.compile(r"(?i)\son[a-z]{3,24}\s?=\s?(?:\"([^\"]{12,4000})\"|'([^']{12,4000})')")
_COMMAND_KEYS = re.compile(r"(?i)(?:command|cmd|script|run|exec|shell|install|setup|hook|entrypoint)s?$")
_TOLD = re.compile(r"(?i)content|prompt|system|instruct|description|text|message|template|note|rule|hint|summary|body")
_CASES = re.compile(r"(?i)evals?|tests?\b|fixtures?|examples?|samples?|datasets?|schemas?|golden|benchmarks?")
_STRINGS = 400


class EmbeddedDetector:
    """Takes files apart that hold code or text for an agent in a format of their own."""

    name = "embedded"
    languages = frozenset({Language.DATA})
    rules = rules("SKS-EXEC-REMOTE", "SKS-PRIV", "SKS-UNSCANNED")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Every piece of code and prose in the file, and what its settings give away."""
        if piece.origin is not Origin.FILE:
            return
        name = piece.file.rpartition("/")[2].lower()
        suffix = name.rpartition(".")[2]
        take = _BY_NAME.get(name.partition(".")[0]) or _BY_SUFFIX.get(suffix)
        if take is not None and len(piece.text) > _LARGEST:
            message = f"{piece.file} is longer than {_LARGEST:,} characters: code and words within were not looked for"
            yield Hit("SKS-UNSCANNED", Severity.LOW, message, piece, piece.at(1), "embedded")
        elif take is not None:
            context.spend(len(piece.text) // 100)
            yield from take(piece)


def _kept(piece: Piece, lines: list[str], language: Language, *, prose: bool = False) -> Iterator[Piece]:
    """The lines as a piece that begins with the first that is not empty."""
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is not None:
        text = "\n".join(lines[first:]).rstrip()
        yield replace(
            piece, text=text, language=language, origin=Origin.EMBEDDED, line=piece.line + first, column=1, prose=prose
        )


def _makefile(piece: Piece) -> Iterator[Piece]:
    """The recipes of a makefile or justfile, and the commands that run when it is read."""
    lines, goes_on = [], False
    for line in piece.text.split("\n"):
        taken = goes_on or bool(_RECIPE.match(line))
        command = _MAKE_SHELL.sub("$(", _RECIPE.sub("", line, count=1)) if taken else _when_read(line)
        lines.append(command.replace("$$", "$"))
        goes_on = taken and line.endswith("\\")
    yield from _kept(piece, lines, Language.SHELL)


def _when_read(line: str) -> str:
    """What `name := $(shell COMMAND)` and `name != COMMAND` run."""
    found = _MAKE_SHELL.search(line)
    if found is None:
        return _MAKE_RUNS.sub("", line) if _MAKE_RUNS.match(line) else ""
    depth = 1
    for at in range(found.end(), len(line)):
        depth += {"(": 1, ")": -1}.get(line[at], 0)
        if not depth:
            return line[found.end() : at]
    return line[found.end() :]


def _dockerfile(piece: Piece) -> Iterator[Piece]:
    """What a Dockerfile runs when it is built and started."""
    lines, goes_on = [], False
    for line in piece.text.split("\n"):
        found = None if goes_on else _DOCKER_RUN.match(line)
        text = line if goes_on else line[found.end() :] if found else ""
        if text.startswith("["):
            text = shlex.join(_texts(text)) or text
        lines.append(text)
        goes_on = (goes_on or found is not None) and line.rstrip().endswith("\\")
    yield from _kept(piece, lines, Language.SHELL)


def _texts(text: str) -> list[str]:
    try:
        return [str(one) for one in json.loads(text)]
    except ValueError:
        return []


def _yaml(piece: Piece) -> Iterator[Hit | Piece]:
    """The commands of a workflow or a service, its mounts, and the sentences of the file."""
    lines = _yaml_commands(piece.text.split("\n"))
    lines[0] = f"{_renamed(piece.text)}{lines[0]}"
    yield from _kept(piece, lines, Language.SHELL)
    yield from _workflow(piece)
    yield from _mounts(piece)
    yield from _words(piece)


def _yaml_commands(lines: list[str]) -> list[str]:
    """The values of keys that name commands, each line at its place; all else left empty."""
    found, depth, listed = [], None, False
    for line in lines:
        indent = len(line) - len(line.lstrip())
        within = depth is not None and (not line.strip() or indent > depth)
        if within or (listed and indent == depth and line.lstrip().startswith("- ")):
            item = line.strip()
            found.append(_plain(item.removeprefix("- ").strip("\"'") if item.startswith("- ") else item))
            continue
        key = _YAML_KEY.match(line)
        depth = len(key[1]) if key else None
        value = line[key.end() :] if key else ""
        listed = key is not None and not value and not line.lstrip().startswith("- ")
        found.append("" if _YAML_BLOCK.match(value) else _plain(_unquoted(value)))
    return found


def _renamed(text: str) -> str:
    """The secrets that a workflow gives its commands under other names, as assignments."""
    found = {
        name: secret for name, secret in _GIVEN.findall(text) if name != secret and f"${name}" in text.replace("{", "")
    }
    return "".join(f"{name}={f'${{{secret}}}' if secret else '$(env)'}; " for name, secret in found.items())


def _unquoted(value: str) -> str:
    value = value.strip()
    if value.startswith("["):
        return shlex.join(_texts(value))
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace('\\"', '"') if value[0] == '"' else value[1:-1].replace("''", "'")
    return value


def _plain(command: str) -> str:
    """A command without a workflow's expressions: each secret is a variable, all secrets are the environment."""
    if "${{" not in command:
        return command
    command = _SECRET.sub(r"${\1}", _ALL_SECRETS.sub("$(env)", command))
    return _EXPRESSION.sub("${EXPRESSION}", command)


def _workflow(piece: Piece) -> Iterator[Hit]:
    if ".github/" not in f"/{piece.file}" and "jobs:" not in piece.text:
        return
    head = _HEAD.search(piece.text)
    if head and _TARGET.search(piece.text):
        message = "runs the code of whoever opens a pull request, with the repository's own rights"
        yield Hit("SKS-EXEC-REMOTE", Severity.HIGH, message, piece, piece.offset(head.start()), "pull_request_target")


def _mounts(piece: Piece) -> Iterator[Hit]:
    for found in _MOUNT.finditer(piece.text):
        whole = found[1] == "/"
        message = "gives a container the whole disk of the host" if whole else "gives a container the host's Docker"
        severity = Severity.HIGH if whole else Severity.MEDIUM
        yield Hit("SKS-PRIV", severity, message, piece, piece.offset(found.start()), found.group().strip())


def _words(piece: Piece) -> Iterator[Piece]:
    """A file of data as a text that an agent reads."""
    if _SPEAKS.search(piece.text):
        lines = [line.lstrip(" \t#") for line in piece.text.split("\n")]
        yield from _kept(_of_use(piece), lines, Language.MARKDOWN, prose=True)


def _of_use(piece: Piece) -> Piece:
    """The piece, capped where its file holds cases to try or the form of data, and not what an agent is told."""
    if _CASES.search(piece.file):
        return replace(piece, cap=min(piece.cap or Severity.MEDIUM, Severity.MEDIUM))
    return piece


def _page(piece: Piece) -> Iterator[Piece]:
    """The scripts of a page or a picture, and its words and comments."""
    words, at = [], 0
    low = piece.text.lower()
    for found in _SCRIPT.finditer(piece.text):
        if found.start() < at:
            continue
        end = low.find("</script", found.end())
        end = len(piece.text) if end < 0 else end
        code = piece.text[found.end() : end]
        words += [piece.text[at : found.start()], "\n" * code.count("\n")]
        at = end
        if code.strip() and not _TEMPLATE.search(found[1]):
            where = piece.offset(found.end())
            yield replace(
                piece, text=code, language=Language.JAVASCRIPT, origin=Origin.EMBEDDED, line=where.line,
                column=where.column,
            )  # fmt: skip
    for found in _EVENT.finditer(piece.text):
        code = html.unescape(found[1] or found[2])
        yield _said(piece, code, Language.JAVASCRIPT, found.start())
    text = "".join([*words, piece.text[at:]])
    yield from _kept(piece, [line.lstrip() for line in text.split("\n")], Language.MARKDOWN, prose=True)


def _notebook(piece: Piece) -> Iterator[Piece]:
    """The cells of a notebook: those of code as Python and shell, those of text as prose."""
    try:
        content = json.loads(piece.text)
    except (ValueError, RecursionError):
        return
    cells = content.get("cells") if isinstance(content, dict) else None
    at = 0
    for cell in cells if isinstance(cells, list) else []:
        if not isinstance(cell, dict):
            continue
        source = cell.get("source")
        text = "".join(map(str, source)) if isinstance(source, list) else str(source or "")
        first = json.dumps(text.partition("\n")[0])[1:-1]
        at = max(piece.text.find(first, at), at)
        yield from _cell(piece, cell.get("cell_type"), text, at)


def _cell(piece: Piece, kind: object, text: str, at: int) -> Iterator[Piece]:
    if kind != "code":
        yield _said(piece, text, Language.MARKDOWN, at, prose=True)
        return
    lines = text.split("\n")
    if lines[0].startswith(("%%bash", "%%sh", "%%script", "%%!")):
        yield _said(piece, "\n".join(["", *lines[1:]]), Language.SHELL, at)
        return
    shell = [line.lstrip().lstrip("!%").removeprefix("sx ") if _is_command(line) else "" for line in lines]
    python = ["" if line.lstrip().startswith(("!", "%")) else line for line in lines]
    if any(shell):
        yield _said(piece, "\n".join(shell), Language.SHELL, at)
    if any(python):
        yield _said(piece, "\n".join(python), Language.PYTHON, at)


def _is_command(line: str) -> bool:
    return line.lstrip().startswith(("!", "%pip ", "%conda ", "%sx "))


def _said(piece: Piece, text: str, language: Language, at: int, *, prose: bool = False) -> Piece:
    """A text that stands within a string of the file: all of it at the place where the string begins."""
    where = piece.offset(at)
    return replace(
        piece, text=text, language=language, origin=Origin.DECODED, line=where.line, column=where.column, prose=prose
    )


def _json(piece: Piece) -> Iterator[Piece]:
    """The commands of a settings file, and the sentences in its strings."""
    if piece.file.lower().endswith("package.json"):
        return
    try:
        todo: list[tuple[str, object]] = [("", json.loads(piece.text))]
    except (ValueError, RecursionError):
        return
    words: list[str] = []
    piece = _of_use(piece)
    while todo and len(words) < _STRINGS:
        key, value = todo.pop()
        if isinstance(value, dict):
            todo += [(str(name), one) for name, one in value.items()]
        elif isinstance(value, list):
            todo += [(key, one) for one in value]
        elif isinstance(value, str) and " " in value:
            if _COMMAND_KEYS.search(key):
                yield _said(piece, value, Language.SHELL, max(piece.text.find(json.dumps(value)[1:20]), 0))
            elif _TOLD.search(key) and _SPEAKS.search(value):
                words.append(value)
    if words:
        yield _said(piece, "\n\n".join(reversed(words)), Language.MARKDOWN, 0, prose=True)


def _foreign(piece: Piece) -> Iterator[Piece]:
    """A script of a language that is read by its words alone: as a program given to its interpreter."""
    program = _FOREIGN[piece.file.lower().rpartition(".")[2]]
    option = "-r" if program == "php" else "-e"
    yield _said(piece, f"{program} {option} {shlex.quote(piece.text[:_FOREIGN_LARGEST])}", Language.SHELL, 0)


_BY_NAME: dict[str, Callable[[Piece], Iterator[Hit | Piece]]] = {
    **dict.fromkeys(("makefile", "gnumakefile", "justfile"), _makefile),
    **dict.fromkeys(("dockerfile", "containerfile"), _dockerfile),
}
_BY_SUFFIX: dict[str, Callable[[Piece], Iterator[Hit | Piece]]] = {
    "mk": _makefile,
    "just": _makefile,
    "dockerfile": _dockerfile,
    "ipynb": _notebook,
    **dict.fromkeys(("yml", "yaml"), _yaml),
    **dict.fromkeys(("html", "htm", "svg", "xhtml"), _page),
    **dict.fromkeys(("json", "jsonc"), _json),
    **dict.fromkeys(_FOREIGN, _foreign),
}
