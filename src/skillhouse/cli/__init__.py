"""The command line: one group of commands, and one way in which an error becomes text and an exit code (CLI-1).

Exit codes: 0 done · 1 a skill, project or package is wrong, or a finding reaches the bar · 2 the command makes no
sense · 70 a fault of ours · 120 a gate refused a run · 121 the host cannot run it · 130 interrupted. `run` ends with
the script's own exit code, which may be any of these; `--json` tells them apart for certain.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from skillhouse.cli import author, bench, builtin, host, scan

__all__ = ["app", "main"]

_FAULT = 70
_DEBUG = "SKILLHOUSE_DEBUG"

app = typer.Typer(
    name="skillhouse",
    help="A home for agent skills: validate, scan, build, inspect, and run their scripts in a closed sandbox.",
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
author.add_to(app)
scan.add_to(app)
bench.add_to(app)
builtin.add_to(app)
host.add_to(app)


def _version(asked: bool) -> None:
    if asked:
        # Reading the version takes as long as all the rest of `--help` together.
        from importlib import metadata

        typer.echo(metadata.version("skillhouse"))
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What stands before a command."""


def main() -> None:
    """Run the command line, and end the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows no Chinese must not end a report about a Chinese skill.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="skillhouse")
    except Exception as error:  # noqa: BLE001 -- nobody above us could tell of it
        sys.exit(_told(error))


def _told(error: Exception) -> int:
    """Tell an error as text on stderr, and as JSON on stdout where that was asked for; its exit code."""
    from skillhouse.cli.show import error_json, json_wanted, print_json, show_error
    from skillhouse.config import is_set
    from skillhouse.errors import InvalidRequest, SkillhouseError

    if isinstance(error, OSError) and error.strerror:
        # A full device, a path too long: not a fault of ours, and whoever called can mend it.
        where = f": {str(error.filename)!r}" if error.filename else ""
        error = InvalidRequest(f"{error.strerror}{where}", hint="Check the path, its permissions and the free space.")
    ours = error if isinstance(error, SkillhouseError) else None
    if ours is None and is_set(_DEBUG):
        raise error
    told = ours or SkillhouseError(
        f"a fault of ours: {type(error).__name__}: {error}",
        code="FAULT",
        hint=f"Set {_DEBUG}=1 to see where, and report it.",
    )
    if json_wanted():
        print_json(error_json(told))
    show_error(told)
    return ours.exit_code if ours else _FAULT
