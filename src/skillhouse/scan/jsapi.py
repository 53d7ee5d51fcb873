"""What globals and modules of JavaScript read and decode. What runs stands in `jsrun`, the network in `jsnet`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.jsnet import NETWORK
from skillhouse.scan.jsrun import RUNNING
from skillhouse.scan.jstext import decoded, from_codes
from skillhouse.scan.jsvalue import Thing, all_of, each_name, number, strings, text
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan.jscalls import JsCall, JsFlow

__all__ = ["APIS"]

_EMPTY = Value("")
_SYSTEM = {"hostname": "the host's name", "userInfo": "the user's name", "networkInterfaces": "the host's addresses"}


# -- reading --


def _read_file(flow: JsFlow, call: JsCall) -> Thing:
    found = Thing(flow.shell.state.read(all_of(call.arg(0))))
    for one in call.callbacks:
        flow.call_function(one, [Thing(), found])
    return found


def _list_folder(flow: JsFlow, call: JsCall) -> Thing:
    """Names of files in a folder: what is read below it is read from it."""
    path = all_of(call.arg(0))
    below = Thing(Value(f"{path.text.rstrip('/')}/{HOLE}" if path.text.startswith(("~", "/")) else HOLE))
    found = Thing(items=[below])
    for one in call.callbacks:
        flow.call_function(one, [Thing(), found])
    return found


def _join_path(_flow: JsFlow, call: JsCall) -> Thing:
    parts = [all_of(one) for one in call.args]
    start = max((at for at, one in enumerate(parts) if one.text.startswith(("/", "~"))), default=0)
    found = joined(parts[start:], "/") if parts else _EMPTY
    return Thing(Value(re.sub(r"/+", "/", found.text), found.taints))


def _system(_flow: JsFlow, call: JsCall) -> Thing:
    what = _SYSTEM[call.name.rpartition(".")[2]]
    return Thing(Value(HOLE, frozenset({Taint(Source.SYSTEM, what)})))


def _watched(_flow: JsFlow, call: JsCall) -> Thing:
    what = "the screen" if "screen" in call.name.lower() or "Media" in call.name else "the clipboard"
    return Thing(Value(HOLE, frozenset({Taint(Source.WATCHED, what)})))


def _keys(flow: JsFlow, call: JsCall) -> Thing:
    flow.hit("SKS-KEYLOG", Severity.HIGH, f"records the keys with {call.name}", call.node, call.name)
    return Thing(Value(HOLE, frozenset({Taint(Source.WATCHED, "the keys")})))


def _keychain(_flow: JsFlow, _call: JsCall) -> Thing:
    return Thing(Value(HOLE, frozenset({Taint(Source.CREDENTIAL, "the keychain")})))


# -- decoding --


def _buffer(flow: JsFlow, call: JsCall) -> Thing:
    """`Buffer.from(text, "base64")`, `Buffer.from([codes])`."""
    first, kind = call.arg(0), call.arg(1).value.text
    if first.items is not None:
        return Thing(first.value, name="@bytes", items=first.items)
    if kind in {"base64", "base64url", "hex"}:
        _decodes(flow, call)
        return decoded(first, kind)
    return Thing(all_of(first))


def _decodes(flow: JsFlow, call: JsCall) -> None:
    if not flow.unit.piece.prose:
        flow.hit("SKS-B64-DECODE", Severity.INFO, "decodes base64 or hex", call.node, "base64")


def _atob(flow: JsFlow, call: JsCall) -> Thing:
    _decodes(flow, call)
    return decoded(call.arg(0), "base64")


def _unescape(_flow: JsFlow, call: JsCall) -> Thing:
    return decoded(call.arg(0), "escapes")


def _inflate(flow: JsFlow, call: JsCall) -> Thing:
    found = decoded(call.arg(0), "gzip")
    for one in call.callbacks:
        flow.call_function(one, [Thing(), found])
    return found


def _from_codes(_flow: JsFlow, call: JsCall) -> Thing:
    return from_codes(call.args, Thing(_EMPTY))


def _bytes(_flow: JsFlow, call: JsCall) -> Thing:
    first = call.arg(0)
    return Thing(first.value, name="@bytes", items=first.items) if first.items is not None else flow_of(call)


def flow_of(call: JsCall) -> Thing:
    """Nothing known but where the arguments come from."""
    return Thing(strings(call.args, "").unknown() if call.args else Value())


def _same(_flow: JsFlow, call: JsCall) -> Thing:
    return call.arg(0)


def _as_text(_flow: JsFlow, call: JsCall) -> Thing:
    first = call.arg(0)
    if first.name == "@bytes" and first.items is not None:
        return from_codes(first.items, first)
    return Thing(all_of(first))


def _parse_int(_flow: JsFlow, call: JsCall) -> Thing:
    first, base = call.arg(0), call.arg(1).number or 10
    found = re.match(r"\s*[+-]?(?:0[xX])?[0-9A-Za-z]+", first.value.text[:32]) if first.known else None
    while found:
        try:
            return number(int(found.group(), 16 if "x" in found.group().lower() else int(base)))
        except ValueError:
            found = re.match(r"\s*[+-]?\d+", found.group()) if not found.group().strip().isdigit() else None
    return Thing(first.value.unknown())


def _stringify(_flow: JsFlow, call: JsCall) -> Thing:
    value = all_of(call.arg(0))
    return Thing(value if value.known else value.unknown())


def _entries(_flow: JsFlow, call: JsCall) -> Thing:
    first = call.arg(0)
    fields = first.fields
    if fields is None or first.value.taints:
        return flow_of(call)
    kind = call.name.rpartition(".")[2]
    if kind == "values":
        return Thing(items=list(fields.values()))
    if kind == "keys":
        return Thing(items=[text(name) for name in fields])
    return Thing(items=[Thing(items=[text(name), one]) for name, one in fields.items()])


def _merge(_flow: JsFlow, call: JsCall) -> Thing:
    fields = {name: one for arg in call.args for name, one in (arg.fields or {}).items()}
    taints = frozenset().union(*(arg.value.taints for arg in call.args)) if call.args else frozenset()
    return Thing(Value(HOLE, taints), fields=fields)


def _array_from(flow: JsFlow, call: JsCall) -> Thing:
    items = flow.elements(call.arg(0), keys=False)
    if call.callbacks:
        items = [flow.call_function(call.callbacks[0], [one, number(at)]) for at, one in enumerate(items[:4096])]
    return Thing(items=list(items))


def _promise(flow: JsFlow, call: JsCall) -> Thing:
    """`new Promise((resolve, reject) => …)`: what it is settled with."""
    settled: list[Thing] = []
    resolve = Thing(name="@resolve", items=settled)
    for one in call.callbacks:
        flow.call_function(one, [resolve, resolve])
    return settled[0] if len(settled) == 1 else flow.unknown_of(*settled)


def _all(_flow: JsFlow, call: JsCall) -> Thing:
    return call.arg(0)


_BY_NAMES: Mapping[str, Callable[[JsFlow, JsCall], Thing]] = {
    each_name("readFile readFileSync createReadStream readJson readJsonSync openAsBlob", "fs.")
    + " Bun.file Deno.readTextFile "
    "Deno.readTextFileSync Deno.readFile Deno.readFileSync": _read_file,
    each_name("readdir readdirSync opendirSync opendir", "fs."): _list_folder,
    each_name("join resolve normalize", "path.") + " path.posix.join path.win32.join path.posix.resolve": _join_path,
    each_name(" ".join(_SYSTEM), "os."): _system,
    "os.homedir": lambda _flow, _call: text("~"),
    "os.tmpdir": lambda _flow, _call: text("/tmp"),  # noqa: S108 -- what the call gives
    "process.cwd": lambda _flow, _call: text("."),
    "navigator.clipboard.readText clipboardy.read clipboardy.readSync electron.clipboard.readText screenshot-desktop "
    "navigator.mediaDevices.getDisplayMedia navigator.mediaDevices.getUserMedia": _watched,
    "iohook.on iohook.start node-global-key-listener.GlobalKeyboardListener uiohook-napi.uIOhook.on "
    "uiohook-napi.uIOhook.start": _keys,
    "keytar.getPassword keytar.findCredentials keytar.findPassword": _keychain,
    "Buffer.from Buffer buffer.Buffer.from .Buffer.from": _buffer,
    "atob window.atob js-base64.decode js-base64.Base64.decode base-64.decode": _atob,
    "unescape decodeURIComponent decodeURI querystring.unescape": _unescape,
    each_name(
        "gunzipSync inflateSync inflateRawSync unzipSync brotliDecompressSync gunzip inflate unzip inflateRaw", "zlib."
    ): _inflate,
    "String.fromCharCode String.fromCodePoint": _from_codes,
    "Uint8Array Uint8Array.from Array.of Buffer.concat Uint16Array": _bytes,
    "String": _as_text,
    "encodeURIComponent encodeURI escape URL URLSearchParams Object Object.freeze structuredClone Promise.resolve "
    "url.parse TextEncoder().encode Object.assign.one btoa Blob.one": _same,
    "parseInt Number parseFloat": _parse_int,
    "JSON.stringify querystring.stringify qs.stringify util.inspect": _stringify,
    "Object.values Object.keys Object.entries": _entries,
    "Object.assign": _merge,
    "Array.from": _array_from,
    "Promise": _promise,
    "Object.getPrototypeOf": _all,
    "Promise.all Promise.race Promise.any Promise.allSettled util.promisify require.resolve": _all,
}
APIS: Mapping[str, Callable[[JsFlow, JsCall], Thing]] = {
    **{name: step for names, step in _BY_NAMES.items() for name in names.split()},
    **RUNNING,
    **NETWORK,
}
