"""Settings: one frozen value, read once from a file and the environment. Nothing else reads the environment.

Every setting stands in one table, `SETTINGS`; the reference page of settings is made from it.
"""

from __future__ import annotations

import math
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.errors import ConfigError
from skillhouse.model.run import MEBIBYTE, Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CONFIG_FILE", "SETTINGS", "Setting", "Settings", "is_set", "load_settings"]

CONFIG_FILE = "SKILLHOUSE_CONFIG"
_CONFIG_BYTES = 1 << 20
_SHOWN_CHARS = 80


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name in the environment, its default, its range and what it means.

    In the configuration file its key is `field`. The kind is the default's: a float is seconds, an int a count in
    `unit`; `choices` lists the words of a text with a fixed choice, and `form` says what any other text is.
    """

    name: str
    default: float | int | str
    meaning: str
    unit: str = ""
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    form: str = "a path"

    @property
    def field(self) -> str:
        """The name of the attribute of `Settings`, and the key in the configuration file."""
        return self.name.removeprefix("SKILLHOUSE_").lower()

    @property
    def range(self) -> str:
        """What is allowed, in words."""
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, str):
            return self.form
        kind = "a number" if isinstance(self.default, float) else "a whole number"
        return f"{kind} from {self.low:g} to {self.high:.12g}{' ' + self.unit if self.unit else ''}"


SETTINGS = (
    Setting("SANDBOX_TIMEOUT_S", 30.0, "Wall-clock limit of one run.", "seconds", 0.1, 600),
    Setting("SANDBOX_MEMORY_MB", 256, "Memory limit of all processes of one run together.", "MiB", 32, 65_536),
    Setting(
        "SANDBOX_OUTPUT_BYTES", 512 * 1024, "Limit of stdout and stderr together.", "bytes", 1024, 64 * MEBIBYTE
    ),
    Setting("SANDBOX_WORKSPACE_MB", 128, "Limit of what lies in the workspace of a run.", "MiB", 16, 16_384),
    Setting("SANDBOX_TABLES_MB", 50, "Limit of all data tables of a run together.", "MiB", 1, 4_096),
    Setting(
        "SANDBOX_SHELL",
        "auto",
        "`auto`: a `.sh` file whose first line asks for bash has bash where the host has it; `sh`: never.",
        choices=("auto", "sh"),
    ),
    Setting(
        "TOOL_RESULT_CHARS", 65_536, "Length of a result object as JSON; stdout is cut to fit.", "characters", 1024,
        16 * MEBIBYTE,
    ),
    Setting(
        "SKILLHOUSE_SANDBOX",
        "auto",
        "What closes a run: `namespaces` of Linux, containers of an engine (`oci`), or `auto`: namespaces, and "
        "containers on a host that forbids those. Or the name of a sandbox that a plugin brings.",
        form="auto, namespaces, oci or a plugin's name",
    ),
    Setting(
        "SANDBOX_ENGINE", "auto", "The container engine; `auto`: the first of the two that answers.",
        choices=("auto", "podman", "docker"),
    ),
    Setting(
        "SANDBOX_RUNTIME", "", "The engine's runtime, such as runc, crun, runsc (gVisor) or kata; empty: its default.",
        form="a name that the engine knows, or a path",
    ),
    Setting(
        "SANDBOX_IMAGE", "skillhouse-sandbox", "The image that scripts run in; it is never pulled.",
        form="an image's name, digest or id",
    ),
    Setting("SKILLHOUSE_PYTHON", "", "The Python that scripts run with; empty: the best one found."),
    Setting("SKILLHOUSE_NODE", "", "The Node.js that scripts run with; empty: the best one found."),
    Setting("SKILLHOUSE_BWRAP", "", "The bubblewrap that closes a run; empty: the best one found."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting, checked. Units are in the names; paths are None where nothing was set."""

    sandbox_timeout_s: float = 30.0
    sandbox_memory_mb: int = 256
    sandbox_output_bytes: int = 512 * 1024
    sandbox_workspace_mb: int = 128
    sandbox_tables_mb: int = 50
    sandbox_shell: str = "auto"
    tool_result_chars: int = 65_536
    sandbox: str = "auto"
    sandbox_engine: str = "auto"
    sandbox_runtime: str | None = None
    sandbox_image: str = "skillhouse-sandbox"
    python: str | None = None
    node: str | None = None
    bwrap: str | None = None

    def limits(self) -> Limits:
        """The caps of one run (SBX-8)."""
        return Limits(
            wall_s=self.sandbox_timeout_s,
            memory_bytes=self.sandbox_memory_mb * MEBIBYTE,
            output_bytes=self.sandbox_output_bytes,
            workspace_bytes=self.sandbox_workspace_mb * MEBIBYTE,
            table_bytes=self.sandbox_tables_mb * MEBIBYTE,
        )


def is_set(name: str) -> bool:
    """Whether a variable of the environment that is only a switch, such as NO_COLOR, is there and not empty."""
    return bool(os.environ.get(name))


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings in force: the defaults, then the TOML file that SKILLHOUSE_CONFIG names, then the environment.

    An empty environment variable counts as not set. Raises ConfigError, naming the setting, where it came from, its
    value and what is allowed.
    """
    variables = os.environ if environ is None else environ
    file = variables.get(CONFIG_FILE, "")
    values = _from_file(Path(file)) if file else {}
    for setting in SETTINGS:
        if text := variables.get(setting.name, ""):
            values[setting.field] = _parsed(setting, text, "the environment")
    return Settings(**values)  # type: ignore[arg-type]  # the table gives each field its type; a test holds the two together


def _from_file(path: Path) -> dict[str, float | int | str | None]:
    table = _read_toml(path)
    known = {setting.field: setting for setting in SETTINGS}
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise ConfigError(
            f"{str(path)!r} sets {unknown[0]!r}, which is not a setting",
            hint=f"Remove it, or use one of: {', '.join(known)}.",
            where=str(path),
        )
    return {key: _checked(known[key], value, repr(str(path))) for key, value in table.items()}


def _read_toml(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            return tomllib.loads(file.read(_CONFIG_BYTES).decode("utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
    except (ValueError, RecursionError) as error:
        reason = str(error)
    raise ConfigError(
        f"the configuration file {str(path)!r} cannot be read: {reason}",
        hint=f"Correct it, or unset {CONFIG_FILE}.",
        where=CONFIG_FILE,
    )


def _parsed(setting: Setting, text: str, origin: str) -> float | int | str | None:
    """A value of the environment, which is always text, in its setting's own kind."""
    try:
        return _checked(setting, type(setting.default)(text.strip()), origin)
    except (ValueError, ConfigError):
        raise _bad(setting, text, origin) from None


def _checked(setting: Setting, value: object, origin: str) -> float | int | str | None:
    if isinstance(setting.default, str):
        return _checked_text(setting, value, origin)
    # In TOML, `true` is no number, and 30 is as good as 30.0.
    kinds = (int, float) if isinstance(setting.default, float) else (int,)
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise _bad(setting, value, origin)
    if not math.isfinite(value) or not setting.low <= value <= setting.high:
        raise _bad(setting, value, origin)
    return type(setting.default)(value)


def _checked_text(setting: Setting, value: object, origin: str) -> str | None:
    if not isinstance(value, str) or "\0" in value:
        raise _bad(setting, value, origin)
    if setting.choices and value not in setting.choices:
        raise _bad(setting, value, origin)
    return value or None


def _bad(setting: Setting, value: object, origin: str) -> ConfigError:
    shown = repr(value)
    shown = shown if len(shown) <= _SHOWN_CHARS else f"{shown[:_SHOWN_CHARS]}…"
    return ConfigError(
        f"{setting.name} is {shown} in {origin}: it must be {setting.range}",
        hint=f"Set {setting.name} to {setting.range}, or unset it for the default {setting.default!r}.",
        where=setting.name,
    )
