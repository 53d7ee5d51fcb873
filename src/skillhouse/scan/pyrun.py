"""Models of what runs text or starts programs: what comes from afar, was decoded, or carries secrets out with it."""

from __future__ import annotations

import pickletools
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan import pyliteral
from skillhouse.scan.hosts import HostKind
from skillhouse.scan.places import credential_path, history_file
from skillhouse.scan.pynet import addresses, judge_sent, kind_of
from skillhouse.scan.pyplaces import tidy
from skillhouse.scan.pyshape import argv
from skillhouse.scan.pysinks import COMMANDS, EXECUTES, LOADERS, NET_TOOLS
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
    name_of,
    taints_of,
)

if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State

__all__ = ["DANGEROUS", "RUN_MODELS", "hidden", "remote"]

# Names that nobody has an honest reason to spell in pieces.
DANGEROUS = frozenset({*COMMANDS, *EXECUTES, "__import__", "pickle.loads", "marshal.loads", "os.dup2"})
_LITERAL = frozenset({"eval", "exec", "compile"})
_LINES = 4
_LONGEST = 200_000
_SOCKET = "a socket"
_SECRETIVE = re.compile(
    r"(?i)\bsecurity\s+(?:find|dump|export)|\bgh\s+auth\s+token|\baws\s+configure\s+(?:get|export)|\bgit\s+credential\s+fill|"
    r"\bgcloud\s+auth\s+[\w-]*\s*print|\bpass\s+show|\bsecret-tool\s+lookup|\bcmdkey\s+/list|\bvaultcmd|\bop\s+(?:read|item)|"
    r"\baz\s+account\s+get-access-token|\bkubectl\s+(?:config\s+view|get\s+secrets?)|\bcrontab\s+-l|\bdocker\s+inspect"
)
_ENVIRONMENT = re.compile(r"(?:^|[\s|;&(\"'`])(?:env|printenv|export\s+-p|set)\s*(?:$|[|;&)>\"'`])")
_CLIPBOARD = re.compile(r"\bpbpaste\b|\bxclip\s+[^|]*-o|\bxsel\s+[^|]*(?:-o|--output)|\bwl-paste\b|Get-Clipboard")
_SCREEN = re.compile(r"\bscreencapture\b|\bscrot\b|\bgnome-screenshot\b|\bgrim\b|\bimport\s+-window\s+root")
_WHO = re.compile(r"(?:^|[\s|;&(\"'`])(?:whoami|hostname|ifconfig|ipconfig|uname|id)\b")
_FETCHES = re.compile(r"(?i)\b(?:curl|wget|iwr|invoke-webrequest|fetch|aria2c)\b")
_PICKLED = re.compile(
    r"(?:posix|nt|os|subprocess|builtins|__builtin__|commands|pty|runpy|importlib)\s(?:system|popen|Popen|run|call|check_output|eval|"
    r"exec|execfile|__import__|getattr|spawn|compile|execv\w*|import_module|run_path)"
)


def hows(taints: frozenset[Taint]) -> tuple[str, ...]:
    """The encodings that were undone to get a value."""
    return tuple(sorted({taint.detail for taint in taints if taint.kind is Kind.DECODED}))


def hidden(state: State, call: Call, taints: frozenset[Taint]) -> None:
    """A name that was put together while the program runs turns out to be one that runs text or programs."""
    built = next((taint for taint in taints if taint.kind is Kind.BUILT), None)
    if built is not None and call.name in DANGEROUS:
        message = f"the name {call.name} is put together so that it cannot be read"
        state.report("SKS-OBF-HIDDEN-CMD", Severity.HIGH, message, call.node, call.name)


def remote(state: State, taints: frozenset[Taint], what: str, node: ast.AST) -> bool:
    """Something that came from the network is run."""
    found = sorted({taint.detail for taint in taints if taint.kind is Kind.REMOTE})
    for source in found[:_LINES]:
        if source == _SOCKET:
            state.report("SKS-REVSHELL", Severity.CRITICAL, f"{what} what arrives on a socket", node, what)
            continue
        kind = kind_of(state, source)
        severity = {HostKind.INSTALLER: Severity.LOW, HostKind.ALLOWED: Severity.LOW, HostKind.LOCAL: Severity.LOW}.get(
            kind, Severity.MEDIUM if kind is HostKind.KNOWN else Severity.HIGH
        )
        state.report(
            "SKS-EXEC-REMOTE", severity, f"{what} what it fetches from {source or 'the network'}", node, source
        )
    return bool(found)


def _execute(state: State, call: Call) -> Value | None:
    """`eval`, `exec`, `compile` and their like."""
    source = call.arg(EXECUTES[call.name], "source", "stmt", "code", "expr")
    verb = call.name.rpartition(".")[2]
    taints = taints_of(source)
    plain = source.consts and not hows(taints)
    if call.name in _LITERAL and pyliteral.literal(state):
        severity = Severity.LOW if plain or call.name == "compile" else Severity.MEDIUM
        state.report("SKS-DYN-EXEC", severity, f"{verb} runs a text as code", call.node, verb)
    if call.name == "compile":
        return Value(source.consts, taints, Thing("compile()", call))
    return run_text(state, source, verb, call.node)


def run_text(state: State, source: Value, verb: str, node: ast.AST) -> Value:
    """A text is run as Python: looked at in its turn, where it is known."""
    taints = taints_of(source)
    remote(state, taints, f"{verb} runs", node)
    how = hows(taints)
    if how and source.consts:
        message = f"{verb} runs code that was hidden by {', '.join(how)}"
        state.report("SKS-OBF-DECODE-EXEC", Severity.CRITICAL, message, node, verb)
    elif how and not any(taint.kind is Kind.REMOTE for taint in taints):
        message = f"{verb} runs what is decoded ({', '.join(how)}) while the program runs"
        state.report("SKS-OBF-DECODE-EXEC", Severity.HIGH, message, node, verb)
    answer = UNKNOWN
    for text in source.texts[:_LINES]:
        if HOLE not in text and len(text) <= _LONGEST:
            answer = state.run_source(text, how, node)
    return answer.with_taints(frozenset(taint for taint in taints if taint.kind is not Kind.DECODED))


def _run_file(state: State, call: Call) -> Value | None:
    """`runpy.run_path`, `execfile`, `import` by path: a file of the skill, or one that the program wrote."""
    run_path(state, call.arg(0, "path_name", "location", "path"), call.node)
    return None


def run_path(state: State, path: Value, node: ast.AST) -> None:
    """A file is run as Python."""
    for text in path.texts[:_LINES]:
        target = tidy(text)
        if target not in state.contents:
            state.run_module(target)
        remote(state, state.file_taints(target), "runs", node)
        content = state.contents.get(target)
        if content is not None:
            run_text(state, content, "the program", node)


def _spec(state: State, call: Call) -> Value | None:
    run_path(state, call.arg(1, "location", "path"), call.node)
    return None


def _command(state: State, call: Call) -> Value | None:
    """A function that starts a program."""
    position, shell = COMMANDS[call.name]
    command = call.arg(position, "args", "command", "cmd", "file", "path")
    if call.name.startswith(("os.exec", "os.spawn", "asyncio.create_subprocess_exec", "os.posix")):
        command = _vector(call, position)
    elif call.name.endswith(("ShellExecuteW", "ShellExecuteA")):
        command = Value((), CLEAN, Items([command, call.arg(position + 1)]))
        if call.arg(1).text.lower() == "runas":
            state.report(
                "SKS-PRIV", Severity.HIGH, "asks Windows for the rights of an administrator", call.node, "runas"
            )
    _shell_handed_out(state, call)
    return run_command(state, call, command, shell=shell or bool(call.arg(-1, "shell").one is True))


def _vector(call: Call, position: int) -> Value:
    rest = [part for part in call.args[position:] if not (isinstance(part.ref, Items) and part.ref.mapping)]
    if len(rest) > 1 and isinstance(rest[1].ref, Items):
        return rest[1]
    # execl repeats the program's name as its own first argument.
    repeated = len(rest) > 1 and rest[0].text and rest[0].text.endswith(rest[1].text or HOLE)
    return Value((), CLEAN, Items([rest[0], *rest[2:]] if repeated else rest))


def _shell_handed_out(state: State, call: Call) -> None:
    """A shell whose input is a network connection."""
    for word in ("stdin", "stdout"):
        name = name_of(call.arg(-1, word).ref)
        if name.startswith(("socket.", "ssl.")) and "(" in name and "socketpair" not in name:
            state.report(
                "SKS-REVSHELL", Severity.CRITICAL, "ties a program to a network connection", call.node, call.name
            )
    if call.name == "pty.spawn" and "connected" in state.marks:
        state.report(
            "SKS-REVSHELL", Severity.CRITICAL, "hands a terminal to a network connection", call.node, call.name
        )


def run_command(state: State, call: Call, command: Value, *, shell: bool) -> Value:
    """A command line, as the shell's detectors see it, and what its output may hold."""
    lines = argv(command)[:_LINES]
    state.hook("starts a program", call.node, anywhere=False)
    taints = taints_of(command)
    listed = isinstance(command.ref, Items)
    head = command.ref.seq[0] if isinstance(command.ref, Items) and command.ref.seq else command
    for line in lines:
        _judge_line(state, call, line, command, shell=shell or not listed)
    # A program from afar with words of its own is most often one of a list, such as git or hg.
    spelt = (
        isinstance(command.ref, Items) and any(part.texts for part in command.ref.seq[1:]) and not _by_shell(command)
    )
    if taints_of(head) and not spelt and (not head.texts or head.text.startswith(HOLE) or _by_shell(command)):
        remote(state, taints_of(head) if listed and not _by_shell(command) else taints, "starts", call.node)
    _hidden_line(state, call, head if listed and not _by_shell(command) else command)
    output = taints | taints_of(call.arg(-1, "input", "stdin"))
    for line in lines:
        output |= _output(line)
    return Value((), output, Thing(f"{call.name}()", call, CLEAN))


def _by_shell(command: Value) -> bool:
    return isinstance(command.ref, Items) and any(
        part.text in {"-c", "/c", "/C", "-e", "-Command"} for part in command.ref.seq[1:3]
    )


_SAVED = re.compile(r"(?:\s-o|\s-O|--output|--output-document)[\s=]*['\"]?([^\s'\"]+)|>\s*['\"]?([^\s'\"&|;]+)")


def _downloaded(state: State, line: str) -> None:
    """The file that a command saves what it fetches in."""
    if not _FETCHES.search(line):
        return
    taints = frozenset(Taint(Kind.REMOTE, address) for address in addresses(line))
    for match in _SAVED.finditer(line):
        state.write(tidy(match.group(1) or match.group(2)), taints)
    for address in addresses(line):
        state.write(address.rpartition("/")[2], taints)


def _committed(state: State, line: str, call: Call) -> None:
    """A credential that is added to a repository, and the repository that is pushed."""
    place = credential_path(line)
    if _ADDS.search(line) and place:
        state.write(".git/", frozenset({Taint(Kind.CREDENTIAL, place)}))
    if _PUSHES.search(line):
        judge_sent(state, state.file_taints(".git/"), addresses(line), call.node)


_ADDS = re.compile(r"\bgit\s+(?:\S+\s+){0,4}add\b")
_PUSHES = re.compile(r"\bgit\s+(?:\S+\s+){0,4}push\b")


def _judge_line(state: State, call: Call, line: str, command: Value, *, shell: bool) -> None:
    state.shell(line, call.node)
    _downloaded(state, line)
    _committed(state, line, call)
    if NET_TOOLS.search(line):
        sent = taints_of(command) | taints_of(call.arg(-1, "input", "stdin"))
        judge_sent(state, sent, addresses(line), call.node)
    words = (
        line.split()
        if shell
        else [part.text for part in (command.ref.seq if isinstance(command.ref, Items) else [command])]
    )
    for place, word in enumerate(words[:8]):
        target = tidy(word.strip("'\""))
        if not target or (target not in state.files and target not in state.contents and not state.file_taints(target)):
            continue
        _run_written(state, target, words[:place], call.node)


def _run_written(state: State, target: str, before: list[str], node: ast.AST) -> None:
    """A file that the program wrote is started, by itself or by an interpreter."""
    program = next((word for word in reversed(before) if not word.startswith("-")), "").rpartition("/")[2]
    runs = not before or program.startswith(
        ("python", "bash", "sh", "zsh", "node", "perl", "ruby", "sudo", "chmod", "nohup", HOLE)
    )
    if not runs:
        return
    taints = state.file_taints(target)
    remote(state, taints, "starts", node)
    content = state.contents.get(target)
    how = hows(taints)
    if how:
        message = f"starts a file that was hidden by {', '.join(how)}"
        state.report("SKS-OBF-DECODE-EXEC", Severity.CRITICAL, message, node, target)
    for text in content.texts if content else ():
        if (
            program.startswith("python")
            or program == HOLE
            or target.endswith(".py")
            or "python" in text.partition("\n")[0]
        ):
            state.run_source(text, how, node)
        else:
            state.shell(text, node)


def _hidden_line(state: State, call: Call, command: Value) -> None:
    """A command line that was encoded."""
    how = hows(taints_of(command))
    if not how:
        return
    known = command.texts and HOLE not in command.text
    if not known and not command.text.startswith(HOLE) and command.text:
        return
    severity = Severity.CRITICAL if known else Severity.HIGH
    message = f"starts a command that was hidden by {', '.join(how)}"
    state.report("SKS-OBF-HIDDEN-CMD", severity, message, call.node, call.name)


def _output(line: str) -> frozenset[Taint]:
    """What the output of a command may hold."""
    found = set()
    place = credential_path(line) or history_file(line)
    if place and not _FETCHES.search(line):
        found.add(Taint(Kind.CREDENTIAL, place))
    secret = _SECRETIVE.search(line)
    if secret:
        found.add(Taint(Kind.CREDENTIAL, f"`{secret.group()}`"))
    if _ENVIRONMENT.search(line):
        found.add(Taint(Kind.ENVIRONMENT, "the whole environment"))
    for pattern, what in ((_CLIPBOARD, "clipboard"), (_SCREEN, "screen")):
        if pattern.search(line):
            found.add(Taint(Kind.CAPTURE, what))
    if _WHO.search(line):
        found.add(Taint(Kind.HOST, line[:40]))
    if _FETCHES.search(line):
        found |= {Taint(Kind.REMOTE, address) for address in addresses(line) or [""]}
    return frozenset(found)


def _load(state: State, call: Call) -> Value | None:
    """`pickle.loads`, `yaml.load` and their like: data that can hold code."""
    how, data = LOADERS[call.name], call.arg(0)
    taints = taints_of(data)
    loader = name_of(call.arg(1, "Loader").ref)
    if how == "yaml" and ("Safe" in loader or "Base" in loader):
        return None
    found = [taint for taint in taints if taint.kind is Kind.REMOTE]
    if found:
        source = found[0].detail or "the network"
        state.report(
            "SKS-DESERIAL", Severity.HIGH, f"loads {how} data from {source}, which can hold code", call.node, how
        )
    for const in data.consts:
        if how == "pickle" and isinstance(const, bytes):
            _pickled(state, const, hows(taints), call.node)
    if how == "marshal":
        return Value((), taints | {Taint(Kind.DECODED, "byte code")}, Thing("marshal.loads()", call))
    return None


def _pickled(state: State, data: bytes, how: tuple[str, ...], node: ast.AST) -> None:
    """What a constant pickle would call; its operations are listed, not run."""
    names: list[str] = []
    try:
        for operation, argument, _ in pickletools.genops(data[:_LONGEST]):
            if operation.name in {"GLOBAL", "INST"}:
                names.append(str(argument))
            elif isinstance(argument, str):
                names.append(argument)
    except (ValueError, IndexError, UnicodeError):
        pass
    if _PICKLED.search(" ".join(names)):
        state.report("SKS-DESERIAL", Severity.HIGH, "loads a pickle that starts a program", node, "pickle")
    elif how:
        state.report("SKS-DESERIAL", Severity.MEDIUM, "loads a pickle that was encoded", node, "pickle")


def _dup(state: State, call: Call) -> Value | None:
    """`os.dup2(connection, 0)`: a program's input and output become a network connection."""
    name = name_of(call.arg(0).ref)
    if name.startswith(("socket.", "ssl.")) and "(" in name:
        state.report("SKS-REVSHELL", Severity.CRITICAL, "ties this process to a network connection", call.node, "dup2")
    return None


RUN_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(EXECUTES, _execute),
        **dict.fromkeys(COMMANDS, _command),
        **dict.fromkeys(LOADERS, _load),
        **dict.fromkeys(
            ("runpy.run_path", "execfile", "zipimport.zipimporter", "ctypes.CDLL", "ctypes.cdll.LoadLibrary"), _run_file
        ),
        **dict.fromkeys(("importlib.util.spec_from_file_location", "imp.load_source"), _spec),
        "importlib.machinery.SourceFileLoader": _spec,
        "os.dup2": _dup,
    }
)
