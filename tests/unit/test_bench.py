"""The test bench: what it hands to a sandbox, and what it refuses before that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Self

import pytest

from skillhouse.errors import InvalidRequest, Refused
from skillhouse.model.run import Limits, Usage
from skillhouse.model.skill import ABSENT, Bundle, Definition, SkillFile
from skillhouse.model.table import Column, Table
from skillhouse.sandbox import Job, Outcome, RuntimeUsed, SandboxUsed
from skillhouse.service.bench import PARAMS_BYTES, run_script

if TYPE_CHECKING:
    from types import TracebackType

BUNDLE = Bundle((SkillFile("SKILL.md", b""), SkillFile("scripts/x.py", b"")))
SKILL = Definition("demo", "Adds.", ABSENT, BUNDLE, {"go": "scripts/x.py"})


class Notebook:
    """A sandbox that runs nothing and keeps what it was asked to run."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def run(self, job: Job) -> Outcome:
        """Keep the job."""
        self.jobs.append(job)
        return Outcome(3, b"out", b"err", Usage(1.0), RuntimeUsed("python", "3"), SandboxUsed("notebook", ()))

    def close(self) -> None:
        """Nothing to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.close()


@pytest.mark.rule("BEN-1", "RUN-2", "SBX-3", "SBX-6")
def test_the_sandbox_gets_every_file_the_script_its_arguments_and_the_parameters() -> None:
    """An entrypoint's name has become its path; a failing script is an outcome, not an error."""
    sandbox, limits = Notebook(), Limits(wall_s=2)
    outcome = run_script(SKILL, "go", ["a b", ""], sandbox=sandbox, params={"n": "é"}, limits=limits, bash=False)
    assert outcome.exit_code == 3
    assert sandbox.jobs == [Job(BUNDLE.files, "scripts/x.py", ("a b", ""), '{"n": "\\u00e9"}', limits, bash=False)]


@pytest.mark.rule("BEN-1", "SBX-6", "SBX-8")
def test_without_parameters_and_limits_the_defaults_hold() -> None:
    """`{}`, as for a tool call."""
    sandbox = Notebook()
    run_script(SKILL, "scripts/x.py", sandbox=sandbox)
    assert sandbox.jobs == [Job(BUNDLE.files, "scripts/x.py")]


@pytest.mark.rule("BEN-1", "RUN-1")
def test_what_a_gate_refuses_never_reaches_the_sandbox() -> None:
    """The same gates as for an agent's call."""
    sandbox = Notebook()
    with pytest.raises(Refused, match="not a file of the skill"):
        run_script(SKILL, "scripts/y.py", sandbox=sandbox)
    assert sandbox.jobs == []


@pytest.mark.rule("SBX-6")
def test_parameters_that_no_environment_can_hold_are_refused() -> None:
    """One byte under the limit is fine."""
    sandbox = Notebook()
    room = PARAMS_BYTES - len(json.dumps({"x": ""}))
    run_script(SKILL, "go", sandbox=sandbox, params={"x": "a" * room})
    for params in ({"x": "a" * (room + 1)}, {"x": float("nan")}):
        with pytest.raises(InvalidRequest, match="the parameters"):
            run_script(SKILL, "go", sandbox=sandbox, params=params)
    assert len(sandbox.jobs) == 1


def table(name: str, cell: str = "x") -> Table:
    """One column with one row."""
    return Table(name, (Column("a", "text"),), ((cell,),))


def test_tables_lie_below_data_in_their_order() -> None:
    """A clash of slugs is numbered; the rows are JSON Lines."""
    sandbox = Notebook()
    run_script(SKILL, "go", sandbox=sandbox, tables=[table("Rates"), table("rates!", "y")])
    assert sandbox.jobs[0].files == BUNDLE.files
    assert {file.path: file.content for file in sandbox.jobs[0].tables} == {
        "data/rates.jsonl": b'{"a": "x"}\n',
        "data/rates-2.jsonl": b'{"a": "y"}\n',
    }


@pytest.mark.rule("TBL-3")
def test_tables_over_the_budget_are_refused_by_name_and_never_cut() -> None:
    """The budget is for all of a run's tables together; exactly at it is fine."""
    sandbox, size = Notebook(), len(b'{"a": "x"}\n')
    run_script(SKILL, "go", sandbox=sandbox, tables=[table("one"), table("two")], limits=Limits(table_bytes=2 * size))
    for tables, name in (
        ([table("one"), table("two")], "'two' takes .* stand before"),
        ([table("one", "xx" * 20)], "'one'"),
    ):
        with pytest.raises(Refused, match=name) as caught:
            run_script(SKILL, "go", sandbox=sandbox, tables=tables, limits=Limits(table_bytes=2 * size - 1))
        assert caught.value.code == "TABLE_OVER_BUDGET"
    assert len(sandbox.jobs) == 1
    assert Limits().table_bytes == 50 << 20


@pytest.mark.parametrize("path", ["data/rates.jsonl", "Data/RATES.jsonl", "data"])
def test_a_table_never_hides_a_file_of_the_skill(path: str) -> None:
    """The refusal names both."""
    files = (*BUNDLE.files, SkillFile(path, b""))
    skill = Definition("demo", "Adds.", ABSENT, Bundle(files))
    with pytest.raises(Refused, match=f"'rates' .*'{path}'") as caught:
        run_script(skill, "scripts/x.py", sandbox=Notebook(), tables=[table("rates")])
    assert caught.value.code == "TABLE_PATH_TAKEN"
    run_script(skill, "scripts/x.py", sandbox=Notebook())
