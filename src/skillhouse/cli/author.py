"""The author's commands: example, new, validate, build, inspect."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.show import note, print_json, problem_json, safe, say, show_problem, style

if TYPE_CHECKING:
    from skillhouse.disk import LoadedSkill, Source
    from skillhouse.model.skill import Definition, JsonValue

__all__ = ["add_to"]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on stdout, all else on stderr.")]
Where = Annotated[Path, typer.Argument(help="A project, a skill folder, a definition file or a package.")]


def add_to(app: typer.Typer) -> None:
    """Add the author's commands."""
    examples = typer.Typer(help="Write a complete example to start from.", rich_markup_mode=None, no_args_is_help=True)
    examples.command("skill")(example_skill)
    app.add_typer(examples, name="example")
    for command in (new, validate, build, inspect):
        app.command()(command)


@contextmanager
def _busy(what: str) -> Iterator[None]:
    """A spinner on a terminal while something takes long; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _load(path: Path) -> Source:
    from skillhouse.disk import load

    with _busy(f"reading {safe(str(path))}"):
        return load(path)


def example_skill(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write it.")] = Path("price-example"),
) -> None:
    """Write a project with one skill, offline. It builds as it is."""
    from skillhouse.service.author import example

    bundle = example(folder)
    for path in bundle.paths:
        say(safe(str(folder / path)))
    note(f"Next: skillhouse validate {safe(str(folder))}")


def new(
    name: Annotated[str, typer.Argument(help="The skill's name: lower-case letters, digits and `-`.")],
    description: Annotated[str, typer.Option("--description", "-d", help="What it does and when to use it.")] = "",
    parent: Annotated[Path, typer.Option("--in", metavar="DIR", help="The folder to make it in.")] = Path(),
) -> None:
    """Start a skill: a folder with SKILL.md and a first script."""
    from skillhouse.service.author import new_skill

    folder = parent / name
    for path in new_skill(folder, name, description).paths:
        say(safe(str(folder / path)))
    note(f"Next: write SKILL.md, then skillhouse validate {safe(str(folder))}")


def validate(
    path: Where = Path(),
    strict: Annotated[bool, typer.Option("--strict", help="Treat what was forgiven as an error.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Rewrite what can be rewritten without changing meaning.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check skills and report every problem at once, with its place and a hint."""
    source = _load(path)
    if fix:
        source = _fixed(source, path)
    skills = [skill.hardened() if strict else skill for skill in source.skills]
    if as_json:
        print_json({"skills": [_report(skill) for skill in skills]})
    else:
        _show(source, skills)
    if not skills or not all(skill.ok for skill in skills):
        raise typer.Exit(1)


def _fixed(source: Source, path: Path) -> Source:
    from skillhouse.service.author import fix

    for mended in fix(source):
        codes = ", ".join(mended.codes) or "its form"
        note(f"fixed {safe(str(mended.path))}: {codes}")
    return _load(path)


def _report(skill: LoadedSkill) -> dict[str, JsonValue]:
    problems: list[JsonValue] = [problem_json(problem) for problem in skill.problems]
    return {"name": skill.name, "path": skill.path, "ok": skill.ok, "problems": problems}


def _show(source: Source, skills: list[LoadedSkill]) -> None:
    for problem in source.notes:
        show_problem(problem, "", None)
    counts = {"error": 0, "warning": 0, "note": 0}
    for skill in skills:
        prefix = "" if skill.path == "." or source.kind == "definition" else f"{skill.path.rstrip('/')}/"
        for problem in skill.problems:
            counts[problem.severity.value] += 1
            show_problem(problem, prefix, skill.definition)
        good = style("ok", fg="green", bold=True) if skill.ok else style("not ok", fg="red", bold=True)
        say(f"{safe(skill.name)}: {good}")
    say(f"{_many(len(skills), 'skill')}, {_many(counts['error'], 'error')}, {_many(counts['warning'], 'warning')}")


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def build(
    path: Where = Path(),
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The package to write.  [default: NAME-VERSION.pkg]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make one package of a project or a skill. The same files give the same bytes, anywhere."""
    from skillhouse.disk import write_new
    from skillhouse.format.canonical import digest
    from skillhouse.service.author import build as build_package

    source = _load(path)
    for problem in (problem for skill in source.skills for problem in skill.problems if not problem.is_error):
        note(f"{safe(problem.location.text)}: {problem.severity} [{problem.code}] {safe(problem.message)}")
    with _busy("building"):
        data = build_package(source)
        target = output or Path(f"{_file_name(source.name)}-{_file_name(source.version)}.pkg")
        write_new(target, data, replace=True)
    skills = [skill.definition for skill in source.skills if skill.definition]
    if as_json:
        listed = [{"name": one.name, "digest": digest(one)} for one in skills]
        print_json({"package": str(target), "size": len(data), "skills": listed})
        return
    for one in skills:
        say(f"{safe(one.name)}  {digest(one)}")
    say(f"wrote {safe(str(target))}: {_many(len(skills), 'skill')}, {len(data):,} bytes")


def _file_name(text: str) -> str:
    """A name as part of a file's name: no folders, nothing hidden."""
    return "".join(char if char.isalnum() or char in "._-" else "-" for char in text).lstrip(".") or "package"


def inspect(path: Where = Path(), as_json: AsJson = False) -> None:
    """Show what a package, a project or a skill holds: digests, tools asked for, entrypoints, files."""
    source = _load(path)
    if as_json:
        skills = [_described(skill) for skill in source.skills]
        print_json({"kind": source.kind, "name": source.name, "version": source.version, "skills": skills})
        return
    say(f"{safe(source.name)} {safe(source.version)} ({source.kind}, {_many(len(source.skills), 'skill')})")
    for skill in source.skills:
        _show_definition(skill)


def _described(skill: LoadedSkill) -> dict[str, JsonValue]:
    from skillhouse.format.canonical import digest, to_json

    one = skill.definition
    if one is None:
        problems: list[JsonValue] = [problem_json(problem) for problem in skill.problems]
        return {"name": skill.name, "path": skill.path, "ok": False, "problems": problems}
    whole = to_json(one)
    files: list[JsonValue] = [
        {"path": file.path, "size": len(file.content), "sha256": file.sha256} for file in one.bundle.files
    ]
    return {
        **whole,
        "ok": skill.ok,
        "path": skill.path,
        "digest": digest(one),
        "files": files,
        "frontMatter": dict(skill.raw),
    }


def _show_definition(skill: LoadedSkill) -> None:
    from skillhouse.format.canonical import digest

    one = skill.definition
    say()
    if one is None:
        say(f"{safe(skill.name)}: cannot be read")
        for problem in skill.problems:
            show_problem(problem, "", None)
        return
    say(style(safe(one.name), bold=True))
    say(f"  {safe(one.description)}")
    say(f"  digest       {digest(one)}")
    say(f"  tools        {_tools(one)}")
    for name, path in (one.entrypoints or {}).items():
        say(f"  entrypoint   {safe(name)} = {safe(path)}")
    for file in one.bundle.files:
        say(f"  {len(file.content):>11,}  {file.sha256[:12]}  {safe(file.path)}")


def _tools(one: Definition) -> str:
    """The three ways to ask for tools, kept apart (FM-4)."""
    from skillhouse.model.skill import Declared

    if not isinstance(one.allowed_tools, Declared):
        return "nothing recorded (asks for none)"
    return ", ".join(map(safe, one.allowed_tools.names)) or "none"
