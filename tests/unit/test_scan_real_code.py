"""What real code held that a detector once took for something else, or failed on."""

from __future__ import annotations

import pytest

from skillhouse.model.policy import Policy
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.scan.engine import scan
from skillhouse.scan.registry import builtin_detectors
from skillhouse.scan.subject import Subject


@pytest.mark.rule("SCN-2")
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.sh", "case $level in\n*)\n  echo no\n  ;;\nesac\n"),
        ("a.sh", "set +e\nfor file in *; do\n  . ./$file\ndone\n*\n"),
        ("a.py", "value = 0\nfor old in (1, 2):\n    value = old.replace('a', 'b')\nprint((3).replace('a', 'b'))\n"),
    ],
)
def test_ordinary_code_is_no_alarm_and_breaks_nothing(file: str, text: str) -> None:
    """No detector fails, and nothing is high."""
    report = scan(Subject("demo", Bundle((SkillFile(file, text.encode()),))), Policy(), builtin_detectors())
    assert [
        one for one in report.findings if one.rule == "SKS-DETECTOR-FAILED" or one.severity >= Policy().fail_on
    ] == []
