"""What JavaScript runs and writes: code, commands, files. Commands and files are judged as the shell's are."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import SHELLS
from skillhouse.scan.decoding import looks_like_code
from skillhouse.scan.jstext import decoded
from skillhouse.scan.jsvalue import DECODED, Thing, all_of, each_name
from skillhouse.scan.piece import Language
from skillhouse.scan.shflow import Call, base_name
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined
from skillhouse.scan.verdicts import remote_code, softened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from skillhouse.scan.jscalls import JsCall, JsFlow

__all__ = ["RUNNING"]

_EMPTY = Value("")


# -- code --


def _apply(flow: JsFlow, call: JsCall) -> Thing:
    return flow.invoke(call.arg(0), Thing(), "", list(call.arg(2).items or []), call.node)


def _evaluate(flow: JsFlow, call: JsCall) -> Thing:
    """`eval`, `Function`, `vm`, timers with a text: text that is run as code."""
    code = call.args[-1] if call.name == "Function" and call.args else call.arg(0)
    if code.function or (call.name in _TIMERS and not all_of(code).taints & _telling(code) and not code.known):
        return _later(flow, call)
    if not call.args:
        return Thing()
    _run_code(flow, call, all_of(code))
    return Thing(all_of(code).unknown())


_TIMERS = frozenset({"setTimeout", "setInterval", "setImmediate", "queueMicrotask", "process.nextTick"})


def _telling(code: Thing) -> frozenset[Taint]:
    return frozenset(one for one in all_of(code).taints if one.source in {Source.DECODED, Source.REMOTE})


def _later(flow: JsFlow, call: JsCall) -> Thing:
    for one in call.callbacks:
        flow.call_function(one, [])
    return Thing()


def _run_code(flow: JsFlow, call: JsCall, code: Value) -> None:
    hidden = code.of(Source.DECODED)
    if not flow.unit.piece.prose:
        severity = Severity.LOW if code.known and not code.taints else Severity.MEDIUM
        flow.hit("SKS-DYN-EXEC", severity, f"{call.name} runs a text as code", call.node, call.name)
    where = flow.unit.piece.offset(flow.index(call.node))
    if hidden:
        severity = Severity.CRITICAL if looks_like_code(code.text) else Severity.HIGH
        flow.hit(
            "SKS-OBF-DECODE-EXEC",
            severity,
            f"runs text that is unpacked from {hidden[0].what}",
            call.node,
            hidden[0].what,
        )
    elif code.of(Source.REMOTE):
        flow.verdicts(remote_code(code, flow.context.policy, f" with {call.name}"), call.node)
    if code.text.strip(HOLE).strip():
        how = hidden[0].what if hidden else "text that is run"
        flow.found.append(flow.unit.piece.decoded(code.text.replace(HOLE, "x"), Language.JAVASCRIPT, where, how))


def _import(flow: JsFlow, call: JsCall) -> Thing:
    """`import(…)` and `require(…)` of an address or of code as an address."""
    target = all_of(call.arg(0))
    if re.match(r"(?i)https?:", target.text):
        remote = Value(HOLE, frozenset({Taint(Source.REMOTE, target.text)}))
        found = remote_code(remote, flow.context.policy, " as a module")
        # Pages take their modules from wherever they are served; in an example that says little.
        flow.verdicts(softened(found, Severity.MEDIUM) if flow.unit.piece.prose else found, call.node)
    elif target.text.lower().startswith("data:"):
        _data_url(flow, call, target)
    elif target.of(Source.REMOTE, Source.DECODED):
        _run_code(flow, replace(call, name="import"), target)
    elif target.known and call.node.type == "call_expression":
        return (
            flow.required(call.arg(0), call.node) if not target.text.lower().startswith(("http", "data")) else Thing()
        )
    return Thing()


def _data_url(flow: JsFlow, call: JsCall, target: Value) -> None:
    head, _, body = target.text.partition(",")
    code = decoded(Thing(Value(body, target.taints)), "base64" if head.endswith("base64") else "escapes")
    _run_code(flow, replace(call, name="import"), code.value.plus(DECODED["base64"]))


def _require(flow: JsFlow, call: JsCall) -> Thing:
    return flow.required(call.arg(0), call.node)


def _worker(flow: JsFlow, call: JsCall) -> Thing:
    evaluated = call.arg(1).field("eval")
    target = all_of(call.arg(0))
    if target.text.lower().startswith("data:"):
        _data_url(flow, call, target)
    elif evaluated is not None or target.of(Source.REMOTE, Source.DECODED):
        _run_code(flow, call, target)
    return Thing()


# -- commands --


def _exec(flow: JsFlow, call: JsCall) -> Thing:
    """`exec(COMMAND)`: a text for a shell."""
    return _command(flow, call, all_of(call.arg(0)))


def _command(flow: JsFlow, call: JsCall, command: Value) -> Thing:
    shell = flow.shell
    shell.piece = flow.unit.piece
    start, before = flow.index(call.node), len(shell.found)
    folder = call.args[-1].field("cwd") if call.args else None
    if folder is not None and folder.known:
        shell.state.folder = folder.value.text
    hidden = command.of(Source.DECODED)
    if hidden and hidden[0].what in {"reversed text", "character codes", "escapes", "xor"} and not command.known:
        command = Value(command.text, frozenset(one for one in command.taints if one.source is not Source.DECODED))
    out = shell.execute(command, start, f" with {call.name.rpartition('.')[2]}")
    flow.found += shell.found[before:]
    del shell.found[before:]
    found = Thing(out.unknown(), name="@shell.process")
    for one in call.callbacks:
        flow.call_function(one, [Thing(), Thing(out.unknown()), Thing()])
    return found


def _spawn(flow: JsFlow, call: JsCall) -> Thing:
    """`spawn(PROGRAM, [ARGUMENTS])`."""
    program, listed = all_of(call.arg(0)), call.arg(1)
    args = (
        [all_of(one) for one in listed.items or ()]
        if listed.items is not None
        else [all_of(listed)]
        if len(call.args) > 1
        else []
    )
    options = next((one for one in call.args[1:] if one.fields is not None and one.items is None), Thing())
    if options.field("shell") is not None and options.field("shell").value.text != "false":  # type: ignore[union-attr]
        return _command(flow, call, joined([program, *args], " "))
    name = base_name(program.text)
    stdio = options.field("stdio")
    ties = stdio is not None and any(one.name == "@sender" for one in stdio.items or [])
    if name in {*SHELLS, "cmd", "powershell"} and all(one.text in {"-i", "-l", "-"} for one in args):
        if ties:
            flow.hit("SKS-REVSHELL", Severity.CRITICAL, f"ties {name} to a connection", call.node, name)
        return Thing(name="@shell")
    quoted = [Value(shlex.quote(one.text) if one.known else f'"{one.text}"', one.taints) for one in [program, *args]]
    if name in SHELLS and len(args) > 1 and args[0].text in {"-c", "-lc", "-ic"}:
        return _command(flow, call, args[1])
    return _command(flow, call, joined(quoted, " "))


def _shell_part(flow: JsFlow, call: JsCall) -> Thing:
    """A method of a shell's input or output: tied to a connection, it is a reverse shell."""
    if any(one.name == "@sender" for one in call.args):
        flow.hit("SKS-REVSHELL", Severity.CRITICAL, "ties a shell to a connection", call.node, "shell")
    taint = Taint(Source.SHELL, "a shell")
    for one in call.callbacks:
        flow.call_function(one, [Thing(Value(HOLE, frozenset({taint})))])
    if call.key == "write" and any(all_of(one).of(Source.REMOTE) for one in call.args):
        flow.hit("SKS-REVSHELL", Severity.CRITICAL, "a shell takes its commands from a connection", call.node, "shell")
    return Thing(name=call.receiver.name)


# -- files --


def _write_file(flow: JsFlow, call: JsCall) -> Thing:
    path, content = all_of(call.arg(0)), all_of(call.arg(1))
    _as_shell(flow, call, lambda start: flow.shell.writes(flow.shell, path, content, start))
    flow.shell.state.write(path, content, more="append" in call.name)
    return _later(flow, call)


def _write_stream(_flow: JsFlow, call: JsCall) -> Thing:
    return Thing(all_of(call.arg(0)), name="@file")


def _file_stream(flow: JsFlow, call: JsCall) -> Thing:
    """What is written or piped to a file that is open."""
    content = joined([all_of(one) for one in call.args]) if call.args else _EMPTY
    flow.shell.state.write(call.receiver.value, content, more=True)
    return call.receiver


def _copy_file(flow: JsFlow, call: JsCall) -> Thing:
    content = flow.shell.state.read(all_of(call.arg(0)))
    flow.shell.state.write(all_of(call.arg(1)), content)
    _as_shell(flow, call, lambda start: flow.shell.writes(flow.shell, all_of(call.arg(1)), content, start))
    return _later(flow, call)


def _as_shell(flow: JsFlow, call: JsCall, step: Callable[[int], None]) -> None:
    """Something that the shell's rules judge, said of a call."""
    before = len(flow.shell.found)
    flow.shell.piece = flow.unit.piece
    step(flow.index(call.node))
    flow.found += flow.shell.found[before:]
    del flow.shell.found[before:]


def _remove(flow: JsFlow, call: JsCall) -> Thing:
    args = [Value("-rf"), all_of(call.arg(0))]
    if call.key in {"unlink", "unlinkSync"}:
        args = args[1:]

    def step(start: int) -> None:
        flow.shell.call(Call("rm", Value("rm"), args, _EMPTY, start))

    _as_shell(flow, call, step)
    return _later(flow, call)


def _change_mode(flow: JsFlow, call: JsCall) -> Thing:
    mode = call.arg(1)
    shown = Value(format(int(mode.number), "o") if mode.number is not None else mode.value.text)

    def step(start: int) -> None:
        flow.shell.call(Call("chmod", Value("chmod"), [shown, all_of(call.arg(0))], _EMPTY, start))

    _as_shell(flow, call, step)
    return _later(flow, call)


def _deserialize(flow: JsFlow, call: JsCall) -> Thing:
    severity = Severity.HIGH if all_of(call.arg(0)).of(Source.REMOTE) else Severity.MEDIUM
    flow.hit("SKS-DESERIAL", severity, f"{call.name} loads data that can hold code", call.node, call.name)
    return Thing()


_BY_NAMES: Mapping[str, Callable[[JsFlow, JsCall], Thing]] = {
    "Reflect.apply": _apply,
    "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction "
    "setTimeout setInterval "
    "setImmediate queueMicrotask process.nextTick module._compile Module._compile execScript AsyncFunction "
    "window.eval vm.SourceTextModule": _evaluate,
    "require": _require,
    "import importScripts": _import,
    "Worker worker_threads.Worker SharedWorker": _worker,
    each_name("exec execSync execa.execaCommand execaCommand execaCommandSync execa.command", "child_process."): _exec,
    each_name("spawn spawnSync execFile execFileSync execa execaSync execa.execa", "child_process.")
    + " Bun.spawn Bun.spawnSync Deno.Command Deno.run": _spawn,
    "@shell.stdin.* @shell.stdout.* @shell.stderr.*": _shell_part,
    each_name(
        "writeFile writeFileSync appendFile appendFileSync outputFile outputFileSync writeJson writeJsonSync", "fs."
    )
    + " Bun.write Deno.writeTextFile Deno.writeTextFileSync": _write_file,
    "fs.createWriteStream": _write_stream,
    "@file.*": _file_stream,
    each_name("copyFile copyFileSync cp cpSync rename renameSync copy copySync move moveSync", "fs."): _copy_file,
    each_name("rm rmSync rmdir rmdirSync unlink unlinkSync remove removeSync emptyDir emptyDirSync", "fs.")
    + " rimraf rimraf.sync del": _remove,
    each_name("chmod chmodSync", "fs."): _change_mode,
    "node-serialize.unserialize serialize-javascript.deserialize v8.deserialize funcster.deepDeserialize": _deserialize,
}
RUNNING: Mapping[str, Callable[[JsFlow, JsCall], Thing]] = {
    name: step for names, step in _BY_NAMES.items() for name in names.split()
}
