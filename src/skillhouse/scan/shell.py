"""Shell: scripts, fenced commands, and text that other languages hand to a shell (SCN-1, SCN-2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import rules
from skillhouse.scan.commands import names
from skillhouse.scan.literals import literal_hits
from skillhouse.scan.piece import Language
from skillhouse.scan.places import is_secret_name
from skillhouse.scan.rule import Hit
from skillhouse.scan.shacts import ACTS
from skillhouse.scan.shexec import PROGRAMS, program
from skillhouse.scan.shfetched import FETCHED, skill_written
from skillhouse.scan.shfilters import FILTERS
from skillhouse.scan.shflow import Shell
from skillhouse.scan.shnet import NETWORK
from skillhouse.scan.shread import read_shell
from skillhouse.scan.shsyntax import TooDeep
from skillhouse.scan.shwrites import writes
from skillhouse.scan.supply import PACKAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.shflow import Handler
    from skillhouse.scan.value import Value

__all__ = ["HANDLERS", "ShellDetector"]

HANDLERS: Mapping[str, Handler] = {
    **FILTERS,
    **NETWORK,
    **PROGRAMS,
    **PACKAGES,
    "export:": FILTERS["export"],
    **FETCHED,
    **ACTS,
}
_FORK_BOMB = re.compile(r"([\w:.]+)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&\s*\}\s*;\s*\1")
# Names that every shell sets; that a script reads them tells nothing.
_ORDINARY = names("""
PATH PWD OLDPWD IFS BASH_SOURCE FUNCNAME LINENO RANDOM SECONDS SHELL TERM COLUMNS LINES UID EUID PPID
BASH_VERSION OPTARG OPTIND REPLY PIPESTATUS BASH_REMATCH TMPDIR LANG LC_ALL DISPLAY EDITOR OSTYPE BASHPID SHLVL
PS1 BASH ZSH_VERSION HOSTTYPE MACHTYPE
""")


def _writes(shell: Shell, path: Value, content: Value, start: int) -> None:
    skill_written(shell, path, content, start)
    writes(shell, path, content, start)


class ShellDetector:
    """Follows shell commands: what they read, send, run, write and change."""

    name = "shell"
    languages = frozenset({Language.SHELL})
    rules = rules(
        "SKS-URL-HOST", "SKS-DYN-EXEC", "SKS-B64-DECODE", "SKS-LONG-HEX", "SKS-ENV-ACCESS", "SKS-CRED-PATH",
        "SKS-EXFIL-CRED", "SKS-EXFIL-HOST", "SKS-EXFIL-DNS", "SKS-EXEC-REMOTE", "SKS-OBF-DECODE-EXEC",
        "SKS-OBF-HIDDEN-CMD", "SKS-REVSHELL", "SKS-PERSIST", "SKS-DESTRUCT", "SKS-DEFENSE-OFF", "SKS-PRIV", "SKS-MINER",
        "SKS-KEYLOG", "SKS-AGENT-CONFIG", "SKS-SUPPLY-REGISTRY", "SKS-TYPOSQUAT", "SKS-UNSCANNED",
    )  # fmt: skip

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Everything that the commands of a piece do, and the code of other languages that they hold."""
        shell = Shell(piece, context, HANDLERS, program, _writes)
        try:
            script = read_shell(piece.text, context.spend)
            shell.run(script)
            shell.finish()
        except TooDeep:
            message = f"{piece.file} nests commands deeper than the limit; what lies within was not looked at"
            shell.hit("SKS-UNSCANNED", Severity.MEDIUM, message, 0, "shell nesting")
        for found in _FORK_BOMB.finditer(piece.text):
            shell.hit(
                "SKS-DESTRUCT", Severity.HIGH, "starts itself without end (a fork bomb)", found.start(), "fork bomb"
            )
        yield from shell.found
        if not piece.prose:
            yield from literal_hits(piece, context)
            yield from _environment(shell)


def _environment(shell: Shell) -> Iterator[Hit]:
    """The variables that the script takes from the environment, each once; and where it decodes base64."""
    for name, start in shell.used.items():
        if name in _ORDINARY or shell.state.is_set(name) or not name.isupper():
            continue
        severity = Severity.LOW if is_secret_name(name) else Severity.INFO
        yield Hit(
            "SKS-ENV-ACCESS", severity, f"reads the variable {name}", shell.piece, shell.piece.offset(start), name
        )
    for start in shell.decodes:
        yield Hit("SKS-B64-DECODE", Severity.INFO, "decodes base64", shell.piece, shell.piece.offset(start), "base64")
