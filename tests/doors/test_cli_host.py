"""What the command line tells of itself and of the host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def skillhouse(*args: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end, without a terminal."""
    command = [sys.executable, "-m", "skillhouse", *args]
    env = {**os.environ, **environment}
    return subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.rule("CLI-1")
def test_the_version_is_that_of_the_package(tmp_path: Path) -> None:
    """As the installer knows it."""
    assert skillhouse("--version", cwd=tmp_path).stdout == f"{metadata.version('skillhouse')}\n"


@pytest.mark.rule("CLI-1")
def test_completion_for_a_shell_can_be_had(tmp_path: Path) -> None:
    """A script that the shell reads."""
    done = skillhouse("--show-completion", "bash", cwd=tmp_path)
    assert (done.returncode, "_SKILLHOUSE_COMPLETE" in done.stdout) == (0, True)


@pytest.mark.rule("CLI-1", "SBX-10")
def test_doctor_tells_each_layer_in_words(tmp_path: Path) -> None:
    """One line a layer, and a verdict at the end."""
    done = skillhouse("doctor", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[-1] == "This host can run scripts."
    assert {"kernel", "bwrap", "namespaces", "cgroup", "python", "run"} <= {line[9:].split()[0] for line in lines[:-1]}


@pytest.mark.rule("RUN-7", "CLI-1")
def test_doctor_tells_what_is_missing_and_ends_with_the_operators_code(tmp_path: Path) -> None:
    """With what follows from it, and how to mend it; a self-check of what cannot run is not begun."""
    done = skillhouse(
        "doctor", "--self-check", cwd=tmp_path, SKILLHOUSE_BWRAP="/bin/false", SKILLHOUSE_SANDBOX="namespaces"
    )
    assert (done.returncode, "This host cannot run scripts." in done.stdout) == (121, True)
    assert done.stdout.count("→") >= 2


@pytest.mark.rule("SBX-10")
def test_doctor_holds_the_sandbox_to_its_conformance_suite(tmp_path: Path) -> None:
    """Every behaviour is reported, and one that fails makes the host unable."""
    done = skillhouse("doctor", "--self-check", "--json", cwd=tmp_path)
    report = json.loads(done.stdout)
    states = [behaviour["status"] for behaviour in report["behaviours"]]
    assert len(states) > 50
    assert report["able"] == ("failed" not in states) == (done.returncode == 0)


def test_a_fault_of_ours_is_told_in_one_line(tmp_path: Path) -> None:
    """Without a traceback, with how to get it, and with a code of its own."""
    broken = (
        "import sys\nfrom skillhouse import cli\ncli.app = lambda **_: 1 / 0\nsys.argv = ['skillhouse']\ncli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", broken], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith("skillhouse: error [FAULT] a fault of ours: ZeroDivisionError")
    loud = subprocess.run(
        [sys.executable, "-c", broken],
        cwd=tmp_path,
        env={**os.environ, "SKILLHOUSE_DEBUG": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" in loud.stderr


@pytest.mark.rule("SBX-10", "CLI-1")
def test_the_recipe_of_the_sandbox_image_can_be_had(tmp_path: Path) -> None:
    """For a build elsewhere; a folder that holds anything is left alone."""
    done = skillhouse("sandbox-image", "build", "--recipe", "recipe", "--json", cwd=tmp_path)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"recipe": "recipe"})
    assert (tmp_path / "recipe" / "Containerfile").is_file()
    again = skillhouse("sandbox-image", "build", "--recipe", "recipe", cwd=tmp_path)
    assert (again.returncode, "FOLDER_NOT_EMPTY" in again.stderr) == (2, True)


@pytest.mark.rule("SBX-10", "CLI-1")
def test_the_sandbox_image_is_built_by_the_engine_of_the_settings(tmp_path: Path) -> None:
    """Its progress goes to stderr, the image's id to stdout; without an engine, doctor and the build say so."""
    tools = tmp_path / "tools"
    tools.mkdir()
    none = skillhouse("sandbox-image", "build", cwd=tmp_path, PATH=str(tools))
    assert (none.returncode, "ENGINE_MISSING" in none.stderr) == (121, True)
    sick = skillhouse("doctor", cwd=tmp_path, PATH=str(tools), SKILLHOUSE_SANDBOX="oci")
    assert (sick.returncode, sick.stdout.split()[:2]) == (121, ["missing", "engine"])
    podman = tools / "podman"
    podman.write_text('#!/bin/sh\ncase $1 in info) echo 5.0 crun;; build) echo "$@";; *) echo feed;; esac\n', "utf-8")
    podman.chmod(0o755)
    done = skillhouse(
        "sandbox-image", "build", "--python-image", "mine", "--json", cwd=tmp_path, PATH=str(tools), SANDBOX_IMAGE="i:1"
    )
    assert (done.returncode, json.loads(done.stdout)) == (0, {"image": "i:1", "id": "sha256:feed"})
    assert "--tag i:1" in done.stderr
    assert "--build-arg PYTHON_IMAGE=mine" in done.stderr
    assert "NODE_IMAGE" not in done.stderr
    plain = skillhouse("sandbox-image", "build", cwd=tmp_path, PATH=str(tools))
    assert plain.stdout == "built skillhouse-sandbox: sha256:feed\n"
