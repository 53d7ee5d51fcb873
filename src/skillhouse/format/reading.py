"""What came of reading a skill, and the checks that a folder and a definition file share (DEF-6)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.format.content import encoding_problems, mention_problems, script_problems
from skillhouse.format.limits import too_large_files
from skillhouse.format.problems import printable, problem
from skillhouse.model.finding import Location, Problem
from skillhouse.model.names import check_path, path_key, runtime_of
from skillhouse.model.skill import Bundle, Definition, JsonValue, SkillFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.format.frontmatter import FrontMatter

__all__ = ["SKILL_MD", "Reading", "check_bundle", "check_entrypoints", "clean_paths"]

SKILL_MD = "SKILL.md"


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a skill. `definition` is None where an error stands in `problems`; all else is what could
    be read all the same. `raw` is the whole front matter as JSON has it, `places` where each field's value stands;
    `bundle` holds the files, whatever is wrong with them.
    """

    definition: Definition | None
    body: str
    raw: Mapping[str, JsonValue]
    problems: tuple[Problem, ...]
    name: str | None = None
    description: str | None = None
    tools: tuple[str, ...] = ()
    places: Mapping[str, Location] = field(default_factory=lambda: MappingProxyType({}))
    bundle: Bundle = field(default_factory=lambda: Bundle(()))


def clean_paths(bundle: Bundle) -> tuple[Bundle, list[Problem]]:
    """The bundle with its paths in normal form NFC, and what is wrong with them (FM-12). A file whose path is refused
    is left out.
    """
    problems: list[Problem] = []
    files: list[SkillFile] = []
    for file in bundle.files:
        path = unicodedata.normalize("NFC", file.path)
        reason = check_path(path)
        if reason:
            message = f"the path {printable(path)!r} {reason}"
            problems.append(problem("PATH_INVALID", message, Location(printable(path)), "Rename the file."))
            continue
        if path != file.path:
            message = f"the path {path!r} was in another normal form; it is stored as NFC"
            problems.append(problem("PATH_NORMALISED", message, Location(path)))
        files.append(SkillFile(path, file.content))
    return Bundle(tuple(files)), problems + _collisions([file.path for file in files])


def _collisions(paths: list[str]) -> list[Problem]:
    """Two files that some file system would hold at one place (FM-12)."""
    found: list[Problem] = []
    seen: dict[str, str] = {}
    for path in paths:
        key = path_key(path)
        if key in seen:
            message = f"the paths {seen[key]!r} and {path!r} differ only by case or normal form, or not at all"
            found.append(problem("PATH_COLLISION", message, Location(path), "Rename or remove one of the two."))
        seen.setdefault(key, path)
    for key, path in seen.items():
        above = key.rpartition("/")[0]
        while above:
            if above in seen:
                message = f"{seen[above]!r} is a file, but {path!r} needs a folder there"
                found.append(problem("PATH_COLLISION", message, Location(path), "Rename one of the two."))
            above = above.rpartition("/")[0]
    return found


def check_entrypoints(
    entrypoints: Mapping[str, str] | None, bundle: Bundle, places: Mapping[str, Location], file: str
) -> list[Problem]:
    """Errors for entrypoints whose path is not in the bundle, or has no runtime (FM-5)."""
    found: list[Problem] = []
    for name, path in (entrypoints or {}).items():
        where = places.get(f"entrypoints.{name}", Location(file))
        if bundle.get(path) is None:
            message = f"the entrypoint {name!r} names {path!r}, which the skill does not have"
            scripts = ", ".join([other for other in bundle.paths if runtime_of(other)][:5]) or "none"
            found.append(problem("ENTRYPOINT_MISSING", message, where, f"Name one of its scripts: {scripts}."))
        elif runtime_of(path) is None:
            message = f"the entrypoint {name!r} names {path!r}, and no runtime runs such a file"
            found.append(problem("ENTRYPOINT_NO_RUNTIME", message, where, "Name a .py, .sh, .js, .mjs or .cjs file."))
    return found


def check_bundle(bundle: Bundle, front: FrontMatter, *, text_only: bool, file: str) -> list[Problem]:
    """Everything that is to be said of the files themselves (PKG-3, FM-11)."""
    sizes = {one.path: len(one.content) for one in bundle.files}
    problems = too_large_files(sizes)
    problems += encoding_problems(bundle, text_only=text_only)
    problems += script_problems(bundle)
    lines = bundle.get(SKILL_MD)
    text = (lines.text if lines else None) or ""
    first = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") - front.body.count("\n") + 1
    return problems + mention_problems(front.body, first, bundle, file)
