"""Lending control groups, and the look at memory that stands in for them."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from skillhouse.model.run import Limits
from skillhouse.sandbox.cgroups import GroupMaker
from skillhouse.sandbox.limits import GroupPool, memory_watchdog, process_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.sandbox.cgroups import ControlGroup

pytestmark = pytest.mark.rule("SBX-8")

CONTROLLERS = ("memory", "pids", "cpu")
SMALL = Limits(memory_bytes=32 << 20)


class PlainMaker(GroupMaker):
    """Makes groups that are plain folders, as the kernel would fill them."""

    def make(self, *, lone: bool = True) -> ControlGroup:
        """A group without a process in it."""
        group = super().make(lone=lone)
        for folder in group.folders.values():
            (folder / "cgroup.procs").write_text("")
        return group


def pool(folder: Path) -> GroupPool:
    """A pool of version 2 groups below a plain folder."""
    return GroupPool(PlainMaker(2, dict.fromkeys(CONTROLLERS, folder)))


def test_a_group_is_lent_again_with_the_caps_of_the_next_run(tmp_path: Path) -> None:
    """Making one costs more than a run's bookkeeping, so there are no more than runs at a time."""
    groups = pool(tmp_path)
    for size in (1 << 20, 2 << 20, 3 << 20):
        with groups.lend(Limits(memory_bytes=size)) as group:
            assert group is not None
            assert (group.folders["memory"] / "memory.max").read_text() == str(size)
    assert len(list(tmp_path.iterdir())) == 1
    with groups.lend(SMALL) as first, groups.lend(SMALL) as second:
        assert first is not second
    assert len(list(tmp_path.iterdir())) == 2


def test_a_group_that_still_holds_a_process_is_not_lent_again(tmp_path: Path) -> None:
    """The process would count against the next run."""
    groups = pool(tmp_path)
    with groups.lend(SMALL) as busy:
        assert busy is not None
        (busy.folders["pids"] / "cgroup.procs").write_text("1\n")
    with groups.lend(SMALL) as fresh:
        assert fresh is not busy


def test_a_failed_run_gives_its_group_back(tmp_path: Path) -> None:
    """However the run was left."""
    groups = pool(tmp_path)
    with pytest.raises(RuntimeError), groups.lend(SMALL):
        raise RuntimeError
    with groups.lend(SMALL):
        assert len(list(tmp_path.iterdir())) == 1


def test_many_threads_never_share_a_group(tmp_path: Path) -> None:
    """Eight threads, each lending again and again."""
    groups, lent, clashes = pool(tmp_path), set(), []
    lock = threading.Lock()

    def use() -> None:
        for _ in range(50):
            with groups.lend(SMALL) as group:
                with lock:
                    clashes.extend([group] if id(group) in lent else [])
                    lent.add(id(group))
                with lock:
                    lent.discard(id(group))

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert clashes == []
    assert len(list(tmp_path.iterdir())) <= 8


@pytest.mark.rule("SBX-10")
def test_a_host_without_groups_says_so() -> None:
    """No group is lent, and the layers tell what stands in for it."""
    groups = GroupPool(use_groups=False)
    with groups.lend(SMALL) as group:
        assert group is None
    assert groups.version is None
    assert groups.keep(SMALL) is None
    layers = {layer.name: layer for layer in groups.layers(SMALL)}
    assert not layers["memory"].held
    assert "approximate" in layers["memory"].detail
    assert not layers["cpu"].held
    assert layers["processes"].held


@pytest.mark.rule("SBX-10")
def test_a_host_with_groups_names_their_version_and_the_caps(tmp_path: Path) -> None:
    """As each run records it."""
    layers = {layer.name: layer for layer in pool(tmp_path).layers(SMALL)}
    assert all(layer.held for layer in layers.values())
    assert layers["memory"].detail == "32 MB for the tree, cgroup v2"


@contextmanager
def process(script: str) -> Iterator[int]:
    """A Python process that has run `script` and waits; its pidfd."""
    command = [sys.executable, "-c", f"{script}\nprint('ready', flush=True)\ninput()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"ready\n"
        pidfd = os.pidfd_open(started.pid)
        try:
            yield pidfd
        finally:
            os.close(pidfd)
            started.kill()


@pytest.fixture
def empty() -> Iterator[int]:
    """An open folder on a file system of no size, so that no file counts."""
    descriptor = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


GROW = "import os, time\nblock = bytearray(b'x' * (80 << 20))\n"
FORK = "for _ in range(4):\n    if os.fork() == 0:\n        time.sleep(60)\n"


def test_the_watchdog_sees_a_process_that_grows(empty: int) -> None:
    """Under a tighter cap it is over, under a wider one it is not."""
    with process(GROW) as pidfd:
        assert memory_watchdog([pidfd], empty, Limits(memory_bytes=40 << 20))()
        assert not memory_watchdog([pidfd], empty, Limits(memory_bytes=400 << 20))()


def test_what_forked_children_share_counts_once(empty: int) -> None:
    """Five processes that show 80 MB each hold about 80 MB together."""
    with process(GROW + FORK) as pidfd:
        assert not memory_watchdog([pidfd], empty, Limits(memory_bytes=250 << 20))()
        assert memory_watchdog([pidfd], empty, Limits(memory_bytes=60 << 20))()


def test_what_lies_in_the_workspace_counts() -> None:
    """The disk is memory too: its used blocks are added."""
    shared = Path("/dev/shm")  # noqa: S108 -- a memory disk that every Linux has
    folder = os.open(shared, os.O_RDONLY | os.O_DIRECTORY)
    used = os.fstatvfs(folder)
    limits = Limits(memory_bytes=(used.f_blocks - used.f_bfree) * used.f_frsize + (30 << 20))
    with process("pass") as pidfd, tempfile.TemporaryFile(dir=shared) as file:
        over = memory_watchdog([pidfd], folder, limits)
        assert not over()
        file.write(bytes(32 << 20))
        file.flush()
        assert over()
    os.close(folder)


def test_a_process_that_is_gone_weighs_nothing(empty: int) -> None:
    """The watch may look once more after the end."""
    with subprocess.Popen(["/bin/true"]) as done:
        pidfd = os.pidfd_open(done.pid)
    assert process_of(pidfd) <= 0
    assert not memory_watchdog([pidfd], empty, Limits(memory_bytes=mmap.PAGESIZE))()
    os.close(pidfd)
    assert process_of(pidfd) == 0


def test_a_pidfd_tells_its_process() -> None:
    """By the kernel's own note, without a race."""
    pidfd = os.pidfd_open(os.getpid())
    assert process_of(pidfd) == os.getpid()
    os.close(pidfd)
