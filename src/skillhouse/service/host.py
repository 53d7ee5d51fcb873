"""This host: the sandbox that its settings ask for, and what it can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.config import Settings, load_settings
from skillhouse.sandbox.runtimes import Runtimes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.sandbox import Sandbox
    from skillhouse.sandbox.probe import Check

__all__ = ["diagnose", "open_sandbox", "runtimes_of"]


def runtimes_of(settings: Settings) -> Runtimes:
    """The interpreters that these settings allow."""
    return Runtimes(python_path=settings.python, node_path=settings.node)


def open_sandbox(settings: Settings | None = None, *, slots: int = 0) -> Sandbox:
    """A sandbox on this host, to be used as a context manager; `settings` are the ones in force where none are given.

    With `slots`, that many sandboxes stand ready before their jobs come: worth it for more than a few runs. Without,
    each is made when it is needed. Raises ConfigError, SandboxUnavailable.
    """
    settings = settings or load_settings()
    if slots:
        from skillhouse.sandbox.pool import PoolSandbox  # noqa: PLC0415 -- a single run needs none of it

        return PoolSandbox(runtimes_of(settings), size=slots, limits=settings.limits(), bwrap_path=settings.bwrap)
    from skillhouse.sandbox.namespaces import NamespaceSandbox  # noqa: PLC0415

    return NamespaceSandbox(runtimes_of(settings), bwrap_path=settings.bwrap)


def diagnose(settings: Settings | None = None) -> Iterator[Check]:
    """What this host can hold, layer by layer, each as soon as it is known. Raises ConfigError."""
    from skillhouse.sandbox import probe  # noqa: PLC0415

    settings = settings or load_settings()
    return probe.diagnose(runtimes_of(settings), settings.bwrap)
