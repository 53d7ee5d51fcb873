"""The built package: a project's definitions in one .pkg file, written and read (PKG-2, PKG-5)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import rfc8785

from skillhouse.errors import InvalidPackage
from skillhouse.format.canonical import to_bytes
from skillhouse.format.definition import definition_from_json, parse_json
from skillhouse.format.limits import DEFINITION_BYTES
from skillhouse.format.problems import plural
from skillhouse.format.zipfiles import ZipEntry, ZipLimits, inflate, read_directory, write_zip

if TYPE_CHECKING:
    from skillhouse.format.reading import Reading
    from skillhouse.model.skill import Definition, JsonValue

__all__ = [
    "FORMAT_VERSION",
    "PACKAGE_BYTES",
    "OpenedPackage",
    "Package",
    "open_package",
    "read_package",
    "write_package",
]

FORMAT_VERSION = 1
PACKAGE_BYTES = 256 << 20

_INDEX = "package.json"
_SKILLS = 1_000
_LIMITS = ZipLimits(entries=_SKILLS + 1, file_bytes=DEFINITION_BYTES, total_bytes=PACKAGE_BYTES)
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}\Z")
_KEYS = {"formatVersion", "name", "version", "skills"}
_SKILL_KEYS = {"name", "entry", "digest", "size"}


@dataclass(frozen=True, slots=True)
class Package:
    """What a .pkg holds: the project's name and version, and its skills, sorted by name in byte order."""

    name: str
    version: str
    skills: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class OpenedPackage:
    """A package that was read, with the reading of each skill, in the same order."""

    package: Package
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class _Listed:
    """One line of a package's index."""

    name: str
    entry: str
    digest: str
    size: int


def write_package(package: Package) -> bytes:
    """The bytes of the .pkg: `package.json`, then one entry a skill, named by its digest. Equal packages have equal
    bytes on any machine (DEF-7). Raises InvalidPackage where two skills have one name, or there are too many.
    """
    ordered = sorted(package.skills, key=lambda skill: skill.name.encode())
    names = [skill.name for skill in ordered]
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        raise _refuse("DUPLICATE_NAME", f"two skills of the package have the name {twice!r}", "Rename one of the two.")
    if len(names) > _SKILLS:
        raise _refuse("TOO_LARGE", f"the package has {len(names):,} skills, the limit is {_SKILLS:,}", "Split it.")
    contents = [to_bytes(skill) for skill in ordered]
    listed: list[JsonValue] = []
    files: list[tuple[str, bytes]] = []
    for name, content in zip(names, contents, strict=True):
        hexes = hashlib.sha256(content).hexdigest()
        entry = f"skills/{hexes}.json"
        listed.append({"name": name, "entry": entry, "digest": f"sha256:{hexes}", "size": len(content)})
        files.append((entry, content))
    index: dict[str, JsonValue] = {
        "formatVersion": FORMAT_VERSION,
        "name": package.name,
        "version": package.version,
        "skills": listed,
    }
    return write_zip([(_INDEX, rfc8785.dumps(index)), *files])


def read_package(data: bytes) -> Package:
    """The package that the bytes of a .pkg hold. Raises InvalidPackage, with a code for each kind of damage or attack,
    and never anything else (PKG-5).
    """
    return open_package(data).package


def open_package(data: bytes) -> OpenedPackage:
    """As `read_package`, with what is to be said of each skill."""
    if len(data) > PACKAGE_BYTES:
        message = f"the package is too large: {plural(len(data), 'byte')}, the limit is {PACKAGE_BYTES:,}"
        raise _refuse("TOO_LARGE", message, "Split the project.")
    entries = {entry.name: entry for entry in read_directory(data, _LIMITS)}
    if _INDEX not in entries:
        hint = "Build it with `skillhouse build`; a zip of a folder is no package."
        raise _refuse("NO_INDEX", f"the archive holds no {_INDEX}: it is no package", hint)
    name, version, listed = _read_index(inflate(data, entries[_INDEX]))
    _check_entries(entries, listed)
    readings = tuple(_read_skill(data, entries[one.entry], one) for one in listed)
    skills = tuple(reading.definition for reading in readings if reading.definition is not None)
    return OpenedPackage(Package(name, version, skills), readings)


def _refuse(code: str, message: str, hint: str = "Build the package again.", where: str = "") -> InvalidPackage:
    return InvalidPackage(message, code=f"PACKAGE_{code}", hint=hint, where=where)


def _read_index(content: bytes) -> tuple[str, str, tuple[_Listed, ...]]:
    """Name, version and the list of skills."""
    try:
        index = parse_json(content.decode("utf-8"))
    except ValueError as error:
        raise _refuse("INDEX_INVALID", f"{_INDEX} is not JSON: {error}", where=_INDEX) from None
    if not isinstance(index, dict):
        raise _refuse("INDEX_INVALID", f"{_INDEX} is not an object", where=_INDEX)
    number = index.get("formatVersion")
    if number != FORMAT_VERSION or isinstance(number, bool):
        message = f"the package has the format version {number!r}; this program reads {FORMAT_VERSION}"
        raise _refuse("FORMAT_VERSION", message, "Update skillhouse.", _INDEX)
    name, version, skills = index.get("name"), index.get("version"), index.get("skills")
    good = set(index) == _KEYS and isinstance(name, str) and isinstance(version, str) and isinstance(skills, list)
    listed = [_read_listed(one) for one in skills] if isinstance(skills, list) else []
    if not good or not isinstance(name, str) or not isinstance(version, str):
        raise _refuse("INDEX_INVALID", f"{_INDEX} does not hold exactly {', '.join(sorted(_KEYS))}", where=_INDEX)
    return name, version, tuple(listed)


def _read_listed(one: JsonValue) -> _Listed:
    if isinstance(one, dict) and set(one) == _SKILL_KEYS:
        name, entry, digest, size = one["name"], one["entry"], one["digest"], one["size"]
        texts = isinstance(name, str) and isinstance(entry, str) and isinstance(digest, str)
        if texts and isinstance(size, int) and _DIGEST.match(str(digest)) and entry == f"skills/{str(digest)[7:]}.json":
            return _Listed(str(name), str(entry), str(digest), size)
    raise _refuse("INDEX_INVALID", f"{_INDEX} lists a skill that is not name, entry, digest and size", where=_INDEX)


def _check_entries(entries: dict[str, ZipEntry], listed: tuple[_Listed, ...]) -> None:
    """The archive holds what the index lists, and nothing else; names are sorted and each is there once."""
    names = [one.name for one in listed]
    if names != sorted(set(names), key=lambda name: name.encode("utf-8", "replace")):
        raise _refuse("DUPLICATE_NAME", f"the skills of {_INDEX} are not sorted, or two have one name", where=_INDEX)
    expected = {_INDEX, *(one.entry for one in listed)}
    for name in entries:
        if name not in expected:
            raise _refuse("UNKNOWN_ENTRY", f"the package holds the entry {name!r}, which it does not list", where=name)
    for name in sorted(expected - set(entries)):
        raise _refuse("MISSING_ENTRY", f"the package lists the entry {name!r}, which it does not hold", where=name)


def _read_skill(data: bytes, entry: ZipEntry, listed: _Listed) -> Reading:
    """One skill, after its bytes were found to be what the index promises."""
    content = inflate(data, entry)
    if len(content) != listed.size or hashlib.sha256(content).hexdigest() != listed.digest[7:]:
        message = f"the skill {listed.name!r} does not match its digest: it was changed after the build"
        raise _refuse("DIGEST", message, where=entry.name)
    try:
        reading = definition_from_json(parse_json(content.decode("utf-8")), file=entry.name)
    except ValueError as error:
        raise _refuse("SKILL_INVALID", f"the skill {listed.name!r} is not JSON: {error}", where=entry.name) from None
    if reading.definition is None:
        first = next(one for one in reading.problems if one.is_error)
        raise _refuse("SKILL_INVALID", f"the skill {listed.name!r}: {first.message}", where=entry.name)
    if reading.definition.name != listed.name or to_bytes(reading.definition) != content:
        message = f"the skill {listed.name!r} is not in the canonical form, or has another name inside"
        raise _refuse("NOT_CANONICAL", message, where=entry.name)
    return reading
