"""Programs of a page that need no interpreter and no library, written as the bytes of an ELF file."""

from __future__ import annotations

import platform
import struct
from typing import TYPE_CHECKING

from skillhouse.errors import SandboxUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ROOM_AT", "elf"]

# Where a program's own memory begins, if it asks for some.
ROOM_AT = 0x10000000

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_IDENT = b"\x7fELF" + bytes([2, 1, 1])  # 64 bits, little-endian, version 1
_EXECUTABLE, _LOAD, _STACK = 2, 1, 0x6474E551
_READ_EXECUTE, _READ_WRITE = 5, 6
_BASE, _PAGE = 0x400000, 0x1000
_MACHINES = {"x86_64": 62, "aarch64": 183}


def elf(code: Mapping[str, str], *, data: bytes = b"", room: int = 0) -> bytes:
    """The program whose instructions `code` lists for each machine, one a line: first its bytes, in hexadecimal digits.

    `data` stands right behind the instructions; `room` is how many bytes of memory, at ROOM_AT, the program may write.
    No memory is both writable and executable. Raises SandboxUnavailable on a machine of another kind.
    """
    name = platform.machine()
    if name not in code:
        raise SandboxUnavailable(
            f"there is no warm sandbox for machines of the kind {name}",
            code="SANDBOX_BROKEN",
            hint="Use a machine of the kind x86_64 or aarch64.",
        )
    body = bytes.fromhex("".join(line.split(maxsplit=1)[0] for line in code[name].strip().splitlines())) + data
    start = _HEADER.size + (3 if room else 2) * _SEGMENT.size
    size = start + len(body)
    segments = [_SEGMENT.pack(_LOAD, _READ_EXECUTE, 0, _BASE, _BASE, size, size, _PAGE)]
    if room:
        segments.append(_SEGMENT.pack(_LOAD, _READ_WRITE, 0, ROOM_AT, ROOM_AT, 0, room, _PAGE))
    segments.append(_SEGMENT.pack(_STACK, _READ_WRITE, 0, 0, 0, 0, 0, 16))
    header = _HEADER.pack(
        *(_IDENT, _EXECUTABLE, _MACHINES[name], 1, _BASE + start, _HEADER.size, 0),
        *(0, _HEADER.size, _SEGMENT.size, len(segments), 0, 0, 0),
    )
    return header + b"".join(segments) + body
