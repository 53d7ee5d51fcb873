"""PID 1 of a warm run: a program that sleeps and does nothing else.

It is started for each run, so it is as small as a program can be: one page, no library, no data. The host's own `sleep`
takes ten times as long to start, most of it in the loader, and holds forty times the memory.
"""

from __future__ import annotations

import platform
import struct

from skillhouse.errors import SandboxUnavailable

__all__ = ["program"]

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_IDENT = b"\x7fELF" + bytes([2, 1, 1])  # 64 bits, little-endian, version 1
_EXECUTABLE, _LOAD, _STACK = 2, 1, 0x6474E551
_READ_EXECUTE, _READ_WRITE = 5, 6
_BASE = 0x400000
# ELF machine, then instructions that wait for a signal for ever. Waiting again is for those that do not end it.
_MACHINES = {
    "x86_64": (62, bytes.fromhex("b822000000 0f05 ebf7")),  # 1: mov eax, pause; syscall; jmp 1b
    "aarch64": (
        183,
        # 1: mov x0..x4, 0; mov x8, ppoll; svc 0; b 1b
        bytes.fromhex("000080d2 010080d2 020080d2 030080d2 040080d2 280980d2 010000d4 f9ffff17"),
    ),
}


def program() -> bytes:
    """The program, an ELF file for this machine. Raises SandboxUnavailable on other kinds of machine."""
    name = platform.machine()
    if name not in _MACHINES:
        raise SandboxUnavailable(
            f"there is no warm sandbox for machines of the kind {name}",
            code="SANDBOX_BROKEN",
            hint="Use a machine of the kind x86_64 or aarch64.",
        )
    machine, code = _MACHINES[name]
    start = _HEADER.size + 2 * _SEGMENT.size
    size = start + len(code)
    header = _HEADER.pack(
        *(_IDENT, _EXECUTABLE, machine, 1, _BASE + start, _HEADER.size, 0),
        *(0, _HEADER.size, _SEGMENT.size, 2, 0, 0, 0),
    )
    loaded = _SEGMENT.pack(_LOAD, _READ_EXECUTE, 0, _BASE, _BASE, size, size, 0x1000)
    stack = _SEGMENT.pack(_STACK, _READ_WRITE, 0, 0, 0, 0, 0, 16)
    return header + loaded + stack + code
