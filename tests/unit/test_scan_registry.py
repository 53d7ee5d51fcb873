"""The built-in detectors: each is what the list says, and is loaded only when it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from skillhouse.scan.catalog import RULES
from skillhouse.scan.registry import LateDetector, builtin_detectors

LATE = [one for one in builtin_detectors() if isinstance(one, LateDetector)]


@pytest.mark.parametrize("late", LATE, ids=lambda late: late.name)
def test_a_late_detector_is_what_the_list_says(late: LateDetector) -> None:
    """The same name and languages, and no rule that the catalog does not hold."""
    real = late.load()
    assert (real.name, real.languages) == (late.name, late.languages)
    assert {rule.id for rule in real.rules} <= set(RULES)
    assert late.load() is real


def test_no_grammar_is_loaded_before_there_is_code_for_it() -> None:
    """In a process of its own."""
    code = (
        "import sys\nfrom skillhouse.scan import engine, registry\nregistry.builtin_detectors()\n"
        "print([name for name in sys.modules if name.startswith(('tree_sitter', 'skillhouse.scan.py'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
