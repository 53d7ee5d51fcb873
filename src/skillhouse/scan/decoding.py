"""Undoing what code is hidden by: encodings, ciphers that are none, and compression, within bounds (SCN-8).

Bytes that are no UTF-8 travel as one sign a byte (latin-1), so that a next step can undo them further.
"""

from __future__ import annotations

import base64
import binascii
import bz2
import codecs
import lzma
import re
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ansi_c",
    "base64_text",
    "bytes_of",
    "hex_text",
    "looks_like_code",
    "percent_text",
    "rot13",
    "text_of_bytes",
    "translated",
    "unpacked",
]

LONGEST = 4 << 20
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|0?[0-7]{1,3}|c.|.|\n)", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "E": "\x1b"}
_SPACE = re.compile(r"\s+")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,3}")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})*")
_LAST = 0x10FFFF
_SHORTEST = 4


def text_of_bytes(content: bytes) -> str:
    """Bytes as text: UTF-8 where they are, else one sign a byte."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def bytes_of(text: str) -> bytes:
    """The bytes that a text travels for."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def ansi_c(text: str) -> str:
    """A text with the escapes of `$'…'`, `printf` and `echo -e` undone."""
    return _ESCAPE.sub(lambda match: _unescaped(match.group(1)), text)


def _unescaped(escape: str) -> str:
    first = escape[0]
    if first in "xuU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return chr(code) if code <= _LAST else ""
    if first in "01234567":
        return chr(int(escape, 8) & 0xFF)
    if first == "c" and len(escape) > 1:
        return chr(ord(escape[1]) & 0x1F)
    return _SIMPLE.get(escape, escape if escape in "\\'\"?" else "\\" + escape)


def base64_text(text: str) -> str | None:
    """Base64, also of the kind for addresses and without its padding, undone; None where it is none."""
    packed = _SPACE.sub("", text)
    if len(packed) < _SHORTEST or not _BASE64.fullmatch(packed):
        return None
    body = packed.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return text_of_bytes(base64.b64decode(body + "=" * (-len(body) % 4)))
    except (binascii.Error, ValueError):
        return None


def hex_text(text: str) -> str | None:
    r"""Hex digits undone, with `\x`, `0x`, blanks and colons between them allowed; None where they are none."""
    packed = re.sub(r"\\x|0x|[\s:,]+", "", text)
    if len(packed) < _SHORTEST or not _HEX.fullmatch(packed):
        return None
    return text_of_bytes(bytes.fromhex(packed))


def percent_text(text: str) -> str:
    """`%41` and `%u0041` undone."""
    return re.sub(r"%u([0-9A-Fa-f]{4})|%([0-9A-Fa-f]{2})", lambda m: chr(int(m.group(1) or m.group(2), 16)), text)


def rot13(text: str) -> str:
    """Each letter turned by thirteen."""
    return codecs.encode(text, "rot13")


def translated(text: str, from_set: str, to_set: str) -> str:
    """A text as `tr SET1 SET2` makes it, with ranges; the last sign of a shorter second set is repeated."""
    before, after = _signs(from_set), _signs(to_set)
    after += after[-1:] * (len(before) - len(after))
    return text.translate(dict(zip(map(ord, before), after, strict=False)))


def _signs(text: str) -> str:
    for name, plain in (("[:upper:]", "A-Z"), ("[:lower:]", "a-z"), ("[:digit:]", "0-9")):
        text = text.replace(name, plain)
    return re.sub(r"(.)-(.)", lambda m: "".join(map(chr, range(ord(m.group(1)), ord(m.group(2)) + 1))), ansi_c(text))


def unpacked(text: str) -> str | None:
    """What gzip, zlib, raw deflate, bzip2 or xz packed, up to a bound; None where it is none of them."""
    packed = bytes_of(text)
    for undo in (_inflate(47), _inflate(-15), _whole(bz2.BZ2Decompressor().decompress), _lzma()):
        content = undo(packed)
        if content:
            return text_of_bytes(content)
    return None


def _inflate(window: int) -> Callable[[bytes], bytes | None]:
    def undo(packed: bytes) -> bytes | None:
        try:
            return zlib.decompressobj(window).decompress(packed, LONGEST)
        except zlib.error:
            return None

    return undo


def _whole(decompress: Callable[[bytes, int], bytes]) -> Callable[[bytes], bytes | None]:
    def undo(packed: bytes) -> bytes | None:
        try:
            return decompress(packed, LONGEST)
        except (OSError, EOFError, lzma.LZMAError, MemoryError):
            return None

    return undo


def _lzma() -> Callable[[bytes], bytes | None]:
    return _whole(lzma.LZMADecompressor(memlimit=64 << 20).decompress)


_CODE = re.compile(
    r"(?:^|[\s;|&(`'\"])(?:curl|wget|bash|sh|zsh|nc|ncat|python3?|perl|ruby|node|php|osascript|powershell|eval|exec|chmod|"
    r"rm|cat|echo|tar|ssh|scp|base64|sudo|import|from|require|const|let|var|function|return|print|open|export|source|"
    r"fetch|process|subprocess|os|socket)\b",
)
_PRINTABLE = re.compile(r"[\t\n\r -~\u00a0-\uffff]*")


def looks_like_code(text: str) -> bool:
    """Whether decoded text is text at all, and holds a word of a command or program."""
    head = text[:4096]
    return bool(_PRINTABLE.fullmatch(head)) and bool(_CODE.search(head))
