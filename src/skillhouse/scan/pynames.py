"""Names of Python's modules and built-ins: one name for each thing, whatever it is reached by."""

from __future__ import annotations

import builtins
import string
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.scan.subject import Subject

__all__ = ["BUILTINS", "CONSTANTS", "KNOWN_MODULES", "canonical", "sibling", "words"]


def words(text: str) -> tuple[str, ...]:
    """The words of a text, for long lists of names."""
    return tuple(text.split())


BUILTINS = frozenset(dir(builtins)) | {"unicode", "unichr", "xrange", "raw_input", "execfile", "reload", "get_ipython"}

# Modules whose names stand for themselves where a snippet leaves out the import.
KNOWN_MODULES = frozenset(
    words("""
os sys subprocess socket requests httpx urllib base64 codecs binascii zlib shutil pathlib json pickle marshal ctypes
importlib pty
""")
)

_SAME: Mapping[str, str] = MappingProxyType(
    {
        "__builtin__": "builtins",
        "__builtins__": "builtins",
        "six.moves.builtins": "builtins",
        "urllib2": "urllib.request",
        "six.moves.urllib": "urllib",
        "urllib.urlopen": "urllib.request.urlopen",
        "urllib.urlretrieve": "urllib.request.urlretrieve",
        "urllib.urlencode": "urllib.parse.urlencode",
        "urllib.quote": "urllib.parse.quote",
        "urllib.unquote": "urllib.parse.unquote",
        "urlparse": "urllib.parse",
        "httplib": "http.client",
        "httpx2": "httpx",
        "posix": "os",
        "nt": "os",
        "posixpath": "os.path",
        "ntpath": "os.path",
        "os.environb": "os.environ",
        "os.getenvb": "os.getenv",
        "cPickle": "pickle",
        "_pickle": "pickle",
        "pickle._loads": "pickle.loads",
        "_socket": "socket",
        "_winreg": "winreg",
        "commands": "subprocess",
        "_posixsubprocess": "subprocess",
        "curl_cffi.requests": "requests",
        "requests.session": "requests.Session",
        "requests.sessions.Session": "requests.Session",
        "requests.api": "requests",
        "pip._vendor.requests": "requests",
        "botocore.vendored.requests": "requests",
        "_codecs": "codecs",
        "importlib.__import__": "__import__",
        "pathlib.PosixPath": "pathlib.Path",
        "pathlib.WindowsPath": "pathlib.Path",
        "pathlib.PurePath": "pathlib.Path",
        "io.open": "open",
        "codecs.open": "open",
        "_io.open": "open",
        "unicode": "str",
        "unichr": "chr",
        "xrange": "range",
    }
)

CONSTANTS: Mapping[str, object] = MappingProxyType(
    {
        **{
            f"string.{name}": getattr(string, name) for name in string.__all__ if isinstance(getattr(string, name), str)
        },
        "sys.executable": "python3",
        "os.sep": "/",
        "os.path.sep": "/",
        "os.altsep": "/",
        "os.pathsep": ":",
        "os.linesep": "\n",
        "os.curdir": ".",
        "os.devnull": "/dev/null",
        "socket.AF_INET": 2,
        "socket.SOCK_STREAM": 1,
    }
)

_SUFFIXES = (".py", ".pyw", "/__init__.py")


def canonical(dotted: str) -> str:
    """The one name of a thing of a library or of Python."""
    same = _SAME.get(dotted)
    if same is not None:
        return same
    head, dot, rest = dotted.partition(".")
    if dot and head in _SAME:
        return canonical(f"{_SAME[head]}.{rest}")
    if head == "builtins" and rest in BUILTINS:
        return rest
    if head == "six" and dotted.startswith("six.moves.urllib."):
        return canonical(dotted.removeprefix("six.moves."))
    return dotted


def sibling(subject: Subject, importer: str, module: str, level: int = 0) -> str | None:
    """The file of the skill that `import module` in the file `importer` loads; None where it is none of the skill's."""
    if not level and module.partition(".")[0] in sys.stdlib_module_names:
        return None
    paths = {file.path for file in subject.bundle.files}
    relative = module.replace(".", "/")
    for folder in _folders(importer, level):
        for suffix in _SUFFIXES:
            path = f"{folder}{relative}{suffix}".lstrip("/")
            if path in paths and path != importer:
                return path
    return None


def _folders(importer: str, level: int) -> Iterator[str]:
    parts = importer.split("/")[:-1]
    if level:
        base = parts[: len(parts) - level + 1] if level > 1 else parts
        yield "/".join([*base, ""])
        return
    for count in range(len(parts), -1, -1):
        yield "/".join([*parts[:count], ""])
    for child in ("scripts", "src", "lib"):
        yield f"{child}/"
