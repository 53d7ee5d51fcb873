"""Encodings undone within bounds: what a program hides, without running it. Each answers None where it cannot."""

from __future__ import annotations

import base64
import binascii
import bz2
import codecs
import lzma
import quopri
import zlib
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.pynames import words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["DECODERS", "ENCODERS", "codec_decode", "codec_encode", "undo"]

LARGEST = 4_000_000

_FAULTS = (ValueError, TypeError, OverflowError, zlib.error, lzma.LZMAError, EOFError, OSError, LookupError)
_TEXT = frozenset(
    words("""
utf-8 utf8 utf_8 ascii latin-1 latin1 latin_1 iso-8859-1 iso8859-1 cp1252 utf-16 utf16 utf-16le utf-16-le utf-16be
utf-16-be utf-32 utf-8-sig utf-7 utf7 unicode_escape unicode-escape raw_unicode_escape raw-unicode-escape
""")
)
_HIDING = frozenset({"utf-7", "utf7", "unicode_escape", "unicode-escape", "raw_unicode_escape", "raw-unicode-escape"})


def _bounded(maker: Callable[[], object]) -> Callable[[bytes], bytes]:
    def undo_it(data: bytes) -> bytes:
        return bytes(maker().decompress(data, LARGEST))  # type: ignore[attr-defined]

    return undo_it


def _padded(data: bytes) -> bytes:
    return data + b"=" * (-len(data.strip()) % 4)


def _base64(data: bytes) -> bytes:
    return base64.b64decode(_padded(data))


def _urlsafe(data: bytes) -> bytes:
    return base64.urlsafe_b64decode(_padded(data))


def _hex(data: bytes) -> bytes:
    return bytes.fromhex(data.decode("ascii"))


def _rot13(data: bytes) -> bytes:
    return codecs.encode(data.decode("utf-8"), "rot13").encode("utf-8")


# What a decoder is called by, and the encoding that people are told.
DECODERS: Mapping[str, tuple[str, Callable[[bytes], bytes]]] = MappingProxyType(
    {
        "base64.b64decode": ("base64", _base64),
        "base64.standard_b64decode": ("base64", _base64),
        "base64.decodebytes": ("base64", _base64),
        "base64.decodestring": ("base64", _base64),
        "base64.urlsafe_b64decode": ("base64", _urlsafe),
        "base64.b32decode": ("base32", base64.b32decode),
        "base64.b32hexdecode": ("base32", base64.b32hexdecode),
        "base64.b16decode": ("hex", base64.b16decode),
        "base64.a85decode": ("base85", base64.a85decode),
        "base64.b85decode": ("base85", base64.b85decode),
        "binascii.a2b_base64": ("base64", _base64),
        "binascii.unhexlify": ("hex", binascii.unhexlify),
        "binascii.a2b_hex": ("hex", binascii.unhexlify),
        "binascii.a2b_uu": ("uuencode", binascii.a2b_uu),
        "binascii.a2b_qp": ("quoted-printable", quopri.decodestring),
        "quopri.decodestring": ("quoted-printable", quopri.decodestring),
        "bytes.fromhex": ("hex", _hex),
        "bytearray.fromhex": ("hex", _hex),
        "zlib.decompress": ("zlib", _bounded(zlib.decompressobj)),
        "zlib.decompressobj().decompress": ("zlib", _bounded(zlib.decompressobj)),
        "gzip.decompress": ("gzip", _bounded(lambda: zlib.decompressobj(wbits=31))),
        "bz2.decompress": ("bzip2", _bounded(bz2.BZ2Decompressor)),
        "lzma.decompress": ("lzma", _bounded(lzma.LZMADecompressor)),
    }
)

# What a tainted value goes through on its way out, and what its result is called.
ENCODERS: Mapping[str, tuple[str, Callable[[bytes], bytes]]] = MappingProxyType(
    {
        "base64.b64encode": ("base64", base64.b64encode),
        "base64.standard_b64encode": ("base64", base64.b64encode),
        "base64.urlsafe_b64encode": ("base64", base64.urlsafe_b64encode),
        "base64.encodebytes": ("base64", base64.encodebytes),
        "base64.b32encode": ("base32", base64.b32encode),
        "base64.b16encode": ("hex", base64.b16encode),
        "base64.a85encode": ("base85", base64.a85encode),
        "base64.b85encode": ("base85", base64.b85encode),
        "binascii.hexlify": ("hex", binascii.hexlify),
        "binascii.b2a_hex": ("hex", binascii.hexlify),
        "binascii.b2a_base64": ("base64", binascii.b2a_base64),
        "zlib.compress": ("zlib", zlib.compress),
    }
)

_CODECS: Mapping[str, str] = MappingProxyType(
    {
        "base64": "base64.b64decode",
        "base64_codec": "base64.b64decode",
        "base-64": "base64.b64decode",
        "hex": "bytes.fromhex",
        "hex_codec": "bytes.fromhex",
        "zip": "zlib.decompress",
        "zlib": "zlib.decompress",
        "zlib_codec": "zlib.decompress",
        "bz2": "bz2.decompress",
        "bz2_codec": "bz2.decompress",
        "quopri": "quopri.decodestring",
    }
)


def undo(name: str, data: object) -> tuple[str, bytes] | None:
    """What the decoder of that name makes of constant data, with the name of the encoding."""
    raw = _raw(data)
    if raw is None:
        return None
    how, decoder = DECODERS[name]
    try:
        return how, decoder(raw)
    except _FAULTS:
        return None


def codec_decode(data: object, codec: object) -> tuple[str, object] | None:
    """`data.decode(codec)`: the encoding that hid it, empty for plain text, and the result."""
    name = str(codec).lower()
    raw = _raw(data)
    if raw is None:
        return None
    if name in _CODECS:
        return undo(_CODECS[name], raw)
    try:
        if name in {"rot13", "rot_13", "rot-13"}:
            return "rot13", _rot13(raw).decode("utf-8")
        if name in _TEXT:
            return name if name in _HIDING else "", raw.decode(name, "replace")
    except _FAULTS:
        pass
    return None


def codec_encode(data: object, codec: object) -> object | None:
    """`data.encode(codec)` for constant text."""
    name = str(codec).lower()
    if not isinstance(data, str):
        return None
    if name in {"rot13", "rot_13", "rot-13"}:
        return _rot13(data.encode("utf-8", "replace")).decode("utf-8")
    return data.encode(name, "replace") if name in _TEXT else None


def _raw(data: object) -> bytes | None:
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass") if len(data) <= LARGEST else None
    if isinstance(data, bytes | bytearray):
        return bytes(data) if len(data) <= LARGEST else None
    return None
