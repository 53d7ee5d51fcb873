"""Models of the network: where something is sent, what of it is somebody's secret, and what comes back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.places import METADATA_HOSTS
from skillhouse.scan.pyfiles import path_taints
from skillhouse.scan.pyplaces import tidy
from skillhouse.scan.pysinks import HEADERS, IGNORED, LOOKUPS, NETWORK, OWN_HOSTS, RECEIVES, SOCKETS, VERBS
from skillhouse.scan.pyvalue import (
    CLEAN,
    HOLE,
    UNKNOWN,
    Call,
    Items,
    Kind,
    Member,
    Taint,
    Thing,
    Value,
    taints_of,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

    from skillhouse.scan.pystate import State

__all__ = ["addresses", "is_network", "judge_sent", "kind_of", "network"]

_ADDRESS = re.compile(r"(?i)\b[a-z][a-z0-9+.-]{1,12}://[^\s\"'<>|\\]{2,400}")
_BARE = re.compile(
    r"^(?=[^/\s]{4,253}(?:[/:]|$))(?:[\w-]+\.)+[a-zA-Z][\w-]{1,30}(?::\d+)?(?:/\S*)?$|^\d{1,3}(?:\.\d{1,3}){3}$"
)
_NUMBER = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])")
_TELLING = frozenset(
    {HostKind.CAPTURE, HostKind.PASTE, HostKind.RAW_IP, HostKind.FREE, HostKind.LOOKALIKE, HostKind.SHORTENER}
)
_CATCHING = frozenset({HostKind.CAPTURE, HostKind.PASTE, HostKind.RAW_IP})
_QUIET = frozenset({HostKind.LOCAL, HostKind.ALLOWED})
_CHAT = re.compile(r"discord(?:app)?\.com|api\.telegram\.org|hooks\.slack\.com|hooks\.zapier\.com|maker\.ifttt\.com")
_STRONG = frozenset({Kind.CREDENTIAL, Kind.ENVIRONMENT})
# Read by honest tools as well, each for the key of its own service.
_OWN_FILES = re.compile(r"(?i)^\.env|service[-_]?account|^\.secret")
_SEVERAL = 3
# Keys of services that have their own hosts: nobody else has any use for them.
_PROVIDERS = re.compile(
    r"(?i)^(?:AWS|AZURE|GCP|GOOGLE|GITHUB|GH|GITLAB|OPENAI|ANTHROPIC|CLAUDE|HF|HUGGING|NPM|PYPI|DOCKER|STRIPE|SLACK|DISCORD|"
    r"TWILIO|SENDGRID|CLOUDFLARE|HEROKU|DATABASE|POSTGRES|MYSQL|REDIS|SSH|KUBE|VAULT|GEMINI|COHERE|MISTRAL|GROQ|DEEPSEEK)_"
)
# A part of an address that is filled in with data, and is not named as a key is.
_CARRIES = re.compile(rf"(?i)[?&](?![\w-]*(?:key|token|auth|secret|sig|pass|code|access)[\w-]*=)[^=&#]{{0,60}}={HOLE}")
_CONNECTS = frozenset({"connect", "connect_ex", "create_connection", "open_connection", "wrap_socket", "ws_connect"})
_UPLOADS = re.compile(r"upload|put|storbinary|send_(?:document|photo|video|file)|Upload|sendfile|fput|add_file|attach")
_HANDED = ("urllib.request.Request", "requests.Request", "httpx.Request")


def is_network(name: str) -> bool:
    """Whether a call of this name belongs to a library that reaches the network, and does so."""
    if name in LOOKUPS:
        return True
    head, dot, rest = name.partition(".")
    if not dot or (head not in NETWORK and ".".join(name.split(".", 2)[:2]) not in NETWORK):
        return False
    verb = rest.rpartition(".")[2] if "." in rest else rest
    return (
        verb in VERBS
        or (verb in RECEIVES and name.startswith(SOCKETS))
        or (head == "xmlrpc" and "ServerProxy()" in name)
    )


def addresses(text: str) -> list[str]:
    """The addresses in a text."""
    found = _ADDRESS.findall(text)
    return found or [host for host in _NUMBER.findall(text) if host not in {"0.0.0.0", "127.0.0.1"}]  # noqa: S104


def kind_of(state: State, address: str) -> HostKind:
    """The reputation of an address or host; unknown where it is empty or has a hole."""
    host = host_of(address)
    return url_kind(address, state.context.policy) if host and HOLE not in host else HostKind.UNKNOWN


def network(state: State, call: Call) -> Value | None:
    """A call that reaches the network: what it sends is judged, what it answers comes from afar."""
    if call.name in LOOKUPS:
        return _lookup(state, call)
    verb = call.name.rpartition(".")[2]
    owner = call.owner or UNKNOWN
    if verb in RECEIVES and call.name.startswith(SOCKETS):
        taints = frozenset({Taint(Kind.REMOTE, "a socket")})
        return Value((), taints, Thing(f"{call.name}()"[-160:], call))
    if isinstance(owner.ref, Items):
        return None
    targets = _targets(call)
    state.hook("reaches the network", call.node, anywhere=True)
    if verb in _CONNECTS:
        state.marks.add("connected")
        if isinstance(owner.ref, Thing) and targets:
            owner.ref.target = targets[0]
    body, header = _sent(state, call)
    if verb in _CONNECTS:
        body, header = CLEAN, body | header
    judge_sent(state, body, targets, call.node, header=header, data=_has_data(call, verb))
    taints = frozenset(Taint(Kind.REMOTE, target) for target in targets[:4]) or frozenset({Taint(Kind.REMOTE, "")})
    if any(host_of(target) in METADATA_HOSTS for target in targets):
        taints |= {Taint(Kind.CREDENTIAL, "the cloud's metadata service")}
    saved = call.arg(1, "filename").texts if verb in {"urlretrieve", "download_file"} else ()
    for text in saved:
        state.write(tidy(text), taints)
    taints |= frozenset(taint for taint in body if taint.kind in _STRONG and verb in {"Request", "setopt"})
    name = f"{call.name}()"[-160:]
    return Value((), taints, Thing(name, call, CLEAN, targets[0] if targets else ""))


def _targets(call: Call) -> list[str]:
    """The addresses that a call goes to: its own, or those of the connection that it belongs to."""
    found = [address for part in [*call.args, *call.kwargs.values()] for address in _addresses_in(part)]
    found = found or _owner_targets(call.owner or UNKNOWN)
    return list(dict.fromkeys(found))


def _owner_targets(owner: Value, deep: int = 0) -> list[str]:
    ref = owner.ref
    if isinstance(ref, Member):
        return _owner_targets(ref.owner, deep + 1)
    if not isinstance(ref, Thing) or deep > _SEVERAL:
        return []
    if ref.target:
        return [ref.target]
    if ref.call is None:
        return []
    found = [address for part in ref.call.given() for address in _addresses_in(part)]
    return found or _owner_targets(ref.call.owner or UNKNOWN, deep + 1)


def _addresses_in(value: Value) -> Iterable[str]:
    """Addresses and bare hosts in an argument, in a pair of host and port, or in a prepared request."""
    for text in value.texts:
        if "://" in text or text.startswith("//"):
            yield text
        elif _BARE.match(text):
            yield f"//{text}"
    if isinstance(value.ref, Items) and len(value.ref.seq) == 2:  # noqa: PLR2004 - host and port
        yield from _addresses_in(value.ref.seq[0])
    elif isinstance(value.ref, Thing) and value.ref.call and value.ref.call.name in _HANDED:
        for part in value.ref.call.given():
            yield from _addresses_in(part)


def _sent(state: State, call: Call) -> tuple[frozenset[Taint], frozenset[Taint]]:
    """The origins of what is sent as data, and of what is sent as proof of who asks."""
    body, header = CLEAN, CLEAN
    for index, part in enumerate(call.args):
        url = index < _SEVERAL - 1 and any("://" in text for text in part.texts)
        taints = _handed(part)
        if url and not any(_CARRIES.search(text) for text in part.texts):
            header |= frozenset(taint for taint in taints if taint.kind is Kind.SECRET)
            taints = frozenset(taint for taint in taints if taint.kind is not Kind.SECRET)
        body |= taints
    for key, part in call.kwargs.items():
        if key in HEADERS:
            header |= taints_of(part)
        elif key not in IGNORED:
            body |= _handed(part)
    if _UPLOADS.search(call.name):
        for part in call.given():
            if part.texts and not any("://" in text for text in part.texts):
                body |= path_taints(state, part) if _is_path(part) else CLEAN
    if isinstance((call.owner or UNKNOWN).ref, Thing) and call.owner is not None:
        body |= frozenset(taint for taint in taints_of(call.owner) if taint.kind in _STRONG | {Kind.CAPTURE})
    return body, header


def _is_path(part: Value) -> bool:
    return any("/" in text or text.startswith((".", "~")) or "." in text for text in part.texts)


def _handed(part: Value) -> frozenset[Taint]:
    """The origins of an argument; of a prepared request, those of its data."""
    ref = part.ref
    if isinstance(ref, Thing) and ref.call and ref.call.name in _HANDED:
        inner = ref.call
        data = [*inner.args[1:2], *(held for key, held in inner.kwargs.items() if key not in HEADERS)]
        url = inner.arg(0, "url")
        taints = CLEAN.union(*(taints_of(held) for held in data))
        return taints | frozenset(taint for taint in taints_of(url) if taint.kind is not Kind.SECRET) | ref.taints
    return taints_of(part)


def _has_data(call: Call, verb: str) -> bool:
    named = {"data", "json", "files", "body", "params", "content", "text", "embeds", "payload"} & set(call.kwargs)
    return (
        bool(named) or verb in {"post", "put", "patch", "sendall", "send", "sendto", "sendmail"} or _request_data(call)
    )


def _request_data(call: Call) -> bool:
    for part in call.args:
        inner = part.ref.call if isinstance(part.ref, Thing) else None
        if inner and inner.name in _HANDED:
            return len(inner.args) > 1 or "data" in inner.kwargs
    return call.name.startswith("urllib.request") and len(call.args) > 1


def judge_sent(
    state: State,
    body: frozenset[Taint],
    targets: list[str],
    node: ast.AST,
    *,
    header: frozenset[Taint] = CLEAN,
    data: bool = False,
) -> None:
    """What is sent where, weighed."""
    target = _worst(state, targets)
    kind = kind_of(state, target)
    where = host_of(target).replace(HOLE, "…") or "an address that is not written out"
    if kind is HostKind.LOOKALIKE:
        state.report("SKS-NET-LOOKALIKE", Severity.HIGH, f"talks to {where}, which imitates a known host", node, where)
    if kind in _QUIET:
        return
    placed = bool(host_of(target))
    strong = sorted(
        taint for taint in body | header
        if taint.kind in _STRONG and (placed or taint.detail != "stored credentials")
    )  # fmt: skip
    told = [taint for taint in strong if not _is_own(taint, kind, target, header_only=taint not in body)]
    for taint in told:
        weak = bool(_OWN_FILES.search(taint.detail)) and kind not in _TELLING
        severity = Severity.HIGH if weak else Severity.CRITICAL
        state.report("SKS-EXFIL-CRED", severity, f"sends {taint.detail} to {where}", node, f"{taint.detail} {where}")
    if told:
        return
    if _secrets(state, body, header, target, kind, node):
        return
    _lesser(state, body | frozenset(taint for taint in header if taint.kind is Kind.CAPTURE), kind, where, node)
    if kind is HostKind.CAPTURE and not strong:
        _caught(state, target, where, node, data=data or bool(body))


def _worst(state: State, targets: list[str]) -> str:
    if not targets:
        return ""
    ranks = list(HostKind)
    return max(targets, key=lambda target: ranks.index(kind_of(state, target)))


def _is_own(taint: Taint, kind: HostKind, target: str, *, header_only: bool) -> bool:
    """Whether a key goes to the service that it is a key of, or is shown in a header of a request nobody can place."""
    if taint.kind is Kind.ENVIRONMENT:
        return False
    host = host_of(target)
    words = re.split(r"[^a-z0-9]+", taint.detail.lower())
    own = [suffix for word in words for suffix in OWN_HOSTS.get(word, ())]
    if any(host == suffix or host.endswith(f".{suffix}") for suffix in own):
        return True
    if header_only and (not host or HOLE in host or kind in {HostKind.KNOWN, HostKind.INSTALLER}):
        return True
    return header_only and bool(_OWN_FILES.search(taint.detail)) and kind not in _TELLING


def _secrets(
    state: State, body: frozenset[Taint], header: frozenset[Taint], target: str, kind: HostKind, node: ast.AST
) -> bool:
    """Single variables that hold secrets: normal in a header, telling as data and in numbers."""
    names = sorted({taint.detail for taint in body if taint.kind is Kind.SECRET})
    host = host_of(target)
    foreign = [name for name in names if not _belongs(name, host)]
    shown = ", ".join(foreign[:_SEVERAL])
    if foreign and kind in _TELLING and not (_CHAT.search(host) and len(foreign) == 1):
        state.report("SKS-EXFIL-CRED", Severity.CRITICAL, f"sends {shown} to {host}", node, f"{shown} {host}")
        return True
    placed = bool(host) and HOLE not in host and kind is not HostKind.KNOWN
    if placed and (len(foreign) >= _SEVERAL or any(_PROVIDERS.search(name) for name in foreign)):
        severity = Severity.CRITICAL if len(foreign) >= _SEVERAL else Severity.HIGH
        state.report("SKS-EXFIL-CRED", severity, f"sends {shown} to {host}", node, f"{shown} {host}")
        return True
    if len(names) >= _SEVERAL and not host:
        state.report("SKS-EXFIL-CRED", Severity.HIGH, f"sends {', '.join(names[:_SEVERAL])} away", node, names[0])
        return True
    headed = sorted(
        {taint.detail for taint in header if taint.kind is Kind.SECRET and not _belongs(taint.detail, host)}
    )
    if headed and not _CHAT.search(host) and (kind in _CATCHING or (placed and len(headed) >= _SEVERAL)):
        state.report("SKS-EXFIL-CRED", Severity.HIGH, f"sends {headed[0]} to {host}", node, f"{headed[0]} {host}")
        return True
    return False


def _belongs(name: str, host: str) -> bool:
    """Whether a variable is named after the service that the host is of."""
    words = [word for word in re.split(r"[^a-z0-9]+", name.lower()) if len(word) > _SEVERAL or word in OWN_HOSTS]
    labels = set(re.split(r"[.-]", host))
    return any(word in labels or any(host.endswith(own) for own in OWN_HOSTS.get(word, ())) for word in words)


def _lesser(state: State, body: frozenset[Taint], kind: HostKind, where: str, node: ast.AST) -> None:
    """What a person does, and what is known of the host and its files."""
    seen = sorted({taint.detail for taint in body if taint.kind is Kind.CAPTURE})
    if seen:
        state.report("SKS-KEYLOG", Severity.HIGH, f"sends the {', '.join(seen)} to {where}", node, where)
    facts = sorted({taint.detail for taint in body if taint.kind is Kind.HOST})
    files = [taint for taint in body if taint.kind is Kind.FILE]
    if (facts or files) and kind in _CATCHING | {HostKind.FREE} and not (_CHAT.search(where) and not facts):
        what = f"what it knows of the host ({', '.join(facts[:_SEVERAL])})" if facts else "a file"
        severity = Severity.HIGH if facts or kind is not HostKind.FREE else Severity.MEDIUM
        state.report("SKS-EXFIL-HOST", severity, f"sends {what} to {where}", node, where)
    elif len(facts) >= _SEVERAL and kind is HostKind.UNKNOWN and where and " " not in where:
        message = f"sends what it knows of the host ({', '.join(facts[:_SEVERAL])}) to {where}"
        state.report("SKS-EXFIL-HOST", Severity.MEDIUM, message, node, where)


def _caught(state: State, target: str, where: str, node: ast.AST, *, data: bool) -> None:
    """A host that collects requests is asked or sent something of no known origin."""
    chat = bool(_CHAT.search(where))
    if chat and HOLE in target:
        return  # the key of the chat comes from outside: whoever runs it chose where the message goes
    severity = Severity.HIGH if data and not chat else Severity.MEDIUM
    verb = "sends data to" if data else "asks"
    state.report("SKS-EXFIL-HOST", severity, f"{verb} {where}, which collects requests", node, where)


def _lookup(state: State, call: Call) -> Value | None:
    """A name is looked up: one that is built from data carries the data away."""
    name = call.arg(0, "qname", "host", "name")
    taints = taints_of(name)
    told = sorted(
        taint.detail for taint in taints
        if taint.kind in _STRONG | {Kind.CAPTURE, Kind.ENCODED, Kind.SECRET}
        or (taint.kind in {Kind.HOST, Kind.FILE} and HOLE in name.text and "." in name.text.strip(HOLE))
    )  # fmt: skip
    if told:
        shown = name.text.replace(HOLE, "…")[:80]
        message = f"looks up names under {shown or 'a domain'} that are built from data ({', '.join(told[:_SEVERAL])})"
        state.report("SKS-EXFIL-DNS", Severity.HIGH, message, call.node, shown)
    # A text that whoever owns the name wrote: an address cannot be run, a TXT record can.
    told_by = any(part.text == "TXT" for part in call.given())
    answer = frozenset({Taint(Kind.REMOTE, f"//{name.text}")}) if told_by else CLEAN
    return Value((), answer, Thing(f"{call.name}()", call))
