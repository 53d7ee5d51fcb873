"""Behaviours written as scripts: what to run, and in its first comment what a user must notice.

The comment is JSON in lines that begin with `#:` (`//:` for Node). A script prints `held: …` for each attempt that
was refused and `OPEN: …` for a breach; the words come from `scripts/kit.py`, which lies beside it in the sandbox.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.testing.behaviour import Behaviour, BehaviourSkipped, ensure
from skillhouse.testing.expectation import Expectation, judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.sandbox import Outcome, Sandbox

__all__ = ["NOTES", "Script", "job_for", "script_behaviours"]

FOLDER = Path(__file__).with_name("scripts")
# A skill's data file, with which scripts prove that relative paths work.
NOTES = b"notes\n"
_MARKS = ("#:", "//:")


@dataclass(frozen=True, slots=True)
class Script:
    """One script and how to run it.

    `beside` are more files of its skill, `tables` its data tables; `times` runs in turn, `at_once` together;
    `distinct` asks that their outputs all differ; `then_fine` that a plain script works afterwards; `needs` names a
    runtime that a host may lack.
    """

    says: str
    layer: str
    rules: tuple[str, ...]
    quick: bool = False
    serial: bool = False
    args: tuple[str, ...] = ()
    params: str = "{}"
    limits: Mapping[str, Any] | None = None
    beside: Mapping[str, str] | None = None
    tables: Mapping[str, str] | None = None
    bash: bool = True
    needs: str = ""
    times: int = 1
    at_once: int = 1
    distinct: bool = False
    then_fine: bool = False


def _header(source: str) -> str:
    marked = (line.partition(":") for line in source.splitlines() if line.startswith(_MARKS))
    return " ".join(text for _, _, text in marked)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def read_script(name: str) -> tuple[Script, Expectation] | None:
    """A script's header; None for one that other checks use. Raises TypeError for a word that no header has."""
    text = _header((FOLDER / name).read_text("utf-8"))
    if not text:
        return None
    words: dict[str, Any] = {key: _frozen(value) for key, value in json.loads(text).items()}
    own = {item.name for item in fields(Script)}
    script = Script(**{key: value for key, value in words.items() if key in own})
    return script, Expectation(**{key: value for key, value in words.items() if key not in own})


@cache
def _shared() -> tuple[SkillFile, ...]:
    return (
        SkillFile("SKILL.md", b"---\nname: suite\ndescription: Scripts of the conformance suite.\n---\n"),
        SkillFile("reference/notes.txt", NOTES),
        SkillFile("scripts/kit.py", (FOLDER / "kit.py").read_bytes()),
    )


def job_for(
    name: str, *, args: tuple[str, ...] = (), params: str = "{}", limits: Limits | None = None,
    beside: Mapping[str, str] | None = None, tables: Mapping[str, str] | None = None, bash: bool = True,
) -> Job:  # fmt: skip
    """A job that runs one of the suite's scripts, in a small skill."""
    path = f"scripts/{name}"
    whole = (*_shared(), SkillFile(path, (FOLDER / name).read_bytes()), *_files(beside))
    return Job(whole, path, args, params, limits or Limits(), bash=bash, tables=_files(tables))


def _files(texts: Mapping[str, str] | None) -> tuple[SkillFile, ...]:
    return tuple(SkillFile(place, text.encode()) for place, text in (texts or {}).items())


def _outcomes(sandbox: Sandbox, script: Script, job: Job) -> list[Outcome]:
    if script.at_once > 1:
        with ThreadPoolExecutor(script.at_once) as pool:
            return list(pool.map(sandbox.run, [job] * script.at_once))
    return [sandbox.run(job) for _ in range(script.times)]


def _play(sandbox: Sandbox, name: str, script: Script, expectation: Expectation) -> None:
    limits = Limits(**(script.limits or {}))
    job = job_for(
        name, args=script.args, params=script.params, limits=limits, beside=script.beside, tables=script.tables,
        bash=script.bash,
    )  # fmt: skip
    started = time.monotonic()
    outcomes = _outcomes(sandbox, script, job)
    seconds = (time.monotonic() - started) / len(outcomes)
    for outcome in outcomes:
        if script.needs and outcome.runtime.name != script.needs:
            raise BehaviourSkipped(f"this host has no {script.needs}")
        judge(expectation, outcome, seconds)
    if script.distinct:
        ensure(len({outcome.stdout for outcome in outcomes}) == len(outcomes), "two runs printed the same")
    if script.then_fine:
        after = sandbox.run(job_for("args_none.sh"))
        ensure(after.exit_code == 0, f"a plain script failed afterwards, with exit code {after.exit_code}")


def _behaviour(name: str, script: Script, expectation: Expectation) -> Behaviour:
    return Behaviour(
        name=name.replace(".", "_"),
        says=script.says,
        layer=script.layer,
        rules=script.rules,
        check=lambda sandbox: _play(sandbox, name, script, expectation),
        quick=script.quick,
        serial=script.serial,
    )


@cache
def script_behaviours() -> tuple[Behaviour, ...]:
    """Every script with a header, as a behaviour, by name."""
    found = ((path.name, read_script(path.name)) for path in sorted(FOLDER.iterdir()) if path.is_file())
    return tuple(_behaviour(name, *read) for name, read in found if read is not None)
