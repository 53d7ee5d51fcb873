"""The operator's commands on one host: doctor, bench."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.show import AsJson, note, print_json, safe, say, style

if TYPE_CHECKING:
    from skillhouse.config import Settings
    from skillhouse.sandbox.probe import Check
    from skillhouse.testing import Result

__all__ = ["add_to"]

_COLOURS = {"ok": "green", "weaker": "yellow", "missing": "red"}
_ESSENTIAL = {"kernel", "bwrap", "namespaces", "python", "run"}
_UNABLE = 121


def add_to(app: typer.Typer) -> None:
    """Add `doctor` and `bench`."""
    app.command()(doctor)
    measures = typer.Typer(help="Measure this host.", rich_markup_mode=None, no_args_is_help=True)
    measures.callback()(_measure)
    measures.command("sandbox")(bench_sandbox)
    app.add_typer(measures, name="bench")


def _measure() -> None:
    """Measure this host."""


def doctor(
    self_check: Annotated[
        bool, typer.Option("--self-check", help="Also hold the sandbox to its whole conformance suite (a minute).")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Try each layer of the sandbox on this host.

    Says what is missing, what follows from it, and how to mend it. Ends with 121 where no script can run.
    """
    import dataclasses

    from skillhouse.config import load_settings
    from skillhouse.service.host import diagnose

    settings = load_settings()
    checks = []
    for check in diagnose(settings):
        checks.append(check)
        if not as_json:
            _show(check)
    able = all(check.status != "missing" for check in checks if check.layer in _ESSENTIAL)
    results = _self_check(settings, quiet=as_json) if self_check and able else ()
    failed = [result for result in results if result.failed]
    if as_json:
        layers = [dataclasses.asdict(check) for check in checks]
        behaviours = [{"name": one.behaviour.name, "status": one.status, "message": one.message} for one in results]
        print_json({"able": able and not failed, "layers": layers, "behaviours": behaviours})
    elif able:
        say("This host can run scripts." if not failed else "This host's sandbox does not keep all that it promises.")
    else:
        say("This host cannot run scripts.")
    if not able or failed:
        raise typer.Exit(_UNABLE)


def _show(check: Check) -> None:
    say(f"{style(f'{check.status:8}', _COLOURS[check.status], bold=True)} {check.layer:11} {safe(check.detail)}")
    if check.consequence:
        say(f"{'':21}→ {check.consequence}")
    if check.fix:
        say(f"{'':21}→ {check.fix}")


def _self_check(settings: Settings, *, quiet: bool) -> tuple[Result, ...]:
    from skillhouse.service.host import open_sandbox
    from skillhouse.testing import conformance, run_conformance

    total, seen = len(conformance()), 0

    def hear(result: Result) -> None:
        nonlocal seen
        seen += 1
        if result.failed:
            note(f"{style('failed', 'red', err=True)} {result.behaviour.name}: {safe(result.message)}")
        elif not quiet and sys.stderr.isatty():
            typer.echo(f"\r{seen}/{total} behaviours", err=True, nl=seen == total)

    with open_sandbox(settings) as sandbox:
        results = run_conformance(sandbox, progress=hear)
    if not quiet:
        passed = sum(1 for result in results if not result.failed)
        say(f"{passed} of {total} behaviours held")
    return results


def bench_sandbox(
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the runs: rougher figures in seconds.")] = False,
    as_json: AsJson = False,
) -> None:
    """Time a sandboxed run beside a bare interpreter, in one interleaved session."""
    from skillhouse.config import load_settings
    from skillhouse.service.host import runtimes_of
    from skillhouse.testing.sandbox_bench import measure_sandbox

    settings = load_settings()

    def hear(number: int, rounds: int) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\rround {number}/{rounds}", err=True, nl=number == rounds)

    figures = measure_sandbox(runtimes_of(settings), settings.bwrap, quick=quick, progress=hear)
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        say(f"{name:26} {value:>10,.3f}")
