"""The test bench: run a script of a skill in the real sandbox, without a record (BEN-1)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.show import AsJson, busy, note, print_json, safe

if TYPE_CHECKING:
    from typing import TextIO

    from skillhouse.config import Settings
    from skillhouse.disk import LoadedSkill
    from skillhouse.model.run import Limits
    from skillhouse.model.skill import Definition, JsonValue
    from skillhouse.model.table import Table
    from skillhouse.sandbox import Outcome

__all__ = ["add_to"]

_LONGEST_S = 600.0
# Options end where SKILL begins; whatever follows SCRIPT is the script's own, `--help` and `--` included.
_UNTOUCHED = {"allow_interspersed_args": False, "ignore_unknown_options": False}


def add_to(app: typer.Typer) -> None:
    """Add `run`."""
    app.command(context_settings=_UNTOUCHED)(run)


def _complete(incomplete: str) -> list[str]:
    """The built-in skills; where none begins so, the shell completes paths."""
    from skillhouse.disk import builtin_names
    from skillhouse.disk.builtin import BUILTIN

    return [BUILTIN + name for name in builtin_names() if (BUILTIN + name).startswith(incomplete or "-")]


def run(
    skill: Annotated[
        str,
        typer.Argument(
            metavar="SKILL",
            help="A skill folder, a definition file, PACKAGE.pkg:NAME or builtin:NAME.",
            autocompletion=_complete,
        ),
    ],
    rest: Annotated[list[str], typer.Argument(metavar="SCRIPT [ARG]...", help="The script, then its arguments.")],
    as_json: AsJson = False,
    timeout: Annotated[float | None, typer.Option(metavar="S", help="Seconds that the script may take.")] = None,
    params: Annotated[str, typer.Option(metavar="JSON", help="An object for SKILL_PARAMETERS.")] = "{}",
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE", help="A data table from a .csv or .jsonl file; may stand several times."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Save the files that the script leaves.")] = None,
) -> None:
    """Run a script of a skill in a fresh, closed sandbox.

    Options stand before SKILL; all that follows SCRIPT goes to the script, untouched. The exit code is the script's;
    120 when a gate refused the call, 121 when the host could not run it. An answer of --json that has `exit_code` is
    the script's; one that has `error` is not.
    """
    from skillhouse.config import load_settings
    from skillhouse.service.bench import run_script
    from skillhouse.service.host import open_sandbox

    settings = load_settings()
    limits = _limits(settings, timeout)
    definition = _definition(_find(skill))
    values = _params(params)
    tables = _tables(table or [], limits.table_bytes)
    _check_target(out)
    with busy(f"running {rest[0]}"), open_sandbox(settings) as sandbox:
        outcome = run_script(
            definition, rest[0], rest[1:], sandbox=sandbox, params=values, tables=tables, limits=limits,
            bash=settings.sandbox_shell == "auto",
        )  # fmt: skip
    saved = _save(outcome, out)
    if as_json:
        print_json(_result(outcome, settings, saved))
    else:
        _show(outcome, saved)
        _show_tables(tables)
    raise typer.Exit(outcome.exit_code)


def _limits(settings: Settings, timeout: float | None) -> Limits:
    import dataclasses

    from skillhouse.errors import InvalidRequest

    limits = settings.limits()
    if timeout is None:
        return limits
    if not 0 < timeout <= _LONGEST_S:
        raise InvalidRequest(
            f"--timeout is {timeout:g}; it must be more than 0 and at most {_LONGEST_S:g} seconds",
            code="TIMEOUT_INVALID",
            hint="Give a number of seconds, such as --timeout 5.",
        )
    return dataclasses.replace(limits, wall_s=timeout)


def _params(text: str) -> dict[str, JsonValue]:
    import json

    from skillhouse.errors import InvalidRequest

    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidRequest(
            "--params is not a JSON object", code="PARAMS_INVALID", hint="Write it like --params '{\"limit\": 5}'."
        )
    return value


def _tables(options: list[str], limit_bytes: int) -> list[Table]:
    """The tables that `--table NAME=FILE` names, in order."""
    from skillhouse.errors import InvalidRequest
    from skillhouse.service.tables import read_table

    found: list[Table] = []
    for option in options:
        name, equals, file = option.partition("=")
        if not (name and equals and file):
            raise InvalidRequest(
                f"--table is {option!r}, not NAME=FILE",
                code="TABLE_OPTION_INVALID",
                hint="Write it like --table rates=rates.csv.",
                where="--table",
            )
        if any(one.name == name for one in found):
            raise InvalidRequest(
                f"two tables are called {name!r}", code="TABLE_NAME_TWICE", hint="Rename one.", where="--table"
            )
        found.append(read_table(name, Path(file), limit_bytes=limit_bytes))
    return found


def _find(skill: str) -> LoadedSkill:
    """The skill that SKILL names: a path, or a path with `:NAME` behind it."""
    from skillhouse.disk import load
    from skillhouse.disk.builtin import BUILTIN
    from skillhouse.errors import InvalidRequest, NotFound

    path, name = (skill, "") if skill.startswith(BUILTIN) else _path_and_name(skill)
    if not skill:
        raise InvalidRequest(
            "SKILL is empty", hint="Name a skill folder, a definition file, PACKAGE.pkg:NAME or builtin:NAME."
        )
    source = load(path)
    names = ", ".join(repr(one.name) for one in source.skills)
    if name:
        found = next((one for one in source.skills if one.name == name), None)
        if found is None:
            raise NotFound(
                f"{path!r} has no skill {name!r}",
                code="SKILL_NOT_FOUND",
                hint=f"It has: {names or 'none'}.",
                where=path,
            )
        return found
    if len(source.skills) != 1:
        raise InvalidRequest(
            f"{path!r} has {len(source.skills)} skills: {names or 'none'}",
            code="SKILL_UNCLEAR",
            hint=f"Say which one, as {path}:NAME." if source.skills else "Name a skill.",
            where=path,
        )
    return source.skills[0]


def _path_and_name(skill: str) -> tuple[str, str]:
    """`PATH:NAME` in two; the name is empty where it is a path alone. Both may hold colons, so the disk is asked."""
    parts = skill.split(":")
    splits = ((":".join(parts[:end]), ":".join(parts[end:])) for end in range(len(parts), 0, -1))
    known = next(((path, name) for path, name in splits if path and os.path.lexists(path)), None)
    return known or (parts[0] or ".", ":".join(parts[1:]))


def _definition(skill: LoadedSkill) -> Definition:
    from skillhouse.errors import InvalidSkill

    if skill.definition is None:
        raise InvalidSkill(skill.name, skill.problems)
    return skill.definition


def _check_target(out: Path | None) -> None:
    """Refuse, before anything runs, what could not be saved afterwards."""
    from skillhouse.errors import Conflict

    if out is None:
        return
    if out.is_symlink() or (out.exists() and not out.is_dir()) or (out.is_dir() and any(out.iterdir())):
        raise Conflict(
            f"{str(out)!r} is there already and is not an empty folder; nothing ran",
            code="OUT_NOT_EMPTY",
            hint="Name a folder that does not exist yet.",
            where=str(out),
        )


def _save(outcome: Outcome, out: Path | None) -> dict[str, str]:
    """Write the artifacts below `out`; the address of each."""
    from skillhouse.disk import write_tree
    from skillhouse.model.skill import Bundle, SkillFile

    if out is None:
        return {}
    write_tree(out, Bundle(tuple(SkillFile(one.path, one.content) for one in outcome.artifacts)))
    return {one.path: (out / one.path).resolve().as_uri() for one in outcome.artifacts}


def _result(outcome: Outcome, settings: Settings, saved: dict[str, str]) -> dict[str, JsonValue]:
    """The result object of RUN-3, with what ran it beside it."""
    import dataclasses

    from skillhouse.format.wire import reply

    address = (lambda file: saved[file.path]) if saved else None
    result = dict(reply(outcome, limit_chars=settings.tool_result_chars, url_of=address))
    beside = {name: dataclasses.asdict(getattr(outcome, name)) for name in ("runtime", "sandbox", "usage")}
    return result | beside


def _pass_on(data: bytes, stream: TextIO | None) -> None:
    """The script's own output: byte for byte into a pipe or file, with control characters shown on a terminal."""
    if stream is None:  # closed by whoever started us
        return
    if stream.isatty():
        text = data.decode("utf-8", "backslashreplace")
        text = "".join(char if char in "\n\t" else safe(char) for char in text)
        # What we say next begins on a line of its own.
        data = (text if not text or text.endswith("\n") else f"{text}\n").encode("utf-8", "backslashreplace")
    with os.fdopen(os.dup(stream.fileno()), "wb") as file:
        file.write(data)


def _show(outcome: Outcome, saved: dict[str, str]) -> None:
    _pass_on(outcome.stdout, sys.stdout)
    _pass_on(outcome.stderr, sys.stderr)
    why = f"stopped by its {outcome.stopped} limit, " if outcome.stopped else ""
    by = f" ({outcome.signal})" if outcome.signal else ""
    usage = outcome.usage
    memory = f", {usage.peak_memory_bytes / (1 << 20):.0f} MB" if usage.peak_memory_bytes else ""
    took = f"{usage.wall_ms:.0f} ms{memory}"
    lacking = [layer.name for layer in outcome.sandbox.layers if not layer.held]
    note(f"-- {why}exit code {outcome.exit_code}{by}, {took}, {outcome.runtime.name} {outcome.runtime.version}")
    for artifact in outcome.artifacts:
        kept = "saved" if artifact.path in saved else "left (save with --out DIR)"
        note(f"-- file {safe(artifact.path)}, {artifact.size:,} bytes, {kept}")
    for left in outcome.left_out:
        note(f"-- not returned: {safe(left.path)}: {safe(left.reason)}")
    if lacking:
        note(f"-- only approximate here: {', '.join(lacking)} (see `skillhouse doctor`)")


def _show_tables(tables: list[Table]) -> None:
    from skillhouse.format.problems import plural
    from skillhouse.model.table import slugs, table_path

    for table, slug in zip(tables, slugs(one.name for one in tables), strict=True):
        columns = ", ".join(f"{safe(column.name)} {column.type}" for column in table.columns)
        note(f"-- table {safe(table.name)} at {table_path(slug)}, {plural(len(table.rows), 'row')}: {columns}")
