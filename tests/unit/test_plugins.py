"""Detectors of other packages, found by their entry points."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from skillhouse.model.policy import Policy
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.plugins import detectors
from skillhouse.scan.engine import scan
from skillhouse.scan.subject import Subject

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """
from skillhouse.model.severity import Severity
from skillhouse.scan.piece import Language
from skillhouse.scan.rule import Hit, Rule, Tier

RULE = Rule("ACME-TODO", Tier.LITERAL, "style", "A note to do", "It is not done.", "Do it.", "low")


class Detector:
    name = "acme"
    languages = frozenset({Language.PYTHON})
    rules = (RULE,)

    def detect(self, piece, context):
        at = piece.text.find("TODO")
        if at >= 0:
            yield Hit("ACME-TODO", Severity.LOW, "there is something to do", piece, piece.offset(at))


class Wrong:
    name = "wrong"
    languages = ()
    rules = ()

    def detect(self, piece, context):
        return iter(())


def broken():
    raise RuntimeError("no licence")
"""
POINTS = (
    "[skillhouse.detectors]\nacme = acme_detector:Detector\nbad = acme_detector:broken\nodd = acme_detector:Wrong\n"
)


def install(folder: Path) -> None:
    """A tiny package, as an installer would lay it down."""
    (folder / "acme_detector.py").write_text(GOOD)
    info = folder / "acme_detector-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-detector\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)


@pytest.mark.rule("SCN-4")
def test_an_installed_detector_takes_part_and_a_broken_one_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rule is told with its own why and fix; the others go on."""
    install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    chosen = detectors()
    assert [one.name for one in chosen][-3:] == ["acme", "bad", "odd"]
    report = scan(Subject("demo", Bundle((SkillFile("a.py", b"# TODO\n"),))), Policy(), chosen)
    by_rule = {one.rule: one for one in report.findings}
    assert by_rule["ACME-TODO"].fix == "Do it."
    failed = [one.message for one in report.findings if one.rule == "SKS-DETECTOR-FAILED"]
    assert len(failed) == 2
    assert "no licence" in failed[0]
    assert report.rule_set.endswith("+acme")


def test_without_plugins_there_are_the_built_in_ones(tmp_path: Path) -> None:
    """In a process of its own, so that nothing of this one shows."""
    code = "from skillhouse.plugins import detectors\nprint(len(detectors()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert int(done.stdout) >= 3
