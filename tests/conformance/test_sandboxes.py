"""The public suite, held against every way in which this host can run a script."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import pytest

from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
from skillhouse.sandbox.prewarmed import PrewarmedSandbox
from skillhouse.testing import conformance, run_conformance

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox
    from skillhouse.testing import Result

MODES: dict[str, Callable[[], Sandbox]] = {
    "warm": lambda: PoolSandbox(size=4),
    "warm-without-groups": lambda: PoolSandbox(size=4, use_groups=False),
    "prewarmed": lambda: PrewarmedSandbox(size=4),
    "cold": NamespaceSandbox,
    "cold-without-groups": lambda: NamespaceSandbox(use_groups=False),
}

# A look at each layer is enough where other modes try the same start and the same groups: an ordinary user, as whom
# root tries the whole suite too, has no groups.
QUICK = {"cold", "prewarmed", "warm-without-groups"} if os.getuid() == 0 else {"cold", "prewarmed"}
CASES = [(mode, behaviour.name) for mode in MODES for behaviour in conformance(quick=mode in QUICK)]


@cache
def results_of(mode: str) -> dict[str, Result]:
    """The suite against one kind of sandbox: once, several behaviours beside each other."""
    with MODES[mode]() as sandbox:
        results = run_conformance(sandbox, quick=mode in QUICK, threads=4)
    return {result.behaviour.name: result for result in results}


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
@pytest.mark.parametrize(("mode", "name"), CASES)
def test_a_sandbox_behaves(mode: str, name: str) -> None:
    """Each behaviour of the suite, in each mode; the failure says what was expected and what came."""
    result = results_of(mode)[name]
    if result.status == "skipped":
        pytest.skip(result.message)
    assert result.message == ""
