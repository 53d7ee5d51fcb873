"""Every problem that reading a skill can report, by its code (FM-7). The codes never change their meaning."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.finding import Location, Problem, ProblemSeverity

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CATALOGUE", "Rule", "plural", "printable", "problem"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a code means, how it weighs, whether `--fix` can rewrite it and whether `--strict` makes it an error."""

    severity: ProblemSeverity
    meaning: str
    fixable: bool = False
    strict: bool = True


def _error(meaning: str) -> Rule:
    return Rule(ProblemSeverity.ERROR, meaning)


def _forgiven(meaning: str, *, fixable: bool = False) -> Rule:
    return Rule(ProblemSeverity.WARNING, meaning, fixable)


def _advice(meaning: str) -> Rule:
    return Rule(ProblemSeverity.WARNING, meaning, strict=False)


def _note(meaning: str) -> Rule:
    return Rule(ProblemSeverity.NOTE, meaning)


CATALOGUE: Mapping[str, Rule] = MappingProxyType(
    {
        # The file SKILL.md (FM-1)
        "SKILL_MD_MISSING": _error("The folder holds no SKILL.md at its root."),
        "SKILL_MD_IS_LINK": _error("SKILL.md is a symbolic link; links are never followed."),
        "SKILL_MD_NOT_UTF8": _error("SKILL.md is not UTF-8 text."),
        "SKILL_MD_CASE": _forgiven("The file is called skill.md or Skill.md; it is read as SKILL.md.", fixable=True),
        "SKILL_UNREADABLE": _error("The operating system did not let a file or folder be read."),
        "BODY_EMPTY": _advice("Nothing follows the front matter: an agent would have no instructions."),
        # The front matter as a block of text
        "FRONT_MATTER_MISSING": _error("SKILL.md does not start with front matter."),
        "FRONT_MATTER_NOT_CLOSED": _error("The closing line --- is missing."),
        "FRONT_MATTER_TOO_LARGE": _error("The front matter is over 256 KiB."),
        "FRONT_MATTER_BOM": _forgiven("A byte-order mark stands before the front matter.", fixable=True),
        "FRONT_MATTER_CRLF": _forgiven("Lines end in CRLF or CR.", fixable=True),
        "FRONT_MATTER_BLANK_LINES": _forgiven("Blank lines stand before the front matter.", fixable=True),
        "FENCE_SPACES": _forgiven("A line --- has spaces after it.", fixable=True),
        "FENCE_DOTS": _forgiven("The front matter is closed by ... where --- is usual.", fixable=True),
        "FENCE_IN_VALUE": _forgiven("A quoted value holds a line ---.", fixable=True),
        # The front matter as YAML
        "YAML_INVALID": _error("The YAML cannot be understood."),
        "YAML_INDENT": _error("A line is indented as if it belonged to the value above."),
        "YAML_TAB_INDENT": _error("A tab indents a line; YAML allows only spaces there."),
        "YAML_QUOTES": _error("A quote inside a quoted value ends it too early."),
        "YAML_QUOTE_OPEN": _error("A quoted value is never closed."),
        "YAML_BRACKET_OPEN": _error("A list in brackets or a map in braces is never closed."),
        "YAML_CONTROL_CHARACTER": _error("A character that YAML forbids."),
        "YAML_DUPLICATE_KEY": _error("A key stands twice in one map."),
        "YAML_ANCHOR": _error("An anchor; YAML's anchors and aliases are refused."),
        "YAML_ALIAS": _error("An alias; YAML's anchors and aliases are refused."),
        "YAML_TAG": _error("An explicit type tag; tags are refused."),
        "YAML_KEY": _error("A key that is a list or a map."),
        "YAML_TOO_DEEP": _error("Lists and maps are nested too deep."),
        "YAML_TOO_MANY": _error("More values than any honest file has."),
        "YAML_NOT_A_MAP": _error("The YAML is not a list of `key: value` lines."),
        "YAML_COLON": _forgiven("An unquoted value holds a colon and a space; it is read as if quoted.", fixable=True),
        "YAML_UNQUOTED": _forgiven("A value starts with a sign of YAML; it is read as if quoted.", fixable=True),
        "YAML_TAB": _forgiven("A tab stands where YAML wants a space.", fixable=True),
        # The fields
        "NAME_INVALID": _error("The name breaks the rules for names."),
        "NAME_MISSING": _error("There is no name, and neither a manifest entry nor a folder to take it from."),
        "NAME_TAKEN": _error("Another skill of the project has the same name."),
        "NAME_FROM_ELSEWHERE": _note("SKILL.md gives no name; the manifest entry's or the folder's is used."),
        "NAME_NOT_STANDARD": _forgiven("The name breaks the open standard's rules for names."),
        "NAME_NOT_FOLDER": _forgiven("The name differs from the folder's."),
        "NAME_NOT_ENTRY": _forgiven("The name differs from the manifest entry's."),
        "SKILL_NO_DESCRIPTION": _error("There is no description, or it is blank."),
        "DESCRIPTION_LONG": _note("The description is over the open standard's 1,024 characters."),
        "FIELD_NOT_TEXT": _error("A list or a map stands where text belongs."),
        "FIELD_READS_AS_OTHER": _forgiven("A number, date or boolean stands where text belongs.", fixable=True),
        "FIELD_MISSPELT": _forgiven("A key looks like one that is read, but is spelled otherwise."),
        "TOOLS_UNCLEAR": _error("allowed-tools is neither a list of names nor a text of names."),
        "TOOLS_CONFLICT": _error("allowed-tools and allowed_tools are both there and differ."),
        "TOOLS_REJOINED": _forgiven("A comma inside parentheses split a tool's name; it is put together again."),
        "ENTRYPOINTS_UNCLEAR": _error("entrypoints is not a map of name to path."),
        "ENTRYPOINT_MISSING": _error("An entrypoint names a file that the skill does not have."),
        "ENTRYPOINT_NO_RUNTIME": _error("An entrypoint names a file that no runtime can run."),
        "CARRIED_EMAIL": _error("An e-mail address stands in name, description or allowed-tools."),
        "CARRIED_SECRET": _error("A secret or a reference to one stands in name, description or allowed-tools."),
        # The files
        "PATH_INVALID": _error("A file's path breaks the rules for paths."),
        "PATH_COLLISION": _error("Two paths differ only by case or normal form, or one is a folder of the other."),
        "PATH_NORMALISED": _note("A path was in another normal form; it is stored as NFC."),
        "FILE_NOT_UTF8": _forgiven("A file is not UTF-8 text; it is kept byte for byte as base64."),
        "FILE_NOT_UTF8_REFUSED": _error("A file is not UTF-8 text, and the manifest entry says text_only."),
        "PORTABLE_SKILL_TOO_LARGE": _error("The skill, one of its files or its definition is over a fixed limit."),
        "SKILL_TOO_MANY_FILES": _error("The skill has more files than the fixed limit."),
        "SKIPPED_LINK": _forgiven("A symbolic link was skipped."),
        "SKIPPED_SPECIAL": _forgiven("A pipe, socket or device was skipped."),
        "SKIPPED_JUNK": _note("A file that belongs to no skill was skipped: version control, caches, editors."),
        "SKIPPED_OUTSIDE": _note("A file of an archive lies outside of every skill and was skipped."),
        "FILE_MENTIONED_MISSING": _advice("SKILL.md names a file that the skill does not have."),
        "SHELL_CRLF": _forgiven("A shell script has CRLF line ends; a shell reads the CR as text."),
        "SHELL_WANTS_BASH": _advice("A shell script asks for bash, which not every host has."),
        "SCRIPT_IS_MODULE": _advice("A .js file is an ES module, and no package.json says so."),
        # The portable form and the manifest's entry
        "DEFINITION_INVALID": _error("The definition is not the portable form."),
        "DEFINITION_UNKNOWN_KEY": _error("The definition has a key that the portable form does not know."),
        "DEFINITION_KEY_MISSING": _forgiven("The definition lacks a key that may be null; it is read as null."),
        "DEFINITION_DIFFERS": _forgiven("The definition and the front matter of its SKILL.md say different things."),
        "REF_MISSING": _error("The manifest's ref names nothing that exists."),
        "REF_IS_LINK": _error("The manifest's ref leads through a symbolic link; links are never followed."),
        "REF_UNCLEAR": _error("The manifest's ref is neither a skill folder nor a definition file."),
    }
)


def problem(code: str, message: str, where: Location, hint: str = "") -> Problem:
    """The problem of this code, weighed as the catalogue says. Raises KeyError for a code that is not in it."""
    rule = CATALOGUE[code]
    return Problem(code, rule.severity, message, where, hint, fixable=rule.fixable, strict=rule.strict)


def printable(path: str) -> str:
    """A path as it may be shown: what could harm a terminal, or is no text, is escaped."""
    return path if path.isprintable() else ascii(path)[1:-1]


def plural(count: int, one: str, many: str = "") -> str:
    """`1 file`, `2 files`: a number with its word, thousands set apart."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
