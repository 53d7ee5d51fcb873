"""Every error that Skillhouse raises, by who must act.

::

    SkillhouseError
    ├── AuthorError            the author of a skill or project must act        exit 1, HTTP 422
    │   ├── InvalidSkill       a skill breaks the format; holds every problem
    │   ├── InvalidManifest    skillhouse.yaml breaks the format
    │   ├── InvalidPackage     a .pkg or zip is damaged or hostile (PKG-5)
    │   └── TooLarge           over a fixed limit (PKG-3)
    ├── CallerError            whoever called must ask differently              exit 2, HTTP 400
    │   ├── InvalidRequest     an argument or option makes no sense
    │   ├── InvalidPolicy      a policy, suppressions or baseline file breaks the format
    │   ├── NotFound           the thing named does not exist                   HTTP 404
    │   └── Conflict           something in the way, or a step is missing       HTTP 409
    ├── Refused                a gate said no (RUN-1); safe to show a model     exit 120, HTTP 403
    └── OperatorError          whoever runs the host must act                   exit 121, HTTP 503
        ├── ConfigError        a setting makes no sense
        └── SandboxUnavailable the sandbox cannot run or broke (RUN-7)

A script's own exit code, a timeout, cut output and findings are values, not errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skillhouse.model.finding import Problem

__all__ = [
    "AuthorError",
    "CallerError",
    "ConfigError",
    "Conflict",
    "InvalidManifest",
    "InvalidPackage",
    "InvalidPolicy",
    "InvalidRequest",
    "InvalidSkill",
    "NotFound",
    "OperatorError",
    "Refused",
    "SandboxUnavailable",
    "SkillhouseError",
    "TooLarge",
]


class SkillhouseError(Exception):
    """The root: a stable code, what happened, and one hint that says what to do.

    `code` is UPPER_SNAKE and never changes its meaning; `where` names the file, skill or setting;
    `http_status` and `exit_code` are what the HTTP API and the command line answer with.
    """

    default_code: ClassVar[str] = "ERROR"
    http_status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, code: str = "", hint: str = "", where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.hint = hint
        self.where = where


class AuthorError(SkillhouseError):
    """The author of a skill or a project must change something."""

    default_code = "INVALID"
    http_status = 422
    exit_code = 1


class InvalidSkill(AuthorError):
    """A skill breaks the format. `problems` holds all of them, each with its place (FM-7, FM-9)."""

    default_code = "SKILL_INVALID"

    def __init__(self, skill: str, problems: Sequence[Problem]) -> None:
        errors = [problem for problem in problems if problem.is_error]
        first = errors[0] if errors else problems[0]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(
            f"skill {skill!r}: {first.message}{more}", code=first.code, hint=first.hint, where=first.location.text
        )
        self.problems = tuple(problems)


class InvalidManifest(AuthorError):
    """`skillhouse.yaml` cannot be understood (PKG-1)."""

    default_code = "MANIFEST_INVALID"


class InvalidPackage(AuthorError):
    """A `.pkg` or zip is damaged, or made to do harm; nothing of it was written (PKG-5)."""

    default_code = "PACKAGE_INVALID"


class TooLarge(AuthorError):
    """A skill is over a fixed limit; names the actual size and the largest files (PKG-3)."""

    default_code = "PORTABLE_SKILL_TOO_LARGE"


class CallerError(SkillhouseError):
    """Whoever called must ask differently."""

    default_code = "BAD_CALL"
    http_status = 400
    exit_code = 2


class InvalidRequest(CallerError):
    """An argument or an option makes no sense."""

    default_code = "INVALID_REQUEST"


class InvalidPolicy(CallerError):
    """A policy, suppressions or baseline file cannot be understood; names the line (SCN-3, SCN-7)."""

    default_code = "POLICY_INVALID"


class NotFound(CallerError):
    """The file, folder, skill or script that was named does not exist."""

    default_code = "NOT_FOUND"
    http_status = 404


class Conflict(CallerError):
    """Something is in the way, such as a file that would be overwritten."""

    default_code = "CONFLICT"
    http_status = 409


class Refused(SkillhouseError):
    """A gate said no before anything ran (RUN-1). The message is safe to show a model."""

    default_code = "REFUSED"
    http_status = 403
    exit_code = 120


class OperatorError(SkillhouseError):
    """Whoever runs the host must act; never shown as a script's output (RUN-7)."""

    default_code = "OPERATOR"
    http_status = 503
    exit_code = 121


class ConfigError(OperatorError):
    """A setting makes no sense; names the setting and where it came from."""

    default_code = "CONFIG_INVALID"


class SandboxUnavailable(OperatorError):
    """No sandbox can run here, or the sandbox broke during a run (RUN-7)."""

    default_code = "SANDBOX_UNAVAILABLE"
