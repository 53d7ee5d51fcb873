"""The conformance suite that every sandbox must pass, for those who write one and for `doctor` (SBX-10).

::

    from skillhouse.testing import run_conformance

    results = run_conformance(my_sandbox)
    assert not [result for result in results if result.failed]

Hold a sandbox of your own to it before you trust it: each behaviour says in one sentence what it promises, and its
failure says in plain words what came instead. `python -m skillhouse.testing` tries this host's own sandbox.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from skillhouse.testing.behaviour import Behaviour, BehaviourFailed, BehaviourSkipped, Result, ensure
from skillhouse.testing.checks import coded_behaviours
from skillhouse.testing.known import known_failures
from skillhouse.testing.script import script_behaviours

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.sandbox import Sandbox

__all__ = [
    "Behaviour",
    "BehaviourFailed",
    "BehaviourSkipped",
    "Result",
    "conformance",
    "ensure",
    "known_failures",
    "run_conformance",
]


def conformance(*, quick: bool = False) -> tuple[Behaviour, ...]:
    """Every behaviour, grouped by layer; with `quick`, the few that show each layer at all."""
    every = (*script_behaviours(), *coded_behaviours())
    chosen = [behaviour for behaviour in every if behaviour.quick or not quick]
    return tuple(sorted(chosen, key=lambda behaviour: (behaviour.layer, behaviour.name)))


def run_conformance(
    sandbox: Sandbox,
    *,
    quick: bool = False,
    progress: Callable[[Result], None] | None = None,
    threads: int = 1,
    known: Mapping[str, str] | None = None,
) -> tuple[Result, ...]:
    """Hold a sandbox to every behaviour, and say how each went, in the order of `conformance`.

    `progress` hears each result as it comes, from the thread that called. With several `threads` the behaviours run
    beside each other, and those that are `serial` after them, alone. `known` are the behaviours that this sandbox is
    known not to hold, each with its reason; what `known_failures` says of it where none are given.
    """
    listed = known_failures(sandbox) if known is None else known
    behaviours = conformance(quick=quick)
    results: dict[str, Result] = {}

    def hold(behaviour: Behaviour) -> Result:
        return behaviour.hold(sandbox, listed.get(behaviour.name, ""))

    def keep(result: Result) -> None:
        results[result.behaviour.name] = result
        if progress is not None:
            progress(result)

    with ThreadPoolExecutor(threads) as pool:
        for result in pool.map(hold, [each for each in behaviours if not each.serial]):
            keep(result)
    for behaviour in behaviours:
        if behaviour.serial:
            keep(hold(behaviour))
    return tuple(results[behaviour.name] for behaviour in behaviours)
