"""The result object of a run, as callers and models get it (RUN-3, RUN-4)."""

from __future__ import annotations

import codecs
import json
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skillhouse.model.skill import JsonValue

__all__ = ["STDERR_BYTES", "LeftOutFile", "ReturnedFile", "RunOutcome", "reply", "to_text"]

STDERR_BYTES = 4096


class ReturnedFile(Protocol):
    """A file that a script wrote."""

    @property
    def path(self) -> str:
        """Relative to the workspace."""
        ...

    @property
    def size(self) -> int:
        """In bytes."""
        ...

    @property
    def sha256(self) -> str:
        """In hex."""
        ...


class LeftOutFile(Protocol):
    """Something that a script left and that is not returned."""

    @property
    def path(self) -> str:
        """Safe to print."""
        ...

    @property
    def reason(self) -> str:
        """Why, in words."""
        ...


class RunOutcome(Protocol):
    """What the result object is made of: the sandbox's Outcome has it all."""

    @property
    def exit_code(self) -> int:
        """128+n where signal n ended the script."""
        ...

    @property
    def signal(self) -> str | None:
        """The name of that signal."""
        ...

    @property
    def stdout(self) -> bytes:
        """As the script wrote it."""
        ...

    @property
    def stderr(self) -> bytes:
        """As the script wrote it."""
        ...

    @property
    def stopped(self) -> str | None:
        """The limit that ended the run."""
        ...

    @property
    def artifacts(self) -> Sequence[ReturnedFile]:
        """The files to return."""
        ...

    @property
    def left_out(self) -> Sequence[LeftOutFile]:
        """What is not returned."""
        ...


def reply(
    outcome: RunOutcome, *, limit_chars: int, url_of: Callable[[ReturnedFile], str] | None = None
) -> dict[str, JsonValue]:
    """The result object: `{exit_code, stdout, stderr?, timed_out, files, …}` (RUN-3).

    When its JSON (`to_text`) would be longer than `limit_chars` characters, only stdout is cut: its beginning is kept,
    `stdout_truncated` is true and `stdout_total_chars` tells its whole length. `url_of` gives the address of a
    returned file; without it the address is null.
    """
    stdout = _decode(outcome.stdout, cut=outcome.stopped is not None)
    result: dict[str, JsonValue] = {"exit_code": outcome.exit_code, "stdout": stdout}
    if outcome.exit_code != 0:
        result["stderr"] = _tail(_decode(outcome.stderr, cut=outcome.stopped is not None))
    result["timed_out"] = outcome.stopped == "timeout"
    if outcome.stopped is not None:
        result["stopped"] = outcome.stopped
    if outcome.signal is not None:
        result["signal"] = outcome.signal
    result["files"] = [
        {"path": file.path, "size": file.size, "sha256": file.sha256, "url": url_of(file) if url_of else None}
        for file in outcome.artifacts
    ]
    if outcome.left_out:
        result["files_left_out"] = [{"path": file.path, "reason": file.reason} for file in outcome.left_out]
    if len(to_text(result)) > limit_chars:
        _cut_stdout(result, stdout, limit_chars)
    return result


def to_text(result: dict[str, JsonValue]) -> str:
    """A result object as the JSON that is sent, and that the limit measures: one line, not escaped to ASCII."""
    return json.dumps(result, ensure_ascii=False, allow_nan=False)


def _decode(data: bytes, *, cut: bool) -> str:
    r"""Output as text. Bytes that are not UTF-8 become `\xff`; with `cut`, half a character at the end is dropped."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    return decoder.decode(data, final=not cut)


def _tail(text: str) -> str:
    """The end of a text, at most 4 KB in UTF-8, beginning with a whole character."""
    data = text.encode("utf-8")
    return text if len(data) <= STDERR_BYTES else data[-STDERR_BYTES:].decode("utf-8", "ignore")


def _cut_stdout(result: dict[str, JsonValue], stdout: str, limit: int) -> None:
    """Keep as much of stdout's beginning as the limit leaves room for, escapes counted."""
    result |= {"stdout": "", "stdout_truncated": True, "stdout_total_chars": len(stdout)}
    room = limit - len(to_text(result)) + len('""')
    kept, too_long = 0, len(stdout) + 1
    while too_long - kept > 1:
        middle = (kept + too_long) // 2
        if len(json.dumps(stdout[:middle], ensure_ascii=False)) <= room:
            kept = middle
        else:
            too_long = middle
    result["stdout"] = stdout[:kept]
