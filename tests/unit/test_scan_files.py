"""Files by their bytes, and the front matter by what it declares."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from skillhouse.model.policy import Policy
from skillhouse.model.severity import Severity
from skillhouse.model.skill import Bundle, JsonValue, SkillFile
from skillhouse.scan.declared import CommandDetector, DeclaredDetector, policy_name
from skillhouse.scan.engine import scan
from skillhouse.scan.files import FileDetector
from skillhouse.scan.filetypes import FileType, file_type
from skillhouse.scan.piece import Language, Piece
from skillhouse.scan.pieces import is_reference, text_of
from skillhouse.scan.subject import Subject

KEY = "AKIA" + "Q4Z7T2M9X1B6C8D3"


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        ("a.py", b"x = 1\n", FileType.TEXT),
        ("a.txt", "ü".encode(), FileType.TEXT),
        ("a.txt", "\ufeffü".encode("utf-16"), FileType.TEXT),
        ("a.pyc", b"\xcb\r\r\n", FileType.BYTE_CODE),
        ("a.pyc", b"text", FileType.BYTE_CODE),
        ("tool", b"\x7fELF\x02\x01\x01\x00", FileType.PROGRAM),
        ("notes.txt", b"MZ is how it begins", FileType.TEXT),
        ("a.exe", b"MZ\x90\x00", FileType.PROGRAM),
        ("a.wasm", b"\x00asm\x01\x00\x00\x00", FileType.PROGRAM),
        ("a.zip", b"PK\x03\x04\x14\x00", FileType.ARCHIVE),
        ("a.dat", b"PK\x03\x04\x14\x00", FileType.ARCHIVE),
        ("a.docx", b"PK\x03\x04\x14\x00", FileType.DOCUMENT),
        ("a.tar", b"\x00" * 257 + b"ustar\x00", FileType.ARCHIVE),
        ("a.pdf", b"%PDF-1.7\n\xff\xff", FileType.DOCUMENT),
        ("a.db", b"SQLite format 3\x00", FileType.DATABASE),
        ("a.png", b"\x89PNG\r\n\x1a\n", FileType.MEDIA),
        ("a.mp4", b"\x00\x00\x00\x18ftypmp42", FileType.MEDIA),
        ("a.webp", b"RIFF\xff\x00\x00\x00WEBP", FileType.MEDIA),
        ("a.png", b"\xff\xfa\x00", FileType.BINARY),
        ("a.dat", b"\x89PNG\r\n\x1a\n", FileType.BINARY),
        ("a.py", b"x = '\xff'\n", FileType.BINARY),
    ],
)
def test_a_file_is_what_its_bytes_say(path: str, content: bytes, kind: FileType) -> None:
    """A name alone makes nothing harmless."""
    assert file_type(path, content) is kind


def test_how_much_it_weighs_that_the_scan_cannot_look_into_a_file() -> None:
    """Pictures are worth a word, documents a little more, code and archives a look."""
    weights = {kind: kind.severity for kind in FileType if kind is not FileType.TEXT}
    assert weights[FileType.MEDIA] is Severity.INFO
    assert weights[FileType.DOCUMENT] is weights[FileType.DATABASE] is Severity.LOW
    assert weights[FileType.BYTE_CODE] is weights[FileType.ARCHIVE] is weights[FileType.BINARY] is Severity.MEDIUM
    assert [kind for kind in FileType if kind.is_code] == [FileType.BYTE_CODE, FileType.PROGRAM]


def found(subject: Subject) -> list[tuple[str, str, str, str]]:
    """Rule, severity, kind and place of what the detectors of files and declarations say."""
    detectors = (DeclaredDetector(), CommandDetector(), FileDetector())
    return [
        (one.rule, str(one.severity), one.kind, one.location.text)
        for one in scan(subject, Policy(), detectors).findings
    ]


def skill(path: str, content: bytes) -> Subject:
    """A skill with one file."""
    return Subject("demo", Bundle((SkillFile(path, content),)))


@pytest.mark.rule("SCN-8")
def test_nothing_that_cannot_be_looked_into_is_passed_over_in_silence() -> None:
    """Byte code, bytes that are no text, a strange encoding, a false name, a file whose bytes are not at hand."""
    assert found(skill("a.pyc", b"\0")) == [("SKS-UNSCANNED", "medium", "binary-code", "a.pyc")]
    assert found(skill("a.py", b"\xff")) == [("SKS-UNSCANNED", "medium", "unscanned", "a.py")]
    assert found(skill("a.py", b"# coding: utf-7\n")) == [("SKS-UNSCANNED", "medium", "unscanned", "a.py:1:1")]
    assert found(skill("a.png", b"text")) == [("SKS-UNSCANNED", "medium", "unscanned", "a.png")]
    unread = Subject("demo", Bundle(()), unread=MappingProxyType({"big.bin": "it is too large"}))
    assert found(unread) == [("SKS-UNSCANNED", "medium", "unscanned", "big.bin")]
    assert found(skill("a.py", b"# -*- coding: latin-1 -*-\n")) == []


def test_python_is_read_in_the_encoding_that_it_declares() -> None:
    """What Python would run is what is looked at; a mark that Python ignores, or another file's, changes nothing."""
    assert text_of(SkillFile("a.py", b"# coding: utf-7\n+AGUAdgBhAGw-(1)")).endswith("eval(1)")
    assert text_of(SkillFile("tool", b"#!/usr/bin/python\n# coding: utf-7\n+AGU-")).endswith("e")
    assert text_of(SkillFile("a.sh", b"# coding: utf-7\n+AGU-")).endswith("+AGU-")
    assert text_of(SkillFile("a.py", b"x = 1\n# coding: utf-7\n+AGU-")).endswith("+AGU-")
    assert text_of(SkillFile("a.py", b"# coding: rot13\nx")) == "# coding: rot13\nx"


@pytest.mark.rule("SCN-1", "SCN-2")
def test_code_under_a_name_that_says_nothing_is_looked_at_as_code() -> None:
    """A script can start any file; data formats and prose are left alone."""
    texts = {
        Language.PYTHON: "import os\nimport sys\nprint(1)\n",
        Language.JAVASCRIPT: "const a = require('fs');\nlet b = 1;\n",
        Language.SHELL: "set -e\ncurl -s x\n",
    }
    for language, text in texts.items():
        file = skill("lib/payload.dat", text.encode())
        pieces = [
            one
            for one in FileDetector().detect(Piece("lib/payload.dat", Language.FILE, text), _context(file))
            if isinstance(one, Piece)
        ]
        assert [piece.language for piece in pieces] == [language]
    for path, text in (("a.json", texts[Language.PYTHON]), ("a.dat", "hello\n"), ("a.md", texts[Language.SHELL])):
        said = FileDetector().detect(Piece(path, Language.FILE, text), _context(skill(path, text.encode())))
        assert [one for one in said if isinstance(one, Piece)] == []


class _Context:
    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.policy = Policy()

    def spend(self, steps: int = 1) -> None:
        """Nothing is counted here."""


def _context(subject: Subject) -> _Context:
    return _Context(subject)


@pytest.mark.rule("SCN-2")
def test_secrets_are_found_in_any_text_file_and_the_form_of_one_is_not() -> None:
    """Less where the file is an example; never where it only shows how a key looks."""
    assert found(skill("config/app.env", f"K={KEY}\n".encode())) == [
        ("SKS-SECRET", "medium", "secret", "config/app.env:1:3")
    ]
    assert found(skill("test/app.env", f"K={KEY}\n".encode())) == [("SKS-SECRET", "low", "secret", "test/app.env:1:3")]
    header = "-----BEGIN RSA " + "PRIVATE KEY-----"
    assert found(skill("a.md", header.encode())) == [("SKS-SECRET", "medium", "secret", "a.md:1:1")]
    for text in (
        "AKIAIOSFODNN7EXAMPLE",
        "postgres://user:password@db/x",
        "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
        "${{ secrets.X }}",
    ):
        assert found(skill("a.md", text.encode())) == []


@pytest.mark.rule("SCN-7")
def test_what_a_skill_says_of_its_own_findings_is_told_and_not_obeyed() -> None:
    """A file or a remark."""
    assert found(skill(".skillhouse-ignore", b"*")) == [
        ("SKS-SELF-SUPPRESS", "low", "suppression", ".skillhouse-ignore")
    ]
    remark = f"K={KEY} # skillhouse: ignore\n"
    assert {rule for rule, *_ in found(skill("a.env", remark.encode()))} == {"SKS-SELF-SUPPRESS", "SKS-SECRET"}


@pytest.mark.rule("SCN-3")
def test_tools_are_held_against_the_policy_under_their_full_names() -> None:
    """Known other names are worth a word, unknown ones a look."""
    tools = ("python", "Bash(git log:*)", "Read", "launch")
    assert found(Subject("demo", Bundle(()), tools=tools)) == [
        ("SKS-TOOL-POLICY", "medium", "undeclared-tool", "SKILL.md:1:1"),
        ("SKS-TOOL-POLICY", "info", "undeclared-tool", "SKILL.md:1:1"),
        ("SKS-TOOL-POLICY", "info", "undeclared-tool", "SKILL.md:1:1"),
    ]
    assert policy_name("Bash(git:*)") == "bash"
    assert policy_name("launch") is None
    nothing = scan(Subject("demo", Bundle(()), tools=("x",)), Policy(tools=()), (DeclaredDetector(),))
    assert "no tool is allowed" in nothing.findings[0].message


@pytest.mark.rule("SCN-2")
def test_texts_that_travel_hold_no_address_and_no_secret() -> None:
    """The same that validate and build refuse."""
    front: dict[str, JsonValue] = {"name": "a@b.example", "description": f"Uses {KEY}.", "other": "a@b.example"}
    subject = Subject("demo", Bundle(()), front=MappingProxyType(front))
    assert {rule for rule, *_ in found(subject)} == {"SKS-FM-EMAIL", "SKS-FM-SECRET"}


def test_commands_are_found_at_any_depth_and_handed_on() -> None:
    """A name, a sentence or a slash command is none."""
    front: dict[str, JsonValue] = {
        "hooks": {"start": [{"command": "./a.sh"}, {"command": "x", "run": 1}]},
        "command": "/review",
        "metadata": {"setup": "Read the manual first.", "init": "make all", "run": ""},
    }
    text = "name: demo\nhooks: ./a.sh\ninit: make all"
    subject = Subject("demo", Bundle((SkillFile("SKILL.md", f"---\n{text}\n---\n".encode()),)), MappingProxyType(front))
    hits = found(subject)
    assert ("SKS-FM-COMMAND", "high", "remote-code", "SKILL.md:3:8") in hits
    assert ("SKS-FM-COMMAND", "medium", "remote-code", "SKILL.md:4:7") in hits
    assert len(hits) == 2
    pieces = [
        one
        for one in CommandDetector().detect(Piece("SKILL.md", Language.FRONT_MATTER, text), _context(subject))
        if isinstance(one, Piece)
    ]
    assert [(piece.language, piece.text) for piece in pieces] == [
        (Language.SHELL, "make all"),
        (Language.SHELL, "./a.sh"),
    ]


def test_reference_files_are_known_by_name() -> None:
    """What an agent reads as text."""
    assert is_reference("reference/a.md")
    assert not is_reference("scripts/a.py")
