"""Settings: defaults, the file, the environment, and what is said about a bad value."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from skillhouse.config import SETTINGS, Settings, load_settings
from skillhouse.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.rule("SBX-8")
def test_without_any_setting_the_limits_are_those_of_the_specification() -> None:
    """30 s, 256 MB, 512 KB and 128 MB."""
    limits = load_settings({}).limits()
    assert (limits.wall_s, limits.memory_bytes) == (30.0, 256 << 20)
    assert (limits.output_bytes, limits.workspace_bytes) == (512 << 10, 128 << 20)


@pytest.mark.rule("SBX-8")
def test_the_environment_sets_each_limit() -> None:
    """By the names that the specification gives them."""
    environ = {"SANDBOX_TIMEOUT_S": "2.5", "SANDBOX_MEMORY_MB": "64", "SANDBOX_OUTPUT_BYTES": " 2048 "}
    limits = load_settings(environ).limits()
    assert (limits.wall_s, limits.memory_bytes, limits.output_bytes) == (2.5, 64 << 20, 2048)


def test_the_table_and_the_value_name_the_same_settings_with_the_same_defaults() -> None:
    """The reference page is made from the table, so the table must be true."""
    defaults = dataclasses.asdict(Settings())
    assert {setting.field: setting.default or None for setting in SETTINGS} == defaults
    assert {setting.field: type(setting.default) for setting in SETTINGS if setting.default} == {
        name: type(value) for name, value in defaults.items() if value
    }


def test_an_empty_variable_counts_as_not_set() -> None:
    """As shells and compose files leave them."""
    assert load_settings({"SANDBOX_MEMORY_MB": "", "SKILLHOUSE_PYTHON": "", "SKILLHOUSE_CONFIG": ""}) == Settings()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    """The file is read first."""
    file = tmp_path / "house.toml"
    file.write_text('sandbox_memory_mb = 64\nsandbox_timeout_s = 5\npython = "/opt/python3.12"\n', "utf-8")
    settings = load_settings({"SKILLHOUSE_CONFIG": str(file), "SANDBOX_MEMORY_MB": "128"})
    assert settings == Settings(sandbox_memory_mb=128, sandbox_timeout_s=5.0, python="/opt/python3.12")


BAD = [
    ("SANDBOX_TIMEOUT_S", "soon"),
    ("SANDBOX_TIMEOUT_S", "nan"),
    ("SANDBOX_TIMEOUT_S", "inf"),
    ("SANDBOX_TIMEOUT_S", "0"),
    ("SANDBOX_TIMEOUT_S", "-1"),
    ("SANDBOX_MEMORY_MB", "1.5"),
    ("SANDBOX_MEMORY_MB", "9" * 5000),
    ("SANDBOX_MEMORY_MB", "1"),
    ("SANDBOX_OUTPUT_BYTES", "99999999999"),
    ("SANDBOX_SHELL", "zsh"),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_refused_by_name_with_its_origin_and_range(name: str, value: str) -> None:
    """Nothing is guessed and nothing is clamped."""
    with pytest.raises(ConfigError) as caught:
        load_settings({name: value})
    error = caught.value
    setting = next(setting for setting in SETTINGS if setting.name == name)
    assert error.where == name
    assert repr(value)[:80] in error.message
    assert "the environment" in error.message
    assert setting.range in error.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sandbox_memory_mb = true", "SANDBOX_MEMORY_MB is True"),
        ("sandbox_memory_mb = 64.5", "SANDBOX_MEMORY_MB is 64.5"),
        ('sandbox_memory_mb = "64"', "SANDBOX_MEMORY_MB is '64'"),
        ("sandbox_shell = 1", "auto or sh"),
        ('node = "a\\u0000b"', "SKILLHOUSE_NODE is 'a\\x00b'"),
        ("memory = 64", "'memory', which is not a setting"),
        ("= 64", "cannot be read"),
        (f"sandbox_memory_mb = {'9' * 5000}", "cannot be read"),
        (f"a = {'[' * 5000}", "cannot be read"),
    ],
)
def test_a_bad_file_is_refused_with_what_is_wrong_in_it(tmp_path: Path, text: str, said: str) -> None:
    """The file's own name is in the message."""
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load_settings({"SKILLHOUSE_CONFIG": str(file)})
    assert said in caught.value.message
    assert repr(str(file)) in caught.value.message


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    """Rather than the defaults in silence."""
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for name in ("missing.toml", "binary.toml"):
        with pytest.raises(ConfigError, match="cannot be read"):
            load_settings({"SKILLHOUSE_CONFIG": str(tmp_path / name)})
