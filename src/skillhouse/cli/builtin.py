"""The skills that ship with the product: list, show, copy (BLT-1)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.show import AsJson, note, print_json, safe, say, style

if TYPE_CHECKING:
    from skillhouse.model.skill import Definition, JsonValue

__all__ = ["add_to"]


def _complete(incomplete: str) -> list[str]:
    from skillhouse.disk import builtin_names

    return [name for name in builtin_names() if name.startswith(incomplete)]


Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of a built-in skill.", autocompletion=_complete)]


def add_to(app: typer.Typer) -> None:
    """Add `builtin`."""
    group = typer.Typer(help="The skills that ship with Skillhouse.", rich_markup_mode=None, no_args_is_help=True)
    group.command("list")(list_builtins)
    group.command("show")(show_builtin)
    group.command("copy")(copy_builtin)
    app.add_typer(group, name="builtin")


def list_builtins(as_json: AsJson = False) -> None:
    """List the built-in skills: what each does and when to use it.

    Any command that takes a skill takes one of these as builtin:NAME.
    """
    from skillhouse.service.builtin import builtin_skills

    skills = [skill.definition for skill in builtin_skills() if skill.definition]
    if as_json:
        print_json({"skills": [_described(skill) for skill in skills]})
        return
    for skill in skills:
        say(style(safe(skill.name), bold=True))
        say(f"  {safe(skill.description)}")
    note("Next: skillhouse builtin show NAME")


def show_builtin(name: Name, as_json: AsJson = False) -> None:
    """Show a built-in skill: its SKILL.md, as an agent reads it, and its files."""
    from skillhouse.service.builtin import builtin_definition

    skill = builtin_definition(name)
    document = next(file.text or "" for file in skill.bundle.files if file.path == "SKILL.md")
    if as_json:
        print_json({**_described(skill), "skillMd": document})
        return
    for line in document.rstrip("\n").split("\n"):
        say(safe(line))
    say()
    for file in skill.bundle.files:
        say(f"{len(file.content):>9,}  {safe(file.path)}")
    note(f"Run it:  skillhouse run builtin:{safe(skill.name)} SCRIPT [ARG]...")
    note(f"Own it:  skillhouse builtin copy {safe(skill.name)}")


def copy_builtin(
    name: Name,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to write; new or empty.  [default: NAME]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Copy a built-in skill into a folder of your own, to change it. Overwrites nothing."""
    from skillhouse.service.builtin import copy_builtin as copy

    target = folder or Path(name)
    paths = [str(target / path) for path in copy(name, target).paths]
    if as_json:
        print_json({"folder": str(target), "files": paths})
        return
    for path in paths:
        say(safe(path))
    note(f"Next: skillhouse validate {safe(str(target))}")


def _described(skill: Definition) -> dict[str, JsonValue]:
    from skillhouse.format.canonical import digest, to_json

    whole = to_json(skill)
    files: list[JsonValue] = [
        {"path": file.path, "size": len(file.content), "sha256": file.sha256} for file in skill.bundle.files
    ]
    wanted = ("name", "description", "allowedTools", "entrypoints")
    return {**{key: whole[key] for key in wanted if key in whole}, "digest": digest(skill), "files": files}
