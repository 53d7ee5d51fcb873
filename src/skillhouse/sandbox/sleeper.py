"""PID 1 of a warm run: a program that sleeps and does nothing else.

It is started for each run, so it is as small as a program can be: one page, no library, no data. The host's own `sleep`
takes ten times as long to start, most of it in the loader, and holds forty times the memory.
"""

from __future__ import annotations

from skillhouse.sandbox.elf import elf

__all__ = ["program"]

# Waiting again is for signals that do not end it.
_CODE = {
    "x86_64": """
b822000000  again:  mov eax, 34         # pause
0f05                syscall
ebf7                jmp again
""",
    "aarch64": """
000080d2    again:  mov x0, 0
010080d2            mov x1, 0
020080d2            mov x2, 0
030080d2            mov x3, 0
040080d2            mov x4, 0
280980d2            mov x8, 73          # ppoll
010000d4            svc 0
f9ffff17            b again
""",
}


def program() -> bytes:
    """The program, an ELF file for this machine. Raises SandboxUnavailable on other kinds of machine."""
    return elf(_CODE)
