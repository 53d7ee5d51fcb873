"""The test bench: run one script of any version, also a draft, through the real sandbox (BEN-1).

No Run is recorded and nothing is counted; what an agent's call would be refused for is refused here too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from skillhouse.errors import InvalidRequest, Refused
from skillhouse.gate import Facts
from skillhouse.gate.call import admit, parse_call
from skillhouse.model.run import Limits
from skillhouse.sandbox import Job
from skillhouse.service.tables import table_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from skillhouse.model.skill import Definition, JsonValue
    from skillhouse.model.table import Table
    from skillhouse.sandbox import Outcome, Sandbox

__all__ = ["PARAMS_BYTES", "run_script"]

PARAMS_BYTES = 64 * 1024


def run_script(
    definition: Definition,
    script: str,
    args: Sequence[str] = (),
    *,
    sandbox: Sandbox,
    params: Mapping[str, JsonValue] | None = None,
    tables: Sequence[Table] = (),
    limits: Limits | None = None,
    bash: bool = True,
) -> Outcome:
    """Run one script, named by its path or its entrypoint's name, with exactly these arguments (RUN-2).

    `params` reaches the script as JSON in SKILL_PARAMETERS (SBX-6); `tables` lie in the workspace as read-only files
    (TBL-2). Raises Refused when a gate says no (RUN-1) or the tables cannot be laid out (TBL-3, TBL-4),
    InvalidRequest when `params` cannot be JSON or is over 64 KiB, SandboxUnavailable when the sandbox itself failed
    (RUN-7). A script that fails is an Outcome like any other.
    """
    decision = admit(parse_call(script, args), Facts(definition))
    if isinstance(decision, Refused):
        raise decision
    limits = limits or Limits()
    job = Job(
        files=definition.bundle.files,
        script=decision.path,
        args=decision.args,
        params=_params_text(params or {}),
        limits=limits,
        bash=bash,
        tables=table_files(tables, definition.bundle, limit_bytes=limits.table_bytes),
    )
    return sandbox.run(job)


def _params_text(params: Mapping[str, JsonValue]) -> str:
    """SKILL_PARAMETERS: JSON in ASCII, so that no value of an environment can break on it."""
    try:
        text = json.dumps(dict(params), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRequest(
            f"the parameters cannot be written as JSON: {error}",
            code="PARAMS_INVALID",
            hint="Use texts, finite numbers, true, false, null, lists and objects.",
            where="params",
        ) from error
    if len(text) > PARAMS_BYTES:
        raise InvalidRequest(
            f"the parameters take {len(text)} bytes as JSON; at most {PARAMS_BYTES} are allowed",
            code="PARAMS_TOO_LARGE",
            hint="Send large input as a file of the skill.",
            where="params",
        )
    return text
