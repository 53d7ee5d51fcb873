"""The result object: its fields, its limit, and that it is always whole JSON of whole characters."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.format.wire import STDERR_BYTES, reply, to_text


@dataclass(frozen=True)
class File:
    """A returned file."""

    path: str
    size: int = 3
    sha256: str = "ab"


@dataclass(frozen=True)
class LeftOut:
    """A file that is not returned."""

    path: str
    reason: str


@dataclass(frozen=True)
class Outcome:
    """What a sandbox answers, as far as the result object looks."""

    exit_code: int = 0
    stdout: bytes = b""
    stderr: bytes = b""
    stopped: str | None = None
    signal: str | None = None
    artifacts: list[File] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


ROOMY = 65_536


@pytest.mark.rule("RUN-3")
def test_a_run_that_went_well_has_four_fields() -> None:
    """No stderr, even where the script wrote some."""
    result = reply(Outcome(stdout="72.56 €\n".encode(), stderr=b"note"), limit_chars=ROOMY)
    assert result == {"exit_code": 0, "stdout": "72.56 €\n", "timed_out": False, "files": []}


@pytest.mark.rule("RUN-3")
def test_a_run_that_failed_has_the_end_of_stderr() -> None:
    """At most 4 KB of UTF-8, from a whole character on."""
    result = reply(Outcome(2, stderr=b"start" + "é".encode() * 4000 + b"."), limit_chars=ROOMY)
    assert result["stderr"] == "é" * ((STDERR_BYTES - 1) // 2) + "."


@pytest.mark.rule("RUN-3")
@pytest.mark.parametrize("limit", ["timeout", "memory", "output", "disk"])
def test_a_run_stopped_by_a_limit_names_it(limit: str) -> None:
    """Only the wall clock is a time-out."""
    result = reply(Outcome(137, stopped=limit, signal="SIGKILL"), limit_chars=ROOMY)
    assert result["stopped"] == limit
    assert result["signal"] == "SIGKILL"
    assert result["timed_out"] is (limit == "timeout")


@pytest.mark.rule("RUN-4")
def test_files_have_path_size_digest_and_address() -> None:
    """The address is null where nothing serves the file; what is left out is told with its reason."""
    outcome = Outcome(artifacts=[File("out/a.csv")], left_out=[LeftOut("big.bin", "over 50 MB")])
    result = reply(outcome, limit_chars=ROOMY)
    assert result["files"] == [{"path": "out/a.csv", "size": 3, "sha256": "ab", "url": None}]
    assert result["files_left_out"] == [{"path": "big.bin", "reason": "over 50 MB"}]
    served = reply(outcome, limit_chars=ROOMY, url_of=lambda file: f"https://x/{file.path}")
    assert served["files"] == [{"path": "out/a.csv", "size": 3, "sha256": "ab", "url": "https://x/out/a.csv"}]


@pytest.mark.rule("RUN-3")
def test_bytes_that_are_not_utf8_are_shown_as_escapes() -> None:
    """Nothing is lost, and no replacement character stands for it."""
    assert reply(Outcome(stdout=b"a \xff\xfe b\xe4"), limit_chars=ROOMY)["stdout"] == "a \\xff\\xfe b\\xe4"


@pytest.mark.rule("RUN-3", "SBX-8")
def test_half_a_character_at_the_end_of_stopped_output_is_dropped() -> None:
    """The output limit counts bytes and may fall inside a character."""
    outcome = Outcome(137, "价价".encode()[:-1], "é".encode()[:-1], stopped="output")
    result = reply(outcome, limit_chars=ROOMY)
    assert (result["stdout"], result["stderr"]) == ("价", "")


@pytest.mark.rule("RUN-3")
def test_stdout_is_cut_to_the_limit_and_its_length_is_told() -> None:
    """The beginning is kept, as much as fits."""
    result = reply(Outcome(stdout="价".encode() * 100_000), limit_chars=ROOMY)
    assert result["stdout_truncated"] is True
    assert result["stdout_total_chars"] == 100_000
    assert len(to_text(result)) == ROOMY


@pytest.mark.rule("RUN-3")
def test_only_stdout_is_cut() -> None:
    """Where the rest alone is over the limit, it stays whole and stdout is empty."""
    outcome = Outcome(1, b"x" * 100, b"y" * 4000, artifacts=[File("a" * 200)] * 10)
    result = reply(outcome, limit_chars=1024)
    assert result["stdout"] == ""
    assert result["stderr"] == "y" * 4000
    assert isinstance(result["files"], list)
    assert len(result["files"]) == 10


@pytest.mark.rule("RUN-3")
@given(st.binary(max_size=3000) | st.text(max_size=1500).map(str.encode), st.integers(200, 3000), st.integers(0, 1))
def test_the_result_is_valid_json_within_the_limit_whatever_a_script_prints(
    stdout: bytes, limit: int, code: int
) -> None:
    """Quotes, control characters and emoji count as they are written."""
    result = reply(Outcome(code, stdout, b"e" * code), limit_chars=limit)
    text = to_text(result)
    assert len(text) <= limit
    assert json.loads(text.encode("utf-8")) == result
    whole = reply(Outcome(code, stdout, b"e" * code), limit_chars=1 << 30)["stdout"]
    assert isinstance(whole, str)
    assert isinstance(result["stdout"], str)
    assert whole.startswith(result["stdout"])
    if "stdout_truncated" in result:
        assert result["stdout_total_chars"] == len(whole)
        one_more = json.dumps(whole[: len(result["stdout"]) + 1], ensure_ascii=False)
        assert len(text) - len(json.dumps(result["stdout"], ensure_ascii=False)) + len(one_more) > limit
    else:
        assert result["stdout"] == whole
