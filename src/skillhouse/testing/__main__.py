"""`python -m skillhouse.testing`: hold this host's own sandbox to every behaviour, and print how each went."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from typing import TYPE_CHECKING

from skillhouse.config import load_settings
from skillhouse.errors import SkillhouseError
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox
from skillhouse.service.host import open_sandbox
from skillhouse.testing import run_conformance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skillhouse.sandbox import Sandbox
    from skillhouse.testing import Result

__all__ = ["main"]


def _record(result: Result) -> dict[str, object]:
    behaviour = result.behaviour
    return {
        "name": behaviour.name,
        "says": behaviour.says,
        "layer": behaviour.layer,
        "rules": list(behaviour.rules),
        "status": result.status,
        "message": result.message,
        "seconds": round(result.seconds, 3),
    }


def _tell(result: Result) -> None:
    note = f"\n        {result.message}" if result.message else ""
    print(f"{result.status:8}{result.behaviour.name}: {result.behaviour.says}{note}", file=sys.stderr)  # noqa: T201


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m skillhouse.testing", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the few that show each layer at all")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--no-groups", action="store_true", help="as on a host without control groups")
    parser.add_argument("--cold", action="store_true", help="the sandbox that starts each run from nothing")
    parser.add_argument("--containers", action="store_true", help="containers of the engine that the settings name")
    parser.add_argument("--threads", type=int, default=1, help="how many behaviours to try beside each other")
    return parser.parse_args(argv)


def _sandbox(wanted: argparse.Namespace) -> Sandbox:
    if wanted.containers:
        settings = dataclasses.replace(load_settings(), sandbox="oci")
        return open_sandbox(settings, slots=0 if wanted.cold else max(wanted.threads, 1))
    kind = NamespaceSandbox if wanted.cold else PoolSandbox
    return kind(use_groups=not wanted.no_groups)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the suite. 0: all passed, were skipped or are known; 1: some failed; 121: no sandbox can run here."""
    wanted = _arguments(argv)
    try:
        with _sandbox(wanted) as sandbox:
            progress = None if wanted.json else _tell
            results = run_conformance(sandbox, quick=wanted.quick, progress=progress, threads=wanted.threads)
    except SkillhouseError as error:
        print(f"{error.code}: {error.message}\n{error.hint}", file=sys.stderr)  # noqa: T201
        return error.exit_code
    if wanted.json:
        print(json.dumps([_record(result) for result in results], indent=1))  # noqa: T201
    counts = {
        status: sum(result.status == status for result in results)
        for status in ("passed", "failed", "skipped", "known")
    }
    print(", ".join(f"{count} {status}" for status, count in counts.items()), file=sys.stderr)  # noqa: T201
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
