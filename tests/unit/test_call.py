"""The gates of a call: what is admitted, what is refused, and what a refusal says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.errors import Refused
from skillhouse.gate import Admitted, Facts, RunRequest
from skillhouse.gate.call import ARG_CHARS, ARGS_COUNT, GATES, admit, parse_call
from skillhouse.model.skill import ABSENT, Bundle, Definition, SkillFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skillhouse.gate import Gate

PATHS = ("SKILL.md", "data/rates.csv", "scripts/helpers/report.py", "scripts/total.py", "scripts/é.sh")


def facts(paths: Sequence[str] = PATHS, entrypoints: Mapping[str, str] | None = None) -> Facts:
    """A skill with these files."""
    bundle = Bundle(tuple(SkillFile(path, b"") for path in paths))
    return Facts(Definition("demo", "Adds.", ABSENT, bundle, entrypoints))


def call(script: object, args: object = (), about: Facts | None = None) -> Admitted | Refused:
    """Parse and judge one call."""
    return admit(parse_call(script, args), about or facts())


def refusal(script: object, args: object = (), about: Facts | None = None) -> Refused:
    """The refusal of a call that must not pass."""
    decision = call(script, args, about)
    assert isinstance(decision, Refused)
    return decision


@pytest.mark.rule("RUN-1")
def test_a_script_of_the_skill_is_admitted_with_its_runtime_and_its_exact_arguments() -> None:
    """The path as the bundle has it."""
    assert call("scripts/total.py", ["3", "", "a b"]) == Admitted("scripts/total.py", "python", ("3", "", "a b"))


@pytest.mark.rule("RUN-1")
def test_a_path_is_taken_as_shells_complete_it_and_as_macs_spell_it() -> None:
    """A leading `./` and a decomposed letter mean the same file."""
    assert call("./scripts/total.py") == Admitted("scripts/total.py", "python", ())
    assert call("scripts/e\u0301.sh") == Admitted("scripts/é.sh", "sh", ())


@pytest.mark.rule("RUN-1", "FM-12")
@pytest.mark.parametrize(
    "path",
    [
        "../other/scripts/b.py",
        "scripts/../../other/scripts/b.py",
        "/etc/passwd",
        "./../demo/scripts/a.py",
        "scripts/total.py\0.txt",
        "scripts//../../x.py",
        "~/x.py",
        "scripts\\..\\..\\other\\scripts\\b.py",
        "file:///etc/hosts",
        "C:/x.py",
        "",
        ".",
        "./",
        "scripts",
        "scripts/",
        "scripts/total.py/",
        "scripts/total.py\n",
        "scripts/tot\udce9l.py",
        "x" * 100_000,
    ],
)
def test_a_path_that_is_no_file_of_the_skill_is_refused(path: str) -> None:
    """Before anything runs, with the value escaped and cut short."""
    error = refusal(path)
    assert error.where == "script_path"
    assert error.message.isprintable()
    assert len(error.message) < 400


@pytest.mark.rule("RUN-1")
@pytest.mark.parametrize(
    "path", ["skills/demo/scripts/total.py", "total.py", "scripts\\total.py", "Scripts/TOTAL.py", "demo\\total.py"]
)
def test_a_refusal_names_the_script_that_was_meant(path: str) -> None:
    """Folders, slashes and case are what callers get wrong."""
    assert refusal(path).hint == "Did you mean 'scripts/total.py'?"


@pytest.mark.rule("RUN-1")
def test_where_nothing_is_near_the_scripts_that_exist_are_listed() -> None:
    """Twenty at most."""
    assert refusal("scripts/other.py").hint == (
        "Scripts of this skill: 'scripts/helpers/report.py', 'scripts/total.py', 'scripts/é.sh'."
    )
    many = facts([f"scripts/{number:03}.py" for number in range(500)])
    assert refusal("x.py", about=many).hint.endswith("'scripts/019.py' and 480 more.")
    assert refusal("x.py", about=facts(["SKILL.md"])).hint == "This skill has no script to run."


@pytest.mark.rule("RUN-1", "SBX-1")
def test_a_file_without_a_runtime_is_refused_with_the_endings_that_have_one() -> None:
    """Data never falls through to a shell."""
    error = refusal("data/rates.csv")
    assert error.code == "SCRIPT_NO_RUNTIME"
    assert ".py, .sh, .js" in error.message


ENTRYPOINTS = {"total": "scripts/total.py", "scripts/helpers/report.py": "scripts/total.py"}


@pytest.mark.rule("RUN-1", "FM-5")
def test_where_entrypoints_are_declared_only_they_run_by_name_or_path() -> None:
    """Another script of the skill is refused, with those declared."""
    about = facts(entrypoints=ENTRYPOINTS)
    assert call("total", (), about) == call("scripts/total.py", (), about) == Admitted("scripts/total.py", "python", ())
    error = refusal("scripts/é.sh", (), about)
    assert error.code == "SCRIPT_NOT_AN_ENTRYPOINT"
    assert "'total' ('scripts/total.py')" in error.hint
    assert "none" in refusal("scripts/total.py", (), facts(entrypoints={})).hint


@pytest.mark.rule("RUN-1", "FM-5")
def test_an_entrypoint_named_like_another_script_does_not_stand_in_for_it() -> None:
    """A reader of the call would be deceived about what runs."""
    assert refusal("scripts/helpers/report.py", (), facts(entrypoints=ENTRYPOINTS)).code == "SCRIPT_NOT_AN_ENTRYPOINT"


@pytest.mark.rule("RUN-1")
@pytest.mark.parametrize(
    "args",
    ["verify --last4 8836", {"input": "a.docx"}, 3, None, b"x", ["a", 3], ["a", None], [["a"]], {"a"}, iter(["a"])],
)
def test_args_that_are_no_list_of_strings_are_refused_with_the_shape_wanted(args: object) -> None:
    """Nothing is split, joined or converted."""
    error = refusal("scripts/total.py", args)
    assert error.message.startswith("args must be a list of strings")
    assert error.hint == 'Send args as a list of strings, one for each argument: ["3", "19.99", "--verbose"].'
    assert error.where == "args"


@pytest.mark.rule("RUN-1")
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["x"] * 33, "ARGS_TOO_MANY"),
        (["x" * 1025], "ARG_TOO_LONG"),
        (["x\0y"], "ARG_HAS_NUL"),
        (["\ud800"], "ARG_NOT_UNICODE"),
        (["é" * 1000] * 5, "ARGS_TOO_LARGE"),
    ],
)
def test_args_over_a_limit_are_refused(args: list[str], code: str) -> None:
    """Each limit by its own code."""
    assert refusal("scripts/total.py", args).code == code


@pytest.mark.rule("RUN-1")
def test_args_at_every_limit_are_admitted() -> None:
    """32 entries of 256 bytes are 8 KiB; 1,024 characters may take four bytes each."""
    for args in (["x" * 256] * ARGS_COUNT, ["🚲" * ARG_CHARS] * 2, ["é" * 512] * 8):
        assert call("scripts/total.py", args) == Admitted("scripts/total.py", "python", tuple(args))


@pytest.mark.rule("RUN-1")
def test_of_several_reasons_the_first_gate_speaks() -> None:
    """Path before entrypoint before arguments."""
    about = facts(entrypoints={"total": "scripts/total.py"})
    assert refusal(7, "no list", about).code == "SCRIPT_PATH_NOT_TEXT"
    assert refusal("nowhere.py", "no list", about).code == "SCRIPT_NOT_FOUND"
    assert refusal("scripts/é.sh", "no list", about).code == "SCRIPT_NOT_AN_ENTRYPOINT"
    assert refusal("total", "no list", about).code == "ARGS_NOT_A_LIST"


def refuse(request: RunRequest, facts: Facts) -> Refused | None:
    """A gate that always says no."""
    return Refused(f"not today: {request.script}, {facts.definition.name}")


def abstain(request: RunRequest, facts: Facts) -> Refused | None:
    """A gate that never has anything to say."""
    del request, facts
    return None


@pytest.mark.rule("RUN-1")
@given(
    st.sampled_from([*PATHS, "total", "../x.py", "nowhere.py"]) | st.text(),
    st.lists(st.text(max_size=5), max_size=40) | st.none() | st.text(),
    st.sampled_from([None, {}, {"total": "scripts/total.py"}]),
    st.lists(st.booleans(), max_size=4),
)
def test_a_further_gate_can_only_refuse_more(
    script: str, args: object, entrypoints: Mapping[str, str] | None, verdicts: list[bool]
) -> None:
    """What was refused stays refused, for the same reason; what was admitted is unchanged or refused."""
    about = facts(entrypoints=entrypoints)
    request = parse_call(script, args)

    more: list[Gate] = [(refuse if verdict else abstain) for verdict in verdicts]
    before = admit(request, about)
    after = admit(request, about, (*GATES, *more))
    if isinstance(before, Refused):
        assert isinstance(after, Refused)
        assert after.message == before.message
    else:
        assert isinstance(after, Refused) if any(verdicts) else after == before


@pytest.mark.rule("RUN-1")
@pytest.mark.parametrize(
    "request_", [RunRequest(Refused("?"), ()), RunRequest("scripts/total.py", Refused("?")), RunRequest("SKILL.md", ())]
)
def test_what_cannot_be_understood_does_not_run_even_without_gates(request_: RunRequest) -> None:
    """Whatever row of gates is asked."""
    assert isinstance(admit(request_, facts(), ()), Refused)
