"""Commands that make text of text, worked out as far as they are plain; all others hand on where it comes from."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import METADATA_NAMES, NOT_READERS, options, rest_of, value_of
from skillhouse.scan.decoding import ansi_c, base64_text, hex_text, translated, unpacked
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = ["FILTERS", "any_command", "read_all"]

_EMPTY = Value("")
_SED = re.compile(r"s(.)((?:(?!\1).)*)\1((?:(?!\1).)*)\1([gI]*)")
_PRINTF = re.compile(r"%(?:[-0-9.]*)([sbdcqxXo%])")
# How the system itself asks for the password of a login.
_LOGIN = re.compile(
    r"(?i)\[sudo\]|sudo password|password for \S*\$|(?:mac|login|system|root|admin\w*|keychain) password"
)
_COIN = re.compile(r"bc1[a-z0-9]{25,60}|0x[0-9a-fA-F]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[A-Za-z0-9]{33}")
_NONE: frozenset[str] = frozenset()


def read_all(shell: Shell, call: Call, paths: list[Value]) -> Value:
    """The content of files, or the input where none is named."""
    if not paths:
        return call.stdin
    return joined([call.stdin if one.text == "-" else shell.state.read(one) for one in paths], "\n")


def any_command(shell: Shell, call: Call) -> Value:
    """A command we know nothing of: what it prints may come from its input and from every file that it is given."""
    if call.name in METADATA_NAMES:
        return Value(HOLE, frozenset({Taint(Source.SYSTEM, METADATA_NAMES[call.name])}))
    if call.name in NOT_READERS:
        return Value()
    taints = set(call.stdin.taints)
    for arg in call.args:
        taints |= arg.taints
        text = arg.text.partition("=")[2] if arg.text.startswith("-") else arg.text.removeprefix("@")
        if text and not text.startswith("-"):
            taints |= shell.state.read(Value(text)).taints
    return Value(HOLE, frozenset(taints))


def _part(shell: Shell, call: Call) -> Value:
    """A filter that gives out some of its input."""
    out = any_command(shell, call)
    return Value(HOLE, frozenset(replace(one, part=True) for one in out.taints))


def _echo(_shell: Shell, call: Call) -> Value:
    args = list(call.args)
    escapes = False
    while args and re.fullmatch(r"-[neE]+", args[0].text):
        escapes = escapes or "e" in args.pop(0).text
        if not args:
            return _EMPTY
    out = joined(args, " ") if args else _EMPTY
    return Value(ansi_c(out.text) if escapes else out.text, out.taints)


def _printf(_shell: Shell, call: Call) -> Value:
    args = list(call.args)
    if len(args) > 1 and args[0].text == "-v":
        return _EMPTY
    if not args:
        return _EMPTY
    form, rest = args[0], args[1:]
    taints = joined(args).taints
    if not _PRINTF.search(form.text):
        return Value(ansi_c(form.text), taints)
    out = []
    waiting = list(rest)
    while True:
        out.append(_PRINTF.sub(lambda match: _printed(match.group(1), waiting), ansi_c(form.text)))
        if not waiting or len(out) > len(rest):
            return Value("".join(out), taints)


def _printed(kind: str, waiting: list[Value]) -> str:
    if kind == "%":
        return "%"
    text = waiting.pop(0).text if waiting else ""
    if kind == "b":
        return ansi_c(text)
    if kind in "xXo" and text.isdigit():
        return format(int(text[:18]), kind)
    return text[:1] if kind == "c" else text


def _cat(shell: Shell, call: Call) -> Value:
    return read_all(shell, call, rest_of(options(call.args, _NONE)))


def _tac(shell: Shell, call: Call) -> Value:
    out = _cat(shell, call)
    return Value("\n".join(reversed(out.text.split("\n"))), out.taints)


def _rev(shell: Shell, call: Call) -> Value:
    out = _cat(shell, call)
    if not out.known:
        return out
    text = "\n".join(line[::-1] for line in out.text.split("\n"))
    return Value(text, out.taints | {Taint(Source.DECODED, "reversed text")})


def _tr(_shell: Shell, call: Call) -> Value:
    sets = [one.text for one in call.args if not one.text.startswith("-")]
    flags = "".join(one.text for one in call.args if one.text.startswith("-"))
    if not call.stdin.known or not sets:
        return call.stdin
    if "d" in flags:
        gone = set(ansi_c(sets[0]))
        return Value("".join(sign for sign in call.stdin.text if sign not in gone), call.stdin.taints)
    if len(sets) < 2 or "c" in flags:  # noqa: PLR2004 -- the two sets of tr
        return call.stdin
    text = translated(call.stdin.text, sets[0], sets[1])
    mark = {Taint(Source.DECODED, "rotated letters")} if re.search(r"[a-z]-[a-z].*[a-z]-[a-z]", sets[1]) else set()
    return Value(text, call.stdin.taints | mark)


def _undo(content: Value, how: str, step: Callable[[str], str | None]) -> Value:
    """Decoded text: known where its packing is, and marked in any case."""
    mark = {Taint(Source.DECODED, how)}
    text = step(content.text) if content.known else None
    return Value(HOLE if text is None else text, content.taints | mark)


def _base64(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, frozenset({"-w", "--wrap", "-b", "-i", "-o"}))
    names = {name for name, _ in pairs}
    given = [value for name, value in pairs if name in {"", "-i"}]
    content = read_all(shell, call, given)
    if names & {"-d", "-D", "--decode", "--decod", "--deco", "--dec", "--de", "--d"}:
        shell.decodes.append(call.start)
        return _undo(content, "base64", base64_text)
    return content.unknown()


def _xxd(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, frozenset({"-c", "-s", "-l"}))
    content = read_all(shell, call, rest_of(pairs)[:1])
    return _undo(content, "hex", hex_text) if any(name == "-r" for name, _ in pairs) else content.unknown()


def _gunzip(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, frozenset({"-S", "-T"}))
    names = {name for name, _ in pairs}
    content = read_all(shell, call, rest_of(pairs))
    if call.name in {"gzip", "bzip2", "xz", "zstd", "pigz", "lzma"} and not names & {
        "-d",
        "--decompress",
        "--uncompress",
    }:
        return content.unknown()
    return _undo(content, "gzip", unpacked)


def _openssl(shell: Shell, call: Call) -> Value:
    pairs = options(
        call.args,
        frozenset(
            ["-in", "-out", "-k", "-K", "-iv", "-pass", "-connect", "-inkey", "-keyfile", "-passin", "-md", "-iter"]
        ),
    )
    names = {name for name, _ in pairs}
    command = (rest_of(pairs) or [_EMPTY])[0].text
    source = value_of(pairs, "-in")
    content = shell.state.read(source) if source else call.stdin
    if command == "s_client":
        return shell.handlers["nc"](shell, call)
    if command == "base64" or (command == "enc" and names & {"-base64", "-a", "-A"} and "-k" not in names):
        out = _undo(content, "base64", base64_text) if _has(call, "-d") else content.unknown()
    elif _has(call, "-d") or _has(call, "-decrypt"):
        out = content.unknown().plus(Taint(Source.DECODED, "encrypted text"))
    else:
        out = content.unknown()
    target = value_of(pairs, "-out")
    if target:
        shell.state.write(target, out)
    return out


def _has(call: Call, option: str) -> bool:
    return option in call.texts


def _sed(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, frozenset({"-e", "-f", "--expression"}))
    rest = rest_of(pairs)
    scripts = [value.text for name, value in pairs if name in {"-e", "--expression"}] or [one.text for one in rest[:1]]
    files = rest if value_of(pairs, "-e", "--expression") else rest[1:]
    out = read_all(shell, call, files)
    if any(name in {"-i", "--in-place"} for name, _ in pairs):
        for path in files:
            shell.writes(shell, path, Value(" ".join(scripts)), call.start)
    for script in scripts:
        found = _SED.fullmatch(script.strip())
        if not out.known or not found or re.search(r"[\\\[\].*^$&+?(){}]", found.group(2) + found.group(3)):
            return Value(HOLE, frozenset(replace(one, part=True) for one in out.taints))
        out = Value(out.text.replace(found.group(2), found.group(3), -1 if "g" in found.group(4) else 1), out.taints)
    return out


def _tee(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, _NONE)
    more = any(name in {"-a", "--append"} for name, _ in pairs)
    for path in rest_of(pairs):
        if path.text in shell.state.pipes:
            shell.run(shell.state.pipes[path.text], call.stdin)
        else:
            shell.state.write(path, call.stdin, more=more)
            shell.writes(shell, path, call.stdin, call.start)
    return call.stdin


def _copy(shell: Shell, call: Call) -> Value:
    """`cp`, `mv`, `install`: the last argument gets what the others hold."""
    rest = rest_of(options(call.args, frozenset({"-m", "-o", "-g", "--mode"})))
    if len(rest) > 1:
        content = joined([shell.state.read(one) for one in rest[:-1]])
        shell.state.write(rest[-1], content)
        shell.writes(shell, rest[-1], content, call.start)
    return _EMPTY


def _archive(shell: Shell, call: Call) -> Value:
    """`tar`, `zip`, `7z`: what the archive holds, in a file or printed."""
    pairs = options(call.args, frozenset({"-f", "--file", "-C", "-T", "-X"}))
    target = value_of(pairs, "-f", "--file")
    rest = rest_of(pairs)
    if target is None and rest and re.fullmatch(r"[a-zA-Z]*f", rest[0].text) and len(rest) > 1 and call.name == "tar":
        target, rest = rest[1], rest[2:]
    elif target is None and call.name in {"zip", "7z", "7za", "rar"}:
        rest = rest[call.name != "zip" :]
        target, rest = (rest[0], rest[1:]) if rest else (None, [])
    folder = value_of(pairs, "-C")
    inside = [*rest, *([folder] if folder else [])]
    content = joined([call.stdin, *(shell.state.read(one) for one in inside)]).unknown()
    if target is None or target.text == "-":
        return content
    if content.taints:
        shell.state.write(target, content)
    return Value(HOLE, shell.state.read(target).taints)


def _dd(shell: Shell, call: Call) -> Value:
    named = {one.text.partition("=")[0]: Value(one.text.partition("=")[2], one.taints) for one in call.args}
    out = shell.state.read(named["if"]) if "if" in named else call.stdin
    if "of" in named:
        shell.state.write(named["of"], out)
        shell.writes(shell, named["of"], out, call.start)
        return _EMPTY
    return out


def _environment(_shell: Shell, call: Call) -> Value:
    names = [one for one in call.texts if not one.startswith("-")]
    if names and call.name == "printenv":
        return Value(HOLE, frozenset({Taint(Source.SECRET, names[0])}))
    if names:
        return _EMPTY
    return Value(HOLE, frozenset({Taint(Source.ENVIRONMENT, "the whole environment")}))


def _declared(shell: Shell, call: Call) -> Value:
    """`export`, `local`, `declare`: assignments among arguments; with `-p` and nothing else, the environment."""
    names = [one for one in call.args if not one.text.startswith("-")]
    for one in names:
        name, equals, text = one.text.partition("=")
        if equals:
            shell.state.names[name.removesuffix("+")] = Value(text, one.taints)
    listing = call.name in {"export", "declare"} and not names and set(call.texts) <= {"-p", "-x", "-xp", "-px"}
    return _environment(shell, replace(call, args=[], name="env")) if listing and call.texts else _EMPTY


def _read(shell: Shell, call: Call) -> Value:
    """`read`, `mapfile`: the input becomes the value of each name."""
    pairs = options(call.args, frozenset({"-d", "-n", "-N", "-p", "-t", "-u", "-i"}))
    asked = value_of(pairs, "-p")
    typed = any(name == "-s" for name, _ in pairs) and asked is not None and _LOGIN.search(asked.text)
    for one in rest_of(pairs):
        if one.text.isidentifier():
            value = call.stdin if call.stdin.text.count("\n") <= 1 else call.stdin.unknown()
            value = value.plus(Taint(Source.CREDENTIAL, "a password that is asked for")) if typed else value
            shell.state.names[one.text] = Value(value.text.strip("\n") or HOLE, value.taints)
    return _EMPTY


def _cd(shell: Shell, call: Call) -> Value:
    rest = [one.text for one in call.args if one.text != "-P"]
    target = rest[0] if rest else "~"
    if target in {"-", ".."} or HOLE in target:
        shell.state.folder = ""
    elif target != ".":
        shell.state.folder = target if target.startswith(("/", "~")) else shell.state.path(target)
    return _EMPTY


def _clipboard(shell: Shell, call: Call) -> Value:
    reads = call.name in {"pbpaste", "wl-paste"} or {"-o", "-out", "--output", "-ob", "-bo"} & set(call.texts)
    if not reads and _COIN.fullmatch(call.stdin.text.strip()):
        message = "puts the address of a wallet into the clipboard"
        shell.hit("SKS-KEYLOG", Severity.HIGH, message, call.start, call.stdin.text.strip())
    return Value(HOLE, frozenset({Taint(Source.WATCHED, "the clipboard")})) if reads else _EMPTY


def _history(_shell: Shell, _call: Call) -> Value:
    return Value(HOLE, frozenset({Taint(Source.HISTORY, "the history of commands")}))


_BY_NAMES: Mapping[str, Handler] = {
    "cut awk gawk mawk grep egrep fgrep rg jq yq head tail uniq strings fold column paste": _part,
    "echo": _echo,
    "printf": _printf,
    "cat bat less more sort nl zsh_cat": _cat,
    "tac": _tac,
    "rev": _rev,
    "tr": _tr,
    "base64 gbase64": _base64,
    "xxd": _xxd,
    "gunzip zcat gzcat gzip bzcat bunzip2 bzip2 xzcat unxz xz zstd unzstd zstdcat pigz lzma unlzma": _gunzip,
    "openssl": _openssl,
    "sed gsed": _sed,
    "tee": _tee,
    "cp mv install ditto": _copy,
    "tar bsdtar zip 7z 7za rar": _archive,
    "dd": _dd,
    "printenv set compgen": _environment,
    "export local declare typeset readonly": _declared,
    "read mapfile readarray": _read,
    "cd pushd": _cd,
    "pbpaste pbcopy xclip xsel wl-paste wl-copy": _clipboard,
    "fc": _history,
}
FILTERS: Mapping[str, Handler] = {name: handler for names, handler in _BY_NAMES.items() for name in names.split()}
