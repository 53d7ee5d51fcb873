"""Models of files: what is read from where, what is written to where, and what is deleted."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan import pyliteral
from skillhouse.scan.places import credential_path, history_file
from skillhouse.scan.pynames import words
from skillhouse.scan.pyplaces import BROAD, deleted, tidy, written
from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Call,
    Items,
    Kind,
    Taint,
    Thing,
    Value,
    constant,
    join_all,
    name_of,
    taints_of,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["FILE_METHODS", "FILE_MODELS", "content_of", "path_taints", "read_by_name", "saved_by_name"]

PATH = "pathlib.Path()"
_WRITES = frozenset("wax+")
_PUBLIC = re.compile(r"\.ssh/(?:config|known_hosts|authorized_keys)|\.pub$")
_PAIRS = 48
_TEMPORARY = "<temporary>"


def path_taints(state: State, path: Value) -> frozenset[Taint]:
    """The origins of what is read from a path."""
    found = set(taints_of(path) - {taint for taint in path.taints if taint.kind in {Kind.WALK, Kind.FILE}})
    for taint in path.taints:
        if taint.kind is Kind.WALK:
            found.add(Taint(Kind.CREDENTIAL, f"every file below {taint.detail}"))
    for text in path.texts:
        place = credential_path(text) or history_file(text)
        if place and not _PUBLIC.search(text):
            found.add(Taint(Kind.CREDENTIAL, place))
        if "/dev/input/" in text:
            found.add(Taint(Kind.CAPTURE, "keys"))
        found |= state.file_taints(tidy(text))
    return frozenset(found | {Taint(Kind.FILE, path.text.replace(HOLE, "…")[:80])})


def content_of(state: State, path: Value) -> Value:
    """What is read from a path: what the program wrote there, where that is known."""
    taints = path_taints(state, path)
    known = [state.contents[tidy(text)] for text in path.texts if tidy(text) in state.contents]
    return join_all(known).with_taints(taints)


def _open(state: State, call: Call) -> Value | None:
    path = call.arg(0, "file", "path", "name")
    if path.ref is not None and name_of(path.ref) != PATH and not path.texts:
        path = Value((), taints_of(path), path.ref)
    return handle(state, path, call.arg(1, "mode").text, call)


def handle(state: State, path: Value, mode: str, call: Call) -> Value:
    """An open file."""
    target = tidy(path.text)
    if _WRITES & set(mode):
        thing = Thing("open()", call, CLEAN, target)
        if any(taint.kind is Kind.WALK for taint in path.taints) and "a" not in mode:
            deleted(state, path, "overwrites", call.node)
        return Value((), CLEAN, thing)
    content = content_of(state, path)
    return Value(content.consts, content.taints, Thing("open()", call, CLEAN, target))


def _os_open(state: State, call: Call) -> Value | None:
    return handle(state, call.arg(0), "w+", call).with_taints(path_taints(state, call.arg(0)))


def _write(state: State, call: Call) -> Value | None:
    """`handle.write(data)` of a file, a ZIP or a TAR."""
    owner = call.owner or UNKNOWN
    thing = owner.ref
    if not isinstance(thing, Thing):
        return None
    if thing.name.startswith(("zipfile.", "tarfile.")):
        return _pack(state, thing, call)
    if not thing.target:
        return None
    data = call.arg(0)
    put(state, thing.target, data, call.node)
    thing.taints |= taints_of(data)
    return UNKNOWN


def _pack(state: State, archive: Thing, call: Call) -> Value:
    """A file goes into an archive, which goes into a file or a buffer."""
    taints = path_taints(state, call.arg(0))
    archive.taints |= taints
    outer = archive.call.arg(0, "file", "name", "fileobj") if archive.call else UNKNOWN
    buffer = archive.call.kwargs.get("fileobj", outer) if archive.call else outer
    if isinstance(buffer.ref, Thing):
        buffer.ref.taints |= taints
    for text in outer.texts:
        state.write(tidy(text), taints)
    return UNKNOWN


def put(state: State, target: str, data: Value, node: ast.AST) -> None:
    """Data is written to a path: remembered, and looked at where the place starts programs."""
    state.write(target, taints_of(data))
    if data.consts:
        before = state.contents.get(target)
        state.contents[target] = state.join_text(before, data) if before else data
    written(state, target, data, node)


def _write_path(state: State, call: Call) -> Value | None:
    """`Path(…).write_text(data)`."""
    path = call.owner or UNKNOWN
    if any(taint.kind is Kind.WALK for taint in path.taints):
        deleted(state, path, "overwrites", call.node)
    for text in path.texts[:_PAIRS] or ("",):
        put(state, tidy(text), call.arg(0, "data"), call.node)
    return UNKNOWN


def _read_path(state: State, call: Call) -> Value | None:
    path = call.owner or UNKNOWN
    content = content_of(state, path)
    if call.name.endswith("read_text") and content.consts:
        return Value(content.texts, content.taints)
    return content


def _open_path(state: State, call: Call) -> Value | None:
    return handle(state, call.owner or UNKNOWN, call.arg(0, "mode").text, call)


def _dump(state: State, call: Call) -> Value | None:
    """`json.dump(data, handle)` and its like; `shutil.copyfileobj(from, to)`."""
    data, target = call.arg(0), call.arg(1, "fp", "fdst", "stream", "file")
    if isinstance(target.ref, Thing) and target.ref.target:
        put(state, target.ref.target, data, call.node)
    if isinstance(target.ref, Thing):
        target.ref.taints |= taints_of(data)
        return UNKNOWN
    return None


def _print(state: State, call: Call) -> Value | None:
    """`print(text, file=handle)`."""
    thing = call.kwargs.get("file", UNKNOWN).ref
    if isinstance(thing, Thing) and thing.target and call.args:
        put(state, thing.target, call.arg(0), call.node)
        thing.taints |= taints_of(call.arg(0))
    return UNKNOWN


def _copy(state: State, call: Call) -> Value | None:
    """`shutil.copy(source, target)`, `os.rename`, `os.symlink`."""
    source, target = call.arg(0, "src"), call.arg(1, "dst")
    content = content_of(state, source)
    for text in target.texts[:_PAIRS]:
        put(state, tidy(text), content, call.node)
    if isinstance(target.ref, Thing) and target.ref.target:
        put(state, target.ref.target, content, call.node)
    return target


def _archive(state: State, call: Call) -> Value | None:
    """`shutil.make_archive(base, format, folder)`."""
    name, form, folder = call.arg(0, "base_name").text or HOLE, call.arg(1, "format").text, call.arg(2, "root_dir")
    suffix = {"gztar": "tar.gz", "bztar": "tar.bz2", "xztar": "tar.xz"}.get(form, form or "zip")
    taints = path_taints(state, folder) | path_taints(state, call.arg(3, "base_dir"))
    state.write(tidy(f"{name}.{suffix}"), taints)
    return constant(f"{name}.{suffix}", taints - {taint for taint in taints if taint.kind is not Kind.CREDENTIAL})


def _extract(state: State, call: Call) -> Value | None:
    """What comes out of an archive has the origins of the archive."""
    folder = call.arg(0, "path").text or "."
    taints = taints_of(call.owner or UNKNOWN)
    state.write(tidy(folder).rstrip("/") + "/", taints)
    if folder == ".":
        state.write("", taints)
    return UNKNOWN


def _path(state: State, call: Call) -> Value | None:
    parts = call.args or [constant(".")]
    return state.join_path(parts)


def _join_path(state: State, call: Call) -> Value | None:
    owner = [call.owner] if call.owner else []
    joined = state.join_path([*owner, *call.args])
    return joined if owner else Value(joined.consts, joined.taints)


def _same_path(_state: State, call: Call) -> Value | None:
    return call.owner or call.arg(0)


def _expanded(_state: State, call: Call) -> Value | None:
    """`os.path.expanduser` and `expandvars`: kept with `~`, which people recognise."""
    path = call.arg(0)
    texts = tuple(
        _VARIABLE.sub(lambda match: pyliteral.HOMES[match.group(1) or match.group(2)], text) for text in path.texts
    )
    return Value(texts, path.taints, path.ref)


_NAMES = "|".join(pyliteral.HOMES)
_VARIABLE = re.compile(rf"\$\{{?({_NAMES})\b\}}?|%({_NAMES})%")


def _getenv(state: State, call: Call) -> Value | None:
    found = pyliteral.variable(state, call.arg(0, "key"), call.node)
    default = call.arg(1, "default")
    return Value(found.consts or default.consts, found.taints | default.taints)


def _listed(_state: State, call: Call) -> Value | None:
    """`glob`, `listdir`, `iterdir`, `rglob`: paths below a path."""
    owner = call.owner if call.owner and name_of(call.owner.ref) == PATH else None
    path = owner or call.arg(0, "pathname", "path")
    pattern = call.arg(0).text if owner and call.args else HOLE
    texts = path.texts or (HOLE,)
    below = tuple(text if _MAGIC & set(text) else f"{text.rstrip('/')}/{pattern}" for text in texts)
    if call.name == "os.listdir":
        below = (HOLE,)
    deep = "walk" in call.name or "rglob" in call.name or "**" in pattern or any("**" in text for text in texts)
    taints = path.taints | _walked(texts if deep else ())
    part = Value(below, taints, PATH if owner else None)
    return Value((), path.taints, Items(rest=part))


_MAGIC = frozenset("*?[")


def _walked(texts: tuple[str, ...]) -> frozenset[Taint]:
    starts = (tidy(text.partition("*")[0]).rstrip("/") or "/" for text in texts if text)
    return frozenset(Taint(Kind.WALK, start) for start in starts if start in BROAD)


def _walk(_state: State, call: Call) -> Value | None:
    path = call.owner if call.owner and name_of(call.owner.ref) == PATH else call.arg(0, "top")
    taints = path.taints | _walked(path.texts)
    root = Value(tuple(f"{text.rstrip('/')}/{HOLE}" for text in path.texts) or (HOLE,), taints, path.ref)
    name = Value((), CLEAN, Items(rest=constant(HOLE)))
    return Value((), CLEAN, Items(rest=Value((), CLEAN, Items([root, name, name]))))


def _temporary(_state: State, call: Call) -> Value | None:
    """A temporary file: a path that is known to be itself."""
    path = f"{_TEMPORARY}/{getattr(call.node, 'lineno', 0)}{call.arg(-1, 'suffix').text}"
    thing = Value((), CLEAN, Thing("open()", call, CLEAN, path))
    if call.name.endswith("mkstemp"):
        return Value((), CLEAN, Items([thing, constant(path)]))
    if call.name.endswith(("mktemp", "mkdtemp")):
        return constant(path)
    return constant(path, CLEAN) if call.name.endswith("TemporaryDirectory") else thing


def _reopened(_state: State, call: Call) -> Value | None:
    """`os.fdopen(descriptor)`."""
    return call.arg(0) if isinstance(call.arg(0).ref, Thing) else None


def _os_write(state: State, call: Call) -> Value | None:
    thing = call.arg(0).ref
    if isinstance(thing, Thing) and thing.target:
        put(state, thing.target, call.arg(1), call.node)
    return None


def _remove(state: State, call: Call) -> Value | None:
    path = call.owner if call.owner and name_of(call.owner.ref) == PATH else call.arg(0, "path")
    deleted(state, path, "deletes the folder" if "rmtree" in call.name else "deletes", call.node)
    return UNKNOWN


_READS = re.compile(
    r"(?:^|\.)_?(?:read|load|open|connect|parse|from_|get_|import_|scan|slurp|decrypt|extract|dotenv|fromfile|ZipFile|TarFile)\w*$"
)
_SAVES = re.compile(
    r"(?:^|\.)(?:save|savefig|to_\w+|dump\w*|export\w*|write\w*|download_file\w*|tofile|shot|screenshot|render)$"
)
_KEPT = frozenset({Kind.CREDENTIAL, Kind.ENVIRONMENT, Kind.CAPTURE, Kind.REMOTE, Kind.SECRET})


def read_by_name(state: State, call: Call) -> frozenset[Taint]:
    """What a function of an unknown library reads, where it is given the path of a credential or of a written file."""
    if not _READS.search(call.name):
        return CLEAN
    paths = [part for part in call.given() if part.texts]
    found = CLEAN.union(*(path_taints(state, part) for part in paths))
    return frozenset(taint for taint in found if taint.kind in _KEPT)


def saved_by_name(state: State, call: Call, taints: frozenset[Taint]) -> None:
    """What a function of an unknown library puts into a file or buffer that it is given."""
    kept = frozenset(taint for taint in taints if taint.kind in _KEPT)
    if not kept or not _SAVES.search(call.name):
        return
    for part in call.given():
        if isinstance(part.ref, Thing):
            part.ref.taints |= kept
        for text in part.texts:
            state.write(tidy(text), kept)


def _packages(_state: State, call: Call) -> Value | None:
    """Where installed packages lie, of which a `.pth` file runs with every start."""
    path = constant("/usr/lib/python3/site-packages")
    if call.name == "site.getsitepackages":
        return Value((), CLEAN, Items([path]))
    return path if call.name == "sysconfig.get_path" else constant("~/.local/lib/python3/site-packages")


FILE_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(("open", "aiofiles.open", "gzip.open", "bz2.open", "lzma.open"), _open),
        **dict.fromkeys(("site.getsitepackages", "site.getusersitepackages", "sysconfig.get_path"), _packages),
        "os.open": _os_open,
        "print": _print,
        "os.write": _os_write,
        "os.fdopen": _reopened,
        **dict.fromkeys(
            words("""
json.dump yaml.dump yaml.safe_dump toml.dump tomli_w.dump plistlib.dump pickle.dump shutil.copyfileobj
"""),
            _dump,
        ),
        **dict.fromkeys(
            words("""
shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.move os.rename os.replace os.symlink os.link
"""),
            _copy,
        ),
        "shutil.make_archive": _archive,
        **dict.fromkeys(("pathlib.Path", "pathlib.WindowsPath"), _path),
        "pathlib.Path.home": lambda _state, _call: Value(("~",), CLEAN, PATH),
        "pathlib.Path.cwd": lambda _state, _call: Value((".",), CLEAN, PATH),
        "os.getcwd": lambda _state, _call: constant("."),
        "tempfile.gettempdir": lambda _state, _call: constant("/tmp"),  # noqa: S108 - a value of the program
        **dict.fromkeys(("os.path.join", "pathlib.Path().joinpath", "posixpath.join"), _join_path),
        **dict.fromkeys(("os.path.abspath", "os.path.realpath", "os.path.normpath", "os.path.normcase"), _same_path),
        **{
            f"{PATH}.{name}": _same_path
            for name in words("""
expanduser resolve absolute as_posix __str__ with_name
""")
        },
        **dict.fromkeys(("os.path.expanduser", "os.path.expandvars"), _expanded),
        **dict.fromkeys(
            ("os.getenv", "os.environ.get", "os.environ.pop", "os.environ.setdefault", "decouple.config"), _getenv
        ),
        **dict.fromkeys(("glob.glob", "glob.iglob", "os.listdir", "os.scandir"), _listed),
        **{f"{PATH}.{name}": _listed for name in ("glob", "rglob", "iterdir")},
        **dict.fromkeys(("os.walk", "os.fwalk", f"{PATH}.walk"), _walk),
        **{
            f"tempfile.{n}": _temporary
            for n in words("""
NamedTemporaryFile TemporaryDirectory mkstemp mktemp mkdtemp
""")
        },
        **dict.fromkeys(("os.remove", "os.unlink", "os.rmdir", "shutil.rmtree", "send2trash.send2trash"), _remove),
        **{f"{PATH}.{name}": _remove for name in ("unlink", "rmdir")},
        **{f"{PATH}.{name}": _write_path for name in ("write_text", "write_bytes")},
        **{f"{PATH}.{name}": _read_path for name in ("read_text", "read_bytes")},
        f"{PATH}.open": _open_path,
    }
)
FILE_METHODS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(("write", "writelines", "writestr", "add"), _write),
        **dict.fromkeys(("extractall", "extract"), _extract),
        **dict.fromkeys(("read_text", "read_bytes"), _read_path),
        **dict.fromkeys(("write_text", "write_bytes"), _write_path),
    }
)
