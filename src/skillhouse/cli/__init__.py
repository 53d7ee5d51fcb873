"""The command line: one group of commands, and one way in which an error becomes text and an exit code (CLI-1).

Exit codes: 0 done · 1 a skill, project or package is wrong · 2 the command makes no sense · 70 a fault of ours · 120 a
gate refused a run · 121 the host cannot run it · 130 interrupted. `run` ends with the script's own exit code, which
may be any of these; `--json` tells them apart for certain.
"""

from __future__ import annotations

import os
import sys
from importlib import metadata
from typing import Annotated

import typer

from skillhouse.cli import author, bench, host
from skillhouse.cli.show import show_error
from skillhouse.config import is_set
from skillhouse.errors import SkillhouseError

__all__ = ["app", "main"]

_INTERRUPTED = 130
_FAULT = 70
_DEBUG = "SKILLHOUSE_DEBUG"

app = typer.Typer(
    name="skillhouse",
    help="A home for agent skills: validate, build, inspect, and run their scripts in a closed sandbox.",
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
author.add_to(app)
bench.add_to(app)
host.add_to(app)


def _version(asked: bool) -> None:
    if asked:
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
    try:
        app()
    except SkillhouseError as error:
        show_error(error)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; Python must not try to flush once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except Exception as error:
        if is_set(_DEBUG):
            raise
        sys.stderr.write(
            f"skillhouse: a fault of its own: {type(error).__name__}: {error}\n"
            f"hint: set {_DEBUG}=1 to see where, and report it.\n"
        )
        sys.exit(_FAULT)
