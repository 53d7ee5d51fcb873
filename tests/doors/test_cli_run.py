"""`skillhouse run` at its edges: which skill is meant, where output goes, and what stands in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def skillhouse(*args: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run one command to its end, without a terminal."""
    command = [sys.executable, "-m", "skillhouse", *map(str, args)]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def write_skill(folder: Path, script: str, name: str = "") -> Path:
    """A skill with one script."""
    (folder / "scripts").mkdir(parents=True)
    (folder / "scripts/x.py").write_text(script)
    (folder / "SKILL.md").write_text(f"---\nname: {name or folder.name}\ndescription: Tries one thing.\n---\nBody.\n")
    return folder


@pytest.mark.rule("BEN-1")
@pytest.mark.parametrize("source", ["all", "all.pkg"])
def test_of_several_skills_one_has_to_be_named(tmp_path: Path, source: str) -> None:
    """By its name behind a colon; without it, the names are told."""
    for name in ("one", "two"):
        write_skill(tmp_path / "all" / name, f"print('{name}')")
    assert skillhouse("build", "all", "-o", "all.pkg", cwd=tmp_path).returncode == 0
    assert skillhouse("run", f"{source}:two", "scripts/x.py", cwd=tmp_path).stdout == b"two\n"
    unclear = skillhouse("run", source, "scripts/x.py", cwd=tmp_path)
    assert (unclear.returncode, b"'one', 'two'" in unclear.stderr) == (2, True)
    unknown = skillhouse("run", f"{source}:three", "scripts/x.py", cwd=tmp_path)
    assert (unknown.returncode, b"It has: 'one', 'two'." in unknown.stderr) == (2, True)


@pytest.mark.rule("BEN-1", "FM-2")
def test_a_colon_may_stand_in_a_path_and_in_a_name(tmp_path: Path) -> None:
    """What is on the disk decides which colon is meant."""
    write_skill(tmp_path / "a:b", "print('ok')", "'c:d'")
    for skill in ("a:b", "a:b:c:d"):
        assert skillhouse("run", skill, "scripts/x.py", cwd=tmp_path).stdout == b"ok\n"
    nowhere = skillhouse("run", "no.pkg:c:d", "scripts/x.py", cwd=tmp_path)
    assert (nowhere.returncode, b"no.pkg'" in nowhere.stderr) == (2, True)


@pytest.mark.rule("BEN-1", "SBX-11")
def test_output_reaches_a_pipe_byte_for_byte(tmp_path: Path) -> None:
    """Nothing is decoded, escaped or ended with a line that the script did not print."""
    skill = write_skill(tmp_path / "s", "import sys; sys.stdout.buffer.write(bytes(range(256)))")
    assert skillhouse("run", skill, "scripts/x.py", cwd=tmp_path).stdout == bytes(range(256))


@pytest.mark.rule("BEN-1")
def test_a_closed_stdout_takes_nothing_from_the_exit_code(tmp_path: Path) -> None:
    """As `>&-` leaves it."""
    skill = write_skill(tmp_path / "s", "print('lost'); raise SystemExit(5)")
    command = f"exec '{sys.executable}' -m skillhouse run '{skill}' scripts/x.py >&-"
    assert subprocess.run(["sh", "-c", command], stderr=subprocess.DEVNULL, check=False).returncode == 5


@pytest.mark.rule("CLI-1")
def test_a_reader_that_goes_away_is_no_fault_and_no_refusal(tmp_path: Path) -> None:
    """As `head` does."""
    skill = write_skill(tmp_path / "s", "print('x' * 300_000)")
    command = [sys.executable, "-m", "skillhouse", "run", str(skill), "scripts/x.py"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait() not in {70, 120, 121}
    assert b"Traceback" not in said


@pytest.mark.rule("RUN-7", "CLI-1")
def test_a_script_that_ends_with_our_codes_is_told_from_a_refusal(tmp_path: Path) -> None:
    """In words by the last line of stderr, and in JSON for certain."""
    skill = write_skill(tmp_path / "s", "raise SystemExit(120)")
    plain = skillhouse("run", skill, "scripts/x.py", cwd=tmp_path)
    assert (plain.returncode, b"-- exit code 120" in plain.stderr, b"refused" in plain.stderr) == (120, True, False)
    assert json.loads(skillhouse("run", "--json", skill, "scripts/x.py", cwd=tmp_path).stdout)["exit_code"] == 120
    refused = skillhouse("run", skill, "scripts/y.py", cwd=tmp_path)
    assert (refused.returncode, b"refused [SCRIPT_NOT_FOUND]" in refused.stderr) == (120, True)


@pytest.mark.rule("BEN-1", "FM-7")
def test_a_skill_that_cannot_be_read_does_not_run(tmp_path: Path) -> None:
    """Its problems are told instead."""
    skill = write_skill(tmp_path / "s", "print('ran')")
    (skill / "SKILL.md").write_text("---\nname: s\n---\nBody.\n")
    done = skillhouse("run", skill, "scripts/x.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, b"SKILL_NO_DESCRIPTION" in done.stderr) == (1, b"", True)


@pytest.mark.rule("SBX-6")
@pytest.mark.parametrize(
    ("params", "code"),
    [
        ('{"a": NaN}', b"PARAMS_INVALID"),
        ("nonsense", b"PARAMS_INVALID"),
        ('"text"', b"PARAMS_INVALID"),
        ("[" * 50_000, b"PARAMS_INVALID"),
        (json.dumps({"a": "x" * 70_000}), b"PARAMS_TOO_LARGE"),
    ],
    ids=["nan", "no json", "text", "deep", "large"],
)
def test_parameters_that_are_no_small_object_are_refused(tmp_path: Path, params: str, code: bytes) -> None:
    """Before anything runs."""
    skill = write_skill(tmp_path / "s", "print('ran')")
    done = skillhouse("run", "--params", params, skill, "scripts/x.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, code in done.stderr) == (2, b"", True)


@pytest.mark.rule("RUN-1")
def test_an_argument_that_is_no_unicode_is_refused(tmp_path: Path) -> None:
    """A byte of Latin-1 could not reach the script unchanged through JSON, so no door takes it."""
    skill = write_skill(tmp_path / "s", "print('ran')")
    command = [sys.executable, "-m", "skillhouse", "run", str(skill), "scripts/x.py", os.fsdecode(b"caf\xe9")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, b"ARG_NOT_UNICODE" in done.stderr) == (120, True)


@pytest.mark.rule("SBX-1")
def test_the_setting_for_the_shell_is_heard(tmp_path: Path) -> None:
    """Under `sh`, a bash shebang has no bash; the result says which shell it was."""
    skill = write_skill(tmp_path / "s", "")
    (skill / "scripts/go.sh").write_text("#!/bin/bash\necho hi\n")
    for shell, name in (("auto", "bash"), ("sh", "sh")):
        done = skillhouse("run", "--json", skill, "scripts/go.sh", cwd=tmp_path, SANDBOX_SHELL=shell)
        assert json.loads(done.stdout)["runtime"]["name"] == name


@pytest.mark.rule("RUN-3")
def test_the_limit_of_the_result_is_heard(tmp_path: Path) -> None:
    """TOOL_RESULT_CHARS cuts stdout and nothing else."""
    skill = write_skill(tmp_path / "s", "print('x' * 5000)")
    done = skillhouse("run", "--json", skill, "scripts/x.py", cwd=tmp_path, TOOL_RESULT_CHARS="2048")
    result = json.loads(done.stdout)
    assert (result["stdout_truncated"], result["stdout_total_chars"]) == (True, 5001)
    assert 0 < len(result["stdout"]) < 2048


READS_TABLES = (
    "import pathlib\nfor path in sorted(pathlib.Path('data').iterdir()): print(path, path.read_text(), end='')"
)


def test_tables_from_files_reach_the_script(tmp_path: Path) -> None:
    """As rows below data/, typed; what the script was given is told on stderr."""
    skill = write_skill(tmp_path / "s", READS_TABLES)
    (tmp_path / "rates.csv").write_text("\ufeffcode,rate\nEUR,1.50\n")
    (tmp_path / "a=b.jsonl").write_text('{"x": [1.0]}\n')
    options = ("--table", "My rates=rates.csv", "--table", "b=a=b.jsonl")
    done = skillhouse("run", *options, skill, "scripts/x.py", cwd=tmp_path)
    assert done.stdout == b'data/b.jsonl {"x": [1.0]}\ndata/my-rates.jsonl {"code": "EUR", "rate": 1.50}\n'
    assert b"-- file" not in done.stderr
    assert b"-- table My rates at data/my-rates.jsonl, 1 row: code text, rate number" in done.stderr


def test_a_script_cannot_change_a_table(tmp_path: Path) -> None:
    """It is read-only, and so is its place."""
    tries = "open('data/t.jsonl', 'w')", "__import__('os').remove('data/t.jsonl')"
    (tmp_path / "t.csv").write_text("a\n1\n")
    for number, code in enumerate(tries):
        skill = write_skill(tmp_path / f"s{number}", code)
        done = skillhouse("run", "--table", "t=t.csv", skill, "scripts/x.py", cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.count(b"Error") >= 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["rates.csv"], b"TABLE_OPTION_INVALID"),
        (["=rates.csv"], b"TABLE_OPTION_INVALID"),
        (["a=rates.csv", "a=rates.csv"], b"TABLE_NAME_TWICE"),
        (["a=rates.txt"], b"TABLE_KIND_UNKNOWN"),
        (["a=gone.csv"], b"NOT_FOUND"),
        (["a=folder.csv"], b"UNREADABLE"),
        (["a=rates.csv/below.csv"], b"NOT_FOUND"),
        (["a=" + "x" * 300 + ".csv"], b"UNREADABLE"),
        (["a=ragged.csv"], b"TABLE_ROW_RAGGED"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(tmp_path: Path, options: list[str], code: bytes) -> None:
    """Before anything runs."""
    skill = write_skill(tmp_path / "s", "print('ran')")
    (tmp_path / "rates.csv").write_text("code,rate\nEUR,1.50\n")
    (tmp_path / "ragged.csv").write_text("code,rate\nEUR\n")
    (tmp_path / "folder.csv").mkdir()
    done = skillhouse("run", *(f"--table={one}" for one in options), skill, "scripts/x.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, code in done.stderr) == (2, b"", True)


@pytest.mark.rule("TBL-3")
def test_the_budget_of_tables_is_heard(tmp_path: Path) -> None:
    """A source far over it is not even read; one that is a little over is refused by its gate."""
    skill = write_skill(tmp_path / "s", "print('ran')")
    for rows, code in ((200_000, b"TABLE_OVER_BUDGET"), (2_000_000, b"TABLE_TOO_LARGE")):
        (tmp_path / "t.csv").write_text("a\n" + "x\n" * rows)
        done = skillhouse("run", "--table", "t=t.csv", skill, "scripts/x.py", cwd=tmp_path, SANDBOX_TABLES_MB="1")
        assert (done.stdout, code in done.stderr, b"t" in done.stderr) == (b"", True, True)
