"""Which sandbox a host gets: the one that is asked for, or containers where namespaces are forbidden (SBX-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import pytest

from skillhouse.config import Settings
from skillhouse.errors import SandboxUnavailable
from skillhouse.model.run import Usage
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, Outcome, RuntimeUsed, SandboxUsed
from skillhouse.sandbox.fallback import FallbackSandbox
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.outcome import broken
from skillhouse.service.host import open_sandbox
from skillhouse.testing import Behaviour, BehaviourFailed

if TYPE_CHECKING:
    from types import TracebackType

    from skillhouse.sandbox import Sandbox

JOB = Job((SkillFile("x.py", b""),), "x.py")
# A program that starts no namespace, and one setting for a host on which none can be made.
NO_BWRAP = "/bin/false"


class Fixed:
    """A sandbox that answers with its name, or fails."""

    def __init__(self, name: str, *, fails: bool = False) -> None:
        self.name = name
        self.fails = fails
        self.closed = False

    def run(self, job: Job) -> Outcome:
        """The same for every job."""
        del job
        if self.fails:
            raise broken(self.name)
        return Outcome(0, b"", b"", Usage(1.0), RuntimeUsed("python", "3"), SandboxUsed(self.name, ()))

    def close(self) -> None:
        """Remember it."""
        self.closed = True

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Close."""
        self.close()


@pytest.mark.rule("SBX-10")
def test_containers_stand_in_where_namespaces_are_forbidden() -> None:
    """From the first run on, which is not lost; the outcome names the sandbox that it came from."""
    first, other = Fixed("first", fails=True), Fixed("other")
    with FallbackSandbox(first, lambda: other, lambda: False) as sandbox:
        assert [sandbox.run(JOB).sandbox.backend for _ in range(2)] == ["other", "other"]
        assert (first.closed, other.closed) == (True, False)
    assert other.closed


@pytest.mark.rule("RUN-7", "SBX-10")
def test_a_sandbox_that_worked_is_never_replaced() -> None:
    """Its failure is of another kind, and is told."""
    first, other = Fixed("first"), Fixed("other")
    with FallbackSandbox(first, lambda: other, lambda: False) as sandbox:
        assert sandbox.run(JOB).sandbox.backend == "first"
        first.fails = True
        with pytest.raises(SandboxUnavailable, match="first"):
            sandbox.run(JOB)


@pytest.mark.rule("RUN-7", "SBX-10")
def test_a_failure_where_namespaces_work_is_told() -> None:
    """Nothing weaker or other is taken in silence."""
    with FallbackSandbox(Fixed("first", fails=True), lambda: Fixed("other"), lambda: True) as sandbox:
        for _ in range(2):
            with pytest.raises(SandboxUnavailable, match="first"):
                sandbox.run(JOB)


@pytest.mark.rule("RUN-7")
def test_without_an_engine_the_first_failure_is_told() -> None:
    """The engine's absence is no reason for the run to fail: the forbidden namespaces are."""

    def other() -> Sandbox:
        raise SandboxUnavailable("no engine", code="ENGINE_MISSING")

    with FallbackSandbox(Fixed("first", fails=True), other, lambda: False) as sandbox:
        with pytest.raises(SandboxUnavailable, match="first"):
            sandbox.run(JOB)
        with pytest.raises(SandboxUnavailable, match="first"):
            sandbox.run(JOB)


@pytest.mark.rule("SBX-10")
def test_the_setting_chooses_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Namespaces and nothing else; containers and nothing else; or the one with the other behind it."""
    with open_sandbox(Settings(sandbox="namespaces")) as sandbox:
        assert isinstance(sandbox, NamespaceSandbox)
    with open_sandbox(Settings()) as sandbox:
        assert isinstance(sandbox, FallbackSandbox)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(SandboxUnavailable) as raised:
        open_sandbox(Settings(sandbox="oci"))
    assert raised.value.code == "ENGINE_MISSING"


def _fail(sandbox: Sandbox) -> None:
    del sandbox
    raise BehaviourFailed("not held")


@pytest.mark.rule("SBX-10")
def test_a_known_failure_is_no_failure_and_a_listed_behaviour_that_holds_is_one() -> None:
    """So that the list of what a sandbox does not hold is true in both directions."""
    fails = Behaviour("fails", "It fails.", "x", (), _fail)
    holds = Behaviour("holds", "It holds.", "x", (), lambda _: None)
    sandbox = Fixed("any")
    assert (fails.hold(sandbox).status, fails.hold(sandbox, "a reason").status) == ("failed", "known")
    assert fails.hold(sandbox, "a reason").message == "a reason"
    assert not fails.hold(sandbox, "a reason").failed
    assert (holds.hold(sandbox).status, holds.hold(sandbox, "a reason").status) == ("passed", "failed")
