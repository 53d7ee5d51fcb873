"""The operator's commands on one host: doctor, bench, sandbox-image."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skillhouse.cli.show import AsJson, note, print_json, safe, say, style

if TYPE_CHECKING:
    from skillhouse.config import Settings
    from skillhouse.sandbox.probe import Check
    from skillhouse.testing import Result

__all__ = ["add_to"]

_COLOURS = {"ok": "green", "weaker": "yellow", "missing": "red"}
_UNABLE = 121


def add_to(app: typer.Typer) -> None:
    """Add `doctor`, `bench` and `sandbox-image`."""
    app.command()(doctor)
    measures = typer.Typer(help="Measure this host.", rich_markup_mode=None, no_args_is_help=True)
    measures.callback()(_measure)
    measures.command("sandbox")(bench_sandbox)
    app.add_typer(measures, name="bench")
    images = typer.Typer(
        help="The image of sandboxes that are containers.", rich_markup_mode=None, no_args_is_help=True
    )
    images.callback()(_images)
    images.command("build")(build_image)
    app.add_typer(images, name="sandbox-image")


def _measure() -> None:
    """Measure this host."""


def _images() -> None:
    """The image of container sandboxes."""


def build_image(
    python_image: Annotated[str, typer.Option(help="The base that has Python 3.12.", show_default="the recipe's")] = "",
    node_image: Annotated[str, typer.Option(help="The image to take Node.js from.", show_default="the recipe's")] = "",
    recipe: Annotated[
        Path | None, typer.Option(help="Only write what it is built from, to this folder.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build the image that scripts run in where a container engine closes them.

    SANDBOX_ENGINE and SANDBOX_IMAGE say by which engine and under which name. Base images are pulled by the engine.
    """
    from skillhouse.config import load_settings
    from skillhouse.service import host

    if recipe is not None:
        host.write_recipe(recipe)
        print_json({"recipe": str(recipe)}) if as_json else say(f"wrote {safe(str(recipe))}")
        return
    settings = load_settings()
    image = host.build_image(settings, python_image=python_image or None, node_image=node_image or None)
    if as_json:
        print_json({"image": settings.sandbox_image, "id": image})
    else:
        say(f"built {safe(settings.sandbox_image)}: {image}")


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
    able = any(check.layer == "run" and check.status == "ok" for check in checks)
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
    import collections

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
        counts = collections.Counter(result.status for result in results)
        say(f"{counts['passed'] + counts['skipped']} of {total} behaviours held{_known(counts['known'])}")
    return results


def _known(count: int) -> str:
    return f", {count} are known not to be held by a sandbox of this kind" if count else ""


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
