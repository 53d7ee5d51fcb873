"""Which memory a Python script is about to write, found out by running one that nobody sees.

A process that was forked shares its memory until it writes; each first write to a page then costs a fault, and a script
that starts warm makes hundreds of them. So the zygote forks a process once that runs an ordinary script, and asks the
kernel which pages it copied. A waiting sandbox copies those beforehand. Nothing but time depends on it.
"""

from __future__ import annotations

import array
import ctypes
import gc
import os
import resource
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ORDINARY = """
import json
import sys


class Line:
    def __init__(self, quantity):
        self.quantity = quantity


try:
    lines = [Line(item) for item in json.loads("[1, 2]")]
    print(json.dumps({"sum": sum(line.quantity for line in lines)}), file=sys.stdout)
except ValueError as error:
    sys.exit(f"not a list: {error}")
"""
_PAGE = resource.getpagesize()
_ENTRY = struct.calcsize("Q")
# A page table entry as the kernel shows it: in memory; of a file or shared; mapped by this process alone.
_PRESENT, _OF_A_FILE, _OWN = 1 << 63, 1 << 61, 1 << 56
_MADV_POPULATE_WRITE = 23
_ADDRESS = struct.Struct("Q")

_libc = ctypes.CDLL(None)


def _play() -> None:
    """Run the script, with its output going nowhere, and end as scripts end."""
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 -- the process ends with it
    exec(compile(_ORDINARY, "ordinary.py", "exec", dont_inherit=True), {"__name__": "__main__"})  # noqa: S102 -- ours
    gc.collect()
    sys.stdout.flush()


def _writable() -> Iterator[tuple[int, int]]:
    """The private memory that this process may write: first and last address of each stretch."""
    with open("/proc/self/maps") as maps:
        for line in maps:
            addresses, mode = line.split()[:2]
            if mode[1] == "w" and mode[3] == "p":
                first, last = addresses.split("-")
                yield int(first, 16), int(last, 16)


def _own_pages() -> Iterator[int]:
    with open("/proc/self/pagemap", "rb", 0) as table:
        for first, last in list(_writable()):
            table.seek(first // _PAGE * _ENTRY)
            entries = array.array("Q", table.read((last - first) // _PAGE * _ENTRY))
            for number, entry in enumerate(entries):
                if entry & (_PRESENT | _OWN) == _PRESENT | _OWN and not entry & _OF_A_FILE:
                    yield first + number * _PAGE


def _own_pages_after(action: Callable[[], None]) -> set[int]:
    """What a forked process has pages of its own of, once it did this."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            action()
            with open(write, "wb") as answer:
                answer.writelines(_ADDRESS.pack(page) for page in _own_pages())
        finally:
            os._exit(0)
    os.close(write)
    with open(read, "rb") as answer:
        found = answer.read()
    os.waitpid(pid, 0)
    return {page for (page,) in _ADDRESS.iter_unpack(found)}


def pages_touched() -> list[tuple[int, int]]:
    """Stretches of memory that an ordinary script writes; none where the kernel does not tell. Without those that a
    process writes that only looks: a waiting sandbox has written them already.
    """
    stretches: list[tuple[int, int]] = []
    for page in sorted(_own_pages_after(_play) - _own_pages_after(_do_nothing)):
        if stretches and page == stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], page + _PAGE)
        else:
            stretches.append((page, page + _PAGE))
    return stretches


def _do_nothing() -> None:
    """What the script is compared with."""


def touch(stretches: list[tuple[int, int]]) -> None:
    """Have own copies of these stretches, as if they had been written to."""
    for first, last in stretches:
        _libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), _MADV_POPULATE_WRITE)
