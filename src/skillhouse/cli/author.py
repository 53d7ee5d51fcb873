"""The author's commands: example, new, validate, build, inspect."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.scan import PolicyName, bar_of, fails, show_findings, show_needs, today
from skillhouse.cli.show import AsJson, busy, note, print_json, problem_json, safe, say, show_problem, style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skillhouse.disk import LoadedSkill, Source
    from skillhouse.model.finding import Problem
    from skillhouse.model.report import ScanReport
    from skillhouse.model.skill import Definition, JsonValue

__all__ = ["add_to"]

_FRAME_BYTES = 5 << 20
_PART_BYTES = 100
_SCANNED = {"findings", "needs"}
Where = Annotated[
    Path,
    typer.Argument(metavar="PATH", help="A project, a skill folder, a definition file, a package, or builtin:NAME."),
]


def add_to(app: typer.Typer) -> None:
    """Add the author's commands."""
    examples = typer.Typer(help="Write a complete example to start from.", rich_markup_mode=None, no_args_is_help=True)
    examples.command("skill")(example_skill)
    app.add_typer(examples, name="example")
    for command in (new, validate, build, inspect):
        app.command()(command)


def _load(path: Path) -> Source:
    from skillhouse.disk import load

    with busy(f"reading {path}"):
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
    name: Annotated[str, typer.Argument(metavar="NAME", help="The skill's name: lower-case letters, digits and `-`.")],
    description: Annotated[str, typer.Option("--description", "-d", help="What it does and when to use it.")] = "",
    parent: Annotated[Path, typer.Option("--in", metavar="DIR", help="The folder to make it in.")] = Path(),
) -> None:
    """Start a skill: a folder with SKILL.md and a script."""
    from skillhouse.service.author import new_skill

    folder = parent / name
    for path in new_skill(folder, name, description).paths:
        say(safe(str(folder / path)))
    note(f"Next: write SKILL.md, then skillhouse validate {safe(str(folder))}")
    if (parent / "skillhouse.yaml").is_file():
        note(f"To make it part of the project, add to `skills` in skillhouse.yaml: {{name: {name}, ref: ./{name}/}}")


def validate(
    path: Where = Path(),
    strict: Annotated[bool, typer.Option("--strict", help="Treat what was forgiven as an error.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Rewrite what can be rewritten without changing meaning.")] = False,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="SEVERITY", help="End with 1 for a finding of this severity or above.")
    ] = "",
    policy: PolicyName = "balanced",
    as_json: AsJson = False,
) -> None:
    """Check skills: every problem at once, with its place and a hint, and what the scan finds.

    Findings are warnings here: they change the exit code only with --fail-on.
    """
    from skillhouse.service.scan import load_policy, scan

    rules, bar = load_policy(policy), bar_of(fail_on, None)
    source = _load(path)
    if fix:
        source = _fixed(source, path)
    skills = [skill.hardened() if strict else skill for skill in source.skills]
    with busy("scanning"):
        reports = [one.report for one in scan(source, rules, today=today())]
    if as_json:
        _tell(source.notes)
        print_json({"skills": [_report(*both) for both in zip(skills, reports, strict=True)]})
    else:
        _show(source, skills, reports)
    if not skills:
        note("There is no skill to check: add one to `skills` in skillhouse.yaml.")
    over = any(fails(report, skill, bar) for skill, report in zip(skills, reports, strict=True))
    if over or not skills or not all(skill.ok for skill in skills):
        raise typer.Exit(1)


def _fixed(source: Source, path: Path) -> Source:
    from skillhouse.service.author import fix

    for mended in fix(source):
        codes = ", ".join(mended.codes) or "its form"
        note(f"fixed {safe(str(mended.path))}: {codes}")
    return _load(path)


def _report(skill: LoadedSkill, report: ScanReport) -> dict[str, JsonValue]:
    from skillhouse.scan.wire import report_json

    problems: list[JsonValue] = [problem_json(problem) for problem in skill.problems]
    found = {key: value for key, value in report_json(report, skill.path).items() if key in _SCANNED}
    return {"name": skill.name, "path": skill.path, "ok": skill.ok, "problems": problems, **found}


def _tell(problems: Iterable[Problem], prefix: str = "") -> None:
    """Problems on stderr, one line each."""
    for one in problems:
        note(f"{safe(prefix + one.location.text)}: {one.severity} [{one.code}] {safe(one.message)}")


def _prefix(source: Source, skill: LoadedSkill) -> str:
    """What stands before a skill's own paths, so that they lead from the path that was given."""
    if skill.path == "." or source.kind == "definition" or skill.path.lower().endswith((".json", ".yaml", ".yml")):
        return ""
    return f"{skill.path.rstrip('/')}/"


def _show(source: Source, skills: list[LoadedSkill], reports: list[ScanReport]) -> None:
    for problem in source.notes:
        show_problem(problem)
    counts = {"error": 0, "warning": 0, "note": 0}
    for skill, report in zip(skills, reports, strict=True):
        for problem in skill.problems:
            counts[problem.severity.value] += 1
            show_problem(problem, _prefix(source, skill), _text_of(source, skill, problem.location.file))
        for line in (*show_findings(report, _prefix(source, skill)), *show_needs(report, skill)):
            say(line)
        good = style("ok", "green", bold=True) if skill.ok else style("not ok", "red", bold=True)
        say(f"{safe(skill.name)}: {good}")
    found = sum(len(report.findings) for report in reports)
    counted = [_many(counts["error"], "error"), _many(counts["warning"], "warning")]
    counted += [_many(found, "finding")] if found else []
    say(f"{_many(len(skills), 'skill')}, {', '.join(counted)}")


def _text_of(source: Source, skill: LoadedSkill, file: str) -> str | None:
    """The text of a file that a problem is about, where it is easily had: from the definition, else from the disk."""
    found = skill.definition.bundle.get(file) if skill.definition else None
    if found is not None:
        return found.text
    base = source.path if source.path.is_dir() else source.path.parent
    places = {"project": [base / skill.path / file, base / file], "folder": [base / skill.path / file]}
    for path in places.get(source.kind, [base / file] if source.kind == "definition" else []):
        # What a link leads to outside was no part of what was read.
        with suppress(OSError, ValueError):
            inside = path.resolve().is_relative_to(base.resolve())
            if inside and path.is_file() and path.stat().st_size <= _FRAME_BYTES:
                return path.read_text("utf-8", "replace")
    return None


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
    """Make one package of a project or a skill.

    The same files give the same bytes, anywhere. Nothing is written where `validate` finds an error.
    """
    from skillhouse.disk import write_new
    from skillhouse.format.canonical import digest
    from skillhouse.service.author import build as build_package

    source = _load(path)
    target = _target(source, output)
    _tell(source.notes)
    for skill in source.skills:
        _tell(skill.problems, _prefix(source, skill))
    with busy("building"):
        data = build_package(source)
        write_new(target, data, replace=True)
    skills = [skill.definition for skill in source.skills if skill.definition]
    if as_json:
        listed = [{"name": one.name, "digest": digest(one)} for one in skills]
        print_json({"package": str(target), "size": len(data), "skills": listed})
        return
    for one in skills:
        say(f"{safe(one.name)}  {digest(one)}")
    say(f"wrote {safe(str(target))}: {_many(len(skills), 'skill')}, {len(data):,} bytes")


def _target(source: Source, output: Path | None) -> Path:
    """Where the package goes. Raises Conflict for what is no plain file, and for a place in a skill."""
    from skillhouse.errors import Conflict

    name = f"{_file_name(source.name)}-{_file_name(source.version)}.pkg"
    folder = source.path if source.path.is_dir() else source.path.parent
    skills = [(folder / skill.path).resolve() for skill in source.skills] if source.path.is_dir() else []
    target = output or Path(name)
    if any(target.resolve().is_relative_to(skill) for skill in skills):
        if output is not None:
            raise Conflict(
                f"{str(target)!r} lies inside of the skill: the next build would pack this one with it",
                code="OUTPUT_INSIDE_SKILL",
                hint=f"Write it elsewhere, such as -o {folder.parent / name}.",
                where=str(target),
            )
        target = folder.parent / name
    if target.is_symlink() or (target.exists() and not target.is_file()):
        # Putting a file in place of /dev/stdout would break the host.
        raise Conflict(
            f"{str(target)!r} is there already and is no plain file",
            code="OUTPUT_NOT_A_FILE",
            hint="Name another file with -o.",
            where=str(target),
        )
    return target


def _file_name(text: str) -> str:
    """A name as part of a file's name: no folders, nothing hidden, and short enough in bytes for every disk."""
    plain = "".join(char if char.isalnum() or char in "._-" else "-" for char in text).lstrip(".") or "package"
    return plain.encode("utf-8", "ignore")[:_PART_BYTES].decode("utf-8", "ignore")


def inspect(path: Where = Path(), as_json: AsJson = False) -> None:
    """Show what a package, a project or a skill holds.

    Each skill with its digest, the tools it asks for, its entrypoints, and its files.
    """
    source = _load(path)
    if as_json:
        _tell(source.notes)
        skills = [_described(skill) for skill in source.skills]
        print_json({"kind": source.kind, "name": source.name, "version": source.version, "skills": skills})
    else:
        say(f"{safe(source.name)} {safe(source.version)} ({source.kind}, {_many(len(source.skills), 'skill')})")
        for problem in source.notes:
            show_problem(problem)
        for skill in source.skills:
            _show_definition(skill)
    if any(skill.definition is None for skill in source.skills):
        raise typer.Exit(1)


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
            show_problem(problem)
        return
    say(style(safe(one.name), bold=True))
    say(f"  {safe(one.description)}")
    say(f"  digest       {digest(one)}")
    say(f"  tools        {_tools(one)}")
    for label, text in (("license", one.license), ("works with", one.compatibility)):
        if text is not None:
            say(f"  {label:12} {safe(text)}")
    for name, path in (one.entrypoints or {}).items():
        say(f"  entrypoint   {safe(name)} = {safe(path)}")
    for file in one.bundle.files:
        say(f"  {len(file.content):>11,}  {file.sha256[:12]}  {safe(file.path)}")


def _tools(one: Definition) -> str:
    """The three ways to ask for tools, kept apart (FM-4)."""
    from skillhouse.model.skill import Declared

    if not isinstance(one.allowed_tools, Declared):
        return "not declared (asks for none)"
    return ", ".join(map(safe, one.allowed_tools.names)) or "declared: none"
