"""Commands that run something: shells, interpreters, wrappers, and files that the script made runnable."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import HIDDEN_NAMES, INTERPRETERS, SHELLS, WRAPPERS, options, rest_of, value_of
from skillhouse.scan.piece import Language
from skillhouse.scan.shfetched import content_of
from skillhouse.scan.shfilters import any_command
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined
from skillhouse.scan.verdicts import host_text, remote_code, softened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = ["PROGRAMS", "hidden", "program"]

_EMPTY = Value("")
_NONE: frozenset[str] = frozenset()
_LANGUAGES: Mapping[str, Language] = {
    "python": Language.PYTHON, "python2": Language.PYTHON, "python3": Language.PYTHON, "pypy3": Language.PYTHON,
    "node": Language.JAVASCRIPT, "nodejs": Language.JAVASCRIPT, "deno": Language.TYPESCRIPT, "bun": Language.TYPESCRIPT,
    "tsx": Language.TYPESCRIPT, "pwsh": Language.WINDOWS, "powershell": Language.WINDOWS, "cmd": Language.WINDOWS,
}  # fmt: skip
# A connection and a shell in one program of a language that is not read further.
_FOREIGN_SHELL = re.compile(
    r"(?is)(?:socket|fsockopen|TCPSocket|IO::Socket|/inet/tcp/|net\.connect|socket\.tcp).{0,2000}?"
    r"(?:exec|system|popen|proc_open|shell_exec|/bin/(?:ba|z|da)?sh|spawn|cmd\.exe|\|&)"
)
_FOREIGN_SEND = re.compile(
    r"(?i)(?:https?://|socket|fsockopen|TCPSocket|IO::Socket|/inet/(?:tcp|udp)/|Net::HTTP|LWP|HTTP::Tiny|"
    r"open-uri|curl|XMLHTTP)"
)
_FOREIGN_URL = re.compile(
    r"(?i)(?:https?://|/inet/tcp/\d+/|TCPSocket\.(?:new|open)\(?['\"]|fsockopen\(['\"]|"
    r"PeerAddr\s*=>\s*['\"])([^\s/'\"\\)]+)"
)
_FOREIGN_FETCH_RUN = re.compile(
    r"(?is)(?:eval|system|exec|`|instance_eval)\W{0,5}[^\n]{0,80}?(?:open\(|URI|get\(|file_get_contents|"
    r"Net::HTTP|LWP)[^\n]{0,60}https?://"
)
_DO_SHELL = re.compile(r'(?i)do shell script "((?:[^"\\]|\\.)*)"')
_RUNS_TEXT = re.compile(
    r"""\b(?:system|exec|shell_exec|passthru|popen|os\.execute)\s*\(?\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')"""
)
_ASKS_PASSWORD = re.compile(r"(?is)display dialog.{0,400}?hidden answer|hidden answer.{0,400}?display dialog")
_TOOL_INIT = re.compile(
    r"(?i)ssh-agent|shellenv|\b(?:init|hook|env|activate|completions?)\b|dircolors|resize|minikube|"
    r"docker-machine|lesspipe|opam|fnm|direnv"
)


def _eval(shell: Shell, call: Call) -> Value:
    text = joined(call.args, " ")
    constant = text.known and not text.taints
    severity = Severity.LOW if constant or _TOOL_INIT.search(call.written) else Severity.MEDIUM
    if call.args and not shell.piece.prose:
        shell.hit("SKS-DYN-EXEC", severity, "eval runs a text as commands", call.start, "eval")
    return shell.execute(text, call.start, "")


def _shell(shell: Shell, call: Call) -> Value:
    """`bash -c TEXT`, `bash FILE`, `… | bash`, `bash -s`, `bash <(…)`."""
    pairs = options(call.args, frozenset({"-c", "-o", "-O", "+o", "--rcfile", "--init-file"}), short="c")
    text = value_of(pairs, "-c")
    rest = rest_of(pairs)
    if text is not None:
        before, shell.state.arguments = shell.state.arguments, rest[1:] or None
        out = shell.execute(text, call.start, "")
        shell.state.arguments = before
        return out
    names = {name for name, _ in pairs}
    if rest and rest[0].text not in {"-", "/dev/stdin"} and "-s" not in names:
        return _run_file(shell, call, rest[0], rest[1:])
    if _from_connection(shell, call) or "-i" in names:
        return Value(HOLE, frozenset({Taint(Source.SHELL, "a shell")}))
    if call.stdin.text or call.stdin.taints:
        return shell.execute(call.stdin, call.start, "")
    return Value(HOLE, frozenset({Taint(Source.SHELL, "a shell")}))


def _from_connection(shell: Shell, call: Call) -> bool:
    """A shell whose input is a raw connection, or a named pipe that something else writes to."""
    for taint in call.stdin.of(Source.REMOTE):
        if taint.what.startswith("tcp://"):
            where = host_text(Value(taint.what))
            shell.hit("SKS-REVSHELL", Severity.CRITICAL, f"a shell takes its commands from {where}", call.start, where)
            return True
    return any(one.what == "a named pipe" for one in call.stdin.of(Source.SHELL))


def _run_file(shell: Shell, call: Call, path: Value, args: list[Value]) -> Value:
    """A script by its path: what the script at hand wrote there, or fetched."""
    content = content_of(shell, path)
    if content.of(Source.REMOTE, Source.DECODED):
        return shell.execute(content, call.start, f" as {path.text}".replace(HOLE, "…"))
    if content.known and content.text.strip() and shell.state.path(path.text) in shell.state.files:
        before, shell.state.arguments = shell.state.arguments, args
        out = shell.run_text(content, call.start, call.stdin)
        shell.state.arguments = before
        return out
    return any_command(shell, call)


def _source(shell: Shell, call: Call) -> Value:
    if not call.args:
        return _EMPTY
    content = shell.state.read(call.args[0])
    if content.of(Source.REMOTE, Source.DECODED) or (
        content.known and shell.state.path(call.args[0].text) in shell.state.files
    ):
        return shell.execute(content, call.start, "")
    return _EMPTY


def _interpreter(shell: Shell, call: Call) -> Value:
    """`python -c TEXT`, `node -e TEXT`, `python FILE`, `… | python -`."""
    name = re.sub(r"(?<=python)[\d.]+$", "3", call.name)
    texts = call.texts
    given = INTERPRETERS[name]
    language = _LANGUAGES.get(name)
    at = next(
        (n for n, text in enumerate(texts) if text in given or (name != "python3" and text.lower() in given)), None
    )
    if at is not None and at + 1 < len(call.args):
        return _program(shell, call, call.args[at + 1], language, texts[at])
    if name == "osascript" and not texts:
        return _program(shell, call, call.stdin, language, "")
    rest = [one for one in call.args if not one.text.startswith("-")]
    for one in rest[:2] if name in {"deno", "bun"} else ():
        if re.match(r"https?://", one.text):
            remote = Value(HOLE, frozenset({Taint(Source.REMOTE, one.text)}))
            shell.verdicts(remote_code(remote, shell.context.policy, f" with {name}"), call.start)
    if rest and "-" not in texts:
        return _program_file(shell, call, rest[0], language)
    return _program(shell, call, call.stdin, language, "") if call.stdin.text or call.stdin.taints else Value()


def _program_file(shell: Shell, call: Call, path: Value, language: Language | None) -> Value:
    """A program by its path: what the script at hand wrote there, or fetched."""
    content = content_of(shell, path)
    if content.of(Source.REMOTE, Source.DECODED):
        how = f" as {path.text}".replace(HOLE, "…")
        return shell.execute(content, call.start, how, language or Language.SHELL)
    if content.known and content.text.strip():
        return _program(shell, call, content, language, "")
    return any_command(shell, call)


def _program(shell: Shell, call: Call, text: Value, language: Language | None, option: str) -> Value:
    """The text of a program in another language."""
    if text.of(Source.DECODED) or (text.of(Source.REMOTE) and text.text.strip().startswith(HOLE)):
        return shell.execute(text, call.start, "", language or Language.DATA)
    if language is Language.WINDOWS:
        shell.cut(f"{call.name} {option} {text.text}", language, call.start)
    elif language:
        shell.cut(text.text, language, call.start)
    else:
        _foreign(shell, call, text)
    return any_command(shell, replace(call, args=[Value(HOLE, text.taints), *call.args[1:]]))


def _foreign(shell: Shell, call: Call, text: Value) -> None:
    """Perl, Ruby, PHP, Lua, awk, AppleScript: read by their words alone."""
    code = text.text[:20_000]
    for found in _DO_SHELL.finditer(code):
        shell.run_text(Value(re.sub(r"\\(.)", r"\1", found.group(1)), text.taints), call.start)
    for found in _RUNS_TEXT.finditer(code) if call.name in {"perl", "ruby", "php", "lua"} else ():
        command = re.sub(r"\\(.)", r"\1", found.group(1) or found.group(2) or "")
        shell.run_text(Value(command, text.taints), call.start)
    if _ASKS_PASSWORD.search(code):
        shell.hit(
            "SKS-KEYLOG", Severity.HIGH, "asks for a password in a dialog of its own", call.start, "hidden answer"
        )
    where = _FOREIGN_URL.search(code)
    host = host_text(Value(where.group(1))) if where else "another host"
    if _FOREIGN_SHELL.search(code):
        shell.hit("SKS-REVSHELL", Severity.CRITICAL, f"{call.name} ties a shell to {host}", call.start, host)
    elif _FOREIGN_SEND.search(code):
        _foreign_send(shell, call, code, host)


def _foreign_send(shell: Shell, call: Call, code: str, host: str) -> None:
    taint = next((one for path in re.findall(r"[~$\w./{}-]*[/.][\w./-]+", code) if (one := _stolen(shell, path))), None)
    if taint is None and re.search(r"%ENV\b|\bENV\.to_|\$_ENV\b|getenv\(\)|\bENVIRON\b(?!\[)", code):
        taint = Taint(Source.ENVIRONMENT, "the whole environment")
    if taint is None and call.stdin.of(Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY):
        taint = call.stdin.of(Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY)[0]
    if taint:
        shell.hit(
            "SKS-EXFIL-CRED",
            Severity.CRITICAL,
            f"{call.name} sends {taint.what} to {host}",
            call.start,
            f"{taint.what} {host}",
        )
    elif _FOREIGN_FETCH_RUN.search(code):
        url = re.search(r"https?://[^\s'\"\\)]+", code)
        remote = Value(HOLE, frozenset({Taint(Source.REMOTE, url.group() if url else HOLE)}))
        shell.verdicts(remote_code(remote, shell.context.policy, f" with {call.name}"), call.start)


def _stolen(shell: Shell, path: str) -> Taint | None:
    found = shell.state.read(Value(path)).of(Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY)
    return found[0] if found else None


def _awk(shell: Shell, call: Call) -> Value:
    program_text = next((one for one in call.args if not one.text.startswith("-")), _EMPTY)
    if "/inet/" in program_text.text or "system(" in program_text.text or "| getline" in program_text.text:
        _foreign(shell, call, program_text)
        for found in re.finditer(
            r'system\("((?:[^"\\]|\\.)*)"\)|"((?:[^"\\]|\\.)*)"\s*\|\s*getline', program_text.text[:20_000]
        ):
            command = re.sub(r"\\(.)", r"\1", found.group(1) or found.group(2))
            runs = found.group(2) and "system(" in program_text.text
            shell.run_text(Value(f"{command} | sh" if runs else command, program_text.taints), call.start)
    return shell.handlers["cut"](shell, call)


def _wrapper(shell: Shell, call: Call) -> Value:
    """`sudo`, `env`, `nohup`, `xargs` …: the command that they run."""
    values = WRAPPERS[call.name]
    if call.name == "command" and {"-v", "-V"} & set(call.texts):
        return _which(shell, call)
    at = 0
    while at < len(call.args):
        text = call.args[at].text
        if text.startswith("-") and len(text) > 1:
            at += 2 if text in values else 1
        elif re.match(r"[A-Za-z_]\w*=", text) and call.name in {"env", "sudo", "exec", "doas"}:
            name, _, rest = text.partition("=")
            shell.state.names[name] = Value(rest, call.args[at].taints)
            at += 1
        elif call.name in {"timeout", "flock", "chroot", "arch"} and at + 1 < len(call.args) and at == _options(call):
            at += 1
            return _inside(shell, call, at)
        else:
            return _inside(shell, call, at)
    return shell.handlers["printenv"](shell, replace(call, name="env")) if call.name == "env" else call.stdin


def _which(_shell: Shell, call: Call) -> Value:
    """Where a command lies: its name will do."""
    return next((one for one in call.args if not one.text.startswith("-")), Value())


def _options(call: Call) -> int:
    return next((n for n, text in enumerate(call.texts) if not text.startswith("-")), 0)


def _inside(shell: Shell, call: Call, at: int) -> Value:
    if call.name in {"watch", "trap"} or " " in call.args[at].text:
        return shell.execute(
            joined(call.args[at : at + 1] if call.name == "trap" else call.args[at:], " "), call.start, ""
        )
    inner = call.inside(at)
    if call.name in {"xargs", "parallel"}:
        inner = _with_input(call, inner)
    if call.name in {"sudo", "doas"}:
        shell.handlers["sudo:"](shell, inner)
    return shell.call(inner)


def _filled(arg: Value, mark: str, given: Value) -> Value:
    return Value(arg.text.replace(mark, given.text), arg.taints | given.taints) if mark in arg.text else arg


def _with_input(call: Call, inner: Call) -> Call:
    """What `xargs` runs has the input among its arguments."""
    given = Value(call.stdin.text.strip(), call.stdin.taints)
    mark = value_of(options(call.args, WRAPPERS["xargs"]), "-I") or Value("{}")
    if any(mark.text in one.text for one in inner.args):
        args = [_filled(one, mark.text, given) for one in inner.args]
    else:
        args = [*inner.args, *(Value(text, given.taints) for text in given.text.split()[:64] or [HOLE])]
    return replace(inner, args=args, stdin=_EMPTY)


def _find(shell: Shell, call: Call) -> Value:
    """`find … -exec COMMAND`: it gets every place that is searched; what is printed are paths."""
    texts = call.texts
    places = call.args[: next((n for n, t in enumerate(texts) if t.startswith("-")), len(texts))]
    names = [call.args[n + 1] for n, text in enumerate(texts[:-1]) if text in {"-name", "-iname", "-path", "-ipath"}]
    looked_for = Value(
        " ".join(
            f"{place.text.rstrip('/')}/{name.text}" for place in places or [Value(".")] for name in names or [_EMPTY]
        )
    )
    for number, text in enumerate(texts):
        if text in {"-exec", "-execdir", "-ok"} and number + 1 < len(texts):
            end = next((n for n in range(number, len(texts)) if texts[n] in {";", "+", "\\;"}), len(texts))
            inner = _between(call, number + 1, end)
            filled = [Value(one.text.replace("{}", looked_for.text), one.taints) for one in inner.args]
            shell.call(replace(inner, args=filled))
    shell.handlers["find:"](shell, call)
    return looked_for


def _between(call: Call, start: int, end: int) -> Call:
    """The command between two arguments of another."""
    inner = call.inside(start)
    return replace(inner, args=call.args[start + 1 : end], stdin=_EMPTY)


def _alias(shell: Shell, call: Call) -> Value:
    for one in call.args:
        name, equals, text = one.text.partition("=")
        if equals:
            shell.state.aliases[name] = Value(text, one.taints)
    return _EMPTY


def _mkfifo(shell: Shell, call: Call) -> Value:
    if call.name == "mknod" and "p" not in call.texts:
        return _EMPTY
    for path in rest_of(options(call.args, frozenset({"-m"}))):
        shell.state.write(path, Value(HOLE, frozenset({Taint(Source.SHELL, "a named pipe")})))
    return _EMPTY


def _chmod(shell: Shell, call: Call) -> Value:
    rest = [one for one in call.args if not re.fullmatch(r"-[Rvcf]+", one.text)]
    if rest and re.search(r"\+[rws]*x|^[0-7]?[157][0-7]{2}$|u=.*x", rest[0].text):
        for path in rest[1:]:
            content = shell.state.read(path)
            found = remote_code(content, shell.context.policy, ": it is made runnable")
            shell.verdicts(softened(found), call.start)
    shell.handlers["chmod:"](shell, call)
    return _EMPTY


def _opened(shell: Shell, call: Call) -> Value:
    """`open`, `installer`, `dpkg -i`: a program or package that the script fetched is started or installed."""
    for path in call.args:
        content = shell.state.read(path)
        most = Severity.HIGH if call.name == "open" else Severity.MEDIUM
        found = remote_code(content, shell.context.policy, f" with {call.name}")
        shell.verdicts(softened(found, most), call.start)
    return _EMPTY


def program(shell: Shell, call: Call) -> Value:
    """Any other command: a file that the script made, a name that is put together, or a program of the host."""
    content = shell.state.files.get(shell.state.path(call.path.text)) or content_of(shell, call.path)
    if content.of(Source.REMOTE, Source.DECODED):
        return shell.execute(content, call.start, f" as {call.path.text}".replace(HOLE, "…"))
    if content.known and content.text.strip():
        return _run_file(shell, call, call.path, call.args)
    if call.path.text.startswith(HOLE) and call.path.of(Source.REMOTE, Source.DECODED):
        return shell.execute(call.path, call.start, "")
    return any_command(shell, call)


def hidden(shell: Shell, call: Call) -> None:
    """A command whose name is spelled in parts: quotes, escapes or variables within one word."""
    name = call.path.text
    if call.name in HIDDEN_NAMES and name == call.name and _in_parts(call.raw, name):
        shell.hit("SKS-OBF-HIDDEN-CMD", Severity.HIGH, f"`{call.raw[:60]}` spells {name}", call.start, call.raw[:60])


def _in_parts(raw: str, name: str) -> bool:
    plain = raw.strip("\"'").removeprefix("\\")
    return plain != name and raw.count("$") != 1 and not raw.startswith(("$(", "`", "${!"))


_BY_NAMES: Mapping[str, Handler] = {
    "eval": _eval,
    " ".join(SHELLS): _shell,
    ". source": _source,
    " ".join([*INTERPRETERS, "python3.11", "python3.12", "python3.13"]): _interpreter,
    " ".join(WRAPPERS): _wrapper,
    "awk gawk mawk": _awk,
    "find fd": _find,
    "which type whereis": _which,
    "alias": _alias,
    "mkfifo mknod": _mkfifo,
    "chmod": _chmod,
    "open installer dpkg rpm msiexec start": _opened,
}
PROGRAMS: Mapping[str, Handler] = {name: handler for names, handler in _BY_NAMES.items() for name in names.split()}
