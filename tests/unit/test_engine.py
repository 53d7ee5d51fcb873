"""The command line that starts a container, what a runner is told, and what a run says of its walls."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Limits
from skillhouse.sandbox import engine, runner
from skillhouse.sandbox.engine import Engine, Fitting

PODMAN = Engine("podman", "/usr/bin/podman", "5.1.0", "crun")
DOCKER = Engine("docker", "/usr/bin/docker", "28.0.0", "runc")
GVISOR = Engine("podman", "/usr/bin/podman", "5.1.0", "runsc", "/opt/runsc")
WHOLE = Fitting(own_user=True, groups=True)
BARE = Fitting(own_user=False, groups=False)
FACTS: dict[str, Any] = {
    "machine": "x86_64",
    "mapped": True,
    "capabilities": 0,
    "privileges": True,
    "filtered": True,
    "interfaces": [],
    "read_only": True,
    "files": 16_384,
    "caps": {"memory": 256 << 20, "pids": 128, "cpu": 100_000},
}


def argv(made_by: Engine, fitting: Fitting = WHOLE, limits: Limits | None = None) -> list[str]:
    """The command line of one container."""
    return engine.arguments(made_by, "sha256:abc", "skillhouse-1-1", limits or Limits(), fitting)


def values(command: list[str], option: str) -> list[str]:
    """What follows each use of an option."""
    return [command[at + 1] for at, word in enumerate(command) if word == option]


@pytest.mark.rule("SBX-7", "SBX-4", "SBX-10")
@pytest.mark.parametrize("made_by", [PODMAN, DOCKER, GVISOR], ids=lambda made_by: f"{made_by.name}-{made_by.runtime}")
def test_a_container_has_no_network_no_privilege_and_nothing_to_write_on(made_by: Engine) -> None:
    """The flags that every engine understands, whichever it is."""
    command = argv(made_by)
    assert {"--rm", "--interactive", "--read-only"} <= set(command)
    assert values(command, "--network") == ["none"]
    assert values(command, "--cap-drop") == ["ALL"]
    assert values(command, "--user") == ["1000:1000"]
    assert values(command, "--ipc") == ["none"]
    assert values(command, "--cgroupns") == ["private"]
    assert "no-new-privileges" in values(command, "--security-opt")
    assert not {"--privileged", "--volume", "-v", "--device", "--env", "--tty", "--publish"} & set(command)


@pytest.mark.rule("SBX-10")
@pytest.mark.parametrize("made_by", [PODMAN, DOCKER], ids=lambda made_by: made_by.name)
def test_an_image_is_never_pulled_and_is_named_by_its_id(made_by: Engine) -> None:
    """The last word is the id; the engine is told to pull nothing."""
    command = argv(made_by)
    assert values(command, "--pull") == ["never"]
    assert command[-1] == "sha256:abc"


@pytest.mark.rule("SBX-8")
@pytest.mark.parametrize("made_by", [PODMAN, DOCKER], ids=lambda made_by: made_by.name)
def test_the_limits_of_a_run_are_the_containers(made_by: Engine) -> None:
    """Memory without swap, processes, one CPU, and a bounded disk."""
    command = argv(made_by, limits=replace(Limits(), memory_bytes=64 << 20, workspace_bytes=10 << 20))
    assert values(command, "--memory") == values(command, "--memory-swap") == [str(64 << 20)]
    assert values(command, "--pids-limit") == ["128"]
    assert values(command, "--cpus") == ["1"]
    assert f"size={10 << 20}" in next(value for value in values(command, "--tmpfs") if value.startswith("/workspace:"))


@pytest.mark.rule("SBX-3")
def test_what_tells_of_the_host_is_covered() -> None:
    """Its hardware, and the files that an engine writes; nothing of the host but /dev/null is shown."""
    for command in (argv(PODMAN), argv(DOCKER)):
        empty = [value.partition(":") for value in values(command, "--tmpfs") if not value.startswith("/workspace:")]
        assert {"/sys/class", "/sys/block", "/sys/devices", "/dev/pts"} <= {folder for folder, _, _ in empty}
        assert all(options.startswith("ro,size=4k") for _, _, options in empty)
        assert {re.sub("target=.*?,", "", mount) for mount in values(command, "--mount")} == {
            "type=bind,source=/dev/null,readonly"
        }


@pytest.mark.rule("SBX-7")
@pytest.mark.parametrize(("user", "outside"), [(0, 2_000_000_000), (1001, 1)])
def test_podman_gives_each_container_a_user_namespace_where_the_host_allows_it(
    user: int, outside: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a map: far from everybody for root, within the user's own ids for others. Docker maps users for its whole
    daemon or not at all.
    """
    monkeypatch.setattr("os.getuid", lambda: user)
    mapped = {"--uidmap", "--gidmap"}
    assert mapped <= set(argv(PODMAN))
    assert values(argv(PODMAN), "--uidmap") == values(argv(PODMAN), "--gidmap") == [f"0:{outside}:65536"]
    assert not mapped & set(argv(PODMAN, BARE))
    assert not mapped & set(argv(DOCKER))
    assert engine.fittings(DOCKER) == (Fitting(own_user=False, groups=True),)


@pytest.mark.rule("SBX-8")
def test_tables_are_shown_read_only() -> None:
    """By a mount of their own, beside the bounded workspace."""
    command = engine.arguments(PODMAN, "sha256:abc", "x", Limits(), WHOLE, Path("/rooms/1"))
    assert "type=bind,source=/rooms/1,target=/opt/skillhouse/shown,readonly" in values(command, "--mount")


def test_the_strongest_fitting_is_tried_first() -> None:
    """Control groups count for more than a map of users."""
    assert engine.fittings(PODMAN) == (
        WHOLE,
        Fitting(own_user=False, groups=True),
        Fitting(own_user=True, groups=False),
        BARE,
    )
    assert "--cgroups=disabled" in argv(PODMAN, BARE)
    assert values(argv(PODMAN, BARE), "--memory") == []


@pytest.mark.rule("SBX-10")
def test_a_runtime_is_named_as_each_engine_wants_it() -> None:
    """Podman before the command, Docker after it; gVisor is told that there is no network to take over."""
    assert argv(GVISOR)[:5] == ["/usr/bin/podman", "--runtime", "/opt/runsc", "--runtime-flag", "network=none"]
    command = argv(replace(DOCKER, runtime="runsc", runtime_asked="runsc"))
    assert command[1] == "run"
    assert values(command, "--runtime") == ["runsc"]


@pytest.mark.rule("SBX-10", "SBX-8")
def test_a_run_says_which_limits_no_control_group_holds() -> None:
    """And the runner is told to watch memory and to stay on one processor; the filter is then the tighter one."""
    held = {layer.name: layer for layer in engine.layers(PODMAN, FACTS, WHOLE, Limits())}
    assert all(layer.held for layer in held.values())
    without = {**FACTS, "caps": dict.fromkeys(FACTS["caps"])}
    lacking = {layer.name for layer in engine.layers(PODMAN, without, BARE, Limits()) if not layer.held}
    assert lacking == {"memory", "processes", "cpu"}
    told, other = engine.settings(PODMAN, FACTS, WHOLE, Limits()), engine.settings(PODMAN, without, BARE, Limits())
    assert (told["one_cpu"], told["own_group"], told["files"]) == (False, True, None)
    assert (other["one_cpu"], other["own_group"]) == (True, False)
    assert told["filter"] != other["filter"]


@pytest.mark.rule("SBX-10")
def test_the_group_around_a_container_is_not_taken_for_its_own() -> None:
    """A cap that is wider than the run's, or one that was not asked for, holds nothing for this run."""
    wide = {**FACTS, "caps": {"memory": 8 << 30, "pids": 4096, "cpu": 400_000}}
    assert engine.held_by_group(PODMAN, wide, WHOLE, Limits()) == frozenset()
    assert engine.held_by_group(PODMAN, FACTS, BARE, Limits()) == frozenset()


@pytest.mark.rule("SBX-10")
@pytest.mark.parametrize(
    ("fact", "value", "layer"),
    [
        ("mapped", False, "user namespace"),
        ("interfaces", ["eth0"], "network"),
        ("read_only", False, "files"),
        ("capabilities", 1 << 21, "privileges"),
        ("privileges", False, "privileges"),
        ("files", 3_000_000, "file count"),
        ("files", 0, "file count"),
    ],
)
def test_a_wall_that_does_not_stand_is_said(fact: str, value: object, layer: str) -> None:
    """Each from what the runner found, not from what was asked for."""
    layers = engine.layers(PODMAN, {**FACTS, fact: value}, WHOLE, Limits())
    assert [one.name for one in layers if not one.held] == [layer]


@pytest.mark.rule("SBX-10")
def test_a_kernel_of_its_own_is_a_layer() -> None:
    """It stands between script and host and counts processes itself; the host counts its threads, and allows more."""
    layers = {layer.name: layer for layer in engine.layers(GVISOR, {**FACTS, "caps": {}}, WHOLE, Limits())}
    assert "gVisor" in layers["kernel"].detail
    assert (layers["memory"].held, layers["processes"].held) == (True, True)
    assert "cgroup" not in layers["processes"].detail
    assert values(argv(GVISOR), "--pids-limit") != ["128"]
    assert "kernel" not in {layer.name for layer in engine.layers(PODMAN, FACTS, WHOLE, Limits())}


def fake(folder: Path, name: str, script: str) -> None:
    """A program that stands in for an engine."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)


@pytest.mark.rule("SBX-10")
def test_the_first_engine_that_answers_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is installed but does not answer is passed over, unless it was named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxUnavailable) as none:
        engine.find()
    assert none.value.code == "ENGINE_MISSING"
    fake(tmp_path, "podman", "echo broken socket >&2; exit 1")
    fake(tmp_path, "docker", "echo 28.1 runc")
    assert engine.find() == Engine("docker", str(tmp_path / "docker"), "28.1", "runc")
    assert engine.find("docker", "runsc").own_kernel == "gVisor"
    with pytest.raises(SandboxUnavailable) as named:
        engine.find("podman")
    assert (named.value.code, "broken socket" in named.value.message) == ("ENGINE_FAILED", True)


@pytest.mark.rule("RUN-7", "SBX-10")
def test_a_missing_image_is_the_operators_to_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint is the one command that builds it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    fake(
        tmp_path,
        "podman",
        'case $1 in info) echo 5.0 crun;; build) exit 3;; *) echo "no such image" >&2; exit 125;; esac',
    )
    made_by = engine.find()
    with pytest.raises(SandboxUnavailable) as raised:
        engine.image_id(made_by, "skillhouse-sandbox")
    assert (raised.value.code, raised.value.where) == ("SANDBOX_IMAGE_MISSING", "SANDBOX_IMAGE")
    assert "skillhouse sandbox-image build" in raised.value.hint
    with pytest.raises(SandboxUnavailable) as failed:
        engine.build_image(made_by, "skillhouse-sandbox", tmp_path, {"PYTHON_IMAGE": "x"})
    assert failed.value.code == "SANDBOX_IMAGE_BUILD"


def test_an_id_is_told_the_same_way_by_both_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Podman leaves out how it was hashed."""
    monkeypatch.setenv("PATH", str(tmp_path))
    fake(tmp_path, "podman", "case $1 in info) echo 5.0 crun;; *) echo abc123;; esac")
    assert engine.image_id(engine.find(), "x") == "sha256:abc123"


@pytest.mark.rule("SBX-10")
def test_the_recipe_holds_all_that_the_runner_needs(tmp_path: Path) -> None:
    """The parts import by themselves, with the standard library alone, and are the ones that the recipe copies."""
    engine.write_recipe(tmp_path)
    code = "import sys; sys.path[:0] = sys.argv[1:]\nfrom skillhouse.sandbox import runner\nprint(runner.fingerprint())"
    command = [sys.executable, "-I", "-S", "-B", "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == runner.fingerprint()
    copied = re.findall(r"skillhouse/((?:\w+/)*\w+\.py)", (tmp_path / "Containerfile").read_text("utf-8"))
    assert sorted(copied) == sorted(runner.PARTS)


def test_the_recipe_of_a_checkout_is_the_same_file() -> None:
    """deploy/sandbox/Containerfile is a link to the one that the package ships."""
    shown = Path(__file__).parent.parent.parent / "deploy" / "sandbox" / "Containerfile"
    assert shown.samefile(Path(runner.__file__).with_name("Containerfile"))
