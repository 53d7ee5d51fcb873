"""The first path: a folder becomes a package, and its script runs sealed. Each step is checked; a wrong one ends it.

Run it with `make demo`. It writes to a temporary folder only.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

SKILLHOUSE = Path(sys.executable).parent / "skillhouse"
EXPECTED = {"net": "59.97", "vat": "12.59", "gross": "72.56"}
STEPS = 5


def say(text: str) -> None:
    """Plain words, wrapped."""
    print(textwrap.fill(text, 100), flush=True)


def step(number: int, title: str) -> None:
    """The heading of one step."""
    print(f"\n[{number}/{STEPS}] {title}", flush=True)


def stop(message: str) -> None:
    """End the demo, loudly."""
    print(f"\nDEMO FAILED: {message}", file=sys.stderr)
    sys.exit(1)


def skillhouse(*args: str, folder: Path) -> str:
    """Show a command, run it, show what it prints, and return its stdout. A failure ends the demo."""
    print(f"  $ {shlex.join(['skillhouse', *args])}", flush=True)
    command = [str(SKILLHOUSE), *args]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    print(textwrap.indent((done.stdout + done.stderr).rstrip(), "  | "), flush=True)
    if done.returncode != 0:
        stop(f"`skillhouse {args[0]}` ended with exit code {done.returncode}, not 0.")
    return done.stdout


def expect(what: str, actual: object, expected: object) -> None:
    """Say what a step proved, or end the demo with both values."""
    if actual != expected:
        stop(f"{what}: expected {expected!r}, got {actual!r}.")
    say(f"  ✓ {what}")


def main() -> None:
    """Walk the five steps in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="skillhouse-demo-") as name:
        walk(Path(name))


def walk(folder: Path) -> None:
    """The five steps."""
    step(1, "Write a complete example project, offline.")
    skillhouse("example", "skill", "demo", folder=folder)
    project = folder / "demo"
    expect("Its manifest is on disk.", [path.name for path in project.glob("*.yaml")], ["skillhouse.yaml"])

    step(2, "Validate it: every problem would be named with its code, file, line and column.")
    report = json.loads(skillhouse("validate", "demo", "--strict", "--json", folder=folder))
    problems = [problem for skill in report["skills"] for problem in skill["problems"]]
    expect("Not one problem, even where warnings count as errors.", problems, [])

    step(3, "Build it, twice: one package file, the same bytes each time.")
    skillhouse("build", "demo", "-o", "first.pkg", folder=folder)
    skillhouse("build", "demo", "-o", "second.pkg", folder=folder)
    first, second = ((folder / file).read_bytes() for file in ("first.pkg", "second.pkg"))
    if first != second:
        stop("the two packages differ.")
    say("  ✓ Both packages are byte-identical, so a digest can name this content for good.")

    step(4, "Look into the package: what it holds, read as hostile input.")
    inspected = json.loads(skillhouse("inspect", "first.pkg", "--json", folder=folder))
    names = [skill["name"] for skill in inspected["skills"]]
    expect(f"The package holds {len(names)} skill, with digest and files.", len(names), 1)

    step(5, f"Run a script of the skill {names[0]!r} out of the package, in a fresh, closed sandbox.")
    skill = f"first.pkg:{names[0]}"
    result = json.loads(skillhouse("run", "--json", skill, "scripts/total.py", "3", "19.99", "21", folder=folder))
    layers = result["sandbox"]["layers"]
    held = [layer["name"] for layer in layers if layer["held"]]
    lacking = [layer["name"] for layer in layers if not layer["held"]]
    expect("The script ended by itself with exit code 0.", (result["exit_code"], result["timed_out"]), (0, False))
    say(f"  ✓ These layers held: {', '.join(held)}.")
    if lacking:
        say(f"  ! This host lacks: {', '.join(lacking)}. `skillhouse doctor` says what follows and how to mend it.")
    expect("Its output is the sum, worked out behind those walls.", json.loads(result["stdout"]), EXPECTED)
    print(f"\nThe result object's stdout:\n{result['stdout'].strip()}")


if __name__ == "__main__":
    main()
