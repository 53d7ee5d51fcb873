"""The measurement of this host is complete, says what it measured, and cleans up after itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from skillhouse.sandbox.runtimes import Runtimes
from skillhouse.testing.sandbox_bench import measure_sandbox


@pytest.mark.rule("SBX-10")
def test_a_quick_measurement_has_every_figure_and_leaves_nothing() -> None:
    """Times, ratios, rates and idle memory; progress is told round by round. No figure is judged."""
    before = sorted(path.name for path in Path("/proc/self/task").iterdir())
    heard: list[tuple[int, int]] = []
    figures = measure_sandbox(Runtimes(), quick=True, progress=lambda *step: heard.append(step))
    assert heard == [(number, 12) for number in range(1, 13)]
    expected = {
        "bare_p50_ms", "warm_p50_ms", "cold_p50_ms", "bwrap_p50_ms", "warm_p50_over_bare", "warm_hello_over_bare",
        "warm_p99_over_bare_p50", "empty_over_bare", "cold_over_bare", "bwrap_over_bare", "sh_over_bwrap_sh",
        "runs_per_s", "runs_over_bare", "runs_over_bwrap", "zygote_pss_mb", "slot_pss_mb",
    }  # fmt: skip
    assert expected <= set(figures)
    assert all(value > 0 for value in figures.values()), figures
    assert before == sorted(path.name for path in Path("/proc/self/task").iterdir())
