"""What can be said of a bundle's files by looking at them: encodings, scripts, and files that SKILL.md names."""

from __future__ import annotations

import difflib
import json
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from skillhouse.format.problems import problem
from skillhouse.model.finding import Location, Problem
from skillhouse.model.names import check_path, path_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.model.skill import Bundle, SkillFile

__all__ = ["encoding_problems", "mention_problems", "script_problems"]

_SHEBANG = re.compile(rb"#![^\n]*?\b(bash|sh|dash|ash|zsh|ksh)\b")
_MODULE = re.compile(
    r"^(?:import\s*(?:[\w$*{]|['\"])|export\s+(?:default|const|let|var|function|class|async|\{|\*))", re.MULTILINE
)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_MENTION = re.compile(r"`([^`\n]{1,200})`|\]\(<?([^()<>\s]{1,200})>?(?:\s+[\"'][^()\n]{0,200})?\)")
_PATH = re.compile(r"[\w.\-+/]*[\w\-+]\.[A-Za-z0-9]{1,8}\Z")
_FOLDERS = {"scripts", "script", "references", "reference", "assets", "resources", "templates", "examples", "data"}
_MOST_MENTIONS = 50
_MOST_COMPARED = 500


def encoding_problems(bundle: Bundle, *, text_only: bool) -> list[Problem]:
    """One problem for each file that is not UTF-8: a warning, or an error where only text is allowed (FM-11)."""
    found = []
    for file in bundle.files:
        try:
            file.content.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = f"byte 0x{file.content[error.start]:02x} at offset {error.start:,}"
            what = f"the file {file.path!r} is not UTF-8: {byte}"
            if text_only:
                hint = "Save it as UTF-8, remove it, or remove text_only from the manifest."
                found.append(problem("FILE_NOT_UTF8_REFUSED", what, Location(file.path), hint))
            else:
                hint = "Save it as UTF-8, unless it is meant to be binary: readers of plain text skip it."
                found.append(problem("FILE_NOT_UTF8", f"{what}; it is kept as base64", Location(file.path), hint))
    return found


def script_problems(bundle: Bundle) -> list[Problem]:
    """What would surprise the author of a script when it runs."""
    found: list[Problem] = []
    packages = {file.path: file for file in bundle.files if file.path.endswith("package.json")}
    for file in bundle.files:
        found += _shell_problems(file)
        if file.path.endswith(".js"):
            found += _module_problems(file, packages)
    return found


def _shell_problems(file: SkillFile) -> Iterator[Problem]:
    shebang = _SHEBANG.match(file.content)
    if not shebang and not file.path.endswith((".sh", ".bash")):
        return
    at = file.content.find(b"\r\n")
    if at >= 0:
        line = file.content.count(b"\n", 0, at) + 1
        message = f"the shell script {file.path!r} has CRLF line ends: the shell reads each CR as part of a command"
        yield problem("SHELL_CRLF", message, Location(file.path, line), "Save it with LF line ends.")
    if file.path.endswith(".sh") and shebang and shebang.group(1) == b"bash":
        message = f"the shebang of {file.path!r} asks for bash: it runs with bash where the host has it, else with sh"
        hint = "Write it for POSIX sh, or say in SKILL.md that it needs bash."
        yield problem("SHELL_WANTS_BASH", message, Location(file.path, 1, 1), hint)


def _module_problems(file: SkillFile, packages: Mapping[str, SkillFile]) -> Iterator[Problem]:
    text = file.text or ""
    found = _MODULE.search(text)
    if not found or _says_module(file.path, packages):
        return
    where = Location(file.path, text.count("\n", 0, found.start()) + 1, 1)
    message = f"{file.path!r} is an ES module, but no package.json of type module says so"
    yield problem("SCRIPT_IS_MODULE", message, where, "Call it .mjs, or add such a package.json beside it.")


def _says_module(path: str, packages: Mapping[str, SkillFile]) -> bool:
    """Whether the nearest package.json above a script makes `.js` files modules."""
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        file = packages.get(f"{folder}/package.json".removeprefix("/"))
        if file is not None:
            try:
                data = json.loads(file.content)
            except (ValueError, RecursionError):
                return False
            return isinstance(data, dict) and data.get("type") == "module"
    return False


def mention_problems(body: str, first_line: int, bundle: Bundle, file: str = "SKILL.md") -> list[Problem]:
    """Warnings for files of the skill that the body names, in backticks or as a link, and that are not there.

    `first_line` is the line of the file that the body starts at. At most 50 are looked at, each once.
    """
    missing: dict[str, tuple[Location, bool]] = {}
    there = _Names(bundle.paths)
    for line, column, path, is_link in _mentions(body, first_line):
        if path not in missing and not there.has(path, is_link=is_link):
            missing[path] = (Location(file, line, column), is_link)
            if len(missing) == _MOST_MENTIONS:
                break
    found: list[Problem] = []
    for path, (where, is_link) in missing.items():
        near = there.near(path)
        if near is None and not is_link and path.partition("/")[0] not in there.folders | _FOLDERS:
            continue
        message, hint = f"{file} names the file {path!r}, which the skill does not have", "Correct the path, or add it."
        if near:
            message, hint = f"{message}; there is {near!r}", f"Write {near}."
        found.append(problem("FILE_MENTIONED_MISSING", message, where, hint))
    return found


class _Names:
    """The paths of a bundle, ready to be asked for many."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.folders = {
            "/".join(parts[:depth]) for parts in (p.split("/") for p in paths) for depth in range(1, len(parts))
        }
        self._paths = paths
        self._known = {*paths, *self.folders}
        self._bare = {path.rpartition("/")[2] for path in paths}
        self._keys = {path_key(path): path for path in paths}

    def has(self, path: str, *, is_link: bool) -> bool:
        """Whether the skill has it; in prose, a bare file name stands for a file of that name in any folder."""
        return path in self._known or (not is_link and path in self._bare)

    def near(self, path: str) -> str | None:
        """The path that was probably meant: the same but for case, or nearly the same with the same extension."""
        suffix = path.rpartition(".")[2].lower()
        alike = [other for other in self._paths if other.lower().endswith(f".{suffix}")][:_MOST_COMPARED]
        close = difflib.get_close_matches(path, alike, 1, 0.84)
        return self._keys.get(path_key(path)) or next(iter(close), None)


def _mentions(body: str, first_line: int) -> Iterator[tuple[int, int, str, bool]]:
    """Each path that the body names, with line, column and whether it is a link; blocks of code are left out."""
    fence = ""
    for number, line in enumerate(body.split("\n"), first_line):
        mark = _FENCE.match(line)
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)
            continue
        for found in [] if fence else _MENTION.finditer(line):
            is_link = found.group(2) is not None
            text = unquote(found.group(2).partition("#")[0]) if is_link else found.group(1)
            path = text.strip().removeprefix("./")
            if (
                _PATH.match(path.replace(" ", "_") if is_link else path)
                and not check_path(path)
                and ("/" in path or is_link or _looks_own(path))
            ):
                yield number, found.start() + 2, path, is_link


def _looks_own(path: str) -> bool:
    """Whether a bare file name may be meant as a file of the skill."""
    return path.endswith((".md", ".py", ".sh", ".js", ".mjs", ".cjs", ".txt"))
