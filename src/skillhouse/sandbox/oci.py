"""The OCI backend: one container of Podman or Docker for one run, under whatever runtime the engine has (SBX-10).

A container is started with its job, or before it. The runner inside says which walls it finds around itself, takes the
job and answers in frames.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Self

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits, Usage
from skillhouse.sandbox import ContainerUsed, Outcome, SandboxUsed, engine, guest, workspace
from skillhouse.sandbox.container import Answer, Container
from skillhouse.sandbox.held import HostMark
from skillhouse.sandbox.outcome import broken, exit_of
from skillhouse.sandbox.room import Room
from skillhouse.sandbox.runtimes import PYTHON_INSIDE, Runtime, choose_from
from skillhouse.sandbox.tables import TableRoom

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from skillhouse.sandbox import Job, StopReason
    from skillhouse.sandbox.engine import Engine, Fitting

__all__ = ["OciSandbox"]

_QUEUE_S = 30.0
_KILLED = 137
_ENGINE_FAILED = (125, 126, 127)
_EXECUTABLES = {
    "python": (PYTHON_INSIDE, "python3", ("-B",)),
    "node": ("/opt/skillhouse/bin/node", "node", ()),
    "sh": ("/opt/skillhouse/bin/busybox", "sh", ()),
    "bash": ("/bin/bash", "bash", ()),
}


class OciSandbox:
    """Runs each job in a container of its own. Thread-safe; a context manager.

    With `slots`, that many containers stand ready, and as many runs go on at a time; more callers queue for at most 30
    seconds. Raises SandboxUnavailable where the engine has no such image, at once (RUN-7).
    """

    name = "oci"

    def __init__(self, made_by: Engine, image: str, *, slots: int = 0, limits: Limits | None = None) -> None:
        self._engine = made_by
        self._image = engine.image_id(made_by, image)
        self._limits = limits or Limits()
        self._slots = slots
        self._room = Room(slots) if slots else None
        self._fitting: Fitting | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._mark = HostMark()
        # Starts and ends go on behind the callers' backs.
        self._behind = ThreadPoolExecutor(max(slots, 1) + 1, thread_name_prefix="skillhouse-oci")
        self._ready: queue.SimpleQueue[Container | Exception] = queue.SimpleQueue()
        self._behind.submit(self._mark.sweep, lambda host: engine.remove_all(made_by, host))
        for _ in range(slots):
            self._behind.submit(self._prepare)

    def __enter__(self) -> Self:
        """The sandbox itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """End every container that waits, and wait until those that ran are gone."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._behind.shutdown(wait=True)
        with suppress(queue.Empty):
            while True:
                waiting = self._ready.get_nowait()
                if isinstance(waiting, Container):
                    waiting.forget()
        self._mark.close()

    def run(self, job: Job) -> Outcome:
        """Run one job to its end. Raises SandboxUnavailable when the sandbox, not the script, failed."""
        if self._closed:
            raise broken("the sandbox is closed")
        if self._room is not None and not self._room.enter(_QUEUE_S):
            raise broken(f"{self._slots} runs are under way, none ended in {_QUEUE_S} s")
        try:
            with _laid(job) as tables:
                container = self._start(job.limits, tables) if tables else self._take(job.limits)
                try:
                    return self._play(container, job)
                finally:
                    self._behind.submit(container.forget)
        except OSError as error:
            raise broken(str(error)) from error
        finally:
            if self._room is not None:
                self._room.leave()

    def _take(self, limits: Limits) -> Container:
        """A container with these caps that said hello: one that waits, or a new one."""
        if not self._slots or engine.built_for(limits) != engine.built_for(self._limits):
            return self._start(limits)
        taken = self._ready.get()
        self._behind.submit(self._prepare)
        if isinstance(taken, Exception) or taken.client.poll() is not None:
            return self._start(limits)
        return taken

    def _prepare(self) -> None:
        if self._closed:
            return
        try:
            self._ready.put(self._start(self._limits))
        except (OSError, SandboxUnavailable) as error:
            self._ready.put(error)

    def _start(self, limits: Limits, tables: Path | None = None) -> Container:
        """A container in the strongest fitting that this host allows, found at the first start."""
        with self._lock:
            known = self._fitting
        failure: SandboxUnavailable | None = None
        for fitting in (known,) if known else engine.fittings(self._engine):
            container = Container(self._engine, self._image, limits, fitting, tables, host=self._mark.name)
            try:
                container.hello()
            except SandboxUnavailable as error:
                container.forget()
                if error.code != "SANDBOX_BROKEN":
                    raise
                failure = failure or error
            else:
                with self._lock:
                    self._fitting = fitting
                return container
        raise failure or broken("no container could be started")

    def _play(self, container: Container, job: Job) -> Outcome:
        runtime = choose_from(job, lambda kind: _runtime(kind, container.facts["runtimes"]))
        told = engine.settings(self._engine, container.facts, container.fitting, job.limits)
        settings = json.dumps({**told, "tables": [table.path for table in job.tables]}).encode()
        container.write(guest.LENGTH.pack(len(settings)) + settings)
        for part in workspace.job_parts(runtime.argv(job.script, job.args), job.params, job.files):
            container.write(part)
        answer = Answer(job.limits)
        container.expect_ready()
        container.write(workspace.GO)
        started = time.monotonic()
        killed = container.listen(answer, started + job.limits.wall_s)
        wall_ms = (time.monotonic() - started) * 1e3
        stopped: StopReason | None = None
        if killed:
            stopped = self._explain(container, job.limits)
        else:
            container.gather(answer)
            stopped = answer.stopped
        report = answer.report
        exit_code, signal_name = exit_of(report.get("status"))
        layers = engine.layers(self._engine, container.facts, container.fitting, job.limits)
        made_by = ContainerUsed(f"{self._engine.name} {self._engine.version}", self._engine.runtime, self._image)
        cpu_s = report.get("cpu_s")
        return Outcome(
            exit_code=exit_code,
            stdout=b"".join(answer.stdout),
            stderr=b"".join(answer.stderr),
            usage=Usage(wall_ms, None if cpu_s is None else cpu_s * 1e3, report.get("peak") or report.get("largest")),
            runtime=runtime.used,
            sandbox=SandboxUsed(self.name, layers, made_by),
            signal=signal_name,
            stopped=stopped,
            artifacts=tuple(answer.artifacts),
            left_out=answer.left_out,
        )

    def _explain(self, container: Container, limits: Limits) -> StopReason | None:
        """Why a container ended before the runner could report: the host's kernel took all of it for its memory, or
        the script brought down a kernel of its own. Raises SandboxUnavailable for any other end.
        """
        code = container.end()
        held = engine.held_by_group(self._engine, container.facts, container.fitting, limits)
        if code == _KILLED and "memory" in held:
            return "memory"
        if not self._engine.own_kernel or code in _ENGINE_FAILED:
            raise broken(container.complaint() or "the container ended without a report")
        return None


@contextmanager
def _laid(job: Job) -> Iterator[Path | None]:
    """A folder with the job's tables, numbered, for its container to show; None without tables. Raises OSError.

    Whoever runs inside is another user, and reads them as such; on the host the room around keeps others out.
    """
    if not job.tables:
        yield None
        return
    with closing(TableRoom()) as room, room.lay(job.tables) as (name, *places):
        folder = room.path / name.decode()
        folder.chmod(0o755)
        for number in range(len(places)):
            (folder / str(number)).chmod(0o444)
        yield folder


def _runtime(kind: str, versions: dict[str, str]) -> Runtime | None:
    """The image's interpreter of this kind."""
    if kind not in versions:
        return None
    executable, argv0, flags = _EXECUTABLES[kind]
    return Runtime(kind, versions[kind], executable, argv0, flags)
