"""What `doctor` is told of a host: one real try a layer, on this host and on worse ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
from skillhouse.sandbox.probe import Check, diagnose
from skillhouse.sandbox.runtimes import Runtimes

# Where a child process finds what this one has.
PATH = os.pathsep.join(sys.path)
LAYERS = ["kernel", "bwrap", "namespaces", "pool", "cgroup", "python", "sh", "bash", "node", "run"]


def found(runtimes: Runtimes | None = None, bwrap_path: str | None = None) -> dict[str, Check]:
    """Layer → its check."""
    return {check.layer: check for check in diagnose(runtimes or Runtimes(), bwrap_path)}


@pytest.mark.rule("SBX-10", "SBX-1")
def test_each_layer_of_this_host_is_tried_in_turn() -> None:
    """A host that runs these tests has every layer that a run needs."""
    checks = found()
    assert list(checks) == LAYERS
    for layer in ("kernel", "bwrap", "namespaces", "run"):
        assert checks[layer].status == "ok", checks[layer]
    for check in checks.values():
        assert check.detail
        assert (check.status == "ok") == (not check.fix)
        assert (check.status == "ok") == (not check.consequence)


@pytest.mark.rule("SBX-10")
def test_without_bwrap_nothing_further_is_tried() -> None:
    """The later layers are moot."""
    checks = found(bwrap_path="/no/such/bwrap")
    assert list(checks) == ["kernel", "bwrap"]
    assert checks["bwrap"].status == "missing"
    assert "SKILLHOUSE_BWRAP" in checks["bwrap"].fix


@pytest.mark.rule("SBX-10")
@pytest.mark.parametrize("program", ["/bin/true", "/bin/false"])
def test_a_bwrap_that_is_none_is_found_out(program: str) -> None:
    """By what it does, at the latest by the whole run."""
    checks = found(bwrap_path=program)
    assert "missing" in {check.status for check in checks.values()}
    assert checks.get("run") is None or checks["run"].status == "missing"


@pytest.mark.rule("SBX-1")
def test_a_setting_that_names_no_interpreter_is_told_and_the_rest_still_tried() -> None:
    """One wrong setting does not hide the other layers."""
    checks = found(Runtimes(node_path="/bin/true"))
    assert checks["node"].status == "missing"
    assert "SKILLHOUSE_NODE" in checks["node"].fix
    assert checks["python"].status in {"ok", "weaker"}
    assert checks["sh"].status in {"ok", "weaker"}
    nothing = found(Runtimes(python_path="/bin/true"))
    assert nothing["python"].status == "missing"
    assert nothing["run"].status == "missing"


@pytest.mark.rule("SBX-1")
def test_a_host_without_any_interpreter_is_described_layer_by_layer() -> None:
    """Each with what follows from it and how to get one."""
    bare = Runtimes()
    vars(bare).update(dict.fromkeys(("python", "sh", "bash", "node")))
    checks = found(bare)
    assert {layer: checks[layer].status for layer in ("python", "sh", "bash", "node", "run")} == {
        "python": "missing", "sh": "missing", "bash": "weaker", "node": "missing", "run": "missing",
    }  # fmt: skip
    assert all(checks[layer].fix for layer in ("python", "sh", "bash", "node"))


FORBIDDEN = """
import ctypes, dataclasses, json, os
outside = os.getuid()
assert ctypes.CDLL(None).unshare(0x10000000) == 0
open("/proc/self/uid_map", "w").write(f"1000 {outside} 1")
open("/proc/sys/user/max_user_namespaces", "w").write("0")
from skillhouse.sandbox.probe import diagnose
from skillhouse.sandbox.runtimes import Runtimes
print(json.dumps([dataclasses.asdict(check) for check in diagnose(Runtimes())]))
"""


@pytest.mark.rule("SBX-10", "RUN-7")
def test_the_switch_that_forbids_user_namespaces_is_named_with_the_command_that_turns_it() -> None:
    """And no whole run is tried."""
    done = subprocess.run(
        [sys.executable, "-c", FORBIDDEN],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": PATH},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    checks = {check["layer"]: check for check in json.loads(done.stdout)}
    assert "run" not in checks
    assert checks["namespaces"]["status"] == "missing"
    assert "max_user_namespaces is 0" in checks["namespaces"]["detail"]
    assert "sysctl -w user.max_user_namespaces" in checks["namespaces"]["fix"]


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("kind", [NamespaceSandbox, PoolSandbox])
def test_a_skill_that_does_not_fit_the_workspace_is_the_sandbox_s_failure(kind: type[NamespaceSandbox]) -> None:
    """The guest's own word arrives, the script is never started, and the next run works."""
    limits = Limits(workspace_bytes=1 << 20)
    files = (SkillFile("x.py", b"print('hello')"), SkillFile("big", bytes(3 << 20)))
    with kind() as sandbox:
        for _ in range(2):
            with pytest.raises(SandboxUnavailable) as raised:
                sandbox.run(Job(files, "x.py", limits=limits))
            assert "No space left on device" in raised.value.message
        assert sandbox.run(Job(files[:1], "x.py", limits=limits)).stdout == b"hello\n"


@pytest.mark.rule("RUN-7")
@pytest.mark.parametrize("kind", [NamespaceSandbox, PoolSandbox])
@pytest.mark.parametrize("paths", [("a", "a/b"), ("same", "same"), ("../out",), ("/etc/out",), ("a/../../out",), ("",)])
def test_paths_that_slipped_past_the_gates_write_nothing(kind: type[NamespaceSandbox], paths: tuple[str, ...]) -> None:
    """The guest lays files exclusively, inside the workspace, and fails as a sandbox rather than do otherwise."""
    files = (SkillFile("x.py", b"import os; print(sorted(os.listdir('/')), os.path.exists('/out'))"),)
    odd = tuple(SkillFile(path, b"x") for path in paths)
    with kind() as sandbox, pytest.raises(SandboxUnavailable):
        sandbox.run(Job((*files, *odd), "x.py"))
    assert not Path("/etc/out").exists()
    assert not Path("/out").exists()


def test_the_tests_of_hosts_leave_no_child_behind() -> None:
    """Every process that was started above has been waited for."""
    tasks = Path("/proc/self/task").iterdir()
    pids = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    assert [pid for pid in pids if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"] == []
    assert os.getpid() not in pids
