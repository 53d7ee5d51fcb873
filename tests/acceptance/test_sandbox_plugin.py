"""A sandbox of another package is found by its entry point and chosen by its name (SBX-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from skillhouse.config import Settings
from skillhouse.errors import ConfigError
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.service.host import diagnose, open_sandbox

if TYPE_CHECKING:
    from pathlib import Path

MODULE = """
from skillhouse.model.run import Usage
from skillhouse.sandbox import Outcome, RuntimeUsed, SandboxUsed

number = 3


class Echo:
    def __init__(self, settings, slots):
        self.slots = slots

    def run(self, job):
        said = b"alive\\n" if job.script == "scripts/probe.py" else f"{job.script} {self.slots}".encode()
        return Outcome(0, said, b"", Usage(1.0), RuntimeUsed("python", "3"), SandboxUsed("echo", ()))

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tiny package, laid as an installer lays one."""
    info = tmp_path / "echo_sandbox-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: echo-sandbox\nVersion: 1\n", "utf-8")
    points = "echo = echo_sandbox:Echo\nnumber = echo_sandbox:number\nmissing = echo_sandbox:nothing\n"
    (info / "entry_points.txt").write_text(f"[skillhouse.sandboxes]\n{points}", "utf-8")
    (tmp_path / "echo_sandbox.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.rule("SBX-10")
@pytest.mark.usefixtures("installed")
def test_a_plugins_sandbox_runs_jobs_and_is_tried_by_doctor() -> None:
    """Chosen by its name, told the settings and how many callers to expect."""
    settings = Settings(sandbox="echo")
    with open_sandbox(settings, slots=2) as sandbox:
        outcome = sandbox.run(Job((SkillFile("x.py", b""),), "x.py"))
    assert (outcome.stdout, outcome.sandbox.backend) == (b"x.py 2", "echo")
    assert [(check.layer, check.status) for check in diagnose(settings)] == [("run", "ok")]


@pytest.mark.rule("SBX-10")
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", ["nobody", "number", "missing"])
def test_a_sandbox_that_no_plugin_brings_is_a_setting_to_correct(name: str) -> None:
    """Nothing else is taken in its place."""
    with pytest.raises(ConfigError) as raised:
        open_sandbox(Settings(sandbox=name))
    assert (raised.value.where, repr(name) in raised.value.message) == ("SKILLHOUSE_SANDBOX", True)
    assert [(check.layer, check.status) for check in diagnose(Settings(sandbox=name))] == [("run", "missing")]
