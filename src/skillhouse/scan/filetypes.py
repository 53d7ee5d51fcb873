"""What a file is by its first bytes, as far as that decides whether the scan can see into it."""

from __future__ import annotations

from enum import Enum

from skillhouse.model.severity import Severity

__all__ = ["NOT_TEXT_NAMES", "FileType", "file_type"]


class FileType(Enum):
    """A kind of content: its name in a sentence, and how much it weighs that the scan cannot see into it."""

    TEXT = "text"
    BYTE_CODE = "byte code"
    PROGRAM = "a compiled program or library"
    ARCHIVE = "an archive"
    DOCUMENT = "a document"
    MEDIA = "a picture, font or sound"
    DATABASE = "a database"
    BINARY = "not UTF-8 text"

    @property
    def is_code(self) -> bool:
        """Whether an interpreter or the system can run it."""
        return self in {FileType.BYTE_CODE, FileType.PROGRAM}

    @property
    def severity(self) -> Severity:
        """How much it weighs."""
        if self is FileType.MEDIA:
            return Severity.INFO
        return Severity.LOW if self in {FileType.DOCUMENT, FileType.DATABASE} else Severity.MEDIUM


_CODE = {
    b"\x7fELF": FileType.PROGRAM,
    b"MZ": FileType.PROGRAM,
    b"\xca\xfe\xba\xbe": FileType.PROGRAM,
    b"\xcf\xfa\xed\xfe": FileType.PROGRAM,
    b"\xce\xfa\xed\xfe": FileType.PROGRAM,
    b"\xfe\xed\xfa\xcf": FileType.PROGRAM,
    b"\xfe\xed\xfa\xce": FileType.PROGRAM,
    b"\x00asm": FileType.PROGRAM,
    b"dex\n": FileType.PROGRAM,
    b"\x1bLua": FileType.BYTE_CODE,
    b"!<arch>\n": FileType.PROGRAM,
}
_ARCHIVES = (
    b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07",
    b"\x28\xb5\x2f\xfd", b"MSCF", b"xar!", b"\x04\x22\x4d\x18",
)  # fmt: skip
_MEDIA = (
    b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM", b"\x00\x00\x01\x00", b"II*\x00", b"MM\x00*",
    b"OggS", b"ID3", b"fLaC", b"wOFF", b"wOF2", b"\x00\x01\x00\x00", b"OTTO", b"ttcf", b"\xff\xfb", b"\xff\xf3",
)  # fmt: skip
_MEDIA_NAMES = (
    ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".ico", ".tif", ".tiff", ".webp", ".ogg", ".mp3", ".flac", ".wav", ".mp4",
    ".woff", ".woff2", ".ttf", ".otf", ".ttc", ".avif", ".heic", ".m4a", ".mov", ".webm",
)  # fmt: skip
_OFFICE = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub", ".dotx", ".potx", ".xltx")
_CODE_NAMES = {
    ".pyc": FileType.BYTE_CODE,
    ".pyo": FileType.BYTE_CODE,
    ".class": FileType.BYTE_CODE,
    ".so": FileType.PROGRAM,
    ".dll": FileType.PROGRAM,
    ".dylib": FileType.PROGRAM,
    ".exe": FileType.PROGRAM,
    ".pyd": FileType.PROGRAM,
    ".node": FileType.PROGRAM,
    ".jsc": FileType.BYTE_CODE,
    ".o": FileType.PROGRAM,
}
NOT_TEXT_NAMES = frozenset((*_MEDIA_NAMES, *_OFFICE, ".zip", ".gz", ".tar", ".tgz", ".7z", ".rar", ".whl", ".jar"))
_TAR_AT = 257
_FTYP_AT = slice(4, 8)
_OLE = b"\xd0\xcf\x11\xe0"


def file_type(path: str, content: bytes) -> FileType:
    """The kind of a file. A name alone makes nothing harmless: a picture must begin as one."""
    name = path.lower()
    suffix = f".{name.rpartition('.')[2]}" if "." in name else ""
    known = next((kind for mark, kind in _CODE.items() if content.startswith(mark)), _CODE_NAMES.get(suffix))
    is_text = _is_text(content)
    if known and not (is_text and suffix not in _CODE_NAMES):
        return known
    if is_text:
        return FileType.TEXT
    return _data_type(suffix, content)


def _data_type(suffix: str, content: bytes) -> FileType:
    if content.startswith(_ARCHIVES) or content[_TAR_AT : _TAR_AT + 5] == b"ustar":
        return FileType.DOCUMENT if suffix in _OFFICE else FileType.ARCHIVE
    if content.startswith((b"%PDF-", _OLE)):
        return FileType.DOCUMENT
    if content.startswith(b"SQLite format 3\x00"):
        return FileType.DATABASE
    if suffix in _MEDIA_NAMES and (
        content.startswith((*_MEDIA, b"RIFF", b"\x1aE\xdf\xa3")) or content[_FTYP_AT] == b"ftyp"
    ):
        return FileType.MEDIA
    return FileType.BINARY


def _is_text(content: bytes) -> bool:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in content
