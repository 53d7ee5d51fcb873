"""Skillhouse: a self-hosted home for agent skills.

::

    import skillhouse

    source = skillhouse.load("my-skill")
    for problem in source.skills[0].problems:
        print(problem.code, problem.location.text, problem.message)
    for finding in skillhouse.scan_skill(source.skills[0]).findings:
        print(finding.severity, finding.rule, finding.location.text)
    data = skillhouse.build(source)

The names below are the library; all else may change. Each is imported when it is first used, so that `import
skillhouse` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skillhouse.disk import LoadedSkill as LoadedSkill
    from skillhouse.disk import Source as Source
    from skillhouse.disk import load as load
    from skillhouse.errors import InvalidPackage as InvalidPackage
    from skillhouse.errors import InvalidSkill as InvalidSkill
    from skillhouse.errors import Refused as Refused
    from skillhouse.errors import SandboxUnavailable as SandboxUnavailable
    from skillhouse.errors import SkillhouseError as SkillhouseError
    from skillhouse.format.canonical import digest as digest
    from skillhouse.format.package import Package as Package
    from skillhouse.format.package import read_package as read_package
    from skillhouse.model.finding import Problem as Problem
    from skillhouse.model.run import Limits as Limits
    from skillhouse.model.skill import Absent as Absent
    from skillhouse.model.skill import Bundle as Bundle
    from skillhouse.model.skill import Declared as Declared
    from skillhouse.model.skill import Definition as Definition
    from skillhouse.model.skill import SkillFile as SkillFile
    from skillhouse.sandbox import Job as Job
    from skillhouse.sandbox import Outcome as Outcome
    from skillhouse.sandbox import Sandbox as Sandbox
    from skillhouse.service.author import build as build
    from skillhouse.service.bench import run_script as run_script
    from skillhouse.service.host import open_sandbox as open_sandbox
    from skillhouse.service.scan import scan_skill as scan_skill

_HOMES = {
    "Absent": "model.skill",
    "Bundle": "model.skill",
    "Declared": "model.skill",
    "Definition": "model.skill",
    "InvalidPackage": "errors",
    "InvalidSkill": "errors",
    "Job": "sandbox",
    "Limits": "model.run",
    "LoadedSkill": "disk",
    "Outcome": "sandbox",
    "Package": "format.package",
    "Problem": "model.finding",
    "Refused": "errors",
    "Sandbox": "sandbox",
    "SandboxUnavailable": "errors",
    "SkillFile": "model.skill",
    "SkillhouseError": "errors",
    "Source": "disk",
    "build": "service.author",
    "digest": "format.canonical",
    "load": "disk",
    "open_sandbox": "service.host",
    "read_package": "format.package",
    "run_script": "service.bench",
    "scan_skill": "service.scan",
}

__all__ = [
    "Absent",
    "Bundle",
    "Declared",
    "Definition",
    "InvalidPackage",
    "InvalidSkill",
    "Job",
    "Limits",
    "LoadedSkill",
    "Outcome",
    "Package",
    "Problem",
    "Refused",
    "Sandbox",
    "SandboxUnavailable",
    "SkillFile",
    "SkillhouseError",
    "Source",
    "build",
    "digest",
    "load",
    "open_sandbox",
    "read_package",
    "run_script",
    "scan_skill",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
