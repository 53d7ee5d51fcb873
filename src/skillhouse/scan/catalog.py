"""All built-in rules by id, and the version of the set (SCN-4, SCN-6).

Their examples stand in the modules `examples_*`, one for each language and one for the rest, as a mapping from rule id
to `Example`s; tests and the pages of the rules load them, a scan does not.
"""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.rules_behaviour import BEHAVIOUR_RULES
from skillhouse.scan.rules_literal import LITERAL_RULES
from skillhouse.scan.rules_prose import PROSE_RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.rule import Example, Rule

__all__ = ["EXAMPLE_MODULES", "RULES", "RULE_SET", "examples_of", "rules"]

# Changes whenever a rule or a detector would say something else of the same skill.
RULE_SET = "2026.12.3"
RULES: Mapping[str, Rule] = MappingProxyType(
    {rule.id: rule for rule in (*LITERAL_RULES, *BEHAVIOUR_RULES, *PROSE_RULES)}
)
EXAMPLE_MODULES = (
    "examples_other", "examples_python", "examples_shell", "examples_javascript", "examples_prose",
    "examples_instructions", "examples_embedded", "examples_windows", "examples_detours",
)  # fmt: skip


def rules(*ids: str) -> tuple[Rule, ...]:
    """The rules of these ids, as a detector lists them. Raises KeyError for an id that is not there."""
    return tuple(RULES[one] for one in ids)


def examples_of(rule: Rule) -> tuple[Example, ...]:
    """Every example of a rule: its own, and those of the modules `examples_*`."""
    found = list(rule.examples)
    for name in EXAMPLE_MODULES:
        examples: Mapping[str, tuple[Example, ...]] = importlib.import_module(f"skillhouse.scan.{name}").EXAMPLES
        found += examples.get(rule.id, ())
    return tuple(found)
