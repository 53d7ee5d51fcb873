"""The suite itself: its scripts are complete, and it does not pass what misbehaves."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

import skillhouse.testing
from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Usage
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Artifact, Job, LayerState, LeftOut, Outcome, RuntimeUsed, SandboxUsed
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.testing import (
    Behaviour,
    BehaviourFailed,
    BehaviourSkipped,
    Result,
    conformance,
    ensure,
    run_conformance,
)
from skillhouse.testing.__main__ import main
from skillhouse.testing.expectation import Expectation, judge
from skillhouse.testing.script import read_script

if TYPE_CHECKING:
    from types import TracebackType

pytestmark = pytest.mark.rule("SBX-10")

PACKAGE = Path(skillhouse.testing.__file__).parent
SCRIPTS = sorted(path for path in (PACKAGE / "scripts").iterdir() if path.is_file())
SPECIFICATION = Path(__file__).parents[2] / "docs" / "reference" / "specification.md"
OUTCOME = Outcome(
    exit_code=0,
    stdout=b"held: all\n",
    stderr=b"",
    usage=Usage(wall_ms=5.0),
    runtime=RuntimeUsed("python", "3.12.0"),
    sandbox=SandboxUsed("fixed", (LayerState("all", held=True, detail="none"),)),
)


@dataclass
class Fixed:
    """A sandbox that answers every job with the same outcome, or the same error."""

    answer: Outcome | Exception

    def run(self, job: Job) -> Outcome:
        """The answer, whatever the job."""
        assert job.script
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def close(self) -> None:
        """Nothing to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.close()


def test_the_suite_is_large_and_each_behaviour_has_a_name_of_its_own() -> None:
    """Names are what a failure is known by."""
    names = [behaviour.name for behaviour in conformance()]
    assert len(names) >= 180
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in names)


def test_every_behaviour_says_what_it_promises_and_which_rules_it_proves() -> None:
    """One sentence, and ids that the specification knows."""
    known = set(re.findall(r"\*\*([A-Z]+-\d+)\*\*", SPECIFICATION.read_text("utf-8")))
    for behaviour in conformance():
        assert behaviour.says.endswith("."), behaviour.name
        assert behaviour.rules, behaviour.name
        assert set(behaviour.rules) <= known, behaviour.name


def test_every_rule_of_the_sandbox_has_several_behaviours() -> None:
    """One example proves little."""
    counts: dict[str, int] = {}
    for behaviour in conformance():
        for rule in behaviour.rules:
            counts[rule] = counts.get(rule, 0) + 1
    wanted = ["RUN-2", "RUN-3", "RUN-4", *(f"SBX-{number}" for number in (*range(1, 10), 11))]
    assert {rule: counts.get(rule, 0) for rule in wanted if counts.get(rule, 0) < 3} == {}


def test_the_quick_ones_show_nearly_every_layer() -> None:
    """They are what `doctor` has the time for."""
    layers = {behaviour.layer for behaviour in conformance()}
    quick = conformance(quick=True)
    assert len(quick) < len(conformance()) / 4
    assert layers - {behaviour.layer for behaviour in quick} <= {"disk", "layers"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_a_behaviour_or_used_by_one(path: Path) -> None:
    """A header that went missing would take its behaviour away in silence."""
    users = "".join((PACKAGE / name).read_text("utf-8") for name in ("checks.py", "script.py"))
    assert (read_script(path.name) is not None) != (f'"{path.name}"' in users and path.name != "args_none.sh")


def test_a_header_with_a_word_that_no_header_has_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt expectation would expect nothing."""
    monkeypatch.setattr("skillhouse.testing.script.FOLDER", tmp_path)
    (tmp_path / "x.py").write_text('#: {"says": "X.", "layer": "x", "rules": ["SBX-1"], "stdot": "x"}\n')
    with pytest.raises(TypeError, match="stdot"):
        read_script("x.py")


def test_scripts_name_no_place_of_the_machine_they_were_written_on() -> None:
    """They are shipped."""
    for path in SCRIPTS:
        assert not re.search(r"localhost:\d", path.read_text("utf-8")), path.name


def test_python_scripts_are_well_formed_but_for_the_two_that_are_not() -> None:
    """Each parses with the Python that runs the tests."""
    broken = []
    for path in SCRIPTS:
        if path.suffix == ".py":
            try:
                ast.parse(path.read_text("utf-8"))
            except SyntaxError:
                broken.append(path.name)
    assert broken == ["end_syntax_error.py", "fid_odd_then_wrong.py"]


def test_a_sandbox_that_answers_anything_is_not_passed() -> None:
    """Hardly any behaviour is content with one and the same outcome."""
    results = run_conformance(Fixed(OUTCOME), quick=True, threads=4)
    assert len([result for result in results if result.failed]) > len(results) / 2


def test_a_sandbox_that_lets_things_out_is_told_so() -> None:
    """A line that begins with OPEN fails every behaviour that must hold."""
    leaky = run_conformance(Fixed(replace(OUTCOME, stdout=b"held: a\nOPEN: the door\n")), quick=True)
    told = [result for result in leaky if "not held: OPEN: the door" in result.message]
    assert len(told) > 10


@pytest.mark.rule("RUN-7")
def test_a_sandbox_that_cannot_run_fails_every_behaviour_with_its_own_word() -> None:
    """An operator's error is no exception of the suite, nor is an error that no sandbox should raise."""
    for error, word in ((SandboxUnavailable("no door"), "SANDBOX_UNAVAILABLE: no door"), (KeyError("odd"), "KeyError")):
        results = run_conformance(Fixed(error), quick=True)
        assert {result.status for result in results} == {"failed"}
        assert all(word in result.message for result in results)


def test_progress_hears_each_result_and_the_order_is_that_of_the_suite() -> None:
    """However many behaviours run beside each other."""
    heard: list[Result] = []
    results = run_conformance(Fixed(OUTCOME), quick=True, progress=heard.append, threads=3)
    assert [result.behaviour for result in results] == list(conformance(quick=True))
    assert sorted(heard, key=lambda result: result.behaviour.name) == sorted(
        results, key=lambda result: result.behaviour.name
    )


def test_a_check_passes_fails_or_is_skipped() -> None:
    """Three ends, each with its message and its time."""

    def check(sandbox: object) -> None:
        ensure(isinstance(sandbox, Fixed), "never")
        raise error

    behaviour = Behaviour("x", "X.", "x", ("SBX-1",), check)
    error: Exception = BehaviourSkipped("not here")
    skipped = behaviour.hold(Fixed(OUTCOME))
    assert (skipped.status, skipped.message, skipped.failed, skipped.passed) == ("skipped", "not here", False, False)
    error = BehaviourFailed("broken")
    failed = behaviour.hold(Fixed(OUTCOME))
    assert (failed.status, failed.message, failed.failed) == ("failed", "broken", True)
    passed = replace(behaviour, check=lambda _: None).hold(Fixed(OUTCOME))
    assert (passed.status, passed.message, passed.passed) == ("passed", "", True)
    assert passed.seconds >= 0


FILES = (Artifact("a.txt", b"text", "0" * 64),)
DIFFERENCES: dict[str, tuple[Expectation, dict[str, Any], str]] = {
    "exit": (Expectation(), {"exit_code": 3, "stderr": b"why"}, "exit code 0, got 3; its errors end 'why'"),
    "signal": (Expectation(exit=143, signal="SIGTERM"), {"exit_code": 143}, "expected SIGTERM"),
    "no signal": (Expectation(exit=137), {"exit_code": 137, "signal": "SIGKILL"}, "expected no signal"),
    "any signal": (Expectation(exit=168, signal_has="SIG"), {"exit_code": 168}, "a signal's name"),
    "stopped": (Expectation(exit="any", stopped="memory"), {"stopped": "timeout"}, "stopped by memory"),
    "not stopped": (Expectation(exit="any"), {"stopped": "timeout"}, "no limit, but it was timeout"),
    "stdout": (Expectation(stdout="x"), {}, "expected the output 'x'"),
    "stdout has": (Expectation(stdout_has=("x",)), {}, "expected 'x' in the output"),
    "bytes": (Expectation(stdout_hex="ff"), {}, "output bytes changed"),
    "stderr": (Expectation(stderr="x"), {}, "expected the errors 'x'"),
    "stderr has": (Expectation(stderr_has=("x",)), {}, "expected 'x' in the errors"),
    "lacks": (Expectation(lacks=("held",)), {}, "'held' was printed"),
    "breach": (Expectation(holds=True), {"stdout": b"held: a\nOPEN: b\n"}, "not held: OPEN: b"),
    "nothing tried": (Expectation(holds=True), {"stdout": b""}, "nothing was tried"),
    "frames": (Expectation(frames=1), {"stderr": b'  File "a"\n  File "b"\n'}, "expected 1 frames"),
    "size": (Expectation(output_bytes=3), {}, "expected 3 bytes of output, got 10"),
    "runtime": (Expectation(runtime="sh"), {}, "expected sh to run it"),
    "files": (Expectation(files=("b.txt",)), {"artifacts": FILES}, "expected the files ['b.txt'], got ['a.txt']"),
    "a file": (Expectation(files_hold={"b.txt": ""}), {"artifacts": FILES}, "expected the file 'b.txt'"),
    "content": (Expectation(files_hold={"a.txt": "x"}), {"artifacts": FILES}, "'a.txt' holds 'text', not 'x'"),
    "have": (Expectation(files_have=("b.txt",)), {"artifacts": FILES}, "expected the file 'b.txt'"),
    "lack": (Expectation(files_lack=("a.txt",)), {"artifacts": FILES}, "the file 'a.txt' was returned"),
    "at most": (Expectation(files_at_most=0), {"artifacts": FILES}, "1 files were returned"),
    "left out": (Expectation(left_out_has=("pipe",)), {}, "expected 'pipe' among what was left out"),
    "unsafe": (Expectation(), {"left_out": (LeftOut("\x1b[31m", "odd"),)}, "not safe to print"),
    "late": (Expectation(within_s=0.5), {}, "it took 1.0 s, expected at most 0.5 s"),
    "wall": (Expectation(wall_ms=(10, 20)), {}, "the run says it took 5 ms"),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_each_expectation_tells_what_came_instead(name: str) -> None:
    """And is content with an outcome that meets it."""
    expected, changes, message = DIFFERENCES[name]
    with pytest.raises(BehaviourFailed) as raised:
        judge(expected, replace(OUTCOME, **changes), 1.0)
    assert message in str(raised.value)


def test_an_outcome_that_meets_every_expectation_passes() -> None:
    """The other side of each."""
    outcome = replace(OUTCOME, stderr=b'\n  File "a"', artifacts=FILES, left_out=(LeftOut("p", "a named pipe"),))
    expected = Expectation(
        stdout="held: all\n", stdout_hex=b"held: all\n".hex(), stdout_has=("all",), stderr='\n  File "a"',
        stderr_has=("File",), lacks=("OPEN",), holds=True, frames=1, output_bytes=21, files=("a.txt",),
        files_hold={"a.txt": "text"}, files_have=("a.txt",), files_lack=("b",), files_at_most=1,
        left_out_has=("pipe",), runtime="python", within_s=2, wall_ms=(1, 10),
    )  # fmt: skip
    judge(expected, outcome, 1.0)
    judge(Expectation(exit=168, signal_has="SIG"), replace(OUTCOME, exit_code=168, signal="SIG40"), 1.0)


def test_a_script_may_say_that_it_cannot_be_tried() -> None:
    """On a machine whose numbers it does not know."""
    with pytest.raises(BehaviourSkipped, match="no numbers"):
        judge(Expectation(exit=9), replace(OUTCOME, stdout=b"SKIPPED: no numbers\n"), 1.0)


def test_a_runtime_that_the_host_lacks_is_a_reason_to_skip() -> None:
    """Bash is the one that scripts may ask for in vain."""
    behaviour = next(each for each in conformance() if each.name == "run_bash_sh")
    result = behaviour.hold(Fixed(OUTCOME))
    assert (result.status, result.message) == ("skipped", "this host has no bash")


def test_the_suite_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON on stdout, the sum on stderr."""
    assert main(["--quick", "--json", "--threads", "4"]) == 0
    shown = capsys.readouterr()
    records = json.loads(shown.out)
    assert len(records) == len(conformance(quick=True))
    assert {record["status"] for record in records} <= {"passed", "skipped"}
    assert f"{len(records)} passed" in shown.err or "skipped" in shown.err


def test_the_command_says_in_a_line_how_each_behaviour_went(capsys: pytest.CaptureFixture[str]) -> None:
    """For people."""
    assert main(["--quick", "--cold", "--no-groups", "--threads", "4"]) == 0
    told = capsys.readouterr().err
    assert "passed  arguments_python: Each argument reaches a Python script byte for byte." in told


def test_a_host_without_bwrap_ends_the_command_with_an_operator_s_code() -> None:
    """121, the message and a hint."""
    program = (
        "import sys; from skillhouse.sandbox import bwrap; from skillhouse.errors import SandboxUnavailable\n"
        "def none(path=None): raise SandboxUnavailable('there is no bwrap', hint='Install it.')\n"
        "bwrap.find = none\nfrom skillhouse.testing.__main__ import main\nsys.exit(main(['--cold']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 121
    assert "there is no bwrap" in done.stderr
    assert "Install it." in done.stderr


def test_a_foreign_sandbox_is_held_to_the_suite_by_the_protocol_alone() -> None:
    """Anything with `run` can be tried: here the real one, behind another face."""

    @dataclass
    class Wrapped(Fixed):
        inner: NamespaceSandbox

        def run(self, job: Job) -> Outcome:
            return self.inner.run(job)

    with NamespaceSandbox() as inner:
        behaviour = next(each for each in conformance() if each.name == "files_in_place")
        assert behaviour.hold(Wrapped(OUTCOME, inner)).message == ""
        assert inner.run(Job((SkillFile("x.py", b""),), "x.py")).exit_code == 0
