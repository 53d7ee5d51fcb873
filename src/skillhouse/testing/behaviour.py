"""One named thing that a user of a sandbox would notice, and how trying it went."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from skillhouse.errors import SkillhouseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from skillhouse.sandbox import Sandbox

__all__ = ["Behaviour", "BehaviourFailed", "BehaviourSkipped", "Result", "ensure"]

Status = Literal["passed", "failed", "skipped", "known"]


class BehaviourFailed(AssertionError):
    """A sandbox did not behave: the message says what was expected and what came, in plain words."""


class BehaviourSkipped(Exception):
    """A behaviour cannot be tried here: the message says why."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one behaviour went. `message` is empty where it passed; `seconds` is the wall time that trying it took."""

    behaviour: Behaviour
    status: Status
    message: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether the sandbox behaved."""
        return self.status == "passed"

    @property
    def failed(self) -> bool:
        """Whether it did not; one that cannot be tried here, or that is known not to be held, is neither."""
        return self.status == "failed"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A named behaviour: what it promises, in one sentence, and a check that holds a sandbox to it.

    `layer` groups behaviours as `doctor` shows them, `rules` are the ids that it proves. `quick` ones are the few that
    show each layer at all. A `serial` one strains the whole host or measures it, and runs while nothing else does.
    `check` raises BehaviourFailed or BehaviourSkipped.
    """

    name: str
    says: str
    layer: str
    rules: tuple[str, ...]
    check: Callable[[Sandbox], None] = field(repr=False, compare=False)
    quick: bool = False
    serial: bool = False

    def hold(self, sandbox: Sandbox, known: str = "") -> Result:
        """Hold a sandbox to this behaviour. `known` is the reason for which it is listed as one that is not held: then
        it may fail, and must not pass. Raises nothing that the check or the sandbox raises as an error.
        """
        started = time.monotonic()
        status: Status = "passed"
        message = ""
        try:
            self.check(sandbox)
        except BehaviourSkipped as reason:
            status, message = "skipped", str(reason)
        except BehaviourFailed as failure:
            status, message = "failed", str(failure)
        except SkillhouseError as error:
            status, message = "failed", f"{error.code}: {error.message}"
        except Exception as error:  # noqa: BLE001 -- whatever else a sandbox raises is its failure
            status, message = "failed", f"the sandbox raised {type(error).__name__}: {error}"
        if known and status == "passed":
            status, message = "failed", f"it held, though it is listed as one that does not: {known}"
        elif known and status == "failed":
            status, message = "known", known
        return Result(self, status, message, time.monotonic() - started)


def ensure(condition: object, message: str) -> None:
    """Raise BehaviourFailed with this message unless the condition holds."""
    if not condition:
        raise BehaviourFailed(message)
