"""Models of Python's built-in functions and of the modules that build texts: what a call answers, worked out."""

from __future__ import annotations

import ast
import html
import json
import re
import shlex
import textwrap
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from skillhouse.scan import pyfold, pyliteral
from skillhouse.scan.pydecode import DECODERS, ENCODERS, codec_decode, codec_encode, undo
from skillhouse.scan.pynames import canonical, words
from skillhouse.scan.pyshape import elements
from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Call,
    Items,
    Kind,
    Partial,
    Taint,
    Thing,
    Value,
    constant,
    join_all,
    name_of,
    taints_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["BUILTIN_MODELS", "decode", "encode", "import_named", "lift"]

_MOST = 20_000
_FAULTS = (ValueError, TypeError, OverflowError, RecursionError, MemoryError, SyntaxError, AttributeError, LookupError)
_LONGEST = 1_000_000
_MAPPED = 4  # iterables side by side


def lift(const: object, taints: frozenset[Taint] = CLEAN, deep: int = 0) -> Value:
    """A constant as a value; lists, tuples and dictionaries as containers."""
    if isinstance(const, list | tuple | set | frozenset) and deep < _MAPPED:
        return Value((), taints, Items([lift(part, taints, deep + 1) for part in const]))
    if isinstance(const, dict) and deep < _MAPPED:
        held = {key: lift(part, taints, deep + 1) for key, part in const.items()}
        return Value((), taints, Items(keys=held, mapping=True))
    return constant(const, taints)


def _given(call: Call) -> frozenset[Taint]:
    return CLEAN.union(*(taints_of(part) for part in call.given()))


def pure(function: Callable[..., object], mark: str = "") -> Model:
    """The model of a function of constants alone; what it makes bears `mark`, where it unhides something."""

    def model(_state: State, call: Call) -> Value | None:
        taints = _given(call)
        if mark:
            taints |= {Taint(Kind.DECODED, mark)}
        if not call.args or any(not part.consts for part in call.args):
            return Value((), taints) if mark else None
        made = []
        for first in call.args[0].consts:
            try:
                made.append(function(first, *(part.consts[0] for part in call.args[1:])))
            except _FAULTS:
                continue
        return join_all(lift(const, taints) for const in made).with_taints(taints)

    return model


def _silent(_state: State, _call: Call) -> Value:
    """A call whose answer tells nothing of what it is given: a length, a truth, a digest."""
    return UNKNOWN


def _range(*bounds: object) -> object:
    made = range(*bounds)  # type: ignore[call-overload]
    if len(made) > _MOST:
        raise OverflowError
    return made


def _int(text: object, base: object = 10) -> int:
    if isinstance(text, str | bytes) and len(text) > _MAPPED * 1000:
        raise OverflowError
    return int(text, base) if isinstance(text, str | bytes) else int(text)  # type: ignore[call-overload,no-any-return]


_SPELT = frozenset({Taint(Kind.DECODED, "byte values")})


def _bytes(state: State, call: Call) -> Value | None:
    """`bytes([…])` spells a text in numbers; `bytes(text, codec)` encodes it."""
    first = call.arg(0)
    if first.texts:
        return pure(lambda data, *_codec: data.encode("utf-8", "replace") if isinstance(data, str) else bytes(data))(
            state, Call(call.name, call.args[:1], {}, call.node)
        )
    known = elements(first)
    taints = taints_of(first)
    if known is None or not call.args:
        return Value((), taints | (_SPELT if isinstance(first.ref, Items) else CLEAN))
    if any(isinstance(part.one, int) for part in known):
        taints |= _SPELT
    try:
        return constant(bytes(part.one for part in known), taints)  # type: ignore[misc]
    except _FAULTS:
        return Value((), taints)


def _codec(_state: State, call: Call) -> Value | None:
    """`codecs.decode(data, codec)` and `codecs.encode`."""
    data, codec = call.arg(0, "obj"), call.arg(1, "encoding").text or "utf-8"
    return decode(data, codec) if call.name.endswith("decode") else encode(data, codec)


def decode(data: Value, codec: str) -> Value:
    """What decoding makes of a value; it bears the name of an encoding that hides text."""
    made = [codec_decode(const, codec) for const in data.consts]
    found = [one for one in made if one is not None]
    hidden = {how for how, _ in found if how} or (
        {codec} if codec.replace("_", "-") in _HIDDEN and not found else set()
    )
    taints = taints_of(data) | {Taint(Kind.DECODED, how) for how in hidden}
    return Value(tuple(const for _, const in found), taints)


_HIDDEN = frozenset(
    {"rot13", "rot-13", "hex", "hex-codec", "base64", "base64-codec", "zlib", "zlib-codec", "bz2", "unicode-escape"}
)


def encode(data: Value, codec: str) -> Value:
    """What encoding makes of a value."""
    made = [codec_encode(const, codec) for const in data.consts]
    hidden = codec.replace("_", "-") in _HIDDEN
    taints = taints_of(data) | ({Taint(Kind.ENCODED, codec), Taint(Kind.DECODED, codec)} if hidden else CLEAN)
    return Value(tuple(const for const in made if const is not None), taints)


def _decoder(state: State, call: Call) -> Value | None:
    """A function of `base64`, `binascii`, `zlib` and the like that undoes an encoding."""
    data = call.arg(0, "s", "data")
    how = DECODERS[call.name][0]
    if how.startswith(("base", "hex")):
        pyliteral.decodes(state, call.node, how)
    taints = taints_of(data) | {Taint(Kind.DECODED, how)}
    made = (undo(call.name, const) for const in data.consts)
    return Value(tuple(one[1] for one in made if one is not None), taints)


def _encoder(_state: State, call: Call) -> Value | None:
    data = call.arg(0, "s", "data")
    how, function = ENCODERS[call.name]
    made = tuple(function(const) for const in data.consts if isinstance(const, bytes) and len(const) < _LONGEST)
    return Value(made, taints_of(data) | {Taint(Kind.ENCODED, how)})


def _getattr(state: State, call: Call) -> Value | None:
    owner, name = call.arg(0), call.arg(1)
    if not name.texts:
        return Value((), owner.taints)
    found = join_all(state.attribute(owner, text, call.node) for text in name.texts)
    built = not isinstance(getattr(call.node, "args", [None, None])[1], ast.Constant)
    return found.with_taints(frozenset({Taint(Kind.BUILT, name.text)})) if built and name_of(found.ref) else found


def import_named(_state: State, call: Call) -> Value | None:
    """`__import__("os")` and `importlib.import_module`: the module of that name."""
    name = call.arg(0, "name")
    if not name.text:
        return None
    built = not isinstance(next(iter(getattr(call.node, "args", [])), None), ast.Constant)
    taints = frozenset({Taint(Kind.BUILT, name.text)}) if built else CLEAN
    head = name.text.partition(".")[0] if call.name == "__import__" and "fromlist" not in call.kwargs else name.text
    return Value((), taints, canonical(head))


def _substituted(_state: State, call: Call) -> Value | None:
    """`string.Template("…$x…").substitute(x=…)`."""
    made = call.owner.ref if call.owner else None
    template = made.call.arg(0, "template").text if isinstance(made, Thing) and made.call else ""
    given = {**(call.args[0].ref.keys if call.args and isinstance(call.args[0].ref, Items) else {}), **call.kwargs}
    taints = CLEAN.union(*(taints_of(part) for part in given.values()))
    text = _PLACEHOLDER.sub(
        lambda match: (given.get(match.group(1) or match.group(2)) or UNKNOWN).text or HOLE, template
    )
    return constant(text, taints)


_PLACEHOLDER = re.compile(r"\$(?:(\w{1,60})|\{(\w{1,60})\})")


def _names(state: State, call: Call) -> Value | None:
    """`globals()`, `locals()` and `vars(x)`: names by their text."""
    if call.args:
        return (
            state.attribute(call.args[0], "__dict__", call.node) if isinstance(call.args[0].ref, str) else call.args[0]
        )
    return Value((), CLEAN, state.scope.globals if call.name == "globals" else state.scope)


def _partial(_state: State, call: Call) -> Value | None:
    return Value((), CLEAN, Partial(call.args[0], tuple(call.args[1:]), call.kwargs)) if call.args else None


def _getter(_state: State, call: Call) -> Value | None:
    """`operator.attrgetter("x")` and `methodcaller("x", …)`: kept until they are called."""
    inner = Value((), CLEAN, f"{call.name}()()")
    return Value((), CLEAN, Partial(inner, tuple(call.args), {}))


def _get_attribute(state: State, call: Call) -> Value | None:
    found = state.attribute(call.arg(1), call.arg(0).text, call.node)
    return found.with_taints(frozenset({Taint(Kind.BUILT, call.arg(0).text)}))


def _call_method(state: State, call: Call) -> Value | None:
    *given, owner = call.args
    if not given:
        return None
    method = state.attribute(owner, given[0].text, call.node)
    return state.apply(method.with_taints(frozenset({Taint(Kind.BUILT, given[0].text)})), given[1:], {}, call.node)


def _operator(_state: State, call: Call) -> Value | None:
    found = pyfold.binary(_OPERATORS[call.name.rpartition(".")[2]], call.arg(0).one, call.arg(1).one)
    return Value((), _given(call)) if found is pyfold.NO else constant(found, _given(call))


_OPERATORS: Mapping[str, type[ast.operator]] = MappingProxyType(
    {"add": ast.Add, "concat": ast.Add, "xor": ast.BitXor, "sub": ast.Sub, "mod": ast.Mod}
)


def _str(state: State, call: Call) -> Value | None:
    first = call.arg(0, "object")
    if name_of(first.ref) == "pathlib.Path()":
        return Value(first.consts, first.taints)
    if len(call.args) > 1 or "encoding" in call.kwargs:
        return decode(first, call.arg(1, "encoding").text or "utf-8")
    return pure(str)(state, call) if first.consts else Value((), taints_of(first))


def _json(state: State, call: Call) -> Value | None:
    first = call.arg(0)
    return pure(json.loads)(state, call) if first.consts else None


def _quoted(_state: State, call: Call) -> Value | None:
    texts = call.arg(0).texts
    taints = taints_of(call.arg(0))
    return Value(tuple(text if HOLE in text else shlex.quote(text) for text in texts) or (HOLE,), taints)


def _same(_state: State, call: Call) -> Value | None:
    """A function that answers what it is given, for our purpose."""
    return call.args[0] if call.args else None


BUILTIN_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(DECODERS, _decoder),
        **dict.fromkeys(ENCODERS, _encoder),
        **dict.fromkeys(
            words("""
len bool isinstance issubclass hash id any all callable hasattr print type round hashlib.sha256 hashlib.md5
hashlib.sha1 hashlib.sha512 hashlib.new hashlib.blake2b os.path.exists os.path.isfile os.path.isdir os.path.getsize
os.path.getmtime os.access os.stat
"""),
            _silent,
        ),
        **dict.fromkeys(
            words("""
copy.copy copy.deepcopy typing.cast os.fspath os.fsdecode os.fsencode functools.wraps
"""),
            _same,
        ),
        **{f"operator.{name}": _operator for name in _OPERATORS},
        **dict.fromkeys(("codecs.decode", "codecs.encode"), _codec),
        **dict.fromkeys(("globals", "locals", "vars"), _names),
        **dict.fromkeys(("operator.attrgetter", "operator.methodcaller"), _getter),
        **dict.fromkeys(("shlex.quote", "pipes.quote"), _quoted),
        **dict.fromkeys(("json.loads", "ast.literal_eval"), _json),
        "operator.attrgetter()()": _get_attribute,
        "operator.methodcaller()()": _call_method,
        "functools.partial": _partial,
        "getattr": _getattr,
        "string.Template().substitute": _substituted,
        "string.Template().safe_substitute": _substituted,
        "bytes": _bytes,
        "bytearray": _bytes,
        "str": _str,
        "chr": pure(chr, "character codes"),
        "ord": pure(lambda char: ord(char) if isinstance(char, str | bytes) else char),
        "int": pure(_int),
        "range": pure(_range),
        "hex": pure(hex),
        "abs": pure(abs),
        "html.unescape": pure(html.unescape),
        "urllib.parse.unquote": pure(unquote),
        "urllib.parse.quote": pure(quote),
        "textwrap.dedent": pure(textwrap.dedent),
        "shlex.split": pure(shlex.split),
        "str.maketrans": pure(str.maketrans),
        "bytes.maketrans": pure(bytes.maketrans),
        "int.from_bytes": pure(int.from_bytes),
        "os.path.basename": pure(lambda path: str(path).rpartition("/")[2]),
        "os.path.dirname": pure(lambda path: str(path).rpartition("/")[0]),
    }
)
