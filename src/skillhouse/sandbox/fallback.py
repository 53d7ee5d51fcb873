"""A sandbox with another one behind it, for hosts that forbid the first kind (SANDBOX: the order of fall-back)."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Self

from skillhouse.errors import SandboxUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from skillhouse.sandbox import Job, Outcome, Sandbox

__all__ = ["FallbackSandbox"]


class FallbackSandbox:
    """Runs jobs in the first sandbox, or, once it turns out that this host forbids that one, in what `other` opens.

    Where the first one works it costs nothing: only a first run that fails is looked into, and `works` tells whether
    the host is to blame. A sandbox that worked once is never replaced, since its failure is then of another kind. Each
    Outcome names the sandbox that it came from.
    """

    def __init__(self, first: Sandbox, other: Callable[[], Sandbox], works: Callable[[], bool]) -> None:
        self._sandbox = first
        self._other = other
        self._works = works
        self._settled = False
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the sandbox that is in use."""
        self._sandbox.close()

    def run(self, job: Job) -> Outcome:
        """Run one job. Raises SandboxUnavailable as the first sandbox did, where there is no other."""
        sandbox = self._sandbox
        try:
            outcome = sandbox.run(job)
        except SandboxUnavailable:
            if not self._replace(sandbox):
                raise
            return self._sandbox.run(job)
        self._settled = True
        return outcome

    def _replace(self, failed: Sandbox) -> bool:
        """Put the other sandbox in the place of the one that failed; whether there is one now."""
        with self._lock:
            if self._sandbox is not failed:
                return True
            if self._settled:
                return False
            self._settled = True
            if self._works():
                return False
            try:
                self._sandbox = self._other()
            except SandboxUnavailable:
                return False
        failed.close()
        return True
