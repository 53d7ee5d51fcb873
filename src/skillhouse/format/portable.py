"""The portable form: from a folder's files or from a definition file, and to JSON, bytes and a digest (DEF-1 to DEF-8).

One door to what its parts do: `folder`, `definition`, `canonical` and `reading`.
"""

from __future__ import annotations

from skillhouse.format.canonical import digest, to_bytes, to_json
from skillhouse.format.definition import definition_from_json, read_definition
from skillhouse.format.folder import read_bundle
from skillhouse.format.reading import Reading

__all__ = ["Reading", "definition_from_json", "digest", "read_bundle", "read_definition", "to_bytes", "to_json"]
