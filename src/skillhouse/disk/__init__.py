"""Skills on the user's disk: folders, projects, definition files, packages and archives (FM-9, FM-10, PKG-1).

Nothing here follows a link, except where the user names one on purpose. Below the path that was given, each folder is
opened by its name inside the folder above, so that a swap in between cannot lead outside. Sizes are looked at before
anything is read, and whatever is no plain file is never opened for longer than that takes.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from skillhouse.disk.builtin import BUILTIN, builtin_names, builtin_path
from skillhouse.disk.tree import FILE, FOLDER, Walk, below, mode_of, names_in, opened_at, read_at_most, skipped, text
from skillhouse.disk.writing import write_new, write_tree
from skillhouse.errors import InvalidRequest, NotFound, TooLarge
from skillhouse.format.archive import ARCHIVE_BYTES, read_skills
from skillhouse.format.definition import SOURCE_BYTES
from skillhouse.format.limits import is_junk, is_skill_md, too_large_files
from skillhouse.format.manifest import MANIFEST_BYTES, MANIFEST_FILES, NO_VERSION, read_manifest
from skillhouse.format.package import PACKAGE_BYTES, open_package
from skillhouse.format.portable import Reading, read_bundle, read_definition
from skillhouse.format.problems import printable, problem
from skillhouse.model.finding import Location, Problem
from skillhouse.model.skill import Bundle, Definition, JsonValue
from skillhouse.scan.carried import carried_problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.format.manifest import Manifest, ManifestSkill

__all__ = ["LoadedSkill", "Source", "builtin_names", "load", "read_data", "write_new", "write_tree"]

SourceKind = Literal["project", "folder", "definition", "package", "archive", "builtin"]


# Without all of a skill's files at hand, these would be said of files that are there.
_NEED_ALL_FILES = {"FILE_MENTIONED_MISSING", "ENTRYPOINT_MISSING", "PORTABLE_SKILL_TOO_LARGE", "SKILL_TOO_MANY_FILES"}


@dataclass(frozen=True, slots=True)
class LoadedSkill:
    """One skill as it was found: what could be read of it, and every problem. `definition` is None after an error.

    `bundle` holds the files all the same, `texts` the name and description, `tools` the declared tools and `places`
    where they stand: a skill that is wrong is scanned too (FM-9).
    """

    name: str
    path: str
    definition: Definition | None
    body: str
    raw: Mapping[str, JsonValue]
    problems: tuple[Problem, ...]
    bundle: Bundle = field(default_factory=lambda: Bundle(()))
    texts: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    tools: tuple[str, ...] = ()
    places: Mapping[str, Location] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def ok(self) -> bool:
        """Whether `build` takes the skill."""
        return self.definition is not None and not any(one.is_error for one in self.problems)

    def hardened(self) -> LoadedSkill:
        """The skill as `--strict` sees it: what was forgiven is an error (FM-7)."""
        return replace(self, problems=tuple(one.hardened() for one in self.problems))


@dataclass(frozen=True, slots=True)
class Source:
    """What a path holds: a project, a skill folder (or a folder of them), a definition file, a package, an archive or a
    built-in skill.

    `notes` are problems of no single skill, such as a link beside them that was skipped.
    """

    kind: SourceKind
    path: Path
    name: str
    version: str
    skills: tuple[LoadedSkill, ...]
    notes: tuple[Problem, ...] = ()
    manifest: Manifest | None = None


def load(path: str | Path) -> Source:
    """Read whatever `path` names. The problems of each skill stand with it, so that one never hides another (FM-9).

    `builtin:NAME` names a skill that ships with the product, whatever lies on the disk by that name (BLT-1). Raises
    NotFound where nothing is there, InvalidManifest for a project file and InvalidPackage for a package or
    archive that cannot be read, and InvalidRequest for what is none of those.
    """
    if str(path).startswith(BUILTIN):
        return _load_builtin(builtin_path(str(path).removeprefix(BUILTIN)))
    path = Path(os.path.abspath(path))  # noqa: PTH100 - Path.resolve would follow links, and lose the name given
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _load_folder(path)
        if stat.S_ISREG(mode):
            return _load_file(path)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is nothing at {str(path)!r}", hint="Check the path.", where=str(path)) from None
    except OSError as error:
        why = "it is a symbolic link, and links are never followed" if error.errno == errno.ELOOP else error.strerror
        message = f"{printable(text(error.filename or str(path)))!r} cannot be read: {why}"
        raise InvalidRequest(message, code="UNREADABLE", hint="Check its permissions.", where=str(path)) from None
    raise _unclear(path)


def _load_builtin(path: Path) -> Source:
    """A built-in skill, without a word of the caches that an installer leaves beside its scripts."""
    source = _load_folder(path)
    skills = (
        replace(skill, problems=tuple(one for one in skill.problems if one.code != "SKIPPED_JUNK"))
        for skill in source.skills
    )
    return replace(source, kind="builtin", skills=tuple(skills))


def read_data(path: Path, limit: int, *, code: str) -> bytes:
    """A file of data that the user named, whole. Raises NotFound, InvalidRequest, and TooLarge with this code."""
    try:
        if stat.S_ISREG(path.stat().st_mode):
            return _read_whole(path, limit, code)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file {str(path)!r}", hint="Check the path.", where=str(path)) from None
    except OSError as error:
        message = f"{str(path)!r} cannot be read: {error.strerror}"
        raise InvalidRequest(message, code="UNREADABLE", hint="Check its permissions.", where=str(path)) from None
    raise InvalidRequest(f"{str(path)!r} is no file", code="UNREADABLE", hint="Name a file.", where=str(path))


def _unclear(path: Path) -> InvalidRequest:
    message = f"{str(path)!r} is no skill folder, project, definition file, package or archive"
    hint = "Give a folder, or a .yaml, .json, .pkg, .zip or .skill file."
    return InvalidRequest(message, hint=hint, where=str(path))


def _load_file(path: Path) -> Source:
    if path.name in MANIFEST_FILES or is_skill_md(path.name):
        return _load_folder(path.parent)
    suffix = path.suffix.lower()
    if suffix == ".pkg":
        return _load_package(path)
    if suffix in {".zip", ".skill"}:
        return _load_archive(path)
    if suffix in {".json", ".yaml", ".yml"}:
        data = _read_whole(path, SOURCE_BYTES)
        skill = _finished(read_definition(data, file=text(path.name)), text(path.stem), text(path.name))
        return Source("definition", path, skill.name, NO_VERSION, (skill,))
    raise _unclear(path)


def _read_whole(path: Path, limit: int, code: str = "") -> bytes:
    """A file that the user named, up to a limit. Raises TooLarge over it, before anything is read."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            message = f"{str(path)!r} is too large: {size:,} bytes, the limit is {limit:,}"
            raise TooLarge(message, code=code, hint="Give a smaller file.", where=str(path))
        return file.read(limit)


def _load_package(path: Path) -> Source:
    opened = open_package(_read_whole(path, PACKAGE_BYTES))
    skills = tuple(_finished(one, one.name or "", one.name or "") for one in opened.readings)
    return Source("package", path, opened.package.name, opened.package.version, skills)


def _load_archive(path: Path) -> Source:
    skills = []
    for one in read_skills(_read_whole(path, ARCHIVE_BYTES)):
        folder = one.folder or text(path.stem)
        skills.append(_finished(read_bundle(one.bundle, folder=one.folder, notes=one.notes), folder, one.path or "."))
    return Source("archive", path, text(path.stem), NO_VERSION, _each_name_once(skills))


def _load_folder(path: Path) -> Source:
    own_name = text(path.name)
    with opened_at(text(str(path)), FOLDER & ~os.O_NOFOLLOW) as folder:
        names = names_in(folder)
        for name in MANIFEST_FILES:
            if name in names:
                return _load_project(path, folder, name)
        if any(is_skill_md(name) for name in names):
            skill = _skill_in(folder, own_name, ".")
            return Source("folder", path, skill.name, NO_VERSION, (skill,))
        skills, notes = [], []
        for name in names:
            if stat.S_ISLNK(mode_of(folder, name)):
                notes.append(skipped("SKIPPED_LINK", name, "is a symbolic link"))
            elif stat.S_ISDIR(mode_of(folder, name)) and not is_junk(name):
                skills += _child(folder, name)
        if not skills:
            skills = [_skill_in(folder, own_name, ".")]
        return Source("folder", path, own_name, NO_VERSION, _each_name_once(skills), tuple(notes))


def _child(parent: int, name: str) -> list[LoadedSkill]:
    """The skill in a folder below a folder of skills; none where it holds no SKILL.md."""
    try:
        with opened_at(name, FOLDER, parent) as folder:
            if any(is_skill_md(inner) for inner in names_in(folder)):
                return [_skill_in(folder, name, name)]
    except OSError as error:
        return [_unreadable(name, name, error)]
    return []


def _load_project(path: Path, folder: int, file: str) -> Source:
    with opened_at(file, FILE, folder) as opened:
        data = read_at_most(opened, MANIFEST_BYTES + 1)
    manifest = read_manifest(data, file=file)
    skills = [_skill_of(folder, entry, file) for entry in manifest.skills]
    name = manifest.name or text(path.name)
    return Source("project", path, name, manifest.version, _each_name_once(skills), manifest=manifest)


def _skill_of(project: int, entry: ManifestSkill, file: str) -> LoadedSkill:
    """The skill that an entry of the manifest names."""
    where = Location(file, entry.line)
    try:
        with below(project, entry.ref) as opened:
            mode = os.fstat(opened).st_mode
            if stat.S_ISDIR(mode):
                return _skill_in(opened, entry.ref.rpartition("/")[2], entry.ref, entry)
            if stat.S_ISREG(mode) and entry.ref.lower().endswith((".json", ".yaml", ".yml")):
                data = read_at_most(opened, SOURCE_BYTES + 1)
                reading = read_definition(data, file=entry.ref, entry_name=entry.name, text_only=entry.text_only)
                return _finished(reading, entry.name, entry.ref)
            what = "is neither a skill folder nor a definition file"
            error = problem("REF_UNCLEAR", f"the ref {entry.ref!r} {what}", where, "Name a folder, .yaml or .json.")
    except OSError as failed:
        error = _ref_problem(entry, where, failed)
    return LoadedSkill(entry.name, entry.ref, None, "", MappingProxyType({}), (error,))


def _ref_problem(entry: ManifestSkill, where: Location, error: OSError) -> Problem:
    if error.errno == errno.ELOOP:
        message = f"the ref {entry.ref!r} leads through a symbolic link; links are never followed"
        return problem("REF_IS_LINK", message, where, "Name the real folder, inside the project.")
    if error.errno in {errno.ENOENT, errno.ENOTDIR}:
        message = f"the ref {entry.ref!r} names nothing that exists"
        return problem("REF_MISSING", message, where, "Correct the ref, or add the folder.")
    message = f"the ref {entry.ref!r} cannot be read: {error.strerror}"
    return problem("SKILL_UNREADABLE", message, where, "Check its permissions.")


def _skill_in(folder: int, name: str, path: str, entry: ManifestSkill | None = None) -> LoadedSkill:
    """The skill whose files lie in an opened folder."""
    walk = Walk()
    try:
        walk.folder(folder, "")
    except OSError as error:
        return _unreadable(name, path, error)
    oversize = too_large_files(walk.sizes, more=walk.more)
    reading = read_bundle(
        Bundle(tuple(walk.files)),
        entry_name=entry.name if entry else None,
        folder=name,
        text_only=bool(entry and entry.text_only),
        notes=sorted(walk.notes, key=lambda one: one.location),
    )
    problems = [one for one in reading.problems if not (oversize and one.code in _NEED_ALL_FILES)]
    if any(one.code == "SKILL_MD_IS_LINK" for one in problems):
        problems = [one for one in problems if one.code != "SKILL_MD_MISSING"]
    definition = None if oversize else reading.definition
    reading = replace(reading, definition=definition, problems=(*problems, *oversize))
    return _finished(reading, entry.name if entry else name, path)


def _unreadable(name: str, path: str, error: OSError) -> LoadedSkill:
    file = printable(text(error.filename)) if isinstance(error.filename, str | bytes) else path
    message = f"{file!r} of the skill cannot be read: {error.strerror}"
    failed = problem("SKILL_UNREADABLE", message, Location(file), "Check its permissions.")
    return LoadedSkill(name, path, None, "", MappingProxyType({}), (failed,))


def _finished(reading: Reading, name: str, path: str) -> LoadedSkill:
    """A skill that was read, with what the scan of carried text says (PKG-4)."""
    problems = (*reading.problems, *carried_problems(reading))
    texts = MappingProxyType({"name": reading.name, "description": reading.description})
    found = reading.name or name
    return LoadedSkill(
        found, path, reading.definition, reading.body, reading.raw, problems, reading.bundle, texts, reading.tools,
        reading.places,
    )  # fmt: skip


def _each_name_once(skills: list[LoadedSkill]) -> tuple[LoadedSkill, ...]:
    """The skills, with an error for each whose name another has before it."""
    taken: dict[str, str] = {}
    found: list[LoadedSkill] = []
    for skill in skills:
        other = taken.setdefault(skill.name, skill.path)
        if other != skill.path and skill.definition is not None:
            message = f"the name {skill.name!r} is taken: the skill at {other!r} has it too"
            error = problem("NAME_TAKEN", message, Location("SKILL.md"), "Rename one of the two.")
            found.append(replace(skill, problems=(*skill.problems, error)))
        else:
            found.append(skill)
    return tuple(found)
