"""Control groups on trees of plain files: what is read, what is written, for version 2 and version 1."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from skillhouse.model.run import Limits
from skillhouse.sandbox import cgroups
from skillhouse.sandbox.cgroups import ControlGroup, GroupMaker

pytestmark = pytest.mark.rule("SBX-8")

CONTROLLERS = ("memory", "pids", "cpu")
LIMITS = Limits(memory_bytes=64 << 20, processes=9, cpus=2)


def group_v2(folder: Path, *, lone: bool = True) -> ControlGroup:
    """A version 2 group whose files are plain ones."""
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 4\noom 1\noom_kill 2\noom_group_kill 0\n")
    (folder / "cgroup.procs").write_text("")
    return ControlGroup(2, dict.fromkeys(CONTROLLERS, folder), lone=lone)


def group_v1(folder: Path) -> ControlGroup:
    """A version 1 group: a folder for each controller."""
    folders = {name: folder / name for name in CONTROLLERS}
    for place in folders.values():
        place.mkdir()
        (place / "cgroup.procs").write_text("")
    (folders["memory"] / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n")
    (folders["memory"] / "memory.max_usage_in_bytes").write_text("12345\n")
    return ControlGroup(1, folders)


def written(folder: Path) -> dict[str, str]:
    """What the files of a folder hold."""
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def test_version_2_gets_all_caps_in_one_folder(tmp_path: Path) -> None:
    """No swap to escape to, and the kernel kills the whole run at once."""
    group_v2(tmp_path).begin(LIMITS)
    expected = {
        "memory.max": str(64 << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "9",
        "cpu.max": "200000 100000",
    }
    assert expected.items() <= written(tmp_path).items()


def test_a_group_that_outlives_a_run_is_not_killed_as_a_whole(tmp_path: Path) -> None:
    """The process that makes the next sandbox lives in it, and does not count as the script's."""
    group_v2(tmp_path, lone=False).begin(LIMITS)
    assert {"memory.oom.group": "0", "pids.max": "11"}.items() <= written(tmp_path).items()


def test_version_1_gets_each_cap_at_its_controller(tmp_path: Path) -> None:
    """Memory with swap has the same cap as memory, so there is no swap to use."""
    group = group_v1(tmp_path)
    group.begin(LIMITS)
    size = str(64 << 20)
    assert written(tmp_path / "memory").items() >= {
        ("memory.limit_in_bytes", size),
        ("memory.memsw.limit_in_bytes", size),
    }
    assert written(tmp_path / "pids")["pids.max"] == "9"
    assert written(tmp_path / "cpu")["cpu.cfs_quota_us"] == "200000"


@pytest.mark.parametrize("version", [1, 2])
def test_a_kill_of_an_earlier_run_is_not_blamed_on_this_one(tmp_path: Path, version: int) -> None:
    """Only the rise of the count since the run began tells that this one was out of memory."""
    group = group_v2(tmp_path) if version == 2 else group_v1(tmp_path)
    group.begin(LIMITS)
    assert not group.out_of_memory
    for name in ("memory.events", "memory.oom_control"):
        for path in tmp_path.rglob(name):
            path.write_text("oom_kill 3\n")
    assert group.out_of_memory


def test_what_the_kernel_does_not_tell_is_not_made_up(tmp_path: Path) -> None:
    """A missing or odd file means unknown, not an error."""
    group = group_v1(tmp_path)
    (tmp_path / "memory" / "memory.max_usage_in_bytes").write_text("odd")
    (tmp_path / "memory" / "memory.oom_control").unlink()
    group.begin(LIMITS)
    assert not group.out_of_memory
    (tmp_path / "pids" / "cgroup.procs").unlink()
    assert not group.empty


def test_a_group_is_empty_when_no_folder_holds_a_process(tmp_path: Path) -> None:
    """A process in any of them keeps the group busy."""
    group = group_v1(tmp_path)
    assert group.empty
    (tmp_path / "cpu" / "cgroup.procs").write_text("17\n")
    assert not group.empty


def test_doors_are_one_a_folder(tmp_path: Path) -> None:
    """Three for version 1, one for version 2; the caller closes them."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    for group, count in ((group_v1(tmp_path / "one"), 3), (group_v2(tmp_path / "two"), 1)):
        doors = group.open_doors()
        assert len(doors) == count
        for door in doors:
            os.close(door)


def test_a_maker_removes_what_it_made(tmp_path: Path) -> None:
    """Half a group is no group: where one folder cannot be made, the others go again. Two groups never share one."""
    parents = {name: tmp_path / name for name in CONTROLLERS}
    for name in ("memory", "pids"):
        parents[name].mkdir()
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(OSError, match="cpu"):
        GroupMaker(1, parents).make()
    assert list((tmp_path / "memory").iterdir()) == []
    parents["cpu"].mkdir()
    group, other = GroupMaker(1, parents).make(), GroupMaker(1, parents).make()
    names = {path.name for path in group.folders.values()}
    assert len(names) == 1
    assert all(name.startswith("skillhouse-run-") for name in names)
    assert not names & {path.name for path in other.folders.values()}
    for one in (group, other, group):
        one.remove()
    assert list((tmp_path / "cpu").iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_sweep_takes_the_groups_that_nobody_holds(tmp_path: Path) -> None:
    """Groups in use, and folders of others, stay, whatever process number made them."""
    maker = GroupMaker(2, dict.fromkeys(CONTROLLERS, tmp_path))
    for name in ("skillhouse-run-abc", "skillhouse-odd-1", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "skillhouse-run-file").touch()
    held = maker.make()
    # As the kernel has it: a group of control files can be removed, a plain folder with a file in it cannot.
    process = subprocess.Popen(["/bin/sleep", "60"])
    try:
        (tmp_path / "skillhouse-run-busy").mkdir()
        (tmp_path / "skillhouse-run-busy" / "cgroup.procs").write_text(f"{process.pid}\n")
        (tmp_path / "skillhouse-run-abc" / "cgroup.procs").write_text("")
        maker.sweep()
        assert process.wait(30) == -signal.SIGKILL
    finally:
        process.kill()
        process.wait()
    assert held.folders["memory"].is_dir()
    assert {"skillhouse-odd-1", "other", "skillhouse-run-file"} <= {path.name for path in tmp_path.iterdir()}
    held.remove()


@dataclass
class Host:
    """A host's cgroup files, put before the module that reads them."""

    root: Path
    mounts: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)

    def mount(self, kind: str, place: str, options: str = "rw", root: str = "/") -> Path:
        """Mount a hierarchy; its folder."""
        folder = self.root / place
        folder.mkdir(parents=True)
        self.mounts.append(f"30 23 0:26 {root} {folder} rw,nosuid shared:4 - {kind} {kind} {options}")
        return folder

    def write(self) -> None:
        """Lay down the two files that a process reads of itself."""
        (self.root / "mountinfo").write_text("\n".join(["22 1 8:1 / / rw - ext4 /dev/sda1 rw", *self.mounts]))
        (self.root / "cgroup").write_text("\n".join(self.own))


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A host whose /proc/self is a folder of the test."""

    def redirected(*parts: str) -> Path:
        whole = str(Path(*parts))
        return Path(whole.replace("/proc/self", str(tmp_path)) if whole.startswith("/proc/self/") else whole)

    monkeypatch.setattr(cgroups, "Path", redirected)
    return Host(tmp_path)


def controls(folder: Path, controllers: str, subtree: str) -> None:
    """The files of a version 2 folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.procs").write_text("")
    (folder / "cgroup.controllers").write_text(controllers)
    (folder / "cgroup.subtree_control").write_text(subtree)


def test_version_2_is_found_where_the_controllers_are_handed_on(host: Host) -> None:
    """The nearest folder above this process that offers all three."""
    top = host.mount("cgroup2", "unified")
    controls(top, "cpu memory pids io", "")
    controls(top / "user", "cpu memory pids", "cpu memory pids")
    controls(top / "user" / "mine", "cpu memory pids", "")
    (top / "user" / "mine" / "cgroup.subtree_control").unlink()
    host.own.append("0::/user/mine")
    host.write()
    maker = cgroups.find_maker()
    assert maker is not None
    assert (maker.version, set(maker.parents.values())) == (2, {top / "user"})


def test_version_2_controllers_are_switched_on_where_that_is_allowed(host: Host) -> None:
    """In the folder of this process itself, if it has them and hands none on yet."""
    top = host.mount("cgroup2", "unified")
    controls(top, "cpu memory pids", "")
    host.own.append("0::/")
    host.write()
    maker = cgroups.find_maker()
    assert maker is not None
    assert (top / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"


def test_version_1_is_found_by_its_three_mounts(host: Host) -> None:
    """Each at the path of this process within it, also where only a part of the hierarchy is mounted."""
    parents = {}
    for name in CONTROLLERS:
        folder = host.mount("cgroup", name, f"rw,{name}", root="/docker/x" if name == "memory" else "/")
        parents[name] = folder / "inner"
        parents[name].mkdir()
        host.own.append(f"4:{name}:{'/docker/x' if name == 'memory' else ''}/inner")
    host.write()
    maker = cgroups.find_maker()
    assert maker is not None
    assert (maker.version, maker.parents) == (1, parents)
    assert [list(folder.iterdir()) for folder in parents.values()] == [[], [], []]


@pytest.mark.parametrize("missing", CONTROLLERS)
def test_two_of_three_controllers_are_not_enough(host: Host, missing: str) -> None:
    """Then there are no groups, and the run says that its caps are approximate."""
    for name in set(CONTROLLERS) - {missing}:
        host.mount("cgroup", name, f"rw,{name}")
        host.own.append(f"4:{name}:/")
    controls(host.mount("cgroup2", "unified"), " ".join(set(CONTROLLERS) - {missing}), "")
    host.own.append("0::/")
    host.write()
    assert cgroups.find_maker() is None


def test_a_host_without_any_hierarchy_has_no_groups(host: Host) -> None:
    """Nor one whose files cannot be read at all."""
    assert cgroups.find_maker() is None
    host.write()
    assert cgroups.find_maker() is None
