"""Single-use sandboxes that stand ready, one bwrap each (SANDBOX: fall-back 3).

For hosts where a process below bwrap may make no namespaces of its own, so that no pool can stand. A run takes a bwrap
that waits with a warm interpreter in it, and another is started behind the caller's back: as quick as the pool for a
caller now and then, and as slow as cold starts for many.
"""

from __future__ import annotations

import queue
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.sandbox import SandboxUsed
from skillhouse.sandbox.namespaces import NamespaceSandbox, Places
from skillhouse.sandbox.outcome import broken
from skillhouse.sandbox.room import Room
from skillhouse.sandbox.runtimes import Runtimes, needs_a_plain_start

if TYPE_CHECKING:
    from types import TracebackType

    from skillhouse.sandbox import Job, Outcome
    from skillhouse.sandbox.namespaces import Place
    from skillhouse.sandbox.runtimes import Runtime

__all__ = ["PrewarmedSandbox"]

_QUEUE_S = 30.0


class PrewarmedSandbox:
    """Runs jobs in places that wait ready, `size` of them. Thread-safe; a context manager.

    More callers than `size` wait, for at most 30 seconds. A job with other caps or with tables is run cold. Raises
    SandboxUnavailable as NamespaceSandbox does.
    """

    name = "prewarmed"

    def __init__(
        self,
        runtimes: Runtimes | None = None,
        *,
        size: int = 2,
        limits: Limits | None = None,
        bwrap_path: str | None = None,
        use_groups: bool = True,
    ) -> None:
        runtimes = runtimes or Runtimes()
        self._limits = limits or Limits()
        self._cold = NamespaceSandbox(runtimes, bwrap_path=bwrap_path, use_groups=use_groups)
        self._places = Places(runtimes, bwrap_path, use_groups=use_groups)
        self._runtimes = runtimes
        self._ready: queue.SimpleQueue[Place | SandboxUnavailable] = queue.SimpleQueue()
        self._room = Room(size)
        self._size = size
        self._closed = False
        self._lock = threading.Lock()
        # bwrap dies with the thread that started it, so one that lives as long as the backend starts them all.
        self._orders: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._starter = threading.Thread(target=self._start_places, name="skillhouse-prewarmed", daemon=True)
        self._starter.start()
        for _ in range(size):
            self._orders.put(True)  # noqa: FBT003 -- an order; False ends the starter

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """End every place. Runs that are under way are waited for."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        for _ in range(self._size):
            self._room.enter()
        self._orders.put(False)  # noqa: FBT003
        self._starter.join()
        while not self._ready.empty():
            waiting = self._ready.get()
            if not isinstance(waiting, SandboxUnavailable):
                waiting.stack.close()
        self._places.close()
        self._cold.close()

    def run(self, job: Job) -> Outcome:
        """Run one job in a place that stands ready. Raises SandboxUnavailable when the sandbox failed."""
        if job.tables or not self._limits.same_place(job.limits):
            return self._cold.run(job)
        runtime = self._runtimes.choose(job)
        if self._closed or not self._room.enter(_QUEUE_S):
            raise broken("the sandbox is closed" if self._closed else f"no run ended in {_QUEUE_S} s")
        try:
            return self._run_in(self._ready.get(), runtime, job)
        except OSError as error:
            raise broken(str(error) or type(error).__name__) from error
        finally:
            self._orders.put(True)  # noqa: FBT003
            self._room.leave()

    def _run_in(self, place: Place | SandboxUnavailable, runtime: Runtime, job: Job) -> Outcome:
        if isinstance(place, SandboxUnavailable):
            raise place
        with suppress(ConnectionError), place:
            used = SandboxUsed(self.name, self._places.layers(self._limits))
            return place.play(_argv(runtime, job, place.said), runtime, job, used)
        return self._cold.run(job)  # somebody killed the one that waited, and nothing of the job has run

    def _start_places(self) -> None:
        while self._orders.get():
            try:
                place: Place | SandboxUnavailable = self._places.make(
                    self._limits, self._runtimes.all_found(), start="single.py"
                )
            except SandboxUnavailable as error:
                place = error
            self._ready.put(place)


def _argv(runtime: Runtime, job: Job, said: bytes) -> tuple[str, ...]:
    """What the place is told to run: an empty executable asks its warm Python to run the script itself."""
    argv = runtime.argv(job.script, job.args)
    loaded = frozenset(said.decode().split("\0"))
    return ("", *argv) if runtime.name == "python" and not needs_a_plain_start(job, loaded) else argv
