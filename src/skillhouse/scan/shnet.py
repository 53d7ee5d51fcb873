"""Commands that reach the network: what they send, where to, and what comes back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import SHELLS, names, options, rest_of, value_of
from skillhouse.scan.hosts import host_of
from skillhouse.scan.places import METADATA_HOSTS
from skillhouse.scan.shfilters import any_command
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined
from skillhouse.scan.verdicts import Role, host_text, looked_up, sent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = ["NETWORK"]

_EMPTY = Value("")
_UPLOADS = names("""
cp sync mv put put-object upload upload-file create copy copyto send pipe gist add issue api invoke publish rcat moveto
""")
# No path of a file: what was added to the next commit.
_STAGED, _REMOTE = "\0staged", "\0remote "
_CURL_VALUES = names("""
-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string -T
--upload-file -H --header -A --user-agent -e --referer -b --cookie -u --user -o --output -X --request -x
--proxy -K --config --url -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time
-r --range -E --cert --key --cacert --capath -c --cookie-jar -D --dump-header -y -Y -z -C --continue-at -P -Q
-t --resolve --interface --limit-rate --netrc-file --oauth2-bearer --unix-socket --output-dir --doh-url
--connect-to --aws-sigv4 --ciphers --proto --variable --expand-url --expand-data -U --proxy-user --max-redirs
--stderr --trace --trace-ascii --create-file-mode --dns-servers --mail-from --mail-rcpt --socks5
--socks5-hostname --proto-default --max-filesize --tls-max
""")
_CURL_BODIES = names("""
-d --data --data-ascii --data-binary --data-urlencode --json -F --form -T --upload-file --data-raw
--form-string --expand-data
""")
_CURL_HEADERS = names("""
-H --header -A --user-agent -e --referer -b --cookie -u --user --oauth2-bearer
""")
_WGET_VALUES = names("""
--post-file --post-data --body-file --body-data --header -O --output-document -o --output-file -P
--directory-prefix -U --user-agent --method -t --tries -T --timeout -e --execute --user --password -i
--input-file -a --referer -Q -w --load-cookies --save-cookies --http-user --http-password --ca-certificate -A
-R -D -l -nc-
""")
_AUTH = re.compile(
    r"(?i)^\s*(?:authorization|x-api-key|api-key|private-token|x-auth-token|cookie|x-goog-api-key|"
    r"[\w-]*token|[\w-]*key)\s*:"
)
_REMOTE_PATH = re.compile(r"^(?:[\w.@+-]+|\[[\da-fA-F:]+\]|[^/~]*\ufffc[^/]*):(?!//)")
_IS_FAR = re.compile(rf"://|{_REMOTE_PATH.pattern}")


def _send(shell: Shell, data: Value, url: Value, start: int, role: Role = Role.BODY) -> None:
    shell.verdicts(sent(data, url, shell.context.policy, role), start)


def _fetched(url: Value) -> Value:
    """What a request gives back."""
    host = host_of(url.text.partition(HOLE)[0])
    if host in METADATA_HOSTS:
        return Value(HOLE, frozenset({Taint(Source.METADATA, f"the metadata service {host}")}))
    return Value(HOLE, frozenset({Taint(Source.REMOTE, url.text)}))


def _get(shell: Shell, url: Value, start: int) -> None:
    """A request without a body: what its address was built from is sent."""
    if url.taints and not url.text.startswith(HOLE):
        _send(shell, url, url, start)


def _body(shell: Shell, name: str, value: Value, stdin: Value) -> Value:
    """What an option of curl sends: a text, `@FILE`, `name=@FILE`, `-` for the input."""
    if name in {"-T", "--upload-file"}:
        return stdin if value.text in {"-", "."} else _file(shell, value)
    if name in {"--data-raw", "--form-string"}:
        return value
    found = re.search(r"(?:^|=)([@<])([^;,]*)", value.text)
    if name in {"--data-urlencode", "--json", "-F", "--form"} or value.text.startswith("@"):
        if found:
            path = Value(found.group(2), value.taints)
            return stdin if path.text == "-" else _file(shell, path)
        if name == "--data-urlencode" and "@" in value.text:
            return _file(shell, Value(value.text.partition("@")[2], value.taints))
    return value


def _file(shell: Shell, path: Value) -> Value:
    """A file that is sent: its content, and what its path tells."""
    content = shell.state.read(path)
    return Value(HOLE, content.taints | path.taints)


def _curl(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, _CURL_VALUES)
    names = {name for name, _ in pairs}
    urls = [*rest_of(pairs), *(value for name, value in pairs if name in {"--url", "--expand-url"})]
    config = value_of(pairs, "-K", "--config")
    if config:
        content = call.stdin if config.text == "-" else shell.state.read(config)
        pairs += _config(content)
        urls += [value for name, value in pairs if name == "url"]
    for url in urls:
        bodies = [_body(shell, name, value, call.stdin) for name, value in pairs if name in _CURL_BODIES]
        if bodies:
            _send(shell, joined([*bodies, Value("", url.taints)]), url, call.start)
        else:
            _get(shell, url, call.start)
        for name, value in pairs:
            if name in _CURL_HEADERS and value.taints:
                auth = name in {"-u", "--user", "--oauth2-bearer"} or bool(_AUTH.search(value.text))
                _send(shell, value, url, call.start, Role.HEADER if auth else Role.BODY)
    if names & {"-k", "--insecure"}:
        shell.hit("SKS-DEFENSE-OFF", Severity.LOW, f"{call.name} does not check certificates", call.start, "curl -k")
    return _kept(shell, pairs, urls, call, ("-o", "--output"), by_name=bool(names & {"-O", "--remote-name", "-J"}))


def _config(content: Value) -> list[tuple[str, Value]]:
    """The lines of a file for `curl -K`."""
    found = re.findall(r"""(?m)^\s*-{0,2}([\w-]+)\s*[=: ]\s*"?([^"\n]*)""", content.text)
    return [(name if name == "url" else f"--{name}", Value(text, content.taints)) for name, text in found]


def _kept(
    shell: Shell, pairs: list[tuple[str, Value]], urls: list[Value], call: Call, into: tuple[str, str], *, by_name: bool
) -> Value:
    """What a download leaves: a file, or its output."""
    out = joined([_fetched(url) for url in urls]) if urls else Value()
    target = value_of(pairs, *into)
    if target is None and by_name and urls:
        target = Value(urls[-1].text.split("?")[0].rstrip("/").rpartition("/")[2])
    if target is None or target.text in {"-", "/dev/stdout", ""}:
        return out if target is None or target.text else Value()
    folder = value_of(pairs, "-P", "--directory-prefix", "--output-dir")
    path = Value(f"{folder.text.rstrip('/')}/{target.text}") if folder else target
    if path.text != "/dev/null":
        shell.state.write(path, out)
        shell.writes(shell, path, out, call.start)
    return _EMPTY


def _wget(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, _WGET_VALUES)
    urls = rest_of(pairs)
    for url in urls:
        bodies = [value for name, value in pairs if name in {"--post-data", "--body-data"}]
        bodies += [_file(shell, value) for name, value in pairs if name in {"--post-file", "--body-file"}]
        if bodies:
            _send(shell, joined(bodies), url, call.start)
        else:
            _get(shell, url, call.start)
        for name, value in pairs:
            if name in {"--header", "-U", "--user-agent", "--referer"} and value.taints:
                _send(shell, value, url, call.start, Role.HEADER if _AUTH.search(value.text) else Role.BODY)
    return _kept(shell, pairs, urls, call, ("-O", "--output-document"), by_name=True)


def _httpie(shell: Shell, call: Call) -> Value:
    rest = [
        one
        for one in rest_of(options(call.args, frozenset({"-o", "--output", "-a", "--auth"})))
        if not one.text.isupper()
    ]
    if not rest:
        return any_command(shell, call)
    url, items = rest[0], rest[1:]
    bodies = [_file(shell, Value(one.text.rpartition("@")[2], one.taints)) for one in items if "@" in one.text]
    bodies += [one for one in items if "@" not in one.text and not re.match(r"[\w-]+:", one.text)]
    data = joined([call.stdin, *bodies])
    if data.text or data.taints:
        _send(shell, data, url, call.start)
    _get(shell, url, call.start)
    return _fetched(url)


def _download(_shell: Shell, call: Call) -> Value:
    """`aria2c`, `fetch`, `lynx -source`, `GET`: what comes back."""
    urls = [one for one in call.args if "://" in one.text]
    return joined([_fetched(url) for url in urls]) if urls else Value()


def _shell_over(call: Call) -> bool:
    """Whether netcat or socat is told to tie a program to the connection."""
    texts = call.texts
    for number, text in enumerate(texts):
        if text in {"-e", "-c", "--exec", "--sh-exec", "-ce", "-ec"} or re.fullmatch(r"-[a-z]*e", text):
            after = texts[number + 1] if number + 1 < len(texts) else ""
            if call.name != "openssl" and after.split(" ")[0].rpartition("/")[2] in {
                *SHELLS,
                "cmd",
                "powershell",
                "python3",
            }:
                return True
    return any(re.search(r"(?i)^(?:exec|system):.*\b(?:sh|bash|zsh|dash)\b", text) for text in texts)


def _netcat(shell: Shell, call: Call) -> Value:
    """`nc`, `socat`, `telnet`, `openssl s_client`: raw connections."""
    places = [one for one in call.args if not one.text.startswith("-") and one.text not in {"s_client", "enc"}]
    listening = any(re.fullmatch(r"-\w*l\w*", text) for text in call.texts) or any(
        "LISTEN" in t.upper() for t in call.texts
    )
    host = next((one for one in places if re.search(r"[.:\ufffc]|^[a-z][\w-]+$", one.text)), Value())
    url = Value("tcp://" + re.sub(r"(?i)^(?:tcp4?|openssl|ssl|udp)(?:-connect)?:", "", host.text), host.taints)
    if _shell_over(call):
        where = "a port that it opens" if listening else host_text(url)
        shell.hit("SKS-REVSHELL", Severity.CRITICAL, f"ties a shell to {where}", call.start, where)
    elif call.stdin.of(Source.SHELL):
        shell.hit("SKS-REVSHELL", Severity.CRITICAL, f"ties a shell to {host_text(url)}", call.start, host_text(url))
    elif not listening:
        given = joined([call.stdin, *(_file(shell, one) for one in places if "FILE:" in one.text.upper())])
        _send(shell, Value(given.text, given.taints | _files_named(shell, call)), url, call.start)
    return Value(HOLE, frozenset({Taint(Source.REMOTE, url.text)}))


def _files_named(shell: Shell, call: Call) -> frozenset[Taint]:
    named = [Value(re.sub(r"(?i)^(?:file|open|gopen|exec):", "", one.text).split(",")[0]) for one in call.args]
    return frozenset().union(*(shell.state.read(one).taints for one in named if "/" in one.text or "." in one.text))


def _device(shell: Shell, call: Call) -> Value:
    """Output that goes to `/dev/tcp/HOST/PORT`."""
    url = call.path
    if call.name in SHELLS or call.stdin.of(Source.SHELL):
        shell.hit("SKS-REVSHELL", Severity.CRITICAL, f"ties a shell to {host_text(url)}", call.start, host_text(url))
    elif call.name != "exec":
        _send(shell, call.stdin, url, call.start)
    return _EMPTY


def _copy_far(shell: Shell, call: Call) -> Value:
    """`scp`, `rsync`, `sftp`, `rclone`: files to another host."""
    values = frozenset(
        {"-i", "-P", "-F", "-o", "-e", "--rsh", "-l", "-c", "-J", "-S", "-b", "--exclude", "--include", "-f"}
    )
    rest = rest_of(options(call.args, values))
    far = [one for one in rest if _REMOTE_PATH.search(one.text) or "://" in one.text]
    near = [one for one in rest if one not in far]
    if far and rest and rest[-1] in far:
        data = joined([call.stdin, *(_file(shell, one) for one in near)])
        host = re.sub(r"^.*@|:.*$", "", far[-1].text) if "://" not in far[-1].text else far[-1].text
        _send(shell, data, Value(host or HOLE, far[-1].taints), call.start)
    return Value()


def _ssh(shell: Shell, call: Call) -> Value:
    values = names("""
-i -p -F -o -l -c -J -S -b -L -R -D -W -w -E -e -m -O -Q -B
""")
    pairs = options(call.args, values)
    rest = rest_of(pairs)
    if rest and (call.stdin.taints or any(one.taints for one in rest[1:])):
        host = Value(rest[0].text.rpartition("@")[2], rest[0].taints)
        _send(shell, joined([call.stdin, *rest[1:]]), host, call.start)
    if any(name == "-R" for name, _ in pairs):
        shell.hit("SKS-REVSHELL", Severity.MEDIUM, "opens a way back into this host by ssh -R", call.start, "ssh -R")
    return Value()


def _ftp(shell: Shell, call: Call) -> Value:
    text = " ".join([call.stdin.text, *call.texts])
    host = next(
        (one for one in call.args if re.search(r"[\w-]\.\w", one.text) and "/" not in one.text.partition("://")[2]),
        Value(),
    )
    sent_files = re.findall(r"(?:\bm?put|\bmirror -R|\bsend)\s+(?:-\w+ )*(\S+)", text)
    named = [Value(one) for one in sent_files] + [one for one in call.args if one is not host]
    data = joined([Value("", call.stdin.taints), *(_file(shell, one) for one in named)])
    if sent_files or data.taints:
        _send(shell, data, host, call.start)
    return Value()


def _mail(shell: Shell, call: Call) -> Value:
    """`mail`, `mutt`, `sendmail`, `swaks`: whatever is written or attached goes to the address."""
    data = joined([call.stdin, *(_file(shell, one) for one in call.args)])
    to = next((one.text for one in reversed(call.args) if "@" in one.text and not one.text.startswith("@")), HOLE)
    _send(shell, data, Value(to.rpartition("@")[2], data.taints), call.start)
    return Value()


def _lookup(shell: Shell, call: Call) -> Value:
    for name in call.args:
        if name.taints and not name.text.startswith(("-", "@")):
            shell.verdicts(looked_up(name, shell.context.policy), call.start)
    return Value(HOLE, frozenset({Taint(Source.REMOTE, f"dns:{' '.join(call.texts)}")}))


def _git(shell: Shell, call: Call) -> Value:
    texts = call.texts
    if "push" in texts:
        secrets = shell.state.files.get(_STAGED, _EMPTY)
        named = (shell.state.files.get(f"{_REMOTE}{one}") for one in texts)
        far = next((one for one in (*call.args, *named) if one and _IS_FAR.search(one.text)), None)
        if far is not None:
            _send(shell, secrets, far, call.start)
        elif secrets.taints:
            what = next(iter(secrets.of(Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY)), None)
            message = f"pushes {what.what if what else 'a secret'} to the remote of the repository"
            shell.hit("SKS-EXFIL-CRED", Severity.MEDIUM, message, call.start, "git push")
    elif "remote" in texts and {"add", "set-url"} & set(texts):
        for one in call.args:
            if _IS_FAR.search(one.text):
                shell.state.files.update({f"{_REMOTE}{name}": one for name in texts})
    elif "add" in texts:
        whole = bool({".", "-A", "--all", "*"} & set(texts))
        data = joined([*(_file(shell, one) for one in call.args), *(shell.state.files.values() if whole else ())])
        if data.taints:
            shell.state.files[_STAGED] = data.unknown()
    return Value()


def _upload(shell: Shell, call: Call) -> Value:
    """Tools of clouds and code hosts that put files where others can get them."""
    if not _UPLOADS & set(call.texts):
        return _printed(call)
    data = joined(
        [
            call.stdin,
            *(_file(shell, Value(re.sub(r"^(?:file|fileb)://|^@", "", one.text), one.taints)) for one in call.args),
        ]
    )
    stolen = data.of(Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY, Source.METADATA)
    if stolen:
        far = next(
            (one.text for one in call.args if re.match(r"(?:s3|gs|az|https?)://|[\w-]+:(?!//)", one.text)), call.name
        )
        what = f"uploads {stolen[0].what} with {call.name} to {far}"
        shell.hit(
            "SKS-EXFIL-CRED", Severity.CRITICAL, what.replace(HOLE, "…"), call.start, f"{stolen[0].what} {call.name}"
        )
    return _printed(call)


_PRINTS = {"print-access-token": "GOOGLE access token", "print-identity-token": "GOOGLE identity token"}


def _printed(call: Call) -> Value:
    """What a tool of a cloud prints: with some words, a key of its service."""
    texts = set(call.texts)
    what = next((name for word, name in _PRINTS.items() if word in texts), "")
    if call.name == "gh" and {"auth", "token"} <= texts:
        what = "GITHUB token"
    if call.name == "aws" and ({"configure", "get"} <= texts or {"configure", "export-credentials"} <= texts):
        what = "AWS keys"
    if call.name == "az" and "get-access-token" in texts:
        what = "AZURE access token"
    return Value(HOLE, frozenset({Taint(Source.SECRET, what)})) if what else Value()


_BY_NAMES: Mapping[str, Handler] = {
    "curl curl.exe": _curl,
    "wget wget2": _wget,
    "http https httpie xh xhs": _httpie,
    "aria2c axel fetch GET lwp-request lynx w3m links": _download,
    "nc ncat netcat nc.traditional nc.openbsd socat telnet cryptcat": _netcat,
    "/dev/tcp": _device,
    "scp rsync sftp croc wormhole": _copy_far,
    "ssh autossh dbclient": _ssh,
    "ftp lftp tftp ncftpput": _ftp,
    "mail mailx mutt sendmail msmtp swaks ssmtp neomutt": _mail,
    "dig nslookup host ping ping6 drill getent resolvectl traceroute delv kdig": _lookup,
    "git": _git,
    "aws gsutil gcloud az gh glab rclone s3cmd mc azcopy b2 doctl oss ossutil hub ipfs s5cmd": _upload,
}
NETWORK: Mapping[str, Handler] = {name: handler for names, handler in _BY_NAMES.items() for name in names.split()}
