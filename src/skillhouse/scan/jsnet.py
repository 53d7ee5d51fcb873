"""The network as JavaScript reaches it: clients for HTTP, sockets, names that are looked up, mail, "
"addresses of pictures.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import host_of
from skillhouse.scan.jsvalue import COOKIES, TYPED, Thing, all_of
from skillhouse.scan.places import METADATA_HOSTS
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined
from skillhouse.scan.verdicts import Role, host_text, looked_up, sent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan.jscalls import JsCall, JsFlow

__all__ = ["NETWORK"]

_FAR = re.compile(r"(?:https?|wss?|tcp):|//")
# One of them, such as a mark against forged requests, is what a page shows to prove itself.
_ONE_COOKIE = Taint(Source.CREDENTIAL, COOKIES, part=True)
_AUTH = re.compile(r"(?i)auth|token|key|cookie|secret|password")
_BODIES = ("body", "data", "json", "form", "formData", "params", "query", "searchParams", "multipart", "payload")


def _fetched(url: Value) -> Thing:
    """What comes back from an address."""
    host = host_of(url.text.partition(HOLE)[0])
    if host in METADATA_HOSTS:
        return Thing(Value(HOLE, frozenset({Taint(Source.METADATA, f"the metadata service {host}")})))
    return Thing(Value(HOLE, frozenset({Taint(Source.REMOTE, url.text)})))


def _send(flow: JsFlow, call: JsCall, data: Value, url: Value, role: Role = Role.BODY) -> None:
    if not _FAR.match(url.text):  # a page's own server has its cookies and keys anyway
        data = Value(data.text, frozenset(one for one in data.taints if one.what not in {COOKIES, TYPED}))
    data = Value(data.text, data.taints - {_ONE_COOKIE})
    flow.verdicts(sent(data, url, flow.context.policy, role), call.node)


def _url_of(thing: Thing) -> Value:
    """An address: a text, or an object that names its parts."""
    if thing.fields is None:
        return all_of(thing)
    whole = thing.field("url", "uri", "href", "baseURL")
    if whole is not None:
        return all_of(whole)
    host = thing.field("hostname", "host")
    path = thing.field("path", "pathname")
    if host is None:
        return Value(HOLE, all_of(path).taints if path is not None else frozenset())
    return joined([Value("https://"), all_of(host), all_of(path) if path is not None else Value("")])


def _headers(flow: JsFlow, call: JsCall, options: Thing, url: Value) -> None:
    """Headers prove who asks; under other names they carry data."""
    headers = options.field("headers")
    auth = options.field("auth")
    if auth is not None:
        _send(flow, call, all_of(auth), url, Role.HEADER)
    if headers is None:
        return
    if headers.fields is None or headers.value.taints:
        _send(flow, call, all_of(headers), url)
        return
    for name, one in headers.fields.items():
        value = all_of(one)
        if value.taints:
            _send(flow, call, value, url, Role.HEADER if _AUTH.search(name) else Role.BODY)


def _fetch(flow: JsFlow, call: JsCall) -> Thing:
    """`fetch(url, {body})`, `got(url, {json})`, `axios({url, data})`."""
    url = _url_of(call.arg(0))
    options = call.arg(1) if len(call.args) > 1 and call.arg(1).fields is not None else call.arg(0)
    bodies = [all_of(one) for name in _BODIES if (one := options.field(name)) is not None]
    _request(flow, call, url, bodies, options)
    return _answer(flow, call, url)


def _request(flow: JsFlow, call: JsCall, url: Value, bodies: list[Value], options: Thing) -> None:
    if bodies:
        _send(flow, call, joined([*bodies, Value("", url.taints)]), url)
    elif url.taints and not url.text.startswith(HOLE):
        _send(flow, call, url, url)
    _headers(flow, call, options, url)
    checks = options.field("rejectUnauthorized", "strictSSL")
    if checks is not None and checks.value.text == "false":
        flow.hit("SKS-DEFENSE-OFF", Severity.MEDIUM, "does not check certificates", call.node, "rejectUnauthorized")


def _answer(flow: JsFlow, call: JsCall, url: Value) -> Thing:
    found = _fetched(url)
    for one in call.callbacks:
        flow.call_function(one, [found, found, found])
    return found


def _post(flow: JsFlow, call: JsCall) -> Thing:
    """`axios.post(url, data, options)`: the second argument is the body."""
    url = _url_of(call.arg(0))
    body = call.arg(1)
    options = call.arg(2)
    bodies = [all_of(body)] if len(call.args) > 1 and not body.function else []
    if body.fields is not None and set(body.fields) & {"headers", *_BODIES[:4]} and len(call.args) < 3:  # noqa: PLR2004
        options = body
    _request(flow, call, url, bodies, options)
    return _answer(flow, call, url)


def _open(flow: JsFlow, call: JsCall) -> Thing:
    """`https.request(url)`: a request that is written to, and that answers."""
    url = _url_of(call.arg(0))
    options = next((one for one in call.args if one.fields is not None), Thing())
    if call.arg(0).fields is None and not call.arg(0).known and options.fields:
        url = Value(url.text, url.taints)
    _request(flow, call, url, [], options)
    _answer(flow, call, url)
    return Thing(Value(url.text, frozenset({Taint(Source.REMOTE, url.text)})), name="@sender")


def _connect(flow: JsFlow, call: JsCall) -> Thing:
    """`net.connect(port, host)`, `new WebSocket(url)`, `dgram.createSocket()`."""
    options = call.arg(0)
    host = options.field("host", "hostname")
    texts = [all_of(one) for one in call.args if one.number is None and not one.function and one.fields is None]
    url = all_of(host) if host is not None else next((one for one in texts if one.text), Value())
    if "://" not in url.text:
        url = Value(f"tcp://{url.text}", url.taints)
    found = Thing(Value(url.text, frozenset({Taint(Source.REMOTE, url.text)})), name="@sender")
    for one in call.callbacks:
        flow.call_function(one, [found])
    return found


def _sender(flow: JsFlow, call: JsCall) -> Thing:
    """A method of an open request or connection."""
    url = Value(call.receiver.value.text)
    if call.key in {"connect", "open"}:
        return _reopened(flow, call)
    if call.key in {"write", "end", "send", "emit", "attach", "field", "form", "json", "sendText", "query", "set"}:
        data = joined([all_of(one) for one in call.args if not one.function]) if call.args else Value("")
        if data.of(Source.SHELL):
            flow.hit("SKS-REVSHELL", Severity.CRITICAL, f"ties a shell to {host_text(url)}", call.node, host_text(url))
        elif data.text or data.taints:
            _send(flow, call, data, url)
    if call.key == "pipe" and any(one.name.startswith("@shell") for one in call.args):
        flow.hit("SKS-REVSHELL", Severity.CRITICAL, f"ties a shell to {host_text(url)}", call.node, host_text(url))
    if call.key in {"on", "once", "addEventListener", "then"}:
        given = Thing(call.receiver.value.unknown())
        for one in call.callbacks:
            flow.call_function(one, [given])
    return call.receiver


def _reopened(flow: JsFlow, call: JsCall) -> Thing:
    """`socket.connect(port, host)`, `xhr.open(method, url)`: from now on it leads there."""
    args = call.args[1:] if call.key == "open" else call.args
    made = _connect(flow, JsCallOf(call, args))
    call.receiver.value = made.value
    return call.receiver


def JsCallOf(call: JsCall, args: list[Thing]) -> JsCall:  # noqa: N802 -- makes a JsCall
    """The same call with other arguments."""
    return type(call)(call.name, call.key, call.receiver, args, call.node, call.new)


def _opened(_flow: JsFlow, _call: JsCall) -> Thing:
    return Thing(name="@sender")


def _lookup(flow: JsFlow, call: JsCall) -> Thing:
    name = all_of(call.arg(0))
    flow.verdicts(looked_up(name, flow.context.policy), call.node)
    for one in call.callbacks:
        flow.call_function(one, [Thing(), Thing()])
    return Thing()


def _navigate(flow: JsFlow, call: JsCall) -> Thing:
    """An address that is opened or loaded as a picture: it carries whatever it was built from."""
    url = all_of(call.arg(0))
    if url.taints and not url.text.startswith(HOLE):
        _send(flow, call, url, url)
    return Thing()


def _beacon(flow: JsFlow, call: JsCall) -> Thing:
    _send(flow, call, all_of(call.arg(1)), all_of(call.arg(0)))
    return Thing()


def _plain_send(flow: JsFlow, call: JsCall) -> Thing:
    _send(flow, call, all_of(call.arg(0)), call.receiver.value)
    return Thing()


def _mail(flow: JsFlow, call: JsCall) -> Thing:
    fields = call.arg(0)
    to = fields.field("to")
    address = all_of(to).text.rpartition("@")[2] if to is not None else HOLE
    _send(flow, call, all_of(fields), Value(address))
    return Thing()


def _each(prefixes: str, names: str) -> str:
    return " ".join(f"{prefix}.{name}" for prefix in prefixes.split() for name in names.split())


_CLIENTS = "axios got ky superagent needle request request-promise undici phin wretch $ jQuery bent httpx urllib ofetch"
_BY_NAMES: Mapping[str, Callable[[JsFlow, JsCall], Thing]] = {
    f"fetch {_CLIENTS} undici.fetch undici.request undici.stream axios.request $.ajax jQuery.ajax Request "
    "needle.request "
    "make-fetch-happen node-fetch.default got.default unfetch ofetch.ofetch ofetch.$fetch urllib.request "
    "@tauri-apps/api/http.fetch": _fetch,
    _each(_CLIENTS, "get head delete del options stream getJSON"): _fetch,
    _each(_CLIENTS, "post put patch postForm putForm"): _post,
    "http.request https.request http.get https.get http2.connect": _open,
    "net.connect net.createConnection tls.connect WebSocket net.Socket tls.TLSSocket EventSource socket.io-client "
    "socket.io-client.io socket.io-client.connect io io.connect mqtt.connect": _connect,
    "XMLHttpRequest dgram.createSocket": _opened,
    "@sender.*": _sender,
    _each("dns", "lookup resolve resolve4 resolve6 resolveTxt resolveAny resolveCname resolveMx reverse"): _lookup,
    "navigate window.open open location.assign location.replace opn": _navigate,
    "navigator.sendBeacon": _beacon,
    "send": _plain_send,
    "nodemailer.createTransport().sendMail mail.send": _mail,
}
NETWORK: Mapping[str, Callable[[JsFlow, JsCall], Thing]] = {
    name: step for names, step in _BY_NAMES.items() for name in names.split()
}
