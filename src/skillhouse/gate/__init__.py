"""Facts in, a decision out: whether a call may run (RUN-1). Pure; nothing here can run anything.

A gate looks at a request and the facts about it and answers with a refusal, or with None where it has nothing to say.
It cannot admit: only the end of the whole row does. So adding a gate can only refuse more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from skillhouse.errors import Refused

if TYPE_CHECKING:
    from skillhouse.model.skill import Definition

__all__ = ["Admitted", "Facts", "Gate", "Refused", "RunRequest"]


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A call as it was asked for, in types, and not yet judged.

    `script` is a path or the name of an entrypoint. What was not text, or not a list of texts, is a Refused in its
    place: its gate brings it up when its turn comes, so that the order of RUN-1 holds.
    """

    script: str | Refused
    args: tuple[str, ...] | Refused


@dataclass(frozen=True, slots=True)
class Facts:
    """What the gates may know about a call: the version that it would run."""

    definition: Definition


@dataclass(frozen=True, slots=True)
class Admitted:
    """A call that passed every gate: the path of a file of the skill, its runtime, and the exact arguments."""

    path: str
    runtime: str
    args: tuple[str, ...]


Gate: TypeAlias = Callable[[RunRequest, Facts], Refused | None]
