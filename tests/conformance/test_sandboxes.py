"""The public suite, held against every way in which this host can run a script."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
from skillhouse.testing import conformance, run_conformance

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox
    from skillhouse.testing import Result

MODES: dict[str, Callable[[], Sandbox]] = {
    "warm": lambda: PoolSandbox(size=4),
    "warm-without-groups": lambda: PoolSandbox(size=4, use_groups=False),
    "cold": NamespaceSandbox,
    "cold-without-groups": lambda: NamespaceSandbox(use_groups=False),
}


@cache
def results_of(mode: str) -> dict[str, Result]:
    """The whole suite against one kind of sandbox: once, several behaviours beside each other."""
    with MODES[mode]() as sandbox:
        return {result.behaviour.name: result for result in run_conformance(sandbox, threads=4)}


@pytest.mark.rule(
    "RUN-2",
    "RUN-3",
    "RUN-4",
    "SBX-1",
    "SBX-2",
    "SBX-3",
    "SBX-4",
    "SBX-5",
    "SBX-6",
    "SBX-7",
    "SBX-8",
    "SBX-9",
    "SBX-10",
    "SBX-11",
)
@pytest.mark.parametrize("name", [behaviour.name for behaviour in conformance()])
@pytest.mark.parametrize("mode", MODES)
def test_a_sandbox_behaves(mode: str, name: str) -> None:
    """Each behaviour of the suite, in each mode; the failure says what was expected and what came."""
    result = results_of(mode)[name]
    if result.status == "skipped":
        pytest.skip(result.message)
    assert result.message == ""
