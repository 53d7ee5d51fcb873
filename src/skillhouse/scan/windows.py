"""PowerShell and batch files, and such commands in fences: read by their words alone (SCN-2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import rules
from skillhouse.scan.decoding import base64_text as _base64
from skillhouse.scan.decoding import bytes_of, looks_like_code
from skillhouse.scan.literals import literal_hits
from skillhouse.scan.piece import Language
from skillhouse.scan.places import agent_config, credential_path, history_file
from skillhouse.scan.rule import Hit
from skillhouse.scan.value import HOLE, Source, Taint, Value
from skillhouse.scan.verdicts import remote_code, sent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["WindowsDetector"]

_URL = re.compile(r"(?i)\b(?:https?|ftp)://[^\s\"'`<>|;)]+")
_RUN = r"(?:iex|invoke-expression|&\s*\(\s*\[scriptblock\]::create)"
_TICKED_NAME = re.compile(r"(?i)\b(?:i[`^]ex|p[`^]?o[`^]?w\w*[`^]\w+|in[`^]vo\w*[`^]?\w*)\b")
_GET = (
    r"(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|downloadstring|downloaddata|net\.webclient|"
    r"start-bitstransfer|downloadfile)"
)
_FETCH_RUN = re.compile(
    rf"(?i){_GET}\b[^\n]{{0,600}}\|\s*{_RUN}\b|{_RUN}\b[^\n]{{0,200}}{_GET}\b|"
    r"mshta(?:\.exe)?\s+[\"']?(?:https?|javascript|vbscript):|regsvr32[^\n]{0,80}/i:https?:|"
    r"rundll32[^\n]{0,80}javascript:|(?:rundll32|regsvr32|mshta|wscript|cscript|msiexec)(?:\.exe)?\b[^\n]{0,40}\s[\"']?"
    r"\\\\[\w.-]+\\[^\n]{0,200}|msiexec[^\n]{0,60}https?:"
)
_KEPT = re.compile(rf"(?im)^\s*\$(\w+)\s*=[^\n]{{0,200}}?{_GET}\b[^\n]{{0,400}}")
_SHARE = re.compile(r"(?i)\b(?:net\s+use|new-psdrive[^\n]{0,80})\s+([a-z]):?\s[^\n]{0,80}?\\\\([\w-]+(?:\.[\w-]+)+)")
_SHARES = 8
_BARE_URL = re.compile(
    r"(?i)(?<=[\s\"'\\])(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(?:[/\\][^\s\"'|;)]*)?(?=[\s\"'|]|$)"
)
_SAVE = re.compile(
    r"(?i)(?:-outfile|-o|-destination|downloadfile\([^,\n]{1,300},|"
    r"certutil[^\n]{0,60}-urlcache[^\n]{0,200}|bitsadmin[^\n]{0,300}|curl[^\n]{0,200}-o)"
    r"[ \t]*[\"']?([^\s\"',;)|]+\.(?:exe|ps1|bat|cmd|vbs|js|msi|scr|dll|hta))"
)
_ENCODED = re.compile(
    r"(?i)(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}?\s-e(?:nc|ncodedcommand|c|"
    r"nco\w*)?\s+[\"']?([A-Za-z0-9+/=]{16,})"
)
_FROM_BASE64 = re.compile(r"(?i)frombase64string\(\s*[\"']([A-Za-z0-9+/=]{16,})[\"']")
_ANY_BASE64 = re.compile(r"(?i)frombase64string\(")
_ANY_RUN = re.compile(rf"(?i)\b{_RUN}(?![\w-])")
_VARIABLE = re.compile(r"(?im)^\s*\$(\w+)\s*=\s*(.+)$")
_SET = re.compile(r"(?im)^\s*@?set\s+\"?(\w+)=([^\"\n]*)")
_TICKS = re.compile(r"(?<=[A-Za-z])[`^](?=[A-Za-z])")
_SPLIT_NAME = re.compile(r"(?i)&\s*\(?\s*[\"'](?:[\w-]{1,12}[\"']\s*\+\s*[\"']){1,8}[\w-]{1,12}[\"']")
_SOCKET = re.compile(r"(?is)net\.sockets\.tcpclient.{0,3000}?(?:iex|invoke-expression|cmd\.exe|powershell|getstream)")
_OFF = re.compile(
    r"(?i)set-mppreference[^\n]{0,200}-(?:disable\w+\s+(?:\$?true|1)|exclusion\w+)|"
    r"add-mppreference[^\n]{0,100}-exclusion|netsh[^\n]{0,60}firewall[^\n]{0,80}"
    r"(?:off|disable)|set-netfirewallprofile[^\n]{0,80}false|vssadmin(?:\.exe)?\s+delete|wbadmin\s+delete|"
    r"bcdedit[^\n]{0,60}recoveryenabled\s+no|"
    r"wevtutil(?:\.exe)?\s+cl\b|clear-eventlog|sc(?:\.exe)?\s+(?:stop|delete|config)\s+windefend|amsiutils|"
    r"amsiinitfailed|"
    r"clear-history|remove-item[^\n]{0,80}consolehost_history|enablelua[^\n]{0,40}/d\s+0"
)
_BYPASS = re.compile(
    r"(?i)-(?:executionpolicy|ep|exec)\s+(?:bypass|unrestricted)|set-executionpolicy\s+(?:bypass|unrestricted)"
)
_PERSIST = re.compile(
    r"(?i)schtasks(?:\.exe)?\s+/create|register-scheduledtask|new-service\b|sc(?:\.exe)?\s+create|"
    r"currentversion\\+run(?:once)?\b|"
    r"start menu\\+programs\\+startup|shell:startup|\$profile\b[^\n]{0,40}(?:>>|add-content|set-content)|"
    r"(?:add|set)-content[^\n]{0,40}\$profile\b|"
    r"__eventfilter|winlogon\\+(?:shell|userinit)"
)
_DESTROY = re.compile(
    r"(?i)remove-item[^\n]{0,80}-recurse[^\n]{0,40}\s[\"']?(?:c:\\\*?|\$env:userprofile|\$home|"
    r"~)[\"'\\*]*(?:\s|$)|rd\s+/s\s+/q\s+[\"']?(?:c:\\|%userprofile%)[\"'\\*]*(?:\s|$)|"
    r"(?:del|erase)\s+/[fsq][^\n]{0,20}(?:c:\\\*|c:\\users|%userprofile%)|format\s+[a-z]:\s+/|"
    r"cipher\s+/w:c|clear-disk\b"
)
_ADMIN = re.compile(
    r"(?i)net\s+(?:user\s+\S+\s+\S+\s+/add|localgroup\s+administrators\s+\S+\s+/add)|"
    r"add-localgroupmember[^\n]{0,60}administrators|fodhelper|eventvwr\.exe[^\n]{0,40}mscfile"
)
_WATCH = re.compile(
    r"(?i)getasynckeystate|setwindowshookex|copyfromscreen|get-clipboard|\[windows\.forms\.clipboard\]::gettext"
)
_KEYS = re.compile(r"(?i)getasynckeystate|setwindowshookex")
_SEND = re.compile(
    r"(?i)-method\s+(?:post|put)|-body\b|-infile\b|uploadstring|uploadfile|uploaddata|send-mailmessage|"
    r"-usebasicparsing[^\n]{0,80}-body|curl[^\n]{0,200}\s(?:-d|-F|--data\S*|-T)\s"
)
_ENV_ALL = re.compile(r"(?i)(?:get-childitem|gci|dir|ls)\s+env:|getenvironmentvariables\(\)|\bset\s*(?:\||>)")
_MINER = re.compile(r"(?i)xmrig|stratum\+tcp|minerd\b|nicehash")


class WindowsDetector:
    """Looks for what PowerShell and batch commands fetch, run, send, hide and change."""

    name = "windows"
    languages = frozenset({Language.WINDOWS})
    rules = rules(
        "SKS-EXEC-REMOTE", "SKS-OBF-DECODE-EXEC", "SKS-OBF-HIDDEN-CMD", "SKS-REVSHELL", "SKS-PERSIST", "SKS-DESTRUCT",
        "SKS-DEFENSE-OFF", "SKS-PRIV", "SKS-MINER", "SKS-KEYLOG", "SKS-EXFIL-CRED", "SKS-EXFIL-HOST",
        "SKS-AGENT-CONFIG",
        "SKS-URL-HOST", "SKS-CRED-PATH", "SKS-LONG-HEX",
    )  # fmt: skip

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Everything that the words of the commands say."""
        text = _plain(piece.text)
        context.spend(len(text) // 10)
        yield from _fetched(piece, context, text)
        yield from _encoded(piece, text)
        yield from _sent(piece, context, text)
        yield from _acts(piece, text)
        if not piece.prose:
            yield from literal_hits(piece, context)


def _plain(text: str) -> str:
    """The text with variables that hold a plain text put in, without ticks and carets within words."""
    text = _TICKS.sub("", text.replace("^\n", " ").replace("`\n", " "))
    values = dict(_SET.findall(text))
    for name, value in _VARIABLE.findall(text):
        found = re.fullmatch(r"\s*((?:[\"'][^\"'\n]*[\"']\s*\+?\s*)+);?\s*", value)
        if found:
            values[name] = re.sub(r"[\"']\s*\+?\s*[\"']?", "", found.group(1)).strip()
    for name, value in list(values.items())[:64]:
        text = re.sub(rf"(?i)\$\{{?{re.escape(name)}\}}?(?!\w)|%{re.escape(name)}%", value.replace("\\", "\\\\"), text)
    return re.sub(r"(?<=\w)[\"']\s*\+\s*[\"'](?=\w)", "", text)[: 4 << 20]


def _hit(piece: Piece, rule: str, severity: Severity, message: str, found: re.Match[str]) -> Hit:
    line = found.string.count("\n", 0, found.start()) + 1
    lines = piece.text.count("\n") + 1
    return Hit(rule, severity, message, piece, piece.at(min(line, lines)), " ".join(found.group().split())[:80])


def _remote(url: str) -> Value:
    return Value(HOLE, frozenset({Taint(Source.REMOTE, url)}))


def _fetched(piece: Piece, context: Context, text: str) -> Iterator[Hit]:
    """What is downloaded and run: at once, or as a file."""
    kept = [found for found in _KEPT.finditer(text) if _runs(text, found)]
    for found in [*_FETCH_RUN.finditer(text), *kept]:
        url = _URL.search(found.group()) or _BARE_URL.search(found.group()) or _URL.search(text, found.start())
        for one in remote_code(_remote(url.group() if url else HOLE), context.policy, " in PowerShell"):
            yield _hit(piece, one.rule, one.severity, one.message, found)
    yield from _shared(piece, context, text)
    for found in _SAVE.finditer(text):
        name = re.split(r"[\\/]", found.group(1))[-1]
        starts = r"(?:start-process|start|&|\.\\|cmd /c|call|invoke-item|^)"
        later = re.compile(rf"(?im){starts}[^\n]{{0,120}}{re.escape(name)}")
        near = _URL.finditer(text, max(found.start() - 600, 0), found.end() + 300)
        url = next(near, None)
        if url and later.search(text, found.end()):
            for one in remote_code(_remote(url.group()), context.policy, f" as {name}"):
                yield _hit(piece, one.rule, one.severity, one.message, found)


def _shared(piece: Piece, context: Context, text: str) -> Iterator[Hit]:
    """A folder of a far host as a drive, and a program that is run from it."""
    for found in list(_SHARE.finditer(text))[:_SHARES]:
        later = re.compile(
            rf"(?im)(?:^|[&;\s\"']){re.escape(found[1])}:[^\s\"']*\.(?:bat|cmd|exe|ps1|vbs|js|hta|msi|lnk|dll)\b"
        )
        if later.search(text, found.end()):
            for one in remote_code(_remote(f"https://{found[2]}/"), context.policy, " by way of a drive"):
                yield _hit(piece, one.rule, one.severity, one.message, found)


def _runs(text: str, kept: re.Match[str]) -> bool:
    """Whether what was fetched into a variable is run further on."""
    return bool(re.compile(rf"(?i){_RUN}[^\n]{{0,80}}\${re.escape(kept.group(1))}(?!\w)").search(text, kept.end()))


def _encoded(piece: Piece, text: str) -> Iterator[Hit | Piece]:
    """Commands that are spelled in base64, ticks or parts."""
    for found in _ENCODED.finditer(text):
        yield from _unpacked(piece, found)
    run = _ANY_RUN.search(text)
    for found in _FROM_BASE64.finditer(text):
        if run:
            yield from _unpacked(piece, found)
    calls = _ANY_BASE64.search(text)
    if run and calls and not _FROM_BASE64.search(text):
        yield _hit(piece, "SKS-OBF-DECODE-EXEC", Severity.HIGH, "runs text that is unpacked from base64", calls)
    parts = _SPLIT_NAME.search(piece.text) or _TICKED_NAME.search(piece.text)
    if parts:
        message = f"`{parts.group()[:60]}` spells a command in parts"
        yield _hit(piece, "SKS-OBF-HIDDEN-CMD", Severity.HIGH, message, parts)


def _unpacked(piece: Piece, found: re.Match[str]) -> Iterator[Hit | Piece]:
    content = _base64(found.group(1)) or ""
    packed = bytes_of(content)
    code = packed.decode("utf-16-le", "replace") if b"\0" in packed[:4] else content
    severity = (
        Severity.CRITICAL
        if looks_like_code(code) or re.search(r"(?i)iex|invoke-|start-|net\.", code)
        else Severity.HIGH
    )
    hit = _hit(piece, "SKS-OBF-DECODE-EXEC", severity, "runs text that is unpacked from base64", found)
    yield hit
    if code:
        yield piece.decoded(code, Language.WINDOWS, hit.where, "base64")


def _sent(piece: Piece, context: Context, text: str) -> Iterator[Hit]:
    """Credentials, the environment or what a person sees, and a command that sends."""
    send = _SEND.search(text)
    if not send:
        return
    place = credential_path(text) or history_file(text)
    taints = set()
    if place:
        taints.add(Taint(Source.CREDENTIAL, place))
    if _ENV_ALL.search(text):
        taints.add(Taint(Source.ENVIRONMENT, "the whole environment"))
    if _WATCH.search(text):
        taints.add(Taint(Source.WATCHED, "the screen, keys or clipboard"))
    url = _URL.search(text, send.start()) or _URL.search(text)
    for one in sent(Value(HOLE, frozenset(taints)), Value(url.group() if url else HOLE), context.policy):
        yield _hit(piece, one.rule, one.severity, one.message, send)


def _acts(piece: Piece, text: str) -> Iterator[Hit]:
    """What changes the host."""
    for pattern, rule, severity, message in (
        (_SOCKET, "SKS-REVSHELL", Severity.CRITICAL, "ties a shell to a connection"),
        (_OFF, "SKS-DEFENSE-OFF", Severity.HIGH, "switches off a protection of Windows"),
        (_BYPASS, "SKS-DEFENSE-OFF", Severity.LOW, "runs scripts past the execution policy"),
        (_PERSIST, "SKS-PERSIST", Severity.MEDIUM if piece.prose else Severity.HIGH, "makes something start by itself"),
        (_DESTROY, "SKS-DESTRUCT", Severity.HIGH, "deletes the user's files or a disk"),
        (_ADMIN, "SKS-PRIV", Severity.HIGH, "takes the rights of an administrator"),
        (_KEYS, "SKS-KEYLOG", Severity.HIGH, "records the keys"),
        (_MINER, "SKS-MINER", Severity.HIGH, "mines coins"),
    ):
        found = pattern.search(text)
        if found:
            yield _hit(piece, rule, severity, message, found)
    config = agent_config(text)
    write = re.search(r"(?i)(?:set-content|add-content|out-file|>>?)[^\n]{0,120}", text)
    if config and write and agent_config(write.group()):
        yield _hit(piece, "SKS-AGENT-CONFIG", Severity.HIGH, f"changes the agent's own {config}", write)
