"""The portable form: a bundle to a definition, a definition to bytes and a digest (DEF-1 to DEF-8)."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import rfc8785

from skillhouse.format.content import encoding_problems, mention_problems, script_problems
from skillhouse.format.fields import check_name
from skillhouse.format.frontmatter import FrontMatter, read_skill_md
from skillhouse.format.limits import is_skill_md, too_large_definition, too_large_files
from skillhouse.format.problems import problem
from skillhouse.model.finding import Location, Problem
from skillhouse.model.names import check_path, path_key, runtime_of
from skillhouse.model.skill import Bundle, Declared, Definition, JsonValue, SkillFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "Reading",
    "check_bundle",
    "check_entrypoints",
    "clean_paths",
    "digest",
    "read_bundle",
    "to_bytes",
    "to_json",
]

SKILL_MD = "SKILL.md"


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a skill. `definition` is None where an error stands in `problems`; all else is what could
    be read all the same. `raw` is the whole front matter as JSON has it, `places` where each field's value stands.
    """

    definition: Definition | None
    body: str
    raw: Mapping[str, JsonValue]
    problems: tuple[Problem, ...]
    name: str | None = None
    description: str | None = None
    tools: tuple[str, ...] = ()
    places: Mapping[str, Location] = field(default_factory=lambda: MappingProxyType({}))


def read_bundle(
    bundle: Bundle,
    *,
    entry_name: str | None = None,
    folder: str | None = None,
    text_only: bool = False,
    notes: Sequence[Problem] = (),
) -> Reading:
    """Read a skill from its files. Never raises: every problem stands in the result (FM-9).

    `entry_name` is the name of the manifest's entry and `folder` the folder's; the first of them that there is stands
    in for a name that SKILL.md does not give (FM-2). `notes` are problems that were found before, such as skipped
    links; they are kept.
    """
    bundle, problems = clean_paths(bundle)
    bundle, skill_md, more = _find_skill_md(bundle)
    problems = [*notes, *problems, *more]
    if skill_md is None:
        return Reading(None, "", MappingProxyType({}), tuple(problems))
    file = next((one.location.file for one in more if one.code == "SKILL_MD_CASE"), SKILL_MD)
    front = read_skill_md(skill_md.content, file=file, folder=folder if entry_name is None else None)
    name, naming = _name(front, entry_name, folder, file)
    problems += [*front.problems, *naming]
    problems += check_entrypoints(front.entrypoints, bundle, front.places, file)
    problems += check_bundle(bundle, front, text_only=text_only, file=file)
    definition = None
    if name is not None and front.description is not None:
        definition = Definition(name, front.description, front.allowed_tools, bundle, front.entrypoints)
        sizes = {one.path: len(one.content) for one in bundle.files}
        if not any(one.code == "PORTABLE_SKILL_TOO_LARGE" for one in problems):
            problems += too_large_definition(len(to_bytes(definition)), sizes)
    if any(one.is_error for one in problems):
        definition = None
    tools = front.allowed_tools.names if isinstance(front.allowed_tools, Declared) else ()
    return Reading(definition, front.body, front.raw, tuple(problems), name, front.description, tools, front.places)


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
            shown = path.encode("utf-8", "backslashreplace").decode()
            message = f"the path {shown!r} {reason}"
            problems.append(problem("PATH_INVALID", message, Location(ascii(path)[1:-1]), "Rename the file."))
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


def _find_skill_md(bundle: Bundle) -> tuple[Bundle, SkillFile | None, list[Problem]]:
    """SKILL.md, whatever its case; another spelling is stored as SKILL.md (FM-1)."""
    found = bundle.get(SKILL_MD) or next((file for file in bundle.files if is_skill_md(file.path)), None)
    if found is None:
        message = "there is no SKILL.md at the root of the skill"
        where, hint = Location(SKILL_MD), "Add a SKILL.md with front matter: name and description."
        return bundle, None, [problem("SKILL_MD_MISSING", message, where, hint)]
    if found.path == SKILL_MD:
        return bundle, found, []
    message = f"the file is called {found.path}; it was read as SKILL.md, and is stored so"
    warning = problem("SKILL_MD_CASE", message, Location(found.path), "Rename it to SKILL.md.")
    renamed = SkillFile(SKILL_MD, found.content)
    files = tuple(renamed if file is found else file for file in bundle.files)
    return Bundle(files), renamed, [warning]


def _name(
    front: FrontMatter, entry_name: str | None, folder: str | None, file: str
) -> tuple[str | None, list[Problem]]:
    """The skill's name: its own, or else the manifest entry's, or else the folder's (FM-2)."""
    where = front.places.get("name", Location(file, 1, 1))
    if front.name is not None:
        if entry_name is None or unicodedata.normalize("NFC", entry_name) == front.name:
            return front.name, []
        message = f"the name {front.name!r} does not match the manifest entry {entry_name!r}"
        return front.name, [problem("NAME_NOT_ENTRY", message, where, "Use one name in both.")]
    if any(one.code == "NAME_INVALID" or one.is_error for one in front.problems if one.location == where):
        return None, []
    other = entry_name if entry_name is not None else folder
    if other is None:
        message = "the skill has no name"
        return None, [problem("NAME_MISSING", message, where, "Add `name: …` to the front matter.")]
    other = unicodedata.normalize("NFC", other)
    source = "the manifest entry" if entry_name is not None else "the folder"
    message = f"SKILL.md gives no name; {other!r} is taken from {source}"
    note = problem("NAME_FROM_ELSEWHERE", message, where, "Add `name: …` where other hosts shall read the skill.")
    checks = check_name(other, where)
    return (None if any(one.is_error for one in checks) else other), [note, *checks]


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


def to_json(definition: Definition) -> dict[str, JsonValue]:
    """The portable form as JSON has it, with exactly the keys of DEF-1; null and [] stay apart (DEF-2)."""
    tools = definition.allowed_tools
    document: dict[str, JsonValue] = {
        "name": definition.name,
        "description": definition.description,
        "license": definition.license,
        "compatibility": definition.compatibility,
        "metadata": None if definition.metadata is None else dict(definition.metadata),
        "allowedTools": list(tools.names) if isinstance(tools, Declared) else None,
        "files": [_file_to_json(file) for file in definition.bundle.files],
    }
    if definition.entrypoints is not None:
        document["entrypoints"] = dict(definition.entrypoints)
    return document


def _file_to_json(file: SkillFile) -> dict[str, JsonValue]:
    if file.text is not None:
        return {"path": file.path, "content": file.text}
    return {"path": file.path, "content": base64.b64encode(file.content).decode("ascii"), "encoding": "base64"}


def to_bytes(definition: Definition) -> bytes:
    """The portable form as canonical JSON (RFC 8785): equal definitions have equal bytes, anywhere (DEF-7)."""
    return rfc8785.dumps(to_json(definition))


def digest(definition: Definition) -> str:
    """`sha256:` and 64 hex digits over the canonical JSON: the identity of a version (DEF-8)."""
    return f"sha256:{hashlib.sha256(to_bytes(definition)).hexdigest()}"
