"""What each code of an error means, beside the codes of classes and of problems; and which codes the source uses.

The page of errors is made from this table; a test holds the table against the source, in both directions.
"""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "skillhouse"

CODES: dict[str, dict[str, str]] = {
    "An archive or package (InvalidPackage)": {
        "ARCHIVE_BOMB": "An entry inflates to far more than any honest file.",
        "ARCHIVE_CHECKSUM": "An entry's content does not match its checksum.",
        "ARCHIVE_COLLISION": "Two entries would be one file on some disks, or one lies below a file.",
        "ARCHIVE_DAMAGED": "A header or the packed content is damaged.",
        "ARCHIVE_DUPLICATE": "Two entries have one name.",
        "ARCHIVE_ENCRYPTED": "An entry is encrypted.",
        "ARCHIVE_HEADERS_DIFFER": "The two headers of an entry say different things.",
        "ARCHIVE_JUNK": "Bytes belong to no entry.",
        "ARCHIVE_LINK": "An entry is a symbolic link.",
        "ARCHIVE_METHOD": "An entry is packed in a way other than stored or deflated.",
        "ARCHIVE_NAME": "An entry's name is empty, holds a NUL or is not the UTF-8 that it claims.",
        "ARCHIVE_NOT_ZIP": "This is no zip archive.",
        "ARCHIVE_NO_SKILL": "The archive holds no SKILL.md.",
        "ARCHIVE_OVERLAP": "Two entries share bytes.",
        "ARCHIVE_PARTS": "The archive is one part of several.",
        "ARCHIVE_PATH": "An entry's path breaks the rules for paths, such as one that leads outside.",
        "ARCHIVE_SEVERAL_SKILLS": "The archive holds more than one skill where one was asked for.",
        "ARCHIVE_SIZE_LIES": "An entry is larger or smaller than its header says.",
        "ARCHIVE_SPECIAL": "An entry is a device, pipe or socket.",
        "ARCHIVE_TOO_LARGE": "The archive, or what it would inflate to, is over the limit.",
        "ARCHIVE_TOO_MANY_ENTRIES": "The archive has more entries than the limit.",
        "ARCHIVE_TRUNCATED": "The archive is cut off.",
        "ARCHIVE_ZIP64": "The archive is in the ZIP64 form, which no skill needs.",
        "PACKAGE_DIGEST": "A skill does not match its digest: it was changed after the build.",
        "PACKAGE_DUPLICATE_NAME": "Two skills of the package have one name, or they are not sorted.",
        "PACKAGE_FORMAT_VERSION": "A newer format than this program reads.",
        "PACKAGE_INDEX_INVALID": "package.json is not what it has to be.",
        "PACKAGE_MISSING_ENTRY": "The package lists an entry that it does not hold.",
        "PACKAGE_NOT_CANONICAL": "A skill is not in the canonical form, or has another name inside.",
        "PACKAGE_NO_INDEX": "There is no package.json: this zip is no package.",
        "PACKAGE_SKILL_INVALID": "A skill of the package is not the portable form.",
        "PACKAGE_TOO_LARGE": "The package is over the limit, or has too many skills.",
        "PACKAGE_UNKNOWN_ENTRY": "The package holds an entry that it does not list.",
    },
    "The project file (InvalidManifest)": {
        "MANIFEST_DUPLICATE_NAME": "Two skills of the project have one name.",
        "MANIFEST_REF_OUTSIDE": "A ref leads out of the project.",
        "MANIFEST_UNKNOWN_KEY": "A key that the project file does not know.",
    },
    "A call that a gate refuses (Refused)": {
        "ARGS_NOT_A_LIST": "args is not a list.",
        "ARGS_TOO_LARGE": "The arguments take over 8 KiB together.",
        "ARGS_TOO_MANY": "There are more than 32 arguments.",
        "ARG_HAS_NUL": "An argument holds a NUL character.",
        "ARG_NOT_TEXT": "An argument is not a string.",
        "ARG_NOT_UNICODE": "An argument is not valid Unicode text.",
        "ARG_TOO_LONG": "An argument is over 1,024 characters.",
        "SCRIPT_NOT_AN_ENTRYPOINT": "The skill declares entrypoints, and this is none of them.",
        "SCRIPT_NOT_FOUND": "The skill has no such file.",
        "SCRIPT_NO_RUNTIME": "No runtime runs a file of this kind.",
        "SCRIPT_PATH_INVALID": "The script's path breaks the rules for paths.",
        "SCRIPT_PATH_NOT_TEXT": "The script's path is not a string.",
        "TABLE_OVER_BUDGET": "The tables take more than a run may have; none is ever cut short.",
        "TABLE_PATH_TAKEN": "The skill has a file of its own where the table would lie.",
    },
    "A policy, suppressions or baseline file (InvalidPolicy)": {
        "BASELINE_INVALID": "The file is no baseline.",
        "POLICY_INCOMPLETE": "Something is let pass without a reason, or without somebody who answers for it.",
        "POLICY_UNKNOWN_KEY": "A key that the file does not know.",
        "POLICY_UNKNOWN_RULE": "There is no such rule.",
    },
    "Whoever called (CallerError)": {
        "BUILTIN_NOT_FOUND": "There is no built-in skill of this name.",
        "FILE_EXISTS": "A file is in the way; nothing is overwritten.",
        "FOLDER_EXISTS": "A folder is in the way; nothing is overwritten.",
        "FOLDER_NOT_EMPTY": "The folder to write to is not empty; nothing is overwritten.",
        "NOT_FIXABLE": "Only folders can be fixed, not what was built from them.",
        "NO_SKILLS": "The project lists no skill.",
        "OUTPUT_INSIDE_SKILL": "The package would lie inside of the skill, and be packed by the next build.",
        "OUTPUT_NOT_A_FILE": "What stands where the package should go is a folder, a link or a device.",
        "OUT_NOT_EMPTY": "The folder for the script's files is not empty; nothing ran.",
        "PARAMS_INVALID": "The parameters are not a JSON object.",
        "PARAMS_TOO_LARGE": "The parameters take over 64 KiB as JSON.",
        "SKILL_NOT_FOUND": "The package or project has no skill of this name.",
        "SKILL_UNCLEAR": "There are several skills; say which one.",
        "TABLE_COLUMN_DUPLICATE": "Two columns of the table's file have one name.",
        "TABLE_COLUMN_UNNAMED": "A column of the table's file has no name.",
        "TABLE_CSV_INVALID": "The table's file is no CSV: a quote is never closed, or stands where none may.",
        "TABLE_EMPTY": "The table's file is empty: not even the columns have names.",
        "TABLE_JSON_INVALID": "A line of the table's file is no JSON object.",
        "TABLE_KIND_UNKNOWN": "The table's file is neither .csv nor .jsonl.",
        "TABLE_NAME_TWICE": "Two tables were given one name.",
        "TABLE_NOT_UTF8": "The table's file is not UTF-8 text.",
        "TABLE_OPTION_INVALID": "--table is not NAME=FILE.",
        "TABLE_ROW_RAGGED": "A row of the table's file has more or fewer cells than there are columns.",
        "TABLE_TOO_LARGE": "The table's file is over twice the budget for tables.",
        "TIMEOUT_INVALID": "The timeout is not a number of seconds in the allowed range.",
        "PATH_INVALID": "A file's path breaks the rules for paths.",
        "UNREADABLE": "The operating system did not let a file be read.",
        "UNWRITABLE": "The operating system did not let a file be written.",
    },
    "The host (OperatorError)": {
        "BWRAP_MISSING": "There is no bwrap on this host.",
        "INTERPRETER_CLOSED": "The interpreter lies in a folder closed to other users, and cannot be shown to them.",
        "RUNTIME_MISSING": "This host has no interpreter for the script.",
        "ENGINE_FAILED": "The container engine does not answer, or answers with an error.",
        "ENGINE_MISSING": "There is no container engine on this host, or not the one that was named.",
        "SANDBOX_BROKEN": "The sandbox failed before or around the script; the message says how.",
        "SANDBOX_IMAGE_BUILD": "The container engine could not build the image that scripts run in.",
        "SANDBOX_IMAGE_MISSING": "The container engine has no image of this name; none is ever pulled.",
        "SANDBOX_IMAGE_STALE": "The image was built by another version of Skillhouse.",
    },
    "Skillhouse itself (SkillhouseError)": {
        "FAULT": "A fault of ours. `SKILLHOUSE_DEBUG=1` shows where; please report it.",
    },
}

# Functions that take a code without its first part.
_PREFIXES = {"refuse": "ARCHIVE_", "_refuse": "PACKAGE_", "_bad_args": "", "_bad_path": ""}

# Modules whose functions take a whole code as any argument.
_BY_PLACE = {"manifest.py": "MANIFEST_", "policyfile.py": "POLICY_"}


def used_codes() -> set[str]:
    """Every code that the source gives to an error."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "scripts":
            continue
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        found |= {_text(word.value) for call in calls for word in call.keywords if word.arg == "code"}
        first = _BY_PLACE.get(path.name)
        if first:
            arguments = (_text(argument) for call in calls for argument in call.args)
            found |= {text for text in arguments if text.startswith(first)}
        else:
            found |= {_code_of(call) for call in calls}
    return found - {""}


def _text(node: ast.AST) -> str:
    """A constant text, else an empty one."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _code_of(call: ast.Call) -> str:
    """The code that a call to one of the functions above names, else an empty text."""
    prefix = _PREFIXES.get(call.func.id) if isinstance(call.func, ast.Name) else None
    first = _text(call.args[0]) if call.args else ""
    return prefix + first if prefix is not None and first else ""
