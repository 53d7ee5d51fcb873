"""The portable form to JSON, canonical bytes and a digest (DEF-1 to DEF-8)."""

from __future__ import annotations

import base64
import hashlib

import rfc8785

from skillhouse.model.skill import Declared, Definition, JsonValue, SkillFile

__all__ = ["digest", "to_bytes", "to_json"]


def to_json(definition: Definition) -> dict[str, JsonValue]:
    """The portable form as JSON has it, with exactly the keys of DEF-1; null and [] stay apart (DEF-2)."""
    tools = definition.allowed_tools
    document: dict[str, JsonValue] = {
        "name": definition.name,
        "description": definition.description,
        "license": definition.license,
        "compatibility": definition.compatibility,
        "metadata": None if definition.metadata is None else dict(definition.metadata),
        "allowedTools": list(tools.names) if isinstance(tools, Declared) else None,
        "files": [_file_to_json(file) for file in definition.bundle.files],
    }
    if definition.entrypoints is not None:
        document["entrypoints"] = dict(definition.entrypoints)
    return document


def _file_to_json(file: SkillFile) -> dict[str, JsonValue]:
    if file.text is not None:
        return {"path": file.path, "content": file.text}
    return {"path": file.path, "content": base64.b64encode(file.content).decode("ascii"), "encoding": "base64"}


def to_bytes(definition: Definition) -> bytes:
    """The portable form as canonical JSON (RFC 8785): equal definitions have equal bytes, anywhere (DEF-7)."""
    return rfc8785.dumps(to_json(definition))


def digest(definition: Definition) -> str:
    """`sha256:` and 64 hex digits over the canonical JSON: the identity of a version (DEF-8)."""
    return f"sha256:{hashlib.sha256(to_bytes(definition)).hexdigest()}"
