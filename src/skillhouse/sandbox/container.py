"""One container as the host sees it: the conversation with the runner inside, and what came out of it (SBX-10).

What comes out of a container is a stranger's word: every size, count and name is held against the limits of the run
once more, and a frame that no runner sends makes the sandbox broken.
"""

from __future__ import annotations

import hashlib
import json
import os
import select
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from skillhouse.errors import SandboxUnavailable
from skillhouse.sandbox import Artifact, LeftOut, engine, runner
from skillhouse.sandbox.outcome import broken

if TYPE_CHECKING:
    from pathlib import Path

    from skillhouse.model.run import Limits
    from skillhouse.sandbox import StopReason
    from skillhouse.sandbox.engine import Engine, Fitting

__all__ = ["Answer", "Container"]

_START_S = 60.0
_DEATH_S = 10.0
_END_S = 30.0
_MOST_FRAME = 1 << 20
_MOST_LEFT_OUT = 32


class _Gone(Exception):
    """The container's output ended."""


class Container:
    """One container: the engine's client that holds it, and the conversation with the runner inside."""

    def __init__(
        self,
        made_by: Engine,
        image: str,
        limits: Limits,
        fitting: Fitting,
        tables: Path | None = None,
        *,
        host: str = "",
    ) -> None:
        self.limits = limits
        self.fitting = fitting
        self._engine = made_by
        self._name = engine.new_name()
        self._complaints = os.memfd_create("skillhouse")
        self._read = bytearray()
        self.client = subprocess.Popen(  # noqa: S603 -- the argument list is ours and the operator's
            engine.arguments(made_by, image, self._name, limits, fitting, tables, host=host),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints, cwd="/", bufsize=0,
        )  # fmt: skip
        self.facts: dict[str, Any] = {}

    def hello(self) -> None:
        """Wait for the runner's first word. Raises SandboxUnavailable with the engine's words, or the image's age."""
        try:
            kind, content = self.frame(time.monotonic() + _START_S)
        except (_Gone, TimeoutError):
            self.end()
            raise broken(self.complaint()) from None
        if kind != runner.HELLO:
            raise broken(content.decode("utf-8", "replace") if kind == runner.FAILED else "it began with a wrong word")
        self.facts = json.loads(content)
        if self.facts.get("fingerprint") != runner.fingerprint():
            raise SandboxUnavailable(
                "the sandbox image was built by another version of Skillhouse",
                code="SANDBOX_IMAGE_STALE",
                hint="Run `skillhouse sandbox-image build` again.",
            )
        if not self.facts["first"] or not self.facts["user"]:
            raise broken("the container runs its first process as root, or beside others")

    def complaint(self) -> str:
        """The engine's last words."""
        said = os.pread(self._complaints, 1 << 16, 0)
        return engine.last_words(said.decode("utf-8", "replace"))

    def write(self, content: bytes) -> None:
        """Hand over some bytes. A container that is gone shows when it is read from."""
        stream = self.client.stdin
        left = memoryview(content)
        with suppress(BrokenPipeError):
            while left and stream:
                left = left[stream.write(left) or 0 :]

    def frame(self, deadline: float) -> tuple[bytes, bytes]:
        """The next frame. Raises _Gone, TimeoutError, and SandboxUnavailable for what no runner says."""
        kind, size = runner.FRAME.unpack(self._exactly(runner.FRAME.size, deadline))
        if size > _MOST_FRAME:
            raise broken(f"a frame of {size} bytes came")
        return kind, self._exactly(size, deadline)

    def _exactly(self, size: int, deadline: float) -> bytes:
        if self.client.stdout is None:
            raise _Gone
        descriptor = self.client.stdout.fileno()
        while len(self._read) < size:
            ready, _, _ = select.select([descriptor], [], [], max(deadline - time.monotonic(), 0))
            if not ready:
                raise TimeoutError("the container says nothing")
            block = os.read(descriptor, 1 << 16)
            if not block:
                raise _Gone
            self._read += block
        taken = bytes(self._read[:size])
        del self._read[:size]
        return taken

    def expect_ready(self) -> None:
        """Wait until the job lies there. Raises SandboxUnavailable with the runner's word where it failed on it."""
        try:
            kind, content = self.frame(time.monotonic() + _START_S)
        except (_Gone, TimeoutError):
            raise broken(self.complaint()) from None
        if kind != runner.READY:
            raise broken(content.decode("utf-8", "replace"))

    def listen(self, answer: Answer, deadline: float) -> bool:
        """Take what comes until the script ended, and have it stopped at the deadline. Whether the container ended
        first. Raises SandboxUnavailable where a stopped run does not end.
        """
        stopped = False
        while not answer.report:
            try:
                answer.take(*self.frame(deadline))
            except _Gone:
                return True
            except TimeoutError:
                if stopped:
                    raise broken("a stopped run did not end within ten seconds") from None
                stopped, deadline = True, time.monotonic() + _DEATH_S
                self.write(runner.STOP)
        return False

    def gather(self, answer: Answer) -> None:
        """Take the files that the script left. Raises SandboxUnavailable where they do not come whole."""
        kind = runner.END
        while kind != runner.DONE:
            try:
                kind, content = self.frame(time.monotonic() + _END_S)
            except (_Gone, TimeoutError):
                raise broken("the container ended before its files were out") from None
            answer.take(kind, content)

    def end(self) -> int:
        """End it, wait until the engine let go of it, and say with which code; by force where it takes too long."""
        for stream in (self.client.stdin, self.client.stdout):
            if stream:
                stream.close()
        try:
            code = self.client.wait(_DEATH_S)
        except subprocess.TimeoutExpired:
            with suppress(SandboxUnavailable):
                engine.ask([self._engine.path, "rm", "--force", self._name])
            self.client.kill()
            code = self.client.wait()
        return code

    def forget(self) -> None:
        """End it, and close what is left of it here."""
        self.end()
        os.close(self._complaints)


@dataclass
class Answer:
    """What came out of a run so far, never more than its limits allow."""

    limits: Limits
    stdout: list[bytes] = field(default_factory=list)
    stderr: list[bytes] = field(default_factory=list)
    room: int = 0
    report: dict[str, Any] = field(default_factory=dict)
    artifacts: list[Artifact] = field(default_factory=list)
    left_out: tuple[LeftOut, ...] = ()
    encoded: int = 0
    expected: tuple[str, int] | None = None
    parts: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.room = self.limits.output_bytes

    def take_output(self, stream: list[bytes], content: bytes) -> None:
        """Keep a block of output."""
        if len(content) > self.room:
            raise broken("more output came than the run may make")
        self.room -= len(content)
        stream.append(content)

    def take_file(self, content: bytes) -> None:
        """A file is announced: its name and size."""
        said = json.loads(content)
        path, size = said["path"], said["size"]
        self.encoded += (size + 2) // 3 * 4
        sound = isinstance(path, str) and path.isprintable() and "\\" not in path
        sound = sound and all(part and not part.startswith(".") for part in path.split("/"))
        if not sound or size < 0 or self.encoded > self.limits.artifact_bytes:
            raise broken("a file came that no run may leave")
        if len(self.artifacts) >= self.limits.artifact_files:
            raise broken("more files came than the run may leave")
        self.expected, self.parts = (path, size), []
        if not size:
            self.take_part(b"")

    def take_part(self, content: bytes) -> None:
        """A part of the file that was announced."""
        if self.expected is None:
            raise broken("a part of no file came")
        path, size = self.expected
        self.parts.append(content)
        come = sum(map(len, self.parts))
        if come > size:
            raise broken("a file came longer than announced")
        if come == size:
            whole = b"".join(self.parts)
            self.artifacts.append(Artifact(path, whole, hashlib.sha256(whole).hexdigest()))
            self.expected = None

    def take_left_out(self, content: bytes) -> None:
        """What was left out, each with its reason."""
        said = json.loads(content)
        if len(said) > _MOST_LEFT_OUT or not all(path.isprintable() and why.isprintable() for path, why in said):
            raise broken("what is left out cannot be told safely")
        self.left_out = tuple(LeftOut(path, why) for path, why in said)

    def take(self, kind: bytes, content: bytes) -> None:
        """One frame after the script began. Raises SandboxUnavailable for one that no runner sends."""
        takers = {
            runner.OUTPUT: lambda: self.take_output(self.stdout, content),
            runner.ERRORS: lambda: self.take_output(self.stderr, content),
            runner.END: lambda: self.report.update(json.loads(content)),
            runner.FILE: lambda: self.take_file(content),
            runner.PART: lambda: self.take_part(content),
            runner.LEFT_OUT: lambda: self.take_left_out(content),
            runner.DONE: lambda: None,
        }
        if kind == runner.FAILED:
            raise broken(content.decode("utf-8", "replace"))
        if kind not in takers:
            raise broken("a word came that no runner says")
        try:
            takers[kind]()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise broken(f"a frame came that makes no sense: {error}") from error

    @property
    def stopped(self) -> StopReason | None:
        """Which limit ended the run: the runner's verdict, the kernel's, or a full disk that the script died of."""
        said = self.report.get("stopped")
        if said in {"timeout", "memory", "output", "disk"}:
            return said  # type: ignore[no-any-return]  # one of the four words, as just seen
        if self.report.get("status") and self.report.get("out_of_memory"):
            return "memory"
        return "disk" if self.report.get("status") and self.report.get("disk_full") else None
