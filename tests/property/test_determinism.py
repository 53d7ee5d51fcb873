"""Two builds of the same folder are the same bytes, whatever surrounds them (DEF-7)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """
import hashlib, os, sys
from pathlib import Path
from skillhouse.disk import load
from skillhouse.format.package import Package, write_package
os.umask(int(sys.argv[2], 8))
source = load(Path(sys.argv[1]))
assert all(skill.ok for skill in source.skills), source.skills[0].problems
data = write_package(Package("p", "1", tuple(skill.definition for skill in source.skills)))
print(hashlib.sha256(data).hexdigest(), len(data))
"""
SKILL = b"---\nname: demo\ndescription: Adds VAT.\n---\n\nRun it.\n"
LARGEST = 5 * (1 << 20) - 400


def lay(folder: Path, files: dict[str, bytes], seed: int) -> Path:
    """Write the files in an order of their own, with times and permissions of their own."""
    chance = random.Random(seed)  # noqa: S311 - an order, not a secret
    paths = sorted(files)
    chance.shuffle(paths)
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(files[path])
        target.chmod(chance.choice([0o600, 0o644, 0o755]))
        os.utime(target, (chance.randrange(1 << 30), chance.randrange(1 << 30)))
    return folder


def build(folder: Path, umask: str, **environment: str) -> str:
    """The digest and size of the package, built by a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder), umask],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.rule("DEF-7", "PKG-2")
@pytest.mark.parametrize(
    "files",
    [
        {f"data/{number % 37}/é{number}.txt": str(number).encode() for number in range(1_000)},
        {"big.txt": b"x" * LARGEST},
        {"a.bin": bytes(range(256)) * 3_000, "B.md": b"\r\n", "b/x": b""},
    ],
    ids=["a thousand files", "the largest skill", "bytes"],
)
def test_a_build_is_the_same_bytes_in_another_surrounding(tmp_path: Path, files: dict[str, bytes]) -> None:
    """Another folder, order, time, permission, umask, time zone, locale, hash seed."""
    everything = {"SKILL.md": SKILL, **files}
    one = lay(tmp_path / "one" / "demo", everything, 1)
    other = lay(tmp_path / "other" / "demo", everything, 2)
    first = build(one, "022", TZ="UTC", LC_ALL="C.UTF-8", PYTHONHASHSEED="1")
    assert build(other, "077", TZ="Pacific/Auckland", LC_ALL="tr_TR.UTF-8", PYTHONHASHSEED="2") == first
    assert build(other, "000", TZ="America/St_Johns", LC_ALL="POSIX", PYTHONUTF8="0") == first
