"""The sandbox seam: a Job goes in, an Outcome comes out, wherever it ran (SBX-10).

A backend is anything with the one method of `Sandbox`. It owns its whole security model; `skillhouse.testing` holds
the suite that every backend must pass. "The script failed" is an Outcome; "the sandbox failed" is
`SandboxUnavailable` (RUN-7), and the two are never confused.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, Self

from skillhouse.errors import InvalidRequest
from skillhouse.model.run import Limits

if TYPE_CHECKING:
    from types import TracebackType

    from skillhouse.model.run import Usage
    from skillhouse.model.skill import SkillFile

__all__ = [
    "Artifact",
    "ContainerUsed",
    "Job",
    "LayerState",
    "LeftOut",
    "Outcome",
    "RuntimeUsed",
    "Sandbox",
    "SandboxUsed",
    "StopReason",
]

_TEXT = "Give text without NUL and without halves of characters."

StopReason = Literal["timeout", "memory", "output", "disk"]


@dataclass(frozen=True, slots=True)
class Job:
    """What the sandbox gets: a bundle's files, one script of it and the exact arguments (RUN-2).

    `params` is the JSON text of SKILL_PARAMETERS (SBX-6). `bash` allows a `.sh` file that asks for bash to have it
    (SBX-1). `tables` lie at their paths in the workspace too: read-only, and outside its quota (TBL-2, SBX-8).
    Nothing in a Job is trusted but that its paths were checked by the gates. Raises InvalidRequest for a text that no
    program can be given.
    """

    files: tuple[SkillFile, ...]
    script: str
    args: tuple[str, ...] = ()
    params: str = "{}"
    limits: Limits = field(default_factory=Limits)
    bash: bool = True
    tables: tuple[SkillFile, ...] = ()

    def __post_init__(self) -> None:
        """Refuse texts that no program can be given. Raises InvalidRequest."""
        named = [*((f"args[{number}]", text) for number, text in enumerate(self.args)), ("params", self.params)]
        for where, text in named:
            if "\0" in text:
                raise InvalidRequest(f"{where} holds a NUL character", code="ARG_HAS_NUL", hint=_TEXT, where=where)
            try:
                os.fsencode(text)
            except UnicodeEncodeError as error:
                message = f"{where} is not valid Unicode text: {text[:40]!a}"
                raise InvalidRequest(message, code="ARG_NOT_UNICODE", hint=_TEXT, where=where) from error


@dataclass(frozen=True, slots=True)
class Artifact:
    """A new regular file that the script left in the workspace (RUN-4, SBX-9)."""

    path: str
    content: bytes = field(repr=False)
    sha256: str

    @property
    def size(self) -> int:
        """The size in bytes."""
        return len(self.content)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something the script left that is not returned, with the reason; `path` is escaped and safe to print."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class RuntimeUsed:
    """The interpreter that a run had: its kind (`python`, `sh`, `bash`, `node`) and exact version (SBX-1)."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class LayerState:
    """One layer of the sandbox in one run: `held` says whether it stood; `detail` how, or what stands in for it."""

    name: str
    held: bool
    detail: str


@dataclass(frozen=True, slots=True)
class ContainerUsed:
    """What made and ran a container: the engine and its version, its runtime, and the image's id."""

    engine: str
    runtime: str
    image: str


@dataclass(frozen=True, slots=True)
class SandboxUsed:
    """Which backend ran a job, and with which layers (SBX-10); `container` where that was one."""

    backend: str
    layers: tuple[LayerState, ...]
    container: ContainerUsed | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the sandbox answers. `exit_code` is 128+n where signal n ended the script; `signal` then names it (RUN-3).

    `stdout` and `stderr` are raw bytes, at most `limits.output_bytes` together.
    """

    exit_code: int
    stdout: bytes = field(repr=False)
    stderr: bytes = field(repr=False)
    usage: Usage
    runtime: RuntimeUsed
    sandbox: SandboxUsed
    signal: str | None = None
    stopped: StopReason | None = None
    artifacts: tuple[Artifact, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def timed_out(self) -> bool:
        """Whether the wall-clock limit ended the run."""
        return self.stopped == "timeout"


class Sandbox(Protocol):
    """Runs jobs, each in a fresh closed place. Safe to call from several threads. A context manager: leaving it
    ends whatever the backend holds.
    """

    def run(self, job: Job) -> Outcome:
        """Run one job to its end. Raises SandboxUnavailable when the sandbox, not the script, failed."""
        ...

    def close(self) -> None:
        """Release everything; a second call does nothing."""
        ...

    def __enter__(self) -> Self:
        """The sandbox itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        ...
