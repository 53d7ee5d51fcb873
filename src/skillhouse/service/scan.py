"""Scanning what a path holds, by the policy that is asked for (SCN-1, SCN-3, SCN-7, SCN-9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.errors import NotFound
from skillhouse.model.policy import Policy
from skillhouse.plugins import detectors as all_detectors
from skillhouse.scan import engine
from skillhouse.scan.baseline import BASELINE_BYTES, read_baseline
from skillhouse.scan.policies import PRESETS
from skillhouse.scan.policyfile import POLICY_BYTES, read_policy, read_suppressions
from skillhouse.scan.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from skillhouse.disk import LoadedSkill, Source
    from skillhouse.model.report import ScanReport
    from skillhouse.scan import Detector

__all__ = ["Scanned", "load_baseline", "load_policy", "scan", "scan_skill", "subject_of"]

_UNREAD = {"PORTABLE_SKILL_TOO_LARGE", "SKILL_TOO_MANY_FILES", "SKILL_UNREADABLE"}


@dataclass(frozen=True, slots=True)
class Scanned:
    """One skill of a source and its report."""

    skill: LoadedSkill
    report: ScanReport


def subject_of(skill: LoadedSkill) -> Subject:
    """A skill as the scan sees it, whatever is wrong with it."""
    front = {**skill.raw, **{key: value for key, value in skill.texts.items() if value is not None}}
    unread = {one.location.file: one.message for one in skill.problems if one.code in _UNREAD}
    if not skill.bundle.files and not unread:
        unread = {one.location.file: one.message for one in skill.problems if one.is_error}
    return Subject(
        skill.name, skill.bundle, MappingProxyType(front), skill.tools, skill.places, MappingProxyType(unread)
    )  # fmt: skip


def scan_skill(
    skill: LoadedSkill,
    policy: Policy | None = None,
    *,
    detectors: Sequence[Detector] | None = None,
    today: date | None = None,
    baseline: frozenset[str] = frozenset(),
) -> ScanReport:
    """The report of one skill; `balanced` and the built-in and plugged-in detectors where nothing else is given."""
    return engine.scan(
        subject_of(skill),
        policy or Policy(),
        all_detectors() if detectors is None else detectors,
        today=today,
        baseline=baseline,
    )


def scan(
    source: Source,
    policy: Policy | None = None,
    *,
    detectors: Sequence[Detector] | None = None,
    today: date | None = None,
    baseline: frozenset[str] = frozenset(),
) -> Iterator[Scanned]:
    """Each skill of a source with its report, one after the other. Nothing is executed, nothing opened (SCN-8)."""
    chosen = all_detectors() if detectors is None else detectors
    for skill in source.skills:
        yield Scanned(skill, scan_skill(skill, policy, detectors=chosen, today=today, baseline=baseline))


def load_policy(name: str, suppressions: Path | None = None) -> Policy:
    """A policy by the name of a preset or the path of a file, with further suppressions from a file of their own.

    Raises InvalidPolicy for a file that breaks the format, NotFound where nothing is there.
    """
    from pathlib import Path  # noqa: PLC0415 -- only named in annotations above

    policy = PRESETS.get(name)
    if policy is None:
        policy = read_policy(_read(Path(name), POLICY_BYTES, f"presets are {', '.join(PRESETS)}"), file=name)
    if suppressions is None:
        return policy
    more = read_suppressions(_read(suppressions, POLICY_BYTES), file=str(suppressions))
    return replace(policy, suppressions=MappingProxyType({**policy.suppressions, **more}))


def load_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of a baseline file. Raises InvalidPolicy, NotFound."""
    return read_baseline(_read(path, BASELINE_BYTES), file=str(path))


def _read(path: Path, limit: int, also: str = "") -> bytes:
    """A file that the user named; one byte over the limit, so that its reader refuses it."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        hint = f"Check the path; {also}." if also else "Check the path."
        raise NotFound(f"there is no file {str(path)!r}", hint=hint, where=str(path)) from None
