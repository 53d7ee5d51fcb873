"""A shell script followed in thought: each command, with what is known of its words, input and files (SCN-8).

Nothing runs. A command's output is worked out where that is plain (echo, printf, base64, tr …); otherwise only where it
comes from is kept: what `tar`, `jq` or a program of the skill prints carries the sources of what it was given.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeAlias

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import HIDDEN_NAMES
from skillhouse.scan.decoding import looks_like_code
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.rule import Hit
from skillhouse.scan.shfold import Folder
from skillhouse.scan.shread import read_shell
from skillhouse.scan.shstate import State
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined
from skillhouse.scan.verdicts import remote_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.shsyntax import Command, Script, Word
    from skillhouse.scan.verdicts import Verdict

__all__ = ["Call", "Handler", "Shell"]

_COMMAND_STEPS = 30
_DEEPEST_CALL = 8
_LONGEST_NAME = 24
_MOST_CALLS = 12
_ROUNDS = (16, 4, 1)
_EMPTY = Value("")


@dataclass(slots=True)
class Call:
    """One command about to run: its name without a folder, its arguments and input, and where it stands."""

    name: str
    path: Value
    args: list[Value]
    stdin: Value
    start: int
    raw: str = ""
    written: str = ""

    @property
    def texts(self) -> list[str]:
        """The arguments' texts."""
        return [one.text for one in self.args]

    def inside(self, arg: int) -> Call:
        """The command that begins with one of this one's arguments, as `sudo` and `xargs` have it."""
        path = self.args[arg]
        return Call(base_name(path.text), path, self.args[arg + 1 :], self.stdin, self.start)


Handler: TypeAlias = "Callable[[Shell, Call], Value]"


def base_name(path: str) -> str:
    """A command's name without its folder and, on Windows, without `.exe`."""
    return path.rpartition("/")[2].removesuffix(".exe")


@dataclass
class Shell:
    """One piece of shell at work: its state, and what was found so far."""

    piece: Piece
    context: Context
    handlers: Mapping[str, Handler]
    fallback: Handler
    writes: Callable[[Shell, Value, Value, int], None]
    state: State = field(default_factory=State)
    found: list[Hit | Piece] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    sockets: dict[str, Value] = field(default_factory=dict)
    decodes: list[int] = field(default_factory=list)
    times: dict[str, int] = field(default_factory=dict)
    results: dict[tuple[str, tuple[Value, ...], Value], Value] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    _depth: int = 0
    _rounds: int = 0
    _pin: int | None = None

    def __post_init__(self) -> None:
        self.folder = Folder(self.state, self.capture, self.uses)

    def uses(self, name: str, start: int) -> None:
        """The script reads a variable that it did not set."""
        self.used.setdefault(name, self.place(start))

    # -- what was found --

    def place(self, start: int) -> int:
        """Where to point: inside of text that was passed to a shell, at the command that passed it."""
        return start if self._pin is None else self._pin

    def hit(self, rule: str, severity: Severity, message: str, start: int, evidence: str = "") -> None:
        """One rule holds at a command."""
        where = self.piece.offset(self.place(start))
        self.found.append(Hit(rule, severity, message, self.piece, where, evidence))

    def verdicts(self, found: Iterable[Verdict], start: int) -> None:
        """What was judged of a flow, at the command where it ends."""
        for one in found:
            self.hit(one.rule, one.severity, one.message, start, one.evidence)

    def cut(self, text: str, language: Language, start: int) -> None:
        """Code of a language that stands within this script, to be looked at in its turn."""
        where = self.piece.offset(self.place(start))
        origin = Origin.DECODED if self.piece.origin is Origin.DECODED else Origin.EMBEDDED
        text = text.replace(HOLE, "x")
        self.found.append(
            replace(
                self.piece, text=text, language=language, origin=origin, line=where.line, column=where.column, indent=0
            )
        )

    # -- running --

    def run(self, script: Script, stdin: Value = _EMPTY) -> Value:
        """What the commands of a list print."""
        out = []
        for pipeline in script:
            value = stdin
            for command in pipeline:
                value = self.command(command, value)
            if value.text or value.taints:
                out.append(value)
        return joined(out) if out else _EMPTY

    def capture(self, script: Script) -> Value:
        """What `$(…)` gives."""
        return self.run(script)

    def finish(self) -> None:
        """Follow the functions that nothing called: something outside may."""
        for name in [name for name in self.state.functions if name not in self.called]:
            if name not in self.called:
                self.call_function(name, None, _EMPTY)

    def command(self, command: Command, stdin: Value) -> Value:
        """What one command prints, after its redirections."""
        self.context.spend(_COMMAND_STEPS)
        stdin = self.inputs(command, stdin)
        if command.kind == "function":
            self.state.functions[command.name] = command.body
            return _EMPTY
        out = self.compound(command, stdin) if command.kind else self.simple(command, stdin)
        return self.outputs(command, out)

    def compound(self, command: Command, stdin: Value) -> Value:
        """A group, condition or loop: its body once, all branches one after the other."""
        if command.kind == "for":
            return self.loop(command, stdin)
        for word in command.words:
            self.folder.fold(word)
        folder = self.state.folder
        out = self.run(command.body, stdin)
        self.state.folder = folder
        return out

    def loop(self, command: Command, stdin: Value) -> Value:
        """A `for` loop over what is known of its words; what goes past a number of rounds is taken as one."""
        values = [value for word in command.words for value in self.folder.expand(word)]
        rounds = _ROUNDS[min(self._rounds, len(_ROUNDS) - 1)]
        self._rounds += 1
        out = []
        for value in values[:rounds] or [Value()]:
            self.state.names[command.name] = value
            out.append(self.run(command.body, stdin))
        if len(values) > rounds:
            self.state.names[command.name] = joined(values[rounds:]).unknown()
            out.append(self.run(command.body, stdin))
        self._rounds -= 1
        return joined(out)

    def simple(self, command: Command, stdin: Value) -> Value:
        """Assignments, then the command that the words become."""
        for name, index, more, word in command.assigns:
            self.assign(name, index, word, more=more)
        args = [value for word in command.words for value in self.folder.expand(word)]
        while args and args[0].text in {"$", "%", "#", ">", "", "\\"} and not args[0].taints:
            args.pop(0)
        if not args:
            return _EMPTY
        written = " ".join(word.raw for word in command.words)
        args[0] = self.named(args[0], command.start)
        call = Call(base_name(args[0].text), args[0], args[1:], stdin, command.start, command.words[0].raw, written)
        self.handlers["*"](self, call)
        return self.call(call)

    def named(self, path: Value, start: int) -> Value:
        """A command's name; one that is written with `?` and `*` is told by the commands that it may mean."""
        name = base_name(path.text)
        if not set("?*[") & set(name) or len(name) > _LONGEST_NAME or name in {"[", "[["}:
            return path
        found = sorted(one for one in HIDDEN_NAMES if fnmatchcase(one, name))
        # A star alone, as in `case`, means whatever there is, and no command in particular.
        if not found or name.count("*") > 1 or name.strip("*") == "":
            return path
        message = f"`{path.text}` stands for {found[0]}".replace(HOLE, "…")
        self.hit("SKS-OBF-HIDDEN-CMD", Severity.HIGH, message, start, path.text)
        return Value(found[0], path.taints)

    def assign(self, name: str, index: str, word: Word | list[Word] | None, *, more: bool) -> None:
        """`name=word`, `name[index]=word`, `name+=word`, `name=(words)`."""
        state = self.state
        if isinstance(word, list):
            values = [value for one in word for value in self.folder.expand(one)]
            state.arrays[name] = [*state.arrays.get(name, []), *values] if more else values
            state.names.pop(name, None)
            return
        value = self.folder.fold(word) if word else _EMPTY
        if index:
            state.names[f"{name}[{index}]"] = value
            state.arrays.setdefault(name, []).append(value)
            return
        state.names[name] = joined([state.variable(name), value]) if more else value

    def call(self, call: Call) -> Value:
        """One command with its arguments: an alias, a function, a command we know, or any other."""
        if self._depth >= _DEEPEST_CALL:
            return call.stdin.unknown()
        self._depth += 1
        try:
            if call.name in self.state.aliases:
                alias = self.state.aliases.pop(call.name)
                out = self.run_text(joined([alias, *call.args], " "), call.start, call.stdin)
                self.state.aliases[call.name] = alias
                return out
            if call.name in self.state.functions:
                return self.call_function(call.name, call.args, call.stdin)
            return self.handlers.get(call.name, self.fallback)(self, call)
        finally:
            self._depth -= 1

    def call_function(self, name: str, args: list[Value] | None, stdin: Value) -> Value:
        """The body of a function with its arguments; the same again, or yet another plain call, is not followed."""
        self.called.add(name)
        key = (name, tuple(args or ()), stdin)
        tainted = stdin.taints or any(one.taints for one in args or ())
        self.times[name] = self.times.get(name, 0) + 1
        if key in self.results or (self.times[name] > _MOST_CALLS and not tainted):
            return self.results.get(key, stdin.unknown())
        before, self.state.arguments = self.state.arguments, args
        body = self.state.functions.pop(name)
        out = self.run(body, stdin)
        self.state.functions.setdefault(name, body)
        self.state.arguments = before
        self.results[key] = out
        return out

    # -- text that is run --

    def run_text(self, text: Value, start: int, stdin: Value = _EMPTY) -> Value:
        """Text as commands, in this state: what `eval`, `sh -c` and a here-document to a shell run."""
        before = self._pin, self.folder.inherited
        self._pin, self.folder.inherited = self.place(start), text.taints
        script = read_shell(text.text, self.context.spend)
        out = self.run(script, stdin)
        self._pin, self.folder.inherited = before
        return out

    def execute(self, text: Value, start: int, how: str, language: Language = Language.SHELL) -> Value:
        """Text that reaches an interpreter: judged by where it comes from, and looked at where it is known."""
        hidden = text.of(Source.DECODED)
        if hidden:
            self.unhidden(text, hidden[0].what, start, language)
            return text.unknown()
        if text.text.strip().startswith(HOLE) or not text.text:
            self.verdicts(remote_code(text, self.context.policy, how), start)
            return text.unknown()
        if language is Language.SHELL:
            return self.run_text(text, start)
        self.cut(text.text, language, start)
        return text.unknown()

    def unhidden(self, text: Value, what: str, start: int, language: Language) -> None:
        """Decoded text that is run: a finding of its own, and a piece where it could be decoded."""
        severity = Severity.CRITICAL if looks_like_code(text.text) else Severity.HIGH
        self.hit("SKS-OBF-DECODE-EXEC", severity, f"runs text that is unpacked from {what}", start, what)
        if text.text.strip(HOLE).strip():
            where = self.piece.offset(self.place(start))
            self.found.append(self.piece.decoded(text.text.replace(HOLE, "x"), language, where, what))

    # -- redirections --

    def inputs(self, command: Command, stdin: Value) -> Value:
        """The input that redirections give a command."""
        for redirect in command.redirects:
            if redirect.op in {"<<", "<<-", "<<<"}:
                stdin = self.folder.fold(redirect.target)
            elif redirect.op in {"<", "<>", "<&"}:
                path = self.folder.fold(redirect.target)
                socket = self.socket(path)
                if redirect.op == "<>" and socket:
                    self.sockets[redirect.fd or "0"] = socket
                stdin = _from_net(socket) if socket else self.state.read(path)
        return stdin

    def socket(self, path: Value) -> Value | None:
        """The address of `/dev/tcp/HOST/PORT`, or of a number that was bound to one."""
        if path.text.startswith(("/dev/tcp/", "/dev/udp/")):
            host, _, port = path.text[len("/dev/tcp/") :].partition("/")
            return Value(f"tcp://{host}:{port}", path.taints)
        return self.sockets.get(path.text)

    def outputs(self, command: Command, out: Value) -> Value:
        """Send the output where redirections say; returns what is left for the pipe."""
        for redirect in command.redirects:
            if redirect.op in {"<<", "<<-", "<<<", "<", "<&", "<>"}:
                continue
            path = self.folder.fold(redirect.target)
            out = self.written(command, redirect.op, redirect.fd, path, out)
        return out

    def written(self, command: Command, op: str, fd: str, path: Value, out: Value) -> Value:
        """One redirection of output: to a file, a process or a connection."""
        socket = self.socket(path)
        if socket:
            self.handlers["/dev/tcp"](self, Call(_name(command), socket, [], out, command.start))
            return _EMPTY
        if path.text in {"/dev/null", "/dev/stderr", "/dev/stdout", "/dev/tty", "&1", "&2"} or path.text.isdigit():
            return out
        if fd == "2" or path.text == "-":
            return out
        if path.text in self.state.pipes:
            self.run(self.state.pipes[path.text], out)
            return _EMPTY
        self.state.write(path, out, more=op in {">>", "&>>"})
        self.writes(self, path, out, command.start)
        return _EMPTY


def _from_net(socket: Value) -> Value:
    return Value(HOLE, frozenset({Taint(Source.REMOTE, socket.text)}))


def _name(command: Command) -> str:
    return base_name(command.words[0].raw) if command.words else ""
