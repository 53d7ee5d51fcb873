"""The command line as a person or a build server uses it: real processes, real files, real sandbox."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

EXPECTED = {"net": "59.97", "vat": "12.59", "gross": "72.56"}


def skillhouse(*args: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "skillhouse", *map(str, args)],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The example project."""
    assert skillhouse("example", "skill", "demo", cwd=tmp_path).returncode == 0
    return tmp_path / "demo"


def write_skill(folder: Path, script: str = "", name: str = "scripts/x.py", front: str = "") -> Path:
    """A small skill with one script."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script)
    text = front or f"---\nname: {folder.name}\ndescription: Tries one thing.\n---\nBody.\n"
    (folder / "SKILL.md").write_text(text)
    return folder


@pytest.mark.rule("CLI-1")
def test_help_names_every_command(tmp_path: Path) -> None:
    """Somebody who knows nothing finds out what there is."""
    shown = skillhouse("--help", cwd=tmp_path)
    assert shown.returncode == 0
    for command in ("example", "new", "validate", "build", "inspect", "run", "doctor", "bench"):
        assert command in shown.stdout


@pytest.mark.rule("CLI-1")
def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    """`--help` imports no YAML reader, no sandbox and no rich, so that it is instant."""
    code = "import sys\nfrom skillhouse.cli import app\ntry:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
    code += (
        "print([m for m in ('ruamel', 'rich', 'ctypes', 'skillhouse.sandbox', 'skillhouse.disk') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.rule("PKG-7", "PKG-2", "DEF-7")
def test_the_example_builds_as_it_is_and_twice_the_same(project: Path) -> None:
    """The example is valid even strictly, and two builds are byte-identical."""
    assert skillhouse("validate", project, "--strict", cwd=project).returncode == 0
    for name in ("a.pkg", "b.pkg"):
        assert skillhouse("build", "-o", name, cwd=project).returncode == 0
    assert (project / "a.pkg").read_bytes() == (project / "b.pkg").read_bytes()


@pytest.mark.rule("PKG-7")
def test_the_example_never_overwrites(project: Path) -> None:
    """A second example in the same place is refused, and the first is untouched."""
    before = sorted(path.read_bytes() for path in project.rglob("*") if path.is_file())
    again = skillhouse("example", "skill", "demo", cwd=project.parent)
    assert (again.returncode, "FOLDER_NOT_EMPTY" in again.stderr) == (2, True)
    assert sorted(path.read_bytes() for path in project.rglob("*") if path.is_file()) == before


@pytest.mark.rule("BEN-1", "RUN-3")
def test_run_prints_exactly_the_result_object(project: Path) -> None:
    """With --json, stdout is the result object with runtime, sandbox and usage beside it, and nothing else."""
    skillhouse("build", "-o", "p.pkg", cwd=project)
    for skill in ("p.pkg:price-calculation", "p.pkg", "skills/price-calculation", "."):
        done = skillhouse("run", "--json", skill, "scripts/total.py", "3", "19.99", "21", cwd=project)
        result = json.loads(done.stdout)
        assert json.loads(result["stdout"]) == EXPECTED
        assert set(result) == {"exit_code", "stdout", "timed_out", "files", "runtime", "sandbox", "usage"}
        assert set(result["runtime"]) == {"name", "version"}
        assert {"wall_ms", "cpu_ms", "peak_memory_bytes"} == set(result["usage"])


@pytest.mark.rule("BEN-1")
def test_run_ends_with_the_scripts_own_exit_code_and_streams(tmp_path: Path) -> None:
    """Output and errors pass through to their own streams, and the exit code is the script's."""
    skill = write_skill(tmp_path / "s", "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    done = skillhouse("run", skill, "scripts/x.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (7, "out\n")
    assert done.stderr.startswith("err\n")


@pytest.mark.rule("RUN-2", "CLI-1")
def test_everything_after_the_script_is_the_scripts(tmp_path: Path) -> None:
    """Options, `--`, `--help`, empty and odd arguments reach the script untouched."""
    skill = write_skill(tmp_path / "s", "import json, sys; print(json.dumps(sys.argv[1:]))")
    args = ["--json", "--", "-x", "--help", "", "a b", "$(id)", "*", "é\n🚲", "--", "--timeout=1", "-h"]
    done = skillhouse("run", skill, "scripts/x.py", *args, cwd=tmp_path)
    assert json.loads(done.stdout) == args
    first = skillhouse("run", skill, "scripts/x.py", "--", "a", cwd=tmp_path)
    assert json.loads(first.stdout) == ["--", "a"]


@pytest.mark.rule("RUN-1", "RUN-7", "CLI-1")
@pytest.mark.parametrize(
    ("args", "code", "exit_code"),
    [
        (["s", "scripts/none.py"], "SCRIPT_NOT_FOUND", 120),
        (["s", "../s/scripts/x.py"], "SCRIPT_PATH_INVALID", 120),
        (["s", "SKILL.md"], "SCRIPT_NO_RUNTIME", 120),
        (["s", "scripts/x.py", *["a"] * 33], "ARGS_TOO_MANY", 120),
        (["s", "scripts/x.py", "a" * 1025], "ARG_TOO_LONG", 120),
        (["none", "scripts/x.py"], "NOT_FOUND", 2),
        (["--params", "[1]", "s", "scripts/x.py"], "PARAMS_INVALID", 2),
        (["--timeout", "0", "s", "scripts/x.py"], "TIMEOUT_INVALID", 2),
    ],
)
def test_a_refusal_has_its_own_exit_code_and_an_error_object(
    args: list[str], code: str, exit_code: int, tmp_path: Path
) -> None:
    """What never ran cannot be confused with a script's own failure, in text or in JSON."""
    write_skill(tmp_path / "s", "print('ran')")
    plain = skillhouse("run", *args, cwd=tmp_path)
    assert (plain.returncode, plain.stdout) == (exit_code, "")
    assert "skillhouse: " in plain.stderr
    answer = json.loads(skillhouse("run", "--json", *args, cwd=tmp_path).stdout)
    assert set(answer) == {"error", "code", "hint"}
    assert answer["code"] == code


@pytest.mark.rule("RUN-7")
def test_a_bad_host_is_an_operators_error(tmp_path: Path) -> None:
    """A sandbox that cannot start gives exit code 121 and a hint, never a script's output."""
    skill = write_skill(tmp_path / "s", "print('ran')")
    done = skillhouse(
        "run",
        "--json",
        skill,
        "scripts/x.py",
        cwd=tmp_path,
        SKILLHOUSE_BWRAP="/bin/false",
        SKILLHOUSE_SANDBOX="namespaces",
    )
    assert (done.returncode, set(json.loads(done.stdout))) == (121, {"error", "code", "hint"})
    wrong = skillhouse("run", skill, "scripts/x.py", cwd=tmp_path, SANDBOX_TIMEOUT_S="soon")
    assert (wrong.returncode, "SANDBOX_TIMEOUT_S" in wrong.stderr, wrong.stdout) == (121, True, "")


@pytest.mark.rule("SBX-8", "BEN-1")
def test_timeout_is_said(tmp_path: Path) -> None:
    """--timeout ends the script and the result says so."""
    skill = write_skill(tmp_path / "s", "while True: pass")
    done = skillhouse("run", "--json", "--timeout", "0.5", skill, "scripts/x.py", cwd=tmp_path)
    result = json.loads(done.stdout)
    assert (done.returncode, result["timed_out"], result["stopped"]) == (137, True, "timeout")


@pytest.mark.rule("SBX-6", "BEN-1")
def test_params_reach_the_script(tmp_path: Path) -> None:
    """--params is the JSON in SKILL_PARAMETERS."""
    skill = write_skill(tmp_path / "s", "import os; print(os.environ['SKILL_PARAMETERS'])")
    done = skillhouse("run", "--params", '{"n": [1, "é"]}', skill, "scripts/x.py", cwd=tmp_path)
    assert json.loads(done.stdout) == {"n": [1, "é"]}


@pytest.mark.rule("RUN-4", "BEN-1")
def test_artifacts_are_saved_and_nothing_is_overwritten(tmp_path: Path) -> None:
    """--out saves what the script left, with its folders; a folder that holds something is refused before the run."""
    skill = write_skill(tmp_path / "s", "import os; os.mkdir('r'); open('r/a.txt', 'w').write('hi'); open('.b', 'w')")
    done = skillhouse("run", "--json", "--out", "got", skill, "scripts/x.py", cwd=tmp_path)
    (file,) = json.loads(done.stdout)["files"]
    assert (file["path"], file["size"], file["url"]) == ("r/a.txt", 2, (tmp_path / "got/r/a.txt").as_uri())
    assert (tmp_path / "got/r/a.txt").read_text() == "hi"
    again = skillhouse("run", "--out", "got", skill, "scripts/x.py", cwd=tmp_path)
    assert (again.returncode, "OUT_NOT_EMPTY" in again.stderr) == (2, True)
    (tmp_path / "link").symlink_to("got")
    assert skillhouse("run", "--out", "link", skill, "scripts/x.py", cwd=tmp_path).returncode == 2


@pytest.mark.rule("FM-5", "BEN-1")
def test_an_entrypoint_runs_by_its_name_and_nothing_else_does(tmp_path: Path) -> None:
    """Where entrypoints are declared, other scripts of the skill are refused."""
    front = "---\nname: s\ndescription: Has a door.\nentrypoints:\n  check: scripts/x.py\n---\n"
    skill = write_skill(tmp_path / "s", "print('ok')", front=front)
    (skill / "scripts/other.py").write_text("print('no')")
    assert skillhouse("run", skill, "check", cwd=tmp_path).stdout == "ok\n"
    assert skillhouse("run", skill, "scripts/other.py", cwd=tmp_path).returncode == 120


@pytest.mark.rule("FM-7", "FM-9", "CLI-1")
def test_validate_reports_every_problem_of_every_skill(tmp_path: Path) -> None:
    """One broken skill hides nothing; --json has exactly the documented fields."""
    write_skill(tmp_path / "all/good", "print(1)")
    write_skill(tmp_path / "all/bad", "print(1)", front="---\nname: a/b\nname: c\n---\n")
    done = skillhouse("validate", "all", "--json", cwd=tmp_path)
    report = {skill["path"]: skill for skill in json.loads(done.stdout)["skills"]}
    assert (done.returncode, report["good"]["ok"], report["bad"]["ok"]) == (1, True, False)
    for skill in report.values():
        assert set(skill) == {"name", "path", "ok", "problems", "findings", "needs"}
    keys = {"code", "severity", "file", "line", "column", "message", "hint"}
    assert report["bad"]["problems"]
    assert all(set(problem) == keys for problem in report["bad"]["problems"])


@pytest.mark.rule("FM-7")
def test_strict_refuses_what_is_forgiven_and_fix_mends_it(tmp_path: Path) -> None:
    """A colon in a description is forgiven, refused by --strict, and quoted by --fix without a change of meaning."""
    front = "---\nname: s\ndescription: Use when: it rains\n---\nBody.\n"
    skill = write_skill(tmp_path / "s", "print(1)", front=front)
    assert skillhouse("validate", skill, cwd=tmp_path).returncode == 0
    assert skillhouse("validate", skill, "--strict", cwd=tmp_path).returncode == 1
    fixed = skillhouse("validate", skill, "--strict", "--fix", cwd=tmp_path)
    assert fixed.returncode == 0, fixed.stdout + fixed.stderr
    shown = json.loads(skillhouse("inspect", skill, "--json", cwd=tmp_path).stdout)
    assert shown["skills"][0]["description"] == "Use when: it rains"


@pytest.mark.rule("PKG-2", "FM-3")
def test_build_refuses_what_is_wrong_and_writes_nothing(tmp_path: Path) -> None:
    """No package, not even a half of one, comes of a skill without a description."""
    write_skill(tmp_path / "s", "print(1)", front="---\nname: s\n---\n")
    done = skillhouse("build", "s", "-o", "out.pkg", cwd=tmp_path)
    assert (done.returncode, "SKILL_NO_DESCRIPTION" in done.stderr) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


@pytest.mark.rule("PKG-5")
def test_a_damaged_package_is_a_coded_error(project: Path) -> None:
    """A changed byte is found by every command that reads a package."""
    skillhouse("build", "-o", "p.pkg", cwd=project)
    data = bytearray((project / "p.pkg").read_bytes())
    data[len(data) // 2] ^= 1
    (project / "p.pkg").write_bytes(bytes(data))
    for command in (["inspect", "p.pkg"], ["validate", "p.pkg"], ["run", "p.pkg", "scripts/total.py"]):
        done = skillhouse(*command, cwd=project)
        assert (done.returncode, "error [" in done.stderr) == (1, True)


@pytest.mark.rule("PKG-2")
def test_build_replaces_files_only(project: Path) -> None:
    """A pipe, as a device would be, or a link in the place of the package is refused and left as it is."""
    os.mkfifo(project / "pipe")
    (project / "link").symlink_to("nowhere")
    for name in ("pipe", "link"):
        done = skillhouse("build", "-o", name, cwd=project)
        assert done.returncode == 2, done.stderr
    assert (project / "link").is_symlink()
    assert (project / "pipe").is_fifo()


@pytest.mark.rule("FM-4", "DEF-2")
def test_inspect_keeps_the_three_ways_of_asking_for_tools_apart(tmp_path: Path) -> None:
    """Absent, [] and a list are three things in JSON and in words."""
    seen: list[Any] = []
    for name, line in (("a", ""), ("b", "allowed-tools: []\n"), ("c", "allowed-tools: [bash]\n")):
        write_skill(tmp_path / name, "", front=f"---\nname: {name}\ndescription: Asks.\n{line}---\n")
        seen.append(json.loads(skillhouse("inspect", name, "--json", cwd=tmp_path).stdout)["skills"][0]["allowedTools"])
    assert seen == [None, [], ["bash"]]


@pytest.mark.rule("CLI-1")
def test_a_new_skill_is_valid_and_its_script_runs(tmp_path: Path) -> None:
    """What `new` writes passes the strict check, and its script works."""
    assert skillhouse("new", "greet-people", cwd=tmp_path).returncode == 0
    assert skillhouse("validate", "greet-people", "--strict", cwd=tmp_path).returncode == 0
    done = skillhouse("run", "greet-people", "scripts/hello.py", "Ann", cwd=tmp_path)
    assert json.loads(done.stdout) == {"greeting": "Hello, Ann!"}
    assert skillhouse("new", "greet-people", cwd=tmp_path).returncode == 2
    assert skillhouse("new", "a/b", cwd=tmp_path).returncode == 2


@pytest.mark.rule("CLI-1")
def test_hostile_text_cannot_drive_the_terminal(tmp_path: Path) -> None:
    """Escape sequences in names, paths and output arrive as visible text on a terminal."""
    script = "print('\\x1b]0;owned\\x07 hi'); open('bad\\u202ename.txt', 'w')"
    skill = write_skill(tmp_path / "s", script)
    (skill / "odd\u202e.txt").write_text("x")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "skillhouse", "run", str(skill), "scripts/x.py"]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, check=False, timeout=60)
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    os.close(ours)
    assert b"\x1b]0" not in shown
    assert b"\\x1b]0;owned" in shown
    assert "\u202e".encode() not in shown


@pytest.mark.rule("CLI-1")
def test_doctor_says_whether_this_host_can_run_scripts(tmp_path: Path) -> None:
    """Its JSON names each layer, its state, what follows and the fix."""
    done = skillhouse("doctor", "--json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert (done.returncode, report["able"]) == (0, True)
    assert {"kernel", "bwrap", "namespaces", "cgroup", "python", "sh", "node", "run"} <= {
        layer["layer"] for layer in report["layers"]
    }
    for layer in report["layers"]:
        assert layer["status"] == "ok" or (layer["consequence"] and layer["fix"])


@pytest.mark.rule("CLI-1")
def test_bad_usage_is_exit_code_two(tmp_path: Path) -> None:
    """An unknown command or option is the caller's mistake."""
    assert skillhouse("nonsense", cwd=tmp_path).returncode == 2
    assert skillhouse("validate", "--nonsense", cwd=tmp_path).returncode == 2
    assert skillhouse("run", cwd=tmp_path).returncode == 2


@pytest.mark.rule("SBX-2")
def test_an_interrupt_leaves_nothing_running(tmp_path: Path) -> None:
    """Ctrl-C ends the command and everything that the script started."""
    skill = write_skill(tmp_path / "s", "import subprocess; subprocess.run(['sleep', '4711'])")
    command = [sys.executable, "-m", "skillhouse", "run", str(skill), "scripts/x.py"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Tests that are started in the background ignore the signal, and their children would too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert wait_for(lambda: sleepers() == 1)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    assert wait_for(lambda: sleepers() == 0)


def sleepers() -> int:
    """How many of the test's long sleeps are alive."""
    count = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            count += path.read_bytes() == b"sleep\x004711\x00"
        except OSError:
            continue
    return count


def wait_for(condition: Any) -> bool:  # noqa: ANN401 -- any callable
    """Whether something comes true within ten seconds."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False
