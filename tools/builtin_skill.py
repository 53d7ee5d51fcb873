"""What tests of the built-in skills need: a skill's script started as a process, or one of its modules loaded."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skillhouse.sandbox.runtimes import Runtimes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A shell and the programs of its kind: what a host may run scripts of skills with.
SHELLS = [name for name in ("busybox sh", "dash", "bash --posix") if shutil.which(name.split()[0])]
# As in the sandbox: a path, and nothing else of ours.
ENVIRONMENT = {"PATH": os.defpath + ":/usr/sbin:/sbin", "LANG": "C.UTF-8"}
BUILTIN = Path(__file__).parent.parent / "src" / "skillhouse" / "builtin"


@cache
def node() -> str:
    """The Node.js that scripts of skills get on this host, which need not be on the path."""
    found = Runtimes().node
    assert found is not None, "no Node.js: it comes with the requirements"  # noqa: S101 - only tests call this
    places = (bind.source for bind in found.binds if bind.target.endswith("/bin/node"))
    return next(places, found.executable)


def lay_tables(folder: Path, tables: Mapping[str, Sequence[Mapping[str, object]]]) -> None:
    """Write tables where a script finds them, one object a row."""
    for slug, rows in tables.items():
        (folder / "data").mkdir(exist_ok=True)
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / "data" / f"{slug}.jsonl").write_text(lines, "utf-8")


@dataclass(frozen=True)
class Ended:
    """How a script ended."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def answer(self) -> Any:  # noqa: ANN401 - it is whatever the script prints
        """What a script that ended well has printed, as JSON."""
        assert (self.exit_code, self.stderr) == (0, "")  # noqa: S101 - only tests call this
        return json.loads(self.stdout)


@dataclass(frozen=True)
class Skill:
    """One built-in skill, by name."""

    name: str

    @property
    def folder(self) -> Path:
        """The skill's folder in the source."""
        return BUILTIN / self.name

    def load(self, module: str) -> Any:  # noqa: ANN401 - a module of a script has no static type
        """A Python module of the skill's scripts, as a script imports it; its siblings are not left behind."""
        scripts = self.folder / "scripts"
        siblings = {path.stem for path in scripts.glob("*.py")}
        sys.path.insert(0, str(scripts))
        cached, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            return importlib.import_module(module)
        finally:
            sys.path.remove(str(scripts))
            sys.dont_write_bytecode = cached
            for name in siblings & sys.modules.keys():
                del sys.modules[name]

    def run(
        self,
        script: str,
        args: Sequence[str],
        cwd: Path,
        tables: Mapping[str, Sequence[Mapping[str, object]]] = {},
        shell: str = "sh",
    ) -> Ended:
        """Start a script of the skill with `cwd` as its workspace, where the tables stand under `data/`."""
        lay_tables(cwd, tables)
        starter = {".py": [sys.executable, "-B"], ".sh": shell.split()}.get(Path(script).suffix) or [node()]
        command = [*starter, str(self.folder / script), *args]
        done = subprocess.run(
            command, cwd=cwd, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
