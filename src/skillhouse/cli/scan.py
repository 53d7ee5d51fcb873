"""`skillhouse scan`, and the findings that `validate` shows (SCN-1, SCN-5, SCN-7)."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.show import (
    AsJson,
    error_json,
    frame,
    note,
    print_json,
    safe,
    say,
    show_error,
    style,
    track,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skillhouse.disk import LoadedSkill, Source
    from skillhouse.errors import SkillhouseError
    from skillhouse.model.finding import Finding
    from skillhouse.model.policy import Policy
    from skillhouse.model.report import ScanReport
    from skillhouse.model.severity import Severity
    from skillhouse.model.skill import JsonValue

__all__ = ["PolicyName", "add_to", "bar_of", "fails", "show_findings", "show_needs", "today"]

_COLOURS = {"critical": "bright_red", "high": "red", "medium": "yellow", "low": "blue", "info": "cyan"}
_FEW = 3
_FORMATS = ("text", "json", "sarif")

PolicyName = Annotated[
    str, typer.Option("--policy", metavar="FILE|PRESET", help="A policy file, or strict, balanced, permissive.")
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(scan)


def today() -> date:
    """The day by which suppressions expire."""
    return datetime.now(tz=UTC).date()


def scan(  # noqa: PLR0913, PLR0917 -- one option each
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Projects, skill folders, definition files, packages or archives."),
    ] = None,
    as_json: AsJson = False,
    as_sarif: Annotated[bool, typer.Option("--sarif", help="Print SARIF 2.1.0.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json or sarif.")] = "text",
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="SEVERITY", help="End with 1 from this severity on, or `never`.")
    ] = "",
    policy: PolicyName = "balanced",
    suppressions: Annotated[
        Path | None, typer.Option("--suppressions", metavar="FILE", help="Findings to let pass, with reasons.")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", metavar="FILE", help="Count only findings that are not in it.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option("--write-baseline", metavar="FILE", help="Write the findings as a baseline.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the report to a file.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every finding with its line.")] = False,
) -> None:
    """Look for what skills could do to a host or an agent. Nothing of them is run.

    Ends with 0 where no finding is at or above the bar, with 1 where one is, with 2 where the command makes no sense.
    """
    from skillhouse.service.scan import load_baseline, load_policy

    form = _format(form, as_json=as_json, as_sarif=as_sarif)
    rules = load_policy(policy, suppressions)
    bar = bar_of(fail_on, rules)
    known = load_baseline(baseline) if baseline else frozenset()
    found, errors = _all(paths or [Path()], rules, known)
    if write_baseline:
        from skillhouse.disk import write_new
        from skillhouse.scan.baseline import write_baseline as as_baseline

        write_new(write_baseline, as_baseline([one.report for one in found]).encode(), replace=True)
        note(f"wrote {safe(str(write_baseline))}")
    _tell(found, errors, form, output, verbose=verbose)
    bad = any(fails(one.report, one.skill, bar) for one in found) and not write_baseline
    if errors or bad:
        raise typer.Exit(max([1, *(error.exit_code for _, error in errors)]))


def _format(form: str, *, as_json: bool, as_sarif: bool) -> str:
    """The one form that was asked for. Raises InvalidRequest for several, and for one that there is not."""
    from skillhouse.errors import InvalidRequest

    asked = {"json"} if as_json else set()
    asked |= {"sarif"} if as_sarif else set()
    asked |= {form} if form != "text" else set()
    if len(asked) > 1 or not asked <= set(_FORMATS):
        raise InvalidRequest(
            f"the report cannot be {' and '.join(sorted(asked))!s}", hint=f"Choose one of {', '.join(_FORMATS)}."
        )
    return next(iter(asked), "text")


def bar_of(fail_on: str, policy: Policy | None) -> Severity | None:
    """The severity from which a scan fails; None for `never`. Raises InvalidRequest."""
    from skillhouse.errors import InvalidRequest
    from skillhouse.model.severity import Severity

    if fail_on == "never" or (not fail_on and policy is None):
        return None
    levels = [severity.value for severity in Severity]
    if fail_on and fail_on not in levels:
        raise InvalidRequest(f"there is no severity {fail_on!r}", hint=f"Choose {', '.join(levels)} or never.")
    return Severity(fail_on) if fail_on else policy.fail_on if policy else None


def fails(report: ScanReport, skill: LoadedSkill, bar: Severity | None) -> bool:
    """Whether a skill fails: a finding at or above the bar, or nothing of it could be read."""
    if bar is None:
        return False
    return not skill.bundle.files or (report.worst is not None and report.worst >= bar)


class _Found:
    """One skill with its report, and the paths that lead to it."""

    def __init__(self, source: Source, skill: LoadedSkill, report: ScanReport, given: Path) -> None:
        self.source, self.skill, self.report = source, skill, report
        self.prefix = _prefix(source, skill, given)


def _prefix(source: Source, skill: LoadedSkill, given: Path) -> str:
    """What leads from where the command runs to the files of a skill."""
    if source.kind in {"folder", "project"} and skill.path.lower().endswith((".json", ".yaml", ".yml")):
        return (given / skill.path).as_posix()
    if source.kind in {"folder", "project"}:
        base = given if given.is_dir() else given.parent
        return (base / skill.path).as_posix()
    alone = source.kind == "definition" or skill.path == "."
    return given.as_posix() if alone else f"{given.as_posix()}/{skill.path}"


def _all(
    paths: Sequence[Path], policy: Policy, baseline: frozenset[str]
) -> tuple[list[_Found], list[tuple[Path, SkillhouseError]]]:
    """Every skill that the paths hold with its report; a path that cannot be read hides no other."""
    from skillhouse.disk import load
    from skillhouse.errors import SkillhouseError
    from skillhouse.plugins import detectors
    from skillhouse.service.scan import scan_skill

    sources: list[tuple[Path, Source]] = []
    errors: list[tuple[Path, SkillhouseError]] = []
    for path in paths:
        try:
            sources.append((path, load(path)))
        except SkillhouseError as error:
            errors.append((path, error))
    chosen, day = detectors(), today()
    work = [(path, source, skill) for path, source in sources for skill in source.skills]
    found = [
        _Found(source, skill, scan_skill(skill, policy, detectors=chosen, today=day, baseline=baseline), path)
        for path, source, skill in track(work, len(work), "scanning")
    ]
    return found, errors


def _tell(
    found: Sequence[_Found],
    errors: Sequence[tuple[Path, SkillhouseError]],
    form: str,
    output: Path | None,
    *,
    verbose: bool,
) -> None:
    """The report in its form, on stdout or in a file; errors on stderr as well."""
    import json

    if form == "text":
        lines = list(_text(found, verbose=verbose))
        if output is None:
            for line in lines:
                say(line)
        else:
            _write(output, "\n".join(lines) + "\n")
    else:
        document = _json(found, errors) if form == "json" else _sarif(found)
        if output is None:
            print_json(document)
        else:
            _write(output, json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    for path, error in errors:
        note(f"{safe(str(path))}:")
        show_error(error)


def _write(path: Path, text: str) -> None:
    from skillhouse.disk import write_new

    write_new(path, text.encode("utf-8", "backslashreplace"), replace=True)
    note(f"wrote {safe(str(path))}")


def _json(found: Sequence[_Found], errors: Sequence[tuple[Path, SkillhouseError]]) -> dict[str, JsonValue]:
    from skillhouse.cli.show import problem_json
    from skillhouse.scan.wire import report_json

    skills: list[JsonValue] = []
    for one in found:
        problems: list[JsonValue] = [problem_json(problem) for problem in one.skill.problems if problem.is_error]
        skills.append({**report_json(one.report, one.skill.path), "problems": problems})
    told: dict[str, JsonValue] = {"skills": skills}
    if errors:
        told["errors"] = [{"path": str(path), **error_json(error)} for path, error in errors]
    return told


def _sarif(found: Sequence[_Found]) -> dict[str, JsonValue]:
    from importlib import metadata

    from skillhouse.scan.sarif import to_sarif

    version = ""
    with suppress(metadata.PackageNotFoundError):  # run from its source, without being installed
        version = metadata.version("skillhouse")
    return to_sarif([(one.report, one.prefix) for one in found], version=version)


def _text(found: Sequence[_Found], *, verbose: bool) -> Iterator[str]:
    for one in found:
        yield style(safe(one.report.skill), bold=True) + f"  {safe(one.prefix)}"
        yield from show_findings(one.report, one.prefix, verbose=verbose)
        for problem in one.skill.problems:
            if problem.is_error:
                yield f"  error [{problem.code}] {safe(problem.location.text)}: {safe(problem.message)}"
        yield from show_needs(one.report)
        yield ""
    yield _sum(found)


def _groups(report: ScanReport) -> dict[tuple[str, str], list[Finding]]:
    """The findings by rule and severity, the worst first."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in report.findings:
        groups.setdefault((finding.rule, finding.severity.value), []).append(finding)
    return groups


def show_findings(report: ScanReport, prefix: str = "", *, verbose: bool = False) -> Iterator[str]:
    """Lines of text for all findings of a skill, grouped by rule and severity; then what does not count."""
    from skillhouse.model.severity import Severity
    from skillhouse.scan.catalog import RULES

    base = "" if prefix in {"", "."} else f"{prefix.rstrip('/')}/"
    for (rule, severity), findings in _groups(report).items():
        title = RULES[rule].title if rule in RULES else ""
        times = f" ({len(findings)} times)" if len(findings) > 1 else ""
        yield f"  {style(severity, _COLOURS[severity], bold=True)} {rule}  {title}{times}"
        brief = not verbose and Severity(severity) < Severity.MEDIUM
        for finding in findings[: _FEW if brief else None]:
            yield from _one(finding, base, framed=not brief)
        if brief and len(findings) > _FEW:
            yield f"    … and {len(findings) - _FEW} more; --verbose shows all"
        if not brief:
            yield f"    why: {safe(findings[0].why)}"
            yield f"    fix: {safe(findings[0].fix)}"
    for held in report.suppressed:
        until = f", until {held.expires}" if held.expires else ""
        by = f" ({safe(held.owner)}{until})" if held.owner else ""
        where = safe(base + held.finding.location.text)
        yield f"  not counted: {held.finding.severity} {held.finding.rule} {where}: {held.by}: {safe(held.reason)}{by}"
    for text in report.notes:
        yield f"  note: {safe(text)}"


def _one(finding: Finding, base: str, *, framed: bool) -> Iterator[str]:
    from skillhouse.scan.evidence import BEFORE

    undone = f" (after undoing {', '.join(finding.via)})" if finding.via else ""
    yield f"    {safe(base + finding.location.text)}: {safe(finding.message)}{safe(undone)}"
    if framed and finding.snippet and finding.location.line:
        column = BEFORE + 2 if finding.snippet.startswith("…") else finding.location.column
        for line in frame(finding.snippet, finding.location.line, column):
            yield f"  {line}".rstrip()


def show_needs(report: ScanReport, skill: LoadedSkill | None = None) -> Iterator[str]:
    """What may keep the skill from running (SCN-9), but for what its problems say already."""
    said = {problem.message for problem in skill.problems} if skill else set()
    needs = [need for need in report.needs if need.message not in said]
    if needs:
        yield "  to run, it needs:"
    for need in needs:
        yield f"    {need.kind}: {safe(need.location.text)}: {safe(need.message)}"


def _sum(found: Sequence[_Found]) -> str:
    from skillhouse.model.severity import Severity

    every = [finding.severity for one in found for finding in one.report.findings]
    counts = [f"{every.count(severity)} {severity}" for severity in reversed(Severity) if severity in every]
    passed = sum(len(one.report.suppressed) for one in found)
    more = f"; {passed} not counted" if passed else ""
    policy = f"; policy {safe(found[0].report.policy)}, rules {found[0].report.rule_set}" if found else ""
    skills = "1 skill" if len(found) == 1 else f"{len(found)} skills"
    return f"{skills}: {', '.join(counts) or 'no findings'}{more}{policy}"
