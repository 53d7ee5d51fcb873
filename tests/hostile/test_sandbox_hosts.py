"""Hosts on which no sandbox can be had, or on which one is destroyed: an operator's error, never script output."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from skillhouse.errors import ConfigError, SandboxUnavailable
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, Outcome, Sandbox
from skillhouse.sandbox.cgroups import find_maker
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
from skillhouse.sandbox.runtimes import Runtimes

# Where a child process finds what this one has.
PATH = os.pathsep.join(sys.path)
HELLO = Job((SkillFile("x.py", b"print('hello')"),), "x.py")
OPEN = "/tmp"  # noqa: S108 -- a folder that every user may enter; what is made in it has a name of its own
MARK = "marked-script"
# Its name in the process table tells that it runs.
WAITING = Job(
    (SkillFile("x.py", f"open('/proc/self/comm', 'w').write('{MARK}')\nimport time\ntime.sleep(60)".encode()),), "x.py"
)

# Becomes a user that may make no user namespace: a real host with the switch off, for this process alone.
FORBID = """
import ctypes, os, sys
outside = os.getuid()
assert ctypes.CDLL(None).unshare(0x10000000) == 0
open("/proc/self/uid_map", "w").write(f"1000 {outside} 1")
open("/proc/sys/user/max_user_namespaces", "w").write("0")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
TRY = """
import json, sys
from skillhouse.errors import SkillhouseError
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
try:
    with {"cold": NamespaceSandbox, "warm": PoolSandbox}[sys.argv[1]]() as sandbox:
        print(sandbox.run(Job((SkillFile("x.py", b"print('hello')"),), "x.py")).stdout)
except SkillhouseError as error:
    print(json.dumps([type(error).__name__, error.code, error.message, error.hint, error.exit_code]))
"""


def below(pid: int) -> dict[int, str]:
    """Every process below one, with its name; those that vanish meanwhile are left out."""
    found: dict[int, str] = {}
    waiting = [pid]
    while waiting:
        current = waiting.pop()
        try:
            tasks = [(task / "children").read_text() for task in Path(f"/proc/{current}/task").iterdir()]
            children = [int(child) for text in tasks for child in text.split()]
            found |= {child: Path(f"/proc/{child}/comm").read_text().strip() for child in children}
        except (FileNotFoundError, ProcessLookupError):
            continue
        waiting += children
    return found


def wait_for_script(pid: int) -> dict[int, str]:
    """The processes below one, once the marked script is among them."""
    for _ in range(2_000):
        found = below(pid)
        if MARK in found.values():
            return found
        threading.Event().wait(0.01)
    pytest.fail("the script never began")


def attempt(sandbox: Sandbox, job: Job) -> Outcome | SandboxUnavailable:
    """The outcome, or the error as a value."""
    try:
        return sandbox.run(job)
    except SandboxUnavailable as error:
        return error


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("kind", [NamespaceSandbox, PoolSandbox])
@pytest.mark.parametrize("path", ["/etc/passwd", "/no/such/bwrap", "/usr", ""])
def test_a_setting_that_names_no_bwrap_is_a_setting_to_correct(kind: type[NamespaceSandbox], path: str) -> None:
    """The error names the setting and what it held, before anything runs."""
    with pytest.raises(ConfigError) as raised:
        kind(bwrap_path=path)
    assert raised.value.where == "SKILLHOUSE_BWRAP"
    assert repr(path) in raised.value.message
    assert raised.value.hint
    assert raised.value.exit_code == 121


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("kind", [NamespaceSandbox, PoolSandbox])
@pytest.mark.parametrize("program", ["/bin/true", "/bin/false", "/bin/echo"])
def test_a_program_that_is_no_bwrap_is_never_taken_for_a_script(kind: type[NamespaceSandbox], program: str) -> None:
    """Whatever it prints or exits with, the answer is that the sandbox failed."""
    with kind(bwrap_path=program) as sandbox:
        for _ in range(2):
            with pytest.raises(SandboxUnavailable) as raised:
                sandbox.run(HELLO)
            assert raised.value.code == "SANDBOX_BROKEN"
            assert raised.value.hint


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("kind", [NamespaceSandbox, PoolSandbox])
def test_an_interpreter_that_is_none_is_a_setting_to_correct(kind: type[NamespaceSandbox]) -> None:
    """A Python or Node that a setting names wrongly is told by the setting's name."""
    with kind(Runtimes(python_path="/bin/true", node_path="/bin/true")) as sandbox:
        for script, setting in (("x.py", "SKILLHOUSE_PYTHON"), ("x.js", "SKILLHOUSE_NODE")):
            with pytest.raises(ConfigError) as raised:
                sandbox.run(Job((SkillFile(script, b""),), script))
            assert raised.value.where == setting


def forbidden(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What Python answers where no user namespace can be made."""
    return subprocess.run(
        [sys.executable, "-c", FORBID, *arguments],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": PATH, "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.rule("RUN-7", "SBX-7")
@pytest.mark.parametrize("kind", ["cold", "warm"])
def test_a_host_that_forbids_user_namespaces_runs_nothing(kind: str) -> None:
    """No script runs less confined instead: the error has a code, a hint and the exit code of an operator's error."""
    done = forbidden("-c", TRY, kind)
    assert done.returncode == 0, done.stderr
    name, code, message, hint, exit_code = json.loads(done.stdout)
    assert (name, code, exit_code) == ("SandboxUnavailable", "SANDBOX_BROKEN", 121)
    assert "bwrap" in message
    assert "doctor" in hint


@pytest.mark.rule("RUN-7", "CLI-1")
@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_line_tells_an_operator_s_error_from_a_script_s(tmp_path: Path, *, as_json: bool) -> None:
    """Exit code 121, nothing on stdout that looks like a script's answer, and a hint on stderr."""
    skill = tmp_path / "greeter"
    skill.mkdir()
    (skill / "SKILL.md").write_text("---\nname: greeter\ndescription: Greets people by name.\n---\nRun hello.py.\n")
    (skill / "hello.py").write_text("print('hello')\n")
    skill.chmod(0o755)
    done = forbidden("-m", "skillhouse", "run", *(["--json"] if as_json else []), str(skill), "hello.py")
    assert done.returncode == 121, done.stderr
    assert "doctor" in done.stderr
    assert "hello\n" not in done.stdout
    if as_json:
        answer = json.loads(done.stdout)
        assert answer["code"] == "SANDBOX_BROKEN"
        assert "exit_code" not in answer
    else:
        assert done.stdout == ""


@pytest.mark.rule("RUN-7")
def test_a_run_whose_bwrap_is_killed_says_so_and_the_next_one_works() -> None:
    """Killing any process around the script is the sandbox's failure; killing the script is the script's end."""
    with NamespaceSandbox() as sandbox:
        for name in ("bwrap", "python3", MARK):
            answers: list[Outcome | SandboxUnavailable] = []
            thread = threading.Thread(target=lambda answers=answers: answers.append(attempt(sandbox, WAITING)))
            thread.start()
            found = wait_for_script(os.getpid())
            victim = next(pid for pid, comm in found.items() if comm.startswith(name))
            os.kill(victim, 9)
            thread.join(30)
            answer = answers[0]
            if name == MARK:
                assert isinstance(answer, Outcome)
                assert (answer.exit_code, answer.signal, answer.stopped) == (137, "SIGKILL", None)
            else:
                assert isinstance(answer, SandboxUnavailable)
                assert answer.code == "SANDBOX_BROKEN"
            assert sandbox.run(HELLO).stdout == b"hello\n"


HOST = """
import sys
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
script = sys.argv[2].encode()
with {"cold": NamespaceSandbox, "warm": PoolSandbox}[sys.argv[1]]() as sandbox:
    sandbox.run(Job((SkillFile("x.py", script),), "x.py"))
"""


@pytest.mark.rule("SBX-8")
@pytest.mark.parametrize("kind", ["cold", "warm"])
def test_a_host_that_is_killed_leaves_no_process_behind(kind: str) -> None:
    """However the host's process ends, the script and all around it end with it."""
    script = WAITING.files[0].content.decode() + "\n"
    forks = "import os\nfor _ in range(2): os.fork()\nos.setsid() if os.getpid() != os.getsid(0) else None\n"
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, kind, forks + script], env={"PATH": "/usr/bin:/bin", "PYTHONPATH": PATH}
    )
    try:
        handles = [os.pidfd_open(pid) for pid in wait_for_script(host.pid)]
    finally:
        host.kill()
        host.wait()
    assert len(handles) >= 3
    for handle in handles:
        # A pidfd turns readable when its process ends.
        ended, _, _ = select.select([handle], [], [], 10)
        os.close(handle)
        assert ended


LAYING = """
import sys
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
script, tables = (SkillFile("x.py", sys.argv[2].encode()),), (SkillFile("data/a.jsonl", b"1"),)
with {"cold": NamespaceSandbox, "warm": PoolSandbox}[sys.argv[1]]() as sandbox:
    print(sandbox.run(Job(script, "x.py", tables=tables)).stdout.decode(), end="")
"""


@pytest.mark.rule("SBX-2")
@pytest.mark.parametrize("kind", ["cold", "warm"])
def test_what_a_killed_host_left_is_swept_by_the_next_one_of_the_same_number(kind: str) -> None:
    """Each host is process 1 of a container. The tables and control groups of one that was killed are gone when the
    next one has started; those of one that lives are untouched.
    """
    if os.getuid() != 0:
        pytest.skip("only root can be process 1 of a process namespace of its own here")
    maker = find_maker()
    parents = set(maker.parents.values()) if maker else set()

    def groups(pid: int) -> list[Path]:
        """The control groups that the script below this process is in."""
        script = next(number for number, name in below(pid).items() if name == MARK)
        names = set(re.findall(r"/(skillhouse-run-[^/\n]+)", Path(f"/proc/{script}/cgroup").read_text()))
        return [parent / name for parent in parents for name in names]

    def start(base: Path, script: str) -> subprocess.Popen[bytes]:
        inside = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, "-c", LAYING]
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": PATH, "TMPDIR": str(base)}
        return subprocess.Popen([*inside, kind, script], env=environment, stdout=subprocess.PIPE)

    with tempfile.TemporaryDirectory(dir=OPEN) as name:
        base = Path(name)
        base.chmod(0o755)
        waiting = WAITING.files[0].content.decode()
        with start(base, waiting) as lives, start(base, waiting) as killed:
            for host in (lives, killed):
                wait_for_script(host.pid)
            of_living, of_killed = groups(lives.pid), groups(killed.pid)
            assert len(list(base.iterdir())) == 2
            killed.kill()
            killed.wait()
            with start(base, "print(open('data/a.jsonl').read())") as later:
                assert later.communicate()[0] == b"1\n"
            assert len(list(base.iterdir())) == 1
            assert [group for group in (*of_living, *of_killed) if group.exists()] == of_living
            lives.kill()
        with start(base, "print('alone')") as last:
            assert last.communicate()[0] == b"alone\n"
        assert list(base.iterdir()) == []
        assert [group for group in of_living if group.exists()] == []
