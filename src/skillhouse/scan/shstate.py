"""What is known at one point of a shell script: variables, functions, files it wrote, the folder it stands in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from skillhouse.scan.places import credential_path, history_file, is_secret_name
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined

if TYPE_CHECKING:
    from skillhouse.scan.shsyntax import Script

__all__ = ["State", "place_source"]

_FIXED = {"HOME": "~", "PWD": ".", "IFS": " ", "OLDPWD": ".", "SHELL": "/bin/sh", "BASH": "/bin/bash"}
_NOT_SENT = ("known_hosts", ".pub")
_SYSTEM_NAMES = frozenset({"HOSTNAME", "USER", "LOGNAME", "HOST", "COMPUTERNAME", "USERNAME"})


def place_source(path: str) -> Taint | None:
    """The taint of what a file at this path holds; None for an ordinary file."""
    if path.endswith("/environ") and "proc/" in path:
        return Taint(Source.ENVIRONMENT, path)
    if path.endswith(_NOT_SENT):
        return None
    place = credential_path(path)
    if place:
        return Taint(Source.CREDENTIAL, path if len(path) < 80 and HOLE not in path else place)  # noqa: PLR2004
    return Taint(Source.HISTORY, path) if history_file(path) else None


@dataclass(slots=True)
class State:
    """The variables and files of a script at work. Unset names come from the environment it is started with."""

    names: dict[str, Value] = field(default_factory=dict)
    arrays: dict[str, list[Value]] = field(default_factory=dict)
    arguments: list[Value] | None = None
    functions: dict[str, Script] = field(default_factory=dict)
    aliases: dict[str, Value] = field(default_factory=dict)
    files: dict[str, Value] = field(default_factory=dict)
    unpacked: dict[str, Value] = field(default_factory=dict)
    runnable: set[str] = field(default_factory=set)
    pipes: dict[str, Script] = field(default_factory=dict)
    folder: str = ""

    def variable(self, name: str) -> Value:
        """The value of a variable; what is not set here is not known."""
        if name in self.names:
            return self.names[name]
        if name in self.arrays:
            return self.arrays[name][0] if self.arrays[name] else Value("")
        if name in _FIXED:
            return Value(_FIXED[name])
        if name in _SYSTEM_NAMES:
            return Value(HOLE, frozenset({Taint(Source.SYSTEM, f"${name}")}))
        if is_secret_name(name):
            return Value(HOLE, frozenset({Taint(Source.SECRET, name)}))
        return Value()

    def is_set(self, name: str) -> bool:
        """Whether the script itself gave the name a value."""
        return name in self.names or name in self.arrays

    def path(self, path: str) -> str:
        """A path as it is kept: without `./`, seen from where the script started."""
        path = path.removeprefix("./").replace("//", "/")
        if self.folder and not path.startswith(("/", "~", HOLE)):
            return f"{self.folder.rstrip('/')}/{path}"
        return path

    def read(self, path: Value) -> Value:
        """What a file holds: what the script wrote there, or the source that its place tells of."""
        name = self.path(path.text)
        if name in self.files:
            return self.files[name]
        inside = [content for written, content in self.files.items() if written.startswith(f"{name.rstrip('/*')}/")]
        if inside and name:
            return joined(inside).unknown()
        taint = place_source(name)
        return Value(HOLE, frozenset({taint})) if taint else Value()

    def write(self, path: Value, content: Value, *, more: bool = False) -> None:
        """Keep what is written to a file."""
        name = self.path(path.text)
        if more and name in self.files:
            content = joined([self.files[name], content])
        self.files[name] = content
