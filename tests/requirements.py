"""Rule ids of the specification and the tests that prove them, held against each other in both directions."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
SPECIFICATION = TESTS.parent / "docs" / "reference" / "specification.md"
NOT_BUILT_YET = TESTS / "not_built_yet.txt"


def specified() -> set[str]:
    """Every rule id that the specification defines."""
    return set(re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", SPECIFICATION.read_text("utf-8"), re.MULTILINE))


def not_built_yet() -> set[str]:
    """The ids of parts that are not built, one a line; what follows a `#` says nothing to the check."""
    lines = (line.partition("#")[0].strip() for line in NOT_BUILT_YET.read_text("utf-8").splitlines())
    return {line for line in lines if line}


def rules_in(source: str) -> set[str]:
    """The ids that `rule("…")` marks name in one test file, read without running it."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {
        argument.value
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def proven() -> dict[str, set[str]]:
    """For each id that a test names, the test files that name it."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for rule in rules_in(path.read_text("utf-8")):
            found.setdefault(rule, set()).add(path.relative_to(TESTS).as_posix())
    return found


def test_every_id_that_a_test_names_is_a_rule_of_the_specification() -> None:
    """A misspelt id would prove nothing."""
    unknown = {rule: sorted(files) for rule, files in proven().items() if rule not in specified()}
    assert unknown == {}


def test_every_rule_has_a_test_or_stands_on_the_list_of_parts_not_built_yet() -> None:
    """No rule is forgotten in silence."""
    assert specified() - set(proven()) - not_built_yet() == set()


def test_the_list_of_parts_not_built_yet_only_shrinks() -> None:
    """A rule that has a test, or that the specification does not know, has no place on the list."""
    assert not_built_yet() & set(proven()) == set()
    assert not_built_yet() - specified() == set()


def test_the_reader_of_marks_sees_several_ids_and_ignores_other_calls() -> None:
    """The check itself is checked."""
    source = '@pytest.mark.rule("FM-1", "FM-2")\ndef test_x():\n    other("FM-3")\n'
    assert rules_in(source) == {"FM-1", "FM-2"}
