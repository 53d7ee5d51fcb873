"""Zip archives, read as the hostile input that they are (PKG-5), and written as the same bytes anywhere (DEF-7).

A reader of our own, because every difference between two readers of zip is a way to show one content and install
another: each byte of an archive must be accounted for, once, and both headers of an entry must agree.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from itertools import pairwise
from stat import S_IFDIR, S_IFLNK, S_IFMT, S_IFREG
from typing import TYPE_CHECKING

from skillhouse.errors import InvalidPackage
from skillhouse.format.problems import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ZipEntry", "ZipLimits", "inflate", "read_directory", "refuse", "write_zip"]

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_LOCAL_MARK, _CENTRAL_MARK, _END_MARK, _ZIP64_MARK = b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\7"

_ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13
_SIZES_FOLLOW = 1 << 3
_PATCH = 1 << 5
_UTF8 = 1 << 11
_STORED, _DEFLATED = 0, 8
_DESCRIPTORS = (12, 16)
_FULL_16, _FULL_32 = 0xFFFF, 0xFFFFFFFF
_COMMENT_BYTES = 0xFFFF
_CHUNK = 1 << 16

# Below this size no ratio is a danger, and honest files of one repeated line exist.
_RATIO_FROM_BYTES = 1 << 20

_CREATED_BY_UNIX = 3 << 8 | 20
_VERSION_NEEDED = 20
_FIRST_OF_1980 = 1 << 5 | 1
_PLAIN_FILE = (S_IFREG | 0o644) << 16


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """How much an archive may hold: entries, bytes of one entry and of all, and times that an entry may inflate."""

    entries: int
    file_bytes: int
    total_bytes: int
    ratio: int = 200


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """One entry of the central directory, both of its headers checked; its data starts at the offset `start`."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int
    start: int

    @property
    def is_folder(self) -> bool:
        """Whether the entry stands for a folder and holds nothing."""
        return self.name.endswith(("/", "\\"))


def refuse(code: str, message: str, *, where: str = "", hint: str = "Make the archive again.") -> InvalidPackage:
    """The error of a damaged or hostile archive, to raise."""
    return InvalidPackage(message, code=f"ARCHIVE_{code}", hint=hint, where=where)


def read_directory(data: bytes, limits: ZipLimits) -> tuple[ZipEntry, ...]:
    """Every entry, in the order of the directory. Raises InvalidPackage for whatever is damaged, hostile or unusual;
    nothing has been inflated then.
    """
    count, start, end = _find_end(data)
    if count > limits.entries:
        message = f"the archive has {plural(count, 'entry', 'entries')}, too many: the limit is {limits.entries:,}"
        raise refuse("TOO_MANY_ENTRIES", message, hint="Remove files.")
    entries: list[ZipEntry] = []
    at = start
    for _ in range(count):
        entry, at = _read_entry(data, at, end)
        entries.append(entry)
    if at != end:
        raise refuse("JUNK", "the archive's directory holds bytes that belong to no entry")
    _check_names([entry.name for entry in entries])
    _check_sizes(entries, limits)
    _check_layout(data, entries, start)
    return tuple(entries)


def _find_end(data: bytes) -> tuple[int, int, int]:
    """The number of entries, and where the directory starts and ends."""
    at = data.rfind(_END_MARK, max(0, len(data) - _END.size - _COMMENT_BYTES))
    if at < 0 or at + _END.size > len(data):
        if data.startswith(_LOCAL_MARK):
            raise refuse("TRUNCATED", "the zip archive is cut off: its directory is missing")
        raise refuse("NOT_ZIP", "this is no zip archive", hint="Give a .pkg, .zip or .skill file.")
    _, disk, first_disk, here, count, size, start, comment = _END.unpack_from(data, at)
    if at + _END.size + comment != len(data):
        raise refuse("JUNK", "bytes follow the end of the archive")
    if _FULL_16 in (disk, count) or _FULL_32 in (size, start) or data[max(0, at - 20) : at].startswith(_ZIP64_MARK):
        raise refuse("ZIP64", "the archive is in the ZIP64 form, which no skill needs", hint="Make a plain zip.")
    if disk or first_disk or here != count:
        raise refuse("PARTS", "the archive is one part of several")
    if start + size != at:
        raise refuse("JUNK", "the archive's directory is not where its end says: bytes stand before or after it")
    return count, start, at


def _read_entry(data: bytes, at: int, end: int) -> tuple[ZipEntry, int]:
    """The entry of the directory at an offset, and the offset after it."""
    if at + _CENTRAL.size > end or not data.startswith(_CENTRAL_MARK, at):
        raise refuse("DAMAGED", "the archive's directory is damaged")
    fields = _CENTRAL.unpack_from(data, at)
    _, _, _, flags, method, _, _, crc, packed, size, name_bytes, extra, comment, _, _, attributes, offset = fields
    after = at + _CENTRAL.size + name_bytes + extra + comment
    if after > end:
        raise refuse("DAMAGED", "the archive's directory is damaged")
    raw = data[at + _CENTRAL.size : at + _CENTRAL.size + name_bytes]
    name = _decode_name(raw, flags)
    start = _check_local(data, offset, raw, fields)
    entry = ZipEntry(name, flags, method, crc, packed, size, offset, start)
    _check_kind(entry, attributes >> 16)
    return entry, after


def _decode_name(raw: bytes, flags: int) -> str:
    """The name as text: UTF-8 where it says so or is so, else the zip format's old code page."""
    try:
        name = raw.decode("utf-8")
    except UnicodeDecodeError:
        if flags & _UTF8:
            raise refuse("NAME", f"an entry's name is not the UTF-8 that it says it is: {raw!r}") from None
        name = raw.decode("cp437")
    if not name or "\0" in name:
        raise refuse("NAME", f"an entry's name is empty or unsafe, with a NUL in its path: {name!r}")
    return name


def _check_local(data: bytes, offset: int, raw: bytes, central: tuple[int, ...]) -> int:
    """Where the data of an entry starts, after the header before it was found to say what the directory says."""
    if not data.startswith(_LOCAL_MARK, offset) or offset + _LOCAL.size > len(data):
        raise refuse("DAMAGED", f"the entry {raw!r} has no header where the directory says")
    fields: tuple[int, ...] = _LOCAL.unpack_from(data, offset)
    _, _, flags, method, _, _, crc, packed, size, name_bytes, extra = fields
    name = data[offset + _LOCAL.size : offset + _LOCAL.size + name_bytes]
    same = (flags, method, name) == (central[3], central[4], raw)
    # An entry written as a stream leaves crc and sizes out of its first header.
    left_out = flags & _SIZES_FOLLOW and (crc, packed, size) == (0, 0, 0)
    if not same or not (left_out or (crc, packed, size) == central[7:10]):
        raise refuse("HEADERS_DIFFER", f"the two headers of the entry {raw!r} say different things")
    return offset + _LOCAL.size + name_bytes + extra


def _check_kind(entry: ZipEntry, mode: int) -> None:
    """Refuse what is no plain file or folder, or cannot be read."""
    where = entry.name
    if entry.flags & _ENCRYPTED:
        raise refuse("ENCRYPTED", f"the entry {where!r} is encrypted", where=where, hint="Make it without a password.")
    if entry.method not in {_STORED, _DEFLATED} or entry.flags & _PATCH:
        message = f"the entry {where!r} is packed by the method {entry.method}; only stored and deflated are read"
        raise refuse("METHOD", message, where=where)
    kind = S_IFMT(mode)
    if kind == S_IFLNK:
        raise refuse("LINK", f"the entry {where!r} is a symbolic link; links are refused", where=where)
    if kind not in {0, S_IFREG, S_IFDIR}:
        raise refuse("SPECIAL", f"the entry {where!r} is a device, pipe or socket", where=where)
    if entry.is_folder and (entry.size or entry.packed > len(b"\3\0")):
        raise refuse("DAMAGED", f"the entry {where!r} is a folder but holds data", where=where)


def _check_names(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise refuse("DUPLICATE", f"the archive holds the entry {name!r} twice", where=name)
        seen.add(name)


def _check_sizes(entries: Sequence[ZipEntry], limits: ZipLimits) -> None:
    """Refuse by what the headers say; `inflate` holds the data to it."""
    for entry in entries:
        if entry.size > limits.file_bytes:
            message = f"the entry {entry.name!r} is too large: {entry.size:,} bytes, the limit is {limits.file_bytes:,}"
            raise refuse("TOO_LARGE", message, where=entry.name, hint="Remove or shrink it.")
        if entry.size > _RATIO_FROM_BYTES and entry.size > entry.packed * limits.ratio:
            message = f"the entry {entry.name!r} inflates more than {limits.ratio} times, the limit: a bomb"
            raise refuse("BOMB", message, where=entry.name)
        if entry.method == _STORED and entry.size != entry.packed:
            raise refuse("SIZE_LIES", f"the stored entry {entry.name!r} has two sizes", where=entry.name)
    total = sum(entry.size for entry in entries)
    if total > limits.total_bytes:
        message = f"the archive is too large: {total:,} bytes inflated, the limit is {limits.total_bytes:,}"
        raise refuse("TOO_LARGE", message, hint="Remove or shrink the largest files.")


def _check_layout(data: bytes, entries: Sequence[ZipEntry], directory: int) -> None:
    """Every byte before the directory belongs to exactly one entry."""
    ordered = sorted(entries, key=lambda entry: entry.offset)
    starts = [*(entry.offset for entry in ordered), directory]
    if starts[0] != 0:
        raise refuse("JUNK", "bytes stand before the first entry of the archive")
    for entry, (_, following) in zip(ordered, pairwise(starts), strict=True):
        gap = following - entry.start - entry.packed
        if gap < 0:
            raise refuse("OVERLAP", f"the entry {entry.name!r} overlaps another or is cut off", where=entry.name)
        if gap and not (entry.flags & _SIZES_FOLLOW and gap in _DESCRIPTORS):
            raise refuse("JUNK", f"bytes that belong to no entry follow {entry.name!r}", where=entry.name)
    _check_descriptors(data, ordered, starts)


def _check_descriptors(data: bytes, ordered: Sequence[ZipEntry], starts: Sequence[int]) -> None:
    """What stands after an entry written as a stream says the same as the directory."""
    for entry, (_, following) in zip(ordered, pairwise(starts), strict=True):
        after = data[entry.start + entry.packed : following]
        if after and not after.endswith(struct.pack("<3I", entry.crc, entry.packed, entry.size)):
            raise refuse("HEADERS_DIFFER", f"the header after the entry {entry.name!r} differs", where=entry.name)


def inflate(data: bytes, entry: ZipEntry) -> bytes:
    """The content of one entry. Raises InvalidPackage as soon as it is more than its header says, or not what its
    checksum says; never holds more than the header's size in memory.
    """
    packed = memoryview(data)[entry.start : entry.start + entry.packed]
    content = bytes(packed) if entry.method == _STORED else _inflate(packed, entry)
    if zlib.crc32(content) != entry.crc:
        raise refuse("CHECKSUM", f"the content of {entry.name!r} does not match its checksum", where=entry.name)
    return content


def _inflate(packed: memoryview, entry: ZipEntry) -> bytes:
    worker = zlib.decompressobj(-zlib.MAX_WBITS)
    parts: list[bytes] = []
    left = entry.size
    try:
        for at in range(0, len(packed), _CHUNK):
            chunk: bytes | memoryview = packed[at : at + _CHUNK]
            while chunk and not worker.eof:
                part = worker.decompress(chunk, left + 1)
                left -= len(part)
                if left < 0:
                    message = f"the entry {entry.name!r} is larger than the {entry.size:,} bytes that its header says"
                    raise refuse("SIZE_LIES", message, where=entry.name)
                parts.append(part)
                chunk = worker.unconsumed_tail
            if worker.unused_data or (worker.eof and at + _CHUNK < len(packed)):
                raise refuse("JUNK", f"bytes follow the packed content of {entry.name!r}", where=entry.name)
    except zlib.error as error:
        raise refuse("DAMAGED", f"the entry {entry.name!r} cannot be inflated: {error}", where=entry.name) from None
    if left or not worker.eof:
        raise refuse("SIZE_LIES", f"the entry {entry.name!r} is smaller than its header says", where=entry.name)
    return b"".join(parts)


def write_zip(files: Sequence[tuple[str, bytes]]) -> bytes:
    """An archive of these files in this order: stored, dated 1980-01-01, readable by everyone, whatever machine writes.

    Stored, because two builds of zlib (zlib-ng is one) pack the same bytes differently, and DEF-7 asks for the same
    bytes on any machine.
    """
    body, directory = bytearray(), bytearray()
    for name, content in files:
        raw = name.encode()
        flags = 0 if raw.isascii() else _UTF8
        common = (flags, _STORED, 0, _FIRST_OF_1980, zlib.crc32(content), len(content), len(content), len(raw), 0)
        attributes = (0, 0, 0, _PLAIN_FILE, len(body))
        directory += _CENTRAL.pack(_CENTRAL_MARK, _CREATED_BY_UNIX, _VERSION_NEEDED, *common, *attributes) + raw
        body += _LOCAL.pack(_LOCAL_MARK, _VERSION_NEEDED, *common) + raw + content
    end = _END.pack(_END_MARK, 0, 0, len(files), len(files), len(directory), len(body), 0)
    return bytes(body + directory + end)
