"""How findings are weighed against one another."""

from __future__ import annotations

import pytest

from skillhouse.model.severity import Severity


def test_severities_are_ordered_by_weight() -> None:
    """From info to critical, and with nothing else."""
    names = ["info", "low", "medium", "high", "critical"]
    assert [str(one) for one in sorted(Severity, key=lambda one: one)] == names
    assert Severity.LOW < Severity.HIGH <= Severity.CRITICAL
    with pytest.raises(TypeError):
        _ = Severity.LOW < "high"
