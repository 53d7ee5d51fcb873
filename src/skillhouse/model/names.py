"""What a name and a path of a skill may look like, and which files are scripts (FM-2, FM-12, SBX-1)."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RUNTIME_SUFFIXES", "check_path", "check_skill_name", "is_standard_name", "path_key", "runtime_of"]

RUNTIME_SUFFIXES: Mapping[str, str] = MappingProxyType(
    {".py": "python", ".sh": "sh", ".js": "node", ".mjs": "node", ".cjs": "node"}
)

NAME_CHARACTERS = 64
PATH_BYTES = 1024
PART_BYTES = 255
PATH_PARTS = 32

_STANDARD_NAME = re.compile(r"[a-z0-9]++(?:-[a-z0-9]++)*+\Z")

# Joiners are format characters too, but Persian, the scripts of India and many emoji are spelled with them.
_JOINERS = "\u200c\u200d"
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_QUOTES = {"Pi", "Pf"}
_BRACKETS = {"Ps", "Pe"}


def check_skill_name(text: str) -> str | None:
    """Why `text` cannot be a skill's name, or None when it can (FM-2).

    The reason completes the sentence "the name … ".
    """
    if not text:
        return "is empty"
    if len(text) > NAME_CHARACTERS:
        return f"has {len(text)} characters, over the limit of {NAME_CHARACTERS}"
    if text != text.strip():
        return "has a space at one end"
    if not text.strip("."):
        return "holds nothing but dots"
    return next((reason for reason in map(_bad_in_name, text) if reason), None)


def _bad_in_name(character: str) -> str | None:
    category = unicodedata.category(character)
    if category in _HIDDEN and character not in _JOINERS:
        return f"holds the control character U+{ord(character):04X}"
    if character in "\"'`" or category in _QUOTES:
        return f"holds a quote, {character}"
    if character in "<>" or category in _BRACKETS:
        return f"holds a bracket, {character}"
    if character in "\\/@":
        return f"holds {character}"
    return None


def is_standard_name(text: str) -> bool:
    """Whether the open standard takes the name: lower-case a-z, digits and single hyphens, at most 64 (FM-7)."""
    return len(text) <= NAME_CHARACTERS and _STANDARD_NAME.match(text) is not None


def check_path(path: str) -> str | None:
    """Why `path` cannot be the path of a skill's file, or None when it can (FM-12).

    The reason completes the sentence "the path … ". Length is limited in bytes of UTF-8, so that every file system
    and archive can hold it.
    """
    if not path:
        return "is empty"
    reason = _check_spelling(path)
    if reason:
        return reason
    parts = path.split("/")
    if len(parts) > PATH_PARTS:
        return f"is {len(parts)} folders deep, over the limit of {PATH_PARTS}"
    return next((reason for reason in map(_check_part, parts) if reason), None)


def _check_spelling(path: str) -> str | None:
    hidden = next((character for character in path if unicodedata.category(character) in {"Cc", "Cs"}), None)
    if hidden is not None:
        return f"holds the control character U+{ord(hidden):04X}"
    if "\\" in path:
        return "holds a backslash"
    if path.startswith("/") or re.match(r"[A-Za-z]:", path):
        return "is absolute"
    if len(path.encode()) > PATH_BYTES:
        return f"is too long: {len(path.encode())} bytes, over the limit of {PATH_BYTES}"
    if not unicodedata.is_normalized("NFC", path):
        return "is not in the normal form NFC"
    return None


def _check_part(part: str) -> str | None:
    if part == "..":
        return "holds '..'"
    if part in {"", "."}:
        return "has an empty part"
    if len(part.encode()) > PART_BYTES:
        return f"has a part of {len(part.encode())} bytes, over the limit of {PART_BYTES}"
    return None


def path_key(path: str) -> str:
    """What two paths share when they differ only by case or normal form: equal keys collide (FM-12)."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def runtime_of(path: str) -> str | None:
    """The runtime that a script at `path` is run with, by its extension in lower case; None: it is data (SBX-1)."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    return RUNTIME_SUFFIXES.get(dot + suffix) if stem else None
