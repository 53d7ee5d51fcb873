"""What a script's header expects of an outcome, and the words for what came instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.testing.behaviour import BehaviourSkipped, ensure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.sandbox import Outcome

__all__ = ["Expectation", "judge"]

_ANY = "any"
_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must be seen. None and empty say nothing; `exit` and `stopped` may be "any".

    `holds` wants at least one line `held: …` on stdout, and no line `OPEN: …`. `output_bytes` counts both streams.
    `frames` counts a traceback's frames. `files` is the exact list of results, `left_out_has` words that what is left
    out must mention. `within_s` bounds a run as the caller sees it, `wall_ms` the time that the outcome reports.
    """

    exit: int | str = 0
    signal: str | None = None
    signal_has: str = ""
    stopped: str | None = None
    stdout: str | None = None
    stdout_hex: str | None = None
    stdout_has: tuple[str, ...] = ()
    stderr: str | None = None
    stderr_has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    holds: bool = False
    frames: int | None = None
    output_bytes: int | None = None
    files: tuple[str, ...] | None = None
    files_hold: Mapping[str, str] | None = None
    files_have: tuple[str, ...] = ()
    files_lack: tuple[str, ...] = ()
    files_at_most: int | None = None
    left_out_has: tuple[str, ...] = ()
    runtime: str | None = None
    within_s: float | None = None
    wall_ms: tuple[float, float] | None = None


def _shown(data: bytes) -> str:
    text = data.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _SHOWN else f"…{text[-_SHOWN:]}")


def _end(expected: Expectation, outcome: Outcome) -> None:
    said = f"; its errors end {_shown(outcome.stderr)}" if outcome.stderr else ""
    if expected.stopped != _ANY:
        ensure(
            outcome.stopped == expected.stopped,
            f"expected a run stopped by {expected.stopped or 'no limit'}, but it was {outcome.stopped or 'none'}{said}",
        )
    if expected.exit == _ANY:
        return
    ensure(outcome.exit_code == expected.exit, f"expected exit code {expected.exit}, got {outcome.exit_code}{said}")
    if expected.signal_has:
        ensure(expected.signal_has in (outcome.signal or ""), f"expected a signal's name, got {outcome.signal!r}")
    else:
        wanted = expected.signal or "no signal"
        ensure(outcome.signal == expected.signal, f"expected {wanted} to end it, but it was {outcome.signal!r}")


def _text(expected: Expectation, outcome: Outcome) -> None:
    for name, wanted, got in (
        ("output", expected.stdout, outcome.stdout),
        ("errors", expected.stderr, outcome.stderr),
    ):
        if wanted is not None:
            same = got == wanted.encode("utf-8", "surrogatepass")
            ensure(same, f"expected the {name} {wanted!r}, got {_shown(got)}; errors: {_shown(outcome.stderr)}")
    if expected.stdout_hex is not None:
        ensure(outcome.stdout.hex() == expected.stdout_hex, f"output bytes changed: {outcome.stdout.hex()}")
    for name, parts, got in (
        ("output", expected.stdout_has, outcome.stdout),
        ("errors", expected.stderr_has, outcome.stderr),
    ):
        for part in parts:
            ensure(part.encode() in got, f"expected {part!r} in the {name}, got {_shown(got)}")
    for part in expected.lacks:
        ensure(part.encode() not in outcome.stdout + outcome.stderr, f"{part!r} was printed: {_shown(outcome.stdout)}")


def _breaches(expected: Expectation, outcome: Outcome) -> None:
    lines = outcome.stdout.decode("utf-8", "backslashreplace").splitlines()
    if not expected.holds:
        return
    found = [line for line in lines if line.startswith("OPEN")]
    ensure(not found, f"not held: {'; '.join(found[:5])}")
    ensure(any(line.startswith("held") for line in lines), f"nothing was tried: {_shown(outcome.stderr)}")


def _amounts(expected: Expectation, outcome: Outcome) -> None:
    if expected.frames is not None:
        frames = outcome.stderr.count(b'\n  File "') + outcome.stderr.startswith(b'  File "')
        ensure(frames == expected.frames, f"expected {expected.frames} frames, got {_shown(outcome.stderr)}")
    if expected.output_bytes is not None:
        size = len(outcome.stdout) + len(outcome.stderr)
        ensure(size == expected.output_bytes, f"expected {expected.output_bytes} bytes of output, got {size}")
    if expected.runtime is not None:
        used = outcome.runtime
        ensure(used.name == expected.runtime and used.version, f"expected {expected.runtime} to run it, not {used}")


def _files(expected: Expectation, outcome: Outcome) -> None:
    contents = {artifact.path: artifact.content for artifact in outcome.artifacts}
    paths = sorted(contents)
    if expected.files is not None:
        ensure(paths == sorted(expected.files), f"expected the files {sorted(expected.files)}, got {paths[:20]}")
    for path, text in (expected.files_hold or {}).items():
        ensure(path in contents, f"expected the file {path!r}, got {paths[:20]}")
        ensure(contents[path] == text.encode(), f"{path!r} holds {_shown(contents[path])}, not {text!r}")
    for path in expected.files_have:
        ensure(path in contents, f"expected the file {path!r}, got {paths[:20]}")
    for path in expected.files_lack:
        ensure(path not in contents, f"the file {path!r} was returned")
    if expected.files_at_most is not None:
        ensure(len(paths) <= expected.files_at_most, f"{len(paths)} files were returned")


def _left_out(expected: Expectation, outcome: Outcome) -> None:
    told = "\n".join(f"{item.path}: {item.reason}" for item in outcome.left_out)
    for part in expected.left_out_has:
        ensure(part in told, f"expected {part!r} among what was left out, got {told[:_SHOWN]!r}")
    ensure(told.replace("\n", "").isprintable(), f"what was left out is not safe to print: {told[:_SHOWN]!r}")


_JUDGES: tuple[Callable[[Expectation, Outcome], None], ...] = (_breaches, _end, _text, _amounts, _files, _left_out)


def judge(expected: Expectation, outcome: Outcome, seconds: float) -> None:
    """Hold an outcome against what was expected. Raises BehaviourFailed with the first difference, BehaviourSkipped
    where the script says that it cannot be tried on this machine.
    """
    if outcome.stdout.startswith(b"SKIPPED: "):
        raise BehaviourSkipped(outcome.stdout.decode("utf-8", "replace").partition(": ")[2].strip())
    for look in _JUDGES:
        look(expected, outcome)
    if expected.within_s is not None:
        ensure(seconds <= expected.within_s, f"it took {seconds:.1f} s, expected at most {expected.within_s} s")
    if expected.wall_ms is not None:
        low, high = expected.wall_ms
        took = outcome.usage.wall_ms
        ensure(low <= took <= high, f"the run says it took {took:.0f} ms, expected {low:.0f} to {high:.0f}")
