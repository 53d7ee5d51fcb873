"""The documentation is true: its examples run, its links lead somewhere, its generated pages are current."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from codes import CODES, used_codes
from skillhouse import errors
from skillhouse.format.problems import CATALOGUE
from skillhouse.service.author import example

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").rglob("*.md")])


def anchors(text: str) -> set[str]:
    """The fragments that a page's headings make, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def name_of(page: Path) -> str:
    """The page's path in the repository, as the test's id."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    """A file that exists, and in it the heading that a fragment names."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, fragment = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        if not path.exists() or (fragment and fragment not in anchors(path.read_text("utf-8"))):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_python_example_runs_as_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The `>>>` lines of a page, in order, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)), {}, page.name, str(page), 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(examples, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def shown_commands(page: Path) -> list[tuple[list[str], list[str]]]:
    """The `$ skillhouse …` lines of a page, each with the output that the page shows; usage lines are no commands."""
    shown: list[tuple[list[str], list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                shown.append((shlex.split(line[2:], comments=True), []))
            else:
                shown[-1][1].append(line)
    return [
        (command, output) for command, output in shown if command[0] == "skillhouse" and "[" not in "".join(command)
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if shown_commands(page)], ids=name_of)
@pytest.mark.rule("CLI-1", "PKG-7")
def test_every_command_of_a_page_works_as_shown(page: Path, tmp_path: Path) -> None:
    """In order, in a folder that holds the example's skills."""
    example(tmp_path)
    for (_, *arguments), output in shown_commands(page):
        command = [sys.executable, "-m", "skillhouse", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (arguments, done.stderr)
        assert [line for line in output if line not in done.stdout.splitlines()] == [], arguments


def test_the_generated_pages_say_what_the_code_says() -> None:
    """`make docs` would change nothing."""
    command = [sys.executable, str(ROOT / "tools" / "reference.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.split() == []
    assert done.returncode == 0


def test_every_code_of_an_error_is_explained() -> None:
    """The source and the table of codes hold the same codes; those of classes and problems stand in their own."""
    elsewhere = {getattr(errors, name).default_code for name in errors.__all__} | set(CATALOGUE)
    explained = {code for codes in CODES.values() for code in codes}
    assert used_codes() - explained - elsewhere == set()
    assert explained - used_codes() == set()


def test_every_page_can_be_reached_from_the_index() -> None:
    """A page that nothing links to is not found."""
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        seen.add(page)
        links = re.findall(r"\]\(([^)\s#]+)", page.read_text("utf-8"))
        targets = ((page.parent / link).resolve() for link in links if "://" not in link)
        waiting += [path for path in targets if path.suffix == ".md" and path.is_file() and path not in seen]
    assert [name_of(page) for page in PAGES if page not in seen] == []
