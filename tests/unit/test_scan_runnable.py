"""What a skill needs to run, and the sandbox may not have."""

from __future__ import annotations

import pytest

from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.scan.runnable import runnability
from skillhouse.scan.subject import Subject


def needs(**files: str) -> list[tuple[str, str, str]]:
    """Kind, what and place of each need; `__` in a name is a dot, `_s_` a slash."""
    listed = {name.replace("__", ".").replace("_s_", "/"): text for name, text in files.items()}
    subject = Subject("demo", Bundle(tuple(SkillFile(name, text.encode()) for name, text in listed.items())))
    return [(need.kind, need.what, need.location.text) for need in runnability(subject)]


@pytest.mark.rule("SCN-9")
def test_python_needs_packages_old_modules_and_a_person() -> None:
    """Modules of the skill itself and of the standard library need nothing."""
    text = (
        "import os, requests\nfrom yaml.nodes import Node\nimport helper\nfrom . import near\nimport distutils\n"
        "import subprocess\nname = input()\nsubprocess.run(['ffmpeg', '-i'])\nsubprocess.run('jq .')\n"
        "subprocess.run(cmd)\n(lambda: 1)()\nopen('/home/me/data.csv')\nsubprocess.run([])\n"
    )
    assert needs(a__py=text, lib_s_helper__py="") == [
        ("package", "requests", "a.py:1:1"),
        ("package", "yaml", "a.py:2:1"),
        ("old module", "distutils", "a.py:5:1"),
        ("input", "input", "a.py:7:8"),
        ("program", "ffmpeg", "a.py:8:1"),
        ("program", "jq", "a.py:9:1"),
        ("absolute path", "/home/me/data.csv", "a.py:12:7"),
    ]


@pytest.mark.rule("SCN-9")
def test_javascript_needs_packages_and_a_person() -> None:
    """Modules of Node.js and files beside the script need nothing."""
    text = (
        "const fs = require('fs');\nimport x from 'node:path';\nimport a from './near.js';\n"
        "const c = require('cheerio/lib');\nimport s from '@scope/name/deep';\nrl.question('Name?', go);\n"
        "const p = 'C:\\\\Users\\\\me';\n"
    )
    assert needs(a__js=text) == [
        ("package", "cheerio", "a.js:4:20"),
        ("package", "@scope/name", "a.js:5:16"),
        ("input", "question", "a.js:6:4"),
        ("absolute path", "C:\\\\Users\\\\me", "a.js:7:12"),
    ]


@pytest.mark.rule("SCN-9")
def test_a_shell_script_needs_bash_where_it_is_written_for_it() -> None:
    """Also programs and a person; what stands in a comment or a here-document is neither."""
    text = (
        "# curl [[ x ]]\nif [[ -n $x ]]; then jq . f; fi\nread -p 'Name? ' name\n"
        "cat <<'EOF'\njq ((1))\nEOF\nlist=(a b)\n"
    )
    assert needs(a__sh=text) == [
        ("bash", "[[ … ]]", "a.sh:2:3"),
        ("program", "jq", "a.sh:2:22"),
        ("input", "read", "a.sh:3:1"),
        ("bash", "arrays", "a.sh:7:1"),
    ]
    assert needs(a__sh="#!/usr/bin/env bash\n[[ -n $x ]]\n") == []
    assert needs(a__bash="[[ -n $x ]]\n") == []


@pytest.mark.rule("SCN-9")
def test_files_that_skill_md_names_must_exist() -> None:
    """The same as validate says."""
    found = needs(SKILL__md="---\nname: demo\ndescription: d.\n---\nRun `scripts/gone.py`.\n")
    assert [(kind, place) for kind, _, place in found] == [("missing file", "SKILL.md:5:6")]
    assert needs(notes__md="`scripts/gone.py`", data__csv="a") == []


def test_what_does_not_parse_or_is_very_large_has_no_needs() -> None:
    """The scan says so itself."""
    assert needs(a__py="def (") == []
    assert needs(a__py="import requests\n" + "#" * (1 << 19)) == []
