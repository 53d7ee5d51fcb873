"""The runtime table: which interpreter a script gets, and how it is started."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.errors import ConfigError, SandboxUnavailable
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.sandbox.runtimes import PYTHON_INSIDE, Runtime, Runtimes, wants_bash

pytestmark = pytest.mark.rule("SBX-1")

PYTHON = Runtime("python", "3.12.0", "/usr/bin/python3.12", "python3", ("-B",))
NODE = Runtime("node", "22.0.0", "/usr/bin/node", "node")
SH = Runtime("sh", "dash", "/bin/sh", "sh")
BASH = Runtime("bash", "5.2", "/bin/bash", "bash")


def runtimes(*found: Runtime) -> Runtimes:
    """A host that has just these."""
    host = Runtimes()
    vars(host).update(dict.fromkeys(("python", "node", "sh", "bash")) | {item.name: item for item in found})
    return host


def job(script: str, content: bytes = b"", *, bash: bool = True) -> Job:
    """A job that runs one script."""
    return Job((SkillFile(script, content),), script, bash=bash)


@pytest.mark.parametrize(
    ("script", "expected"),
    [("a.py", PYTHON), ("deep/er/a.sh", SH), ("a.js", NODE), ("a.mjs", NODE), ("a.cjs", NODE)],
)
def test_the_suffix_chooses(script: str, expected: Runtime) -> None:
    """The name decides, not the first line."""
    host = runtimes(PYTHON, NODE, SH, BASH)
    assert host.choose(job(script, b"#!/usr/bin/env ruby\n")) is expected


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("script", ["a.py", "a.sh", "a.js", "a.rb", "noext", ""])
def test_an_interpreter_that_the_host_lacks_is_an_operator_s_matter(script: str) -> None:
    """Named by the script, with the command that explains."""
    with pytest.raises(SandboxUnavailable) as raised:
        runtimes().choose(job(script))
    assert raised.value.code == "RUNTIME_MISSING"
    assert repr(script) in raised.value.message
    assert "doctor" in raised.value.hint


@pytest.mark.parametrize(
    "line",
    [
        b"#!/bin/bash", b"#!/usr/bin/bash", b"#! /bin/bash", b"#!/bin/bash -e", b"#!/bin/bash -eu -o pipefail",
        b"#!/usr/bin/env bash", b"#!/usr/bin/env -S bash -e", b"#!/usr/local/bin/bash", b"#!bash", b"#!/bin/bash\t-x",
    ],
)  # fmt: skip
def test_a_first_line_that_asks_for_bash_gets_it(line: bytes) -> None:
    """In the forms that real scripts use, with CRLF too."""
    host = runtimes(SH, BASH)
    assert wants_bash(line)
    assert host.choose(job("a.sh", line + b"\nset -e\n")) is BASH
    assert host.choose(job("a.sh", line + b"\r\nset -e\r\n")) is BASH
    assert host.choose(job("a.sh", line)) is BASH


@pytest.mark.parametrize(
    "line",
    [
        b"", b"# bash", b"#!/bin/sh", b"#!/usr/bin/env sh", b"#!/bin/dash", b"#!/bin/rbash", b"#!/bin/bashful",
        b"#!/bin/sh # not bash", b"#!/opt/bash/bin/sh", b" #!/bin/bash", b"\xef\xbb\xbf#!/bin/bash", b"#!/usr/bin/env",
    ],
)  # fmt: skip
def test_any_other_first_line_gets_the_posix_shell(line: bytes) -> None:
    """A mention of bash is no request."""
    assert not wants_bash(line)
    assert runtimes(SH, BASH).choose(job("a.sh", line + b"\n")) is SH


def test_bash_may_be_off_or_missing() -> None:
    """Then such a script runs with the POSIX shell, and its run says so."""
    assert runtimes(SH, BASH).choose(job("a.sh", b"#!/bin/bash\n", bash=False)) is SH
    assert runtimes(SH).choose(job("a.sh", b"#!/bin/bash\n")) is SH


def test_only_the_script_s_own_first_line_counts() -> None:
    """Not that of another file, nor a later line, nor one beyond reach."""
    host = runtimes(SH, BASH)
    files = (SkillFile("a.sh", b"\n#!/bin/bash\n"), SkillFile("b.sh", b"#!/bin/bash\n"))
    assert host.choose(Job(files, "a.sh")) is SH
    assert host.choose(job("a.sh", b"#!" + b" " * 300 + b"/bin/bash\n")) is SH


@given(st.binary(max_size=300))
def test_no_first_line_breaks_the_choice(content: bytes) -> None:
    """Whatever bytes a script begins with, there is an answer."""
    assert runtimes(SH, BASH).choose(job("a.sh", content)) in {SH, BASH}


@pytest.mark.rule("RUN-2", "SBX-11")
def test_the_argument_vector_is_that_of_a_plain_start() -> None:
    """The name that the interpreter is known by, its flags, the script, and the arguments untouched."""
    assert PYTHON.argv("scripts/x.py", ("a b", "", "-c")) == (
        PYTHON_INSIDE, "python3", "-B", "scripts/x.py", "a b", "", "-c",
    )  # fmt: skip
    assert SH.argv("x.sh", ()) == ("/bin/sh", "sh", "x.sh")


def test_this_host_s_python_is_found_and_described() -> None:
    """Exact version, and nothing but the standard library beside it (SBX-5)."""
    found = Runtimes(python_path=sys.executable).python
    assert found is not None
    assert found.version == ".".join(map(str, sys.version_info[:3]))
    assert all(bind.target.startswith("/opt/python/") for bind in found.binds)
    assert any(path.endswith(("site-packages", "dist-packages")) for path in found.hidden)


def test_3_12_is_preferred_and_3_11_the_oldest() -> None:
    """What is chosen without a setting runs, and says which version it is."""
    found = Runtimes().required_python
    assert tuple(map(int, found.version.split(".")[:2])) >= (3, 11)


def test_each_interpreter_is_looked_for_once() -> None:
    """The same object every time."""
    host = Runtimes()
    assert host.required_python is host.required_python
    assert set(host.all_found()) == {item for item in (host.python, host.sh, host.bash, host.node) if item}


@pytest.mark.parametrize("setting", ["SKILLHOUSE_PYTHON", "SKILLHOUSE_NODE"])
def test_a_setting_that_names_no_interpreter_is_told_by_name(tmp_path: Path, setting: str) -> None:
    """Nothing there, a folder, a text, a wrapper script, another program: each is refused with the value."""
    wrapper = tmp_path / "wrapper"
    wrapper.write_text("#!/bin/sh\necho v22.0.0\n")
    wrapper.chmod(0o755)
    for path in ("/no/such", str(tmp_path), str(wrapper), "/etc/passwd", "/bin/true"):
        host = Runtimes(python_path=path, node_path=path)
        with pytest.raises(ConfigError) as raised:
            _ = host.python if setting == "SKILLHOUSE_PYTHON" else host.node
        assert raised.value.where == setting
        assert repr(path) in raised.value.message
        assert setting in raised.value.hint


def test_a_host_without_python_says_what_to_install() -> None:
    """The guest itself runs on it."""
    with pytest.raises(SandboxUnavailable) as raised:
        _ = runtimes(SH).required_python
    assert raised.value.code == "RUNTIME_MISSING"
    assert "python3" in raised.value.hint


def test_the_shell_of_this_host_says_which_it_is() -> None:
    """Busybox where there is one, else the name behind /bin/sh; bash by its version."""
    host = Runtimes()
    assert host.sh is not None
    if shutil.which("busybox", path="/usr/bin:/bin") is None:
        assert host.sh.version == Path("/bin/sh").resolve().name
    else:
        assert host.sh.version.startswith("busybox ")
    if host.bash is not None:
        assert re.fullmatch(r"\d+\.\d+\.\d+", host.bash.version)


def test_node_says_the_version_that_it_has() -> None:
    """The wheel's metadata and the program agree."""
    found = Runtimes().node
    if found is None:
        pytest.skip("this host has no Node")
    source = found.binds[0].source if found.binds else found.executable
    said = subprocess.run([source, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.strip() == f"v{found.version}"
