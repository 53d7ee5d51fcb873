"""What comes out of a container is a stranger's word; an engine that fails is an operator's error, never script output.

The engine here is a program of these tests: it answers as Podman does, and plays whatever a container could do.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, engine, probe, runner
from skillhouse.sandbox.container import Answer
from skillhouse.sandbox.oci import OciSandbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from skillhouse.sandbox.probe import Check

JOB = Job((SkillFile("x.py", b"print('hello')"),), "x.py", limits=Limits(wall_s=2))
FACTS: dict[str, Any] = {
    "fingerprint": runner.fingerprint(),
    "machine": "x86_64",
    "runtimes": {"python": "3.12.1", "sh": "busybox 1.36"},
    "first": True,
    "user": 1000,
    "mapped": True,
    "capabilities": 0,
    "privileges": True,
    "filtered": True,
    "interfaces": [],
    "read_only": True,
    "files": 16_384,
    "caps": {"memory": 256 << 20, "pids": 128, "cpu": 100_000},
}
END = {
    "status": 0,
    "stopped": None,
    "cpu_s": 0.01,
    "largest": 1 << 20,
    "peak": None,
    "out_of_memory": False,
    "disk_full": False,
}
ENGINE = """#!{python}
import json, os, struct, sys, time

FACTS, END, PARAMS = {facts!r}, {end!r}, sys.argv[1:]

def send(kind, content=b""):
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    os.write(1, struct.pack("<cI", kind, len(content)) + content)

def read(size):
    got = b""
    while len(got) < size and (block := os.read(0, size - len(got))):
        got += block
    return got

def texts():
    return [read(struct.unpack("<I", read(4))[0]) for _ in range(struct.unpack("<I", read(4))[0])]

def take_job():
    read(struct.unpack("<I", read(4))[0])
    texts(), texts()
    for _ in range(struct.unpack("<I", read(4))[0]):
        size, length = struct.unpack("<QI", read(12))
        read(length), read(size)
    send(b"R")
    return read(1)

if "info" in PARAMS:
    print("9.9 runc")
elif "inspect" in PARAMS:
    print("sha256:feed")
elif "run" in PARAMS:
{play}
"""
GOOD = """
send(b"H", FACTS)
take_job()
send(b"O", b"hello\\n")
send(b"E", b"oh\\n")
send(b"X", END)
send(b"A", {"path": "out/a.txt", "size": 3})
send(b"P", b"ab")
send(b"P", b"c")
send(b"A", {"path": "empty", "size": 0})
send(b"L", [["link", "a symbolic link"]])
send(b"Z")
"""


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., OciSandbox]:
    """A sandbox whose containers do what the given lines say."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def make(lines: str, facts: dict[str, Any] | None = None, name: str = "docker", **more: Any) -> OciSandbox:  # noqa: ANN401
        program = tmp_path / name
        indented = "\n".join(f"    {line}" for line in lines.strip().splitlines())
        said = {**FACTS, **(facts or {})}
        program.write_text(ENGINE.format(python=sys.executable, facts=said, end=END, play=indented), "utf-8")
        program.chmod(0o755)
        return OciSandbox(engine.find(name, more.pop("runtime", None)), "image", **more)

    return make


@pytest.mark.rule("SBX-10")
@pytest.mark.parametrize("slots", [0, 2])
def test_a_run_says_what_made_its_container_and_what_came_of_it(play: Callable[..., OciSandbox], slots: int) -> None:
    """Engine, runtime, image, layers; output, files and what was left out."""
    with play(GOOD, slots=slots) as sandbox:
        outcome = sandbox.run(JOB)
        again = sandbox.run(JOB)
    assert (outcome.stdout, outcome.stderr, outcome.exit_code, outcome.stopped) == (b"hello\n", b"oh\n", 0, None)
    assert [(file.path, file.content) for file in outcome.artifacts] == [("out/a.txt", b"abc"), ("empty", b"")]
    assert [(item.path, item.reason) for item in outcome.left_out] == [("link", "a symbolic link")]
    assert outcome.runtime.version == "3.12.1"
    used = outcome.sandbox
    assert used.container is not None
    assert (used.backend, used.container.engine, used.container.runtime) == ("oci", "docker 9.9", "runc")
    assert used.container.image == "sha256:feed"
    assert again.stdout == outcome.stdout


BROKEN = {
    "nothing at all": "pass",
    "words of the engine": "print('no such runtime', file=sys.stderr); sys.exit(125)",
    "no word that a runner says": 'send(b"H", FACTS); take_job(); send(b"?", b"")',
    "an endless frame": 'send(b"H", FACTS); take_job(); os.write(1, struct.pack("<cI", b"O", 1 << 31))',
    "a wrong first word": 'send(b"O", b"hello")',
    "a guest that failed": 'send(b"H", FACTS); take_job(); send(b"F", b"OSError: no")',
    "a guest that failed at first": 'send(b"F", b"OSError: no")',
    "an end before the job": 'send(b"H", FACTS)',
    "an end before the end": 'send(b"H", FACTS); take_job(); send(b"O", b"x")',
    "an end among the files": 'send(b"H", FACTS); take_job(); send(b"X", END)',
    "a report that is none": 'send(b"H", FACTS); take_job(); send(b"X", b"[1]"); send(b"Z")',
}


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("what", BROKEN)
def test_a_container_that_breaks_is_an_operators_error(play: Callable[..., OciSandbox], what: str) -> None:
    """Whatever it says, and however it ends."""
    with play(BROKEN[what]) as sandbox, pytest.raises(SandboxUnavailable) as raised:
        sandbox.run(JOB)
    assert raised.value.code == "SANDBOX_BROKEN"
    assert raised.value.exit_code == 121
    assert "None" not in raised.value.message


@pytest.mark.rule("RUN-7")
def test_the_engines_words_are_told(play: Callable[..., OciSandbox]) -> None:
    """They are what an operator needs."""
    with play(BROKEN["words of the engine"], slots=1) as sandbox, pytest.raises(SandboxUnavailable) as raised:
        sandbox.run(JOB)
    assert "no such runtime" in raised.value.message


@pytest.mark.rule("SBX-10")
def test_an_image_of_another_version_is_refused(play: Callable[..., OciSandbox]) -> None:
    """Its runner might speak otherwise, or close less."""
    with play(GOOD, {"fingerprint": "0" * 64}) as sandbox, pytest.raises(SandboxUnavailable) as raised:
        sandbox.run(JOB)
    assert (raised.value.code, "sandbox-image build" in raised.value.hint) == ("SANDBOX_IMAGE_STALE", True)


@pytest.mark.rule("SBX-7")
@pytest.mark.parametrize("facts", [{"user": 0}, {"first": False}])
def test_a_container_that_is_no_sandbox_runs_nothing(play: Callable[..., OciSandbox], facts: dict[str, Any]) -> None:
    """Root inside, or processes beside it."""
    with play(GOOD, facts) as sandbox, pytest.raises(SandboxUnavailable):
        sandbox.run(JOB)


@pytest.mark.rule("SBX-8")
def test_a_run_that_is_too_long_is_told_to_end(play: Callable[..., OciSandbox]) -> None:
    """The runner ends the script and still hands over its files."""
    lines = 'send(b"H", FACTS); take_job(); assert read(1) == b"K"\n'
    lines += 'send(b"X", {**END, "status": 9, "stopped": "timeout"}); send(b"L", []); send(b"Z")'
    with play(lines) as sandbox:
        outcome = sandbox.run(Job(JOB.files, "x.py", limits=Limits(wall_s=0.2)))
    assert (outcome.exit_code, outcome.stopped, outcome.timed_out) == (137, "timeout", True)


@pytest.mark.rule("SBX-8", "RUN-7")
@pytest.mark.parametrize(
    ("report", "stopped"),
    [
        ({"status": 9, "out_of_memory": True}, "memory"),
        ({"status": 256, "disk_full": True}, "disk"),
        ({"status": 0, "disk_full": True, "out_of_memory": True}, None),
        ({"status": 9, "stopped": "output"}, "output"),
        ({"status": 9, "stopped": "nonsense"}, None),
    ],
)
def test_the_limit_that_ended_a_run_is_told(report: dict[str, Any], stopped: str | None) -> None:
    """A full disk or a killed child counts only where the script died of it."""
    answer = Answer(Limits())
    answer.take(runner.END, json.dumps({**END, **report}).encode())
    assert answer.stopped == stopped


@pytest.mark.rule("SBX-8")
def test_a_container_killed_whole_for_its_memory_is_the_scripts_end(play: Callable[..., OciSandbox]) -> None:
    """The kernel took the runner too; without a control group that could have, it is the operator's matter."""
    lines = 'send(b"H", FACTS); take_job(); sys.exit(137)'
    with play(lines) as sandbox:
        outcome = sandbox.run(JOB)
    assert (outcome.exit_code, outcome.signal, outcome.stopped) == (137, "SIGKILL", "memory")
    with play(lines, {"caps": {}}) as sandbox, pytest.raises(SandboxUnavailable):
        sandbox.run(JOB)


@pytest.mark.rule("SBX-8", "RUN-7")
def test_a_script_that_brings_its_own_kernel_down_ends_only_itself(play: Callable[..., OciSandbox]) -> None:
    """Under gVisor nobody else lives in it; a code of the engine's own is still the engine's failure."""
    with play('send(b"H", FACTS); take_job(); sys.exit(2)', runtime="runsc") as sandbox:
        outcome = sandbox.run(JOB)
    assert (outcome.exit_code, outcome.stopped) == (137, None)
    with (
        play('send(b"H", FACTS); take_job(); sys.exit(125)', runtime="runsc") as sandbox,
        pytest.raises(SandboxUnavailable),
    ):
        sandbox.run(JOB)


@pytest.mark.rule("SBX-10", "RUN-7")
def test_weaker_fittings_are_tried_where_the_host_allows_no_better(play: Callable[..., OciSandbox]) -> None:
    """Podman without control groups still runs, and the run says what is missing."""
    lines = 'if "--cgroups=disabled" not in PARAMS:\n    print("no cgroup", file=sys.stderr); sys.exit(126)\n' + GOOD
    facts = {"caps": dict.fromkeys(("memory", "pids", "cpu"))}
    with play(lines, facts, name="podman") as sandbox:
        outcome = sandbox.run(JOB)
    assert {layer.name for layer in outcome.sandbox.layers if not layer.held} == {"memory", "cpu"}


@pytest.mark.rule("RUN-7")
def test_a_script_without_an_interpreter_in_the_image_is_refused(play: Callable[..., OciSandbox]) -> None:
    """As on a host that has none."""
    with play(GOOD) as sandbox, pytest.raises(SandboxUnavailable) as raised:
        sandbox.run(Job((SkillFile("x.js", b""),), "x.js"))
    assert raised.value.code == "RUNTIME_MISSING"


@pytest.mark.rule("RUN-7")
def test_a_closed_sandbox_runs_nothing(play: Callable[..., OciSandbox]) -> None:
    """And closing it twice does nothing."""
    sandbox = play(GOOD)
    sandbox.close()
    sandbox.close()
    with pytest.raises(SandboxUnavailable):
        sandbox.run(JOB)


SHOWN = """
send(b"H", FACTS)
take_job()
folder = next(word for word in PARAMS if "/opt/skillhouse/shown" in word).split("source=")[1].split(",")[0]
told = [folder, [[name, open(folder + "/" + name).read()] for name in sorted(os.listdir(folder))]]
send(b"O", told)
send(b"X", END)
send(b"L", [])
send(b"Z")
"""


@pytest.mark.rule("SBX-8")
def test_tables_lie_in_a_folder_for_one_run_alone(play: Callable[..., OciSandbox], tmp_path: Path) -> None:
    """A container of its own shows it, also where others stand ready; afterwards it is gone."""
    tables = (SkillFile("data/a.jsonl", b'{"a": 1}'), SkillFile("data/b.jsonl", b""))
    with play(SHOWN, slots=1) as sandbox:
        outcome = sandbox.run(Job(JOB.files, "x.py", tables=tables))
    folder, shown = json.loads(outcome.stdout)
    assert shown == [["0", '{"a": 1}'], ["1", ""]]
    assert not (tmp_path / folder).exists()


ALIVE = GOOD.replace(r'b"hello\n"', r'b"alive\n"')


def told(sandbox: OciSandbox) -> dict[str, Check]:
    """What doctor says of the engine of a sandbox, by layer."""
    sandbox.close()
    return {check.layer: check for check in probe.diagnose_containers(engine.find, "image")}


@pytest.mark.rule("SBX-10")
def test_doctor_tells_engine_image_and_what_a_run_lacked(play: Callable[..., OciSandbox]) -> None:
    """Each with what follows from it and a fix, and a whole run at the end."""
    checks = told(play(ALIVE, {"mapped": False, "read_only": False, "caps": {}}))
    assert list(checks)[:2] == ["engine", "image"]
    assert list(checks)[-1] == "run"
    assert [layer for layer, check in checks.items() if check.status == "weaker"] == [
        "user namespace",
        "files",
        "memory",
        "processes",
        "cpu",
    ]
    assert all(check.consequence and check.fix for check in checks.values() if check.status != "ok")
    assert checks["run"].status == "ok"


@pytest.mark.rule("SBX-10")
def test_doctor_tells_an_engine_that_runs_nothing(play: Callable[..., OciSandbox]) -> None:
    """In the engine's own words; or that the script said something else."""
    assert "no such runtime" in told(play(BROKEN["words of the engine"]))["run"].detail
    assert told(play(GOOD))["run"].status == "missing"
    assert "sandbox-image build" in told(play(GOOD, {"fingerprint": "0"}))["run"].fix


FILE, PART, OUTPUT, LEFT_OUT = runner.FILE, runner.PART, runner.OUTPUT, runner.LEFT_OUT
SMALL = Limits(output_bytes=10, artifact_bytes=16, artifact_files=2)
HOSTILE: dict[str, list[tuple[bytes, Any]]] = {
    "a path that climbs": [(FILE, {"path": "../x", "size": 1})],
    "an absolute path": [(FILE, {"path": "/etc/passwd", "size": 1})],
    "a hidden path": [(FILE, {"path": "a/.ssh/x", "size": 1})],
    "an empty path": [(FILE, {"path": "", "size": 1})],
    "a path with an escape": [(FILE, {"path": "a\x1b[2J", "size": 1})],
    "a path with a backslash": [(FILE, {"path": "a\\b", "size": 1})],
    "a path that is no text": [(FILE, {"path": 3, "size": 1})],
    "a size below zero": [(FILE, {"path": "a", "size": -1})],
    "a size that is no number": [(FILE, {"path": "a", "size": "1"})],
    "a file over the limit": [(FILE, {"path": "a", "size": 13})],
    "too many files": [(FILE, {"path": name, "size": 0}) for name in "abc"],
    "more than announced": [(FILE, {"path": "a", "size": 1}), (PART, b"ab")],
    "a part of nothing": [(PART, b"ab")],
    "more output than allowed": [(OUTPUT, b"12345"), (runner.ERRORS, b"123456")],
    "a file that says nothing": [(FILE, [])],
    "a flood of what was left out": [(LEFT_OUT, [["a", "b"]] * 33)],
    "a reason with an escape": [(LEFT_OUT, [["a", "\x1b[2J"]])],
    "a reason that is no text": [(LEFT_OUT, [["a", 1]])],
    "no JSON": [(LEFT_OUT, b"{")],
}


@pytest.mark.rule("SBX-9", "RUN-4", "SBX-8")
@pytest.mark.parametrize("what", HOSTILE)
def test_nothing_that_no_runner_sends_is_taken(what: str) -> None:
    """Every size, count and name is judged again on this side."""
    answer = Answer(SMALL)
    frames = [(kind, said if isinstance(said, bytes) else json.dumps(said).encode()) for kind, said in HOSTILE[what]]
    for frame in frames[:-1]:
        answer.take(*frame)
    with pytest.raises(SandboxUnavailable) as raised:
        answer.take(*frames[-1])
    assert raised.value.code == "SANDBOX_BROKEN"
    assert raised.value.message.isprintable()
