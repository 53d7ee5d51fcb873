"""What waits for the job of a shell script: a program of a page, in place of an interpreter that would soon be gone.

Its job is a list of system calls that the host has written: lay the files of the skill, become the shell. The program
makes one after the other and looks at nothing but their answers; where one is not the answer that the list foresees, it
says that it failed. It works behind all walls, so a list can do no more there than a script can.
"""

from __future__ import annotations

import errno
import fcntl
import os
import platform
import struct
from typing import TYPE_CHECKING

from skillhouse.sandbox import guest, syscalls, workspace
from skillhouse.sandbox.elf import ROOM_AT, elf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from skillhouse.model.skill import SkillFile

__all__ = ["job_parts", "program"]

# Number, four arguments, the answer that it must have. A negative number ends a list that goes on in the next one.
_CALL = struct.Struct("<q4Qq")
_SIZE = struct.Struct("<Q")
_WORD = guest.FAILED + b"the job could not be laid out; its files may not fit into the workspace"
# More than a list holds: a piece of the files, and what is said of each of those.
_ROOM = 16 << 20
_PIECE, _MOST_CALLS = 1 << 20, 10_000
_HERE = (1 << 64) - 100  # AT_FDCWD
_JOB, _FILE = 3, 4
_CANNOT_START = 126
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW

_CODE = {
    "x86_64": """
bb00000010        mov ebx, ROOM_AT
41bc08000000 list: mov r12d, 8           # how long the list is, then the list itself
e832000000        call fill
4c8b23            mov r12, [rbx]
e82a000000        call fill
4989dd            mov r13, rbx
498b4500    call: mov rax, [r13]
4885c0            test rax, rax
78e1              js list
498b7d08          mov rdi, [r13+8]
498b7510          mov rsi, [r13+16]
498b5518          mov rdx, [r13+24]
4d8b5520          mov r10, [r13+32]
0f05              syscall
493b4528          cmp rax, [r13+40]
7523              jne fail
4983c530          add r13, 48
ebd9              jmp call
4889de      fill: mov rsi, rbx           # read r12 bytes from the socket
bf03000000  more: mov edi, 3
4c89e2            mov rdx, r12
31c0              xor eax, eax           # read
0f05              syscall
4885c0            test rax, rax
7e09              jle fail
4801c6            add rsi, rax
4929c4            sub r12, rax
75e7              jnz more
c3                ret
bf03000000  fail: mov edi, 3
488d3518000000    lea rsi, [rip+word]
ba48000000        mov edx, 72
b801000000        mov eax, 1             # write
0f05              syscall
bf47000000        mov edi, 71
b8e7000000        mov eax, 231           # exit_group
0f05              syscall
""",
    "aarch64": """
1300a2d2          mov x19, ROOM_AT
140180d2    list: mov x20, 8
0e000094          bl fill
740240f9          ldr x20, [x19]
0c000094          bl fill
f50313aa          mov x21, x19
a80240f9    call: ldr x8, [x21]
48ffffb7          tbnz x8, 63, list
a08640a9          ldp x0, x1, [x21, 8]
a28e41a9          ldp x2, x3, [x21, 24]
010000d4          svc 0
a91640f9          ldr x9, [x21, 40]
1f0009eb          cmp x0, x9
c1010054          b.ne fail
b5c20091          add x21, x21, 48
f7ffff17          b call
e10313aa    fill: mov x1, x19
600080d2    more: mov x0, 3
e20314aa          mov x2, x20
e80780d2          mov x8, 63             # read
010000d4          svc 0
1f0000f1          cmp x0, 0
ad000054          b.le fail
2100008b          add x1, x1, x0
940200eb          subs x20, x20, x0
01ffff54          b.ne more
c0035fd6          ret
600080d2    fail: mov x0, 3
e1000010          adr x1, word
020980d2          mov x2, 72
080880d2          mov x8, 64             # write
010000d4          svc 0
e00880d2          mov x0, 71
c80b80d2          mov x8, 94             # exit_group
010000d4          svc 0
""",
}

_Argument = int | bytes
_Step = tuple[str, tuple[_Argument, ...], int]


def program() -> bytes:
    """The program, an ELF file for this machine. Raises SandboxUnavailable on other kinds of machine."""
    return elf(_CODE, data=_WORD, room=_ROOM)


def job_parts(argv: Sequence[str], params: str, files: Sequence[SkillFile]) -> Iterator[bytes]:
    """A job as lists for the program: the first item of `argv` is the executable. The last list starts it."""
    steps: list[_Step] = []
    size = 0
    for step in _laid(files):
        steps.append(step)
        size += sum(len(one) for one in step[1] if isinstance(one, bytes))
        if size >= _PIECE or len(steps) >= _MOST_CALLS:
            yield _List().packed(steps)
            steps, size = [], 0
    words = [os.fsencode(word) for word in argv]
    settings = [os.fsencode(f"{name}={value}") for name, value in guest.environment(os.fsencode(params)).items()]
    yield _List().packed(steps, words, settings)


def _laid(files: Sequence[SkillFile]) -> Iterator[_Step]:
    """The calls that lay files in the workspace as a guest does: exclusive, and without following links."""
    made = set()
    for file in files:
        for folder in workspace.folders_of(file.path):
            if folder not in made:
                made.add(folder)
                yield "mkdirat", (_HERE, folder.encode() + b"\0", 0o777), 0
        path = file.path.encode()
        yield "openat", (_HERE, path + b"\0", _CREATE, guest.mode_of(path, file.content)), _FILE
        for at in range(0, len(file.content), _PIECE):
            piece = file.content[at : at + _PIECE]
            yield "write", (_FILE, piece, len(piece)), len(piece)
        yield "close", (_FILE,), 0


class _List:
    """One list in the making: its calls, and behind them what they point to."""

    def __init__(self) -> None:
        self._numbers = syscalls.X86_64 if platform.machine() == "x86_64" else syscalls.AARCH64
        self._data: list[bytes] = []
        self._at = 0

    def packed(self, steps: Sequence[_Step], words: Sequence[bytes] = (), settings: Iterable[bytes] = ()) -> bytes:
        """The list as the program reads it. With `words` it ends in a program's start, else another list follows.

        The kernel refuses words that are too long; then that is said as a guest says it (RUN-2).
        """
        count = len(steps) + (4 if words else 1)
        self._at = ROOM_AT + count * _CALL.size
        calls = [self._call(name, arguments, answer) for name, arguments, answer in steps]
        if words:
            too_long = f"{os.fsdecode(words[0])}: {os.strerror(errno.E2BIG)}\n".encode(errors="surrogateescape")
            calls += [
                self._call("fcntl", (_JOB, fcntl.F_SETFD, fcntl.FD_CLOEXEC), 0),
                self._call("execve", (words[0] + b"\0", self._vector(words[1:]), self._vector(settings)), -errno.E2BIG),
                self._call("write", (2, too_long, len(too_long)), len(too_long)),
                self._call("exit_group", (_CANNOT_START,), 0),
            ]
        else:
            calls.append(_CALL.pack(-1, 0, 0, 0, 0, 0))
        whole = b"".join([*calls, *self._data])
        return _SIZE.pack(len(whole)) + whole

    def _call(self, name: str, arguments: tuple[_Argument, ...], answer: int) -> bytes:
        numbers = [self._placed(one) if isinstance(one, bytes) else one for one in arguments]
        return _CALL.pack(self._numbers[name], *numbers, *(0,) * (4 - len(numbers)), answer)

    def _vector(self, items: Iterable[bytes]) -> int:
        """Where the addresses of these words stand, as execve reads them."""
        addresses = [self._placed(item + b"\0") for item in items]
        return self._placed(struct.pack(f"<{len(addresses) + 1}Q", *addresses, 0))

    def _placed(self, data: bytes) -> int:
        """The address at which the program will find this."""
        at = self._at
        self._data.append(data)
        self._at += len(data)
        return at
