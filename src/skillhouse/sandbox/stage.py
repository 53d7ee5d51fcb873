"""For a host that runs as root: shows what lies in closed folders to the unprivileged user who starts a sandbox.

An interpreter below /root, or a package installed there, is out of reach for that user. So a mount namespace is made
once, in which the few paths that a sandbox needs are also found in an open place; each bwrap starts within it. The
namespace lives as long as somebody holds it open, and then is gone without a trace.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.errors import SandboxUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PLACE", "Stage", "is_open"]

# A mount point that exists on every Linux and holds no programs; what is mounted on it is seen in the namespace alone.
PLACE = Path("/run/skillhouse")
_SCRIPT = """
set -eu
umask 022
mount -t tmpfs -o mode=0755 tmpfs "$1"
shift
while [ $# -gt 1 ]; do
  if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "${2%/*}"; : > "$2"; fi
  mount --bind "$1" "$2"
  shift 2
done
echo ready
read -r _ || true
"""


def is_open(path: Path) -> bool:
    """Whether any user of the host can reach and read this path."""
    try:
        wanted = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
        if path.stat().st_mode & wanted != wanted:
            return False
        return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)
    except OSError:
        return False


def _tool(name: str) -> str:
    found = shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin")
    if found is None:
        raise _impossible(f"there is no {name}")
    return found


def _impossible(why: str) -> SandboxUnavailable:
    return SandboxUnavailable(
        f"an interpreter or bwrap lies in a folder closed to other users, and cannot be shown to them: {why}",
        code="INTERPRETER_CLOSED",
        hint="Install Skillhouse and Python in a folder that every user may read, or run as an ordinary user.",
    )


class Stage:
    """A mount namespace in which each `source` of the mapping is also found at its `target` below `PLACE`.

    Raises SandboxUnavailable where root may not make one, as in some containers.
    """

    def __init__(self, shown: Mapping[str, str]) -> None:
        pairs = [path for pair in shown.items() for path in pair]
        shell = [_tool("unshare"), "--mount", "--propagation", "private", "--", "/bin/sh", "-c", _SCRIPT, "sh"]
        try:
            PLACE.mkdir(mode=0o755, exist_ok=True)
            holder = subprocess.Popen(  # noqa: S603 -- fixed program, paths as positional arguments
                [*shell, str(PLACE), *pairs],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
            )
        except OSError as error:
            raise _impossible(str(error)) from error
        with holder:
            if holder.stdout is None or holder.stdout.readline() != b"ready\n":
                holder.kill()
                raise _impossible(holder.communicate()[1].decode("utf-8", "replace").strip())
            self.descriptor = os.open(f"/proc/{holder.pid}/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)

    def prefix(self, user: int) -> list[str]:
        """The command that enters the namespace and becomes `user`; the descriptor must be open in it."""
        entered = f"--mount=/proc/self/fd/{self.descriptor}"
        return [_tool("nsenter"), entered, "--setuid", str(user), "--setgid", str(user), "--"]

    def close(self) -> None:
        """Let go of the namespace."""
        os.close(self.descriptor)
