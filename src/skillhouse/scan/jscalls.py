"""Members and calls of JavaScript: which global, module or method is meant, and what comes of calling it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import names
from skillhouse.scan.jsexpr import EXPRESSIONS
from skillhouse.scan.jsflow import Flow
from skillhouse.scan.jstext import METHODS, property_of
from skillhouse.scan.jsvalue import COOKIES, TYPED, Thing, alike, all_of, text
from skillhouse.scan.places import is_secret_name
from skillhouse.scan.rule import Hit
from skillhouse.scan.value import HOLE, Source, Taint, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tree_sitter import Node

    from skillhouse.scan import Context
    from skillhouse.scan.jsvalue import Function, Unit
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.shflow import Shell
    from skillhouse.scan.verdicts import Verdict

__all__ = ["JsCall", "JsFlow"]

_GLOBALS = frozenset({"globalThis", "window", "global", "self", "top", "frames", "unsafeWindow"})
_REQUIRES = frozenset(
    {
        "module.require",
        "process.mainModule.require",
        "require.main.require",
        "module.constructor._load",
        "@ctor._load",
        "process.getBuiltinModule",
        "require.cache",
        "module.createRequire()",
        "module._load",
        "require.resolve",
    }
)
_SAME_MODULES = {
    "fs/promises": "fs",
    "fs-extra": "fs",
    "graceful-fs": "fs",
    "dns/promises": "dns",
    "follow-redirects": "",
    "stream/promises": "stream",
    "execa": "child_process.execa",
    "cross-spawn": "child_process.spawn",
    "node-fetch": "fetch",
    "cross-fetch": "fetch",
    "isomorphic-fetch": "fetch",
    "original-fs": "fs",
    "shelljs": "child_process",
    "ws": "WebSocket",
    "process": "process",
    "buffer": "",
    "util": "util",
}
_EACH = names("""
every filter find findIndex flatMap forEach map reduce reduceRight some sort
""")
_PARTS = frozenset({"match", "matchAll", "exec", "split", "find", "filter", "substring", "slice", "pop", "shift"})
_SENDS = names("""
ajax append create emit end fetch insert patch post publish push put putObject request send sendDocument
sendFile sendMail sendMessage upload uploadFile write
""")
_SYSTEM_NAMES = frozenset({"USER", "USERNAME", "HOSTNAME", "LOGNAME", "COMPUTERNAME"})
_PAGE = frozenset({"document", "document.body", "document.documentElement", "globalThis"})
_PRESSES = frozenset({"keydown", "keyup", "keypress"})
_STARTERS = frozenset({"exec", "execSync", "execFile", "execFileSync", "spawn", "spawnSync"})
_MOST_ELEMENTS = 512
# Where the environment is what a program or a function gets that is given no other.
_HANDED = frozenset({"pair", "assignment_pattern", "required_parameter", "optional_parameter"})
_COOKIES = Thing(Value(HOLE, frozenset({Taint(Source.CREDENTIAL, COOKIES)})))
_TELLING = (Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY, Source.METADATA)


def _is_default(node: Node | None, of: Node) -> bool:
    """Whether a value is what `given || value` falls back to."""
    sign = node.child_by_field_name("operator") if node is not None else None
    last = node.child_by_field_name("right") if node is not None else None
    return sign is not None and sign.type in {"||", "??"} and last == of


@dataclass(slots=True)
class JsCall:
    """One call: the name of what is called, what it is a method of, its arguments and node."""

    name: str
    key: str
    receiver: Thing
    args: list[Thing]
    node: Node
    new: bool = False

    def arg(self, at: int) -> Thing:
        """An argument; nothing known where it is left out."""
        return self.args[at] if at < len(self.args) else Thing()

    @property
    def callbacks(self) -> list[Function]:
        """The functions among the arguments."""
        return [one.function for one in self.args if one.function]


class JsFlow(Flow):
    """A flow that knows what names mean. `apis` is what is known of globals and modules by their full names."""

    expressions = EXPRESSIONS

    def __init__(
        self, unit: Unit, context: Context, apis: Mapping[str, Callable[[JsFlow, JsCall], Thing]],
        shell: Shell, load: Callable[[JsFlow, str], Thing | None],
    ) -> None:  # fmt: skip
        super().__init__(unit, context)
        self.apis = apis
        self.shell = shell
        self.load = load
        self.found: list[Hit | Piece] = []
        self.exports: dict[str, Thing] = {}
        self.texts: list[tuple[int, int]] = []

    # -- what was found --

    def index(self, node: Node) -> int:
        """Where a node begins, in signs of the piece."""
        return len(self.unit.source[: node.start_byte].decode("utf-8", "replace"))

    def hit(self, rule: str, severity: Severity, message: str, node: Node, evidence: str = "") -> None:
        """One rule holds at a node."""
        where = self.unit.piece.offset(self.index(node))
        self.found.append(Hit(rule, severity, message, self.unit.piece, where, evidence))

    def verdicts(self, found: Iterable[Verdict], node: Node) -> None:
        """What was judged of a flow, at the call where it ends."""
        for one in found:
            self.hit(one.rule, one.severity, one.message, node, one.evidence)

    def saw_string(self, node: Node) -> None:
        """A text stands in the code: the literal rules look at it."""
        self.texts.append((node.start_byte, node.end_byte))

    # -- names --

    def named(self, name: str, _node: Node) -> Thing:
        """A name that the code does not declare."""
        if name in _GLOBALS:
            return Thing(name="globalThis")
        if name in {"__dirname", "__filename"}:
            return text(".")
        if name in _STARTERS:  # examples leave out where they come from
            return Thing(name=f"child_process.{name}")
        return Thing(name="" if name in {"undefined", "NaN", "Infinity"} else name)

    def member(self, thing: Thing, name: str, node: Node) -> Thing:
        """`thing.name`."""
        found = property_of(thing, name)
        if found is not None:
            return found
        if name == "constructor":
            function = (
                thing.function or thing.name == "@ctor" or thing.name in METHODS or thing.name.startswith("@method")
            )
            return Thing(name="Function" if function else "@ctor")
        return self.of_name(thing, name, node) if thing.name else self.part(thing, name)

    def of_name(self, thing: Thing, name: str, node: Node) -> Thing:
        """A member of a global or module; the environment is told apart."""
        if thing.name == "globalThis":
            return self.named(name, node)
        if thing.name == "process.env":
            return self.variable(name, node)
        if thing.name == "process" and name == "env":
            return self.environment(node)
        return self.of_module(thing, name)

    def part(self, thing: Thing, name: str) -> Thing:
        """Some part of a value whose parts are not known."""
        taints = all_of(thing).taints
        if name not in METHODS:
            taints = frozenset(replace(one, part=True) if one.source is Source.CREDENTIAL else one for one in taints)
        return Thing(Value(HOLE, taints), name=f"@method.{name}" if thing.known or thing.items is not None else "")

    def of_module(self, thing: Thing, name: str) -> Thing:
        """A member of a global or module by its full name."""
        full = thing.name if name in {"default", "promises", "__esModule"} else f"{thing.name}.{name}"
        if full in _REQUIRES:
            full = "require"
        if full == "document.cookie":
            return replace(_COOKIES)
        return Thing(Value(HOLE, thing.value.taints), name=full.removeprefix("."))

    def variable(self, name: str, node: Node) -> Thing:
        """One variable of the environment."""
        if name == "HOME":
            self.reads_variable(name, node, Severity.INFO)
            return text("~")
        secret = is_secret_name(name)
        self.reads_variable(name, node, Severity.LOW if secret else Severity.INFO)
        source = Source.SECRET if secret else Source.SYSTEM if name in _SYSTEM_NAMES else None
        return Thing(Value(HOLE, frozenset({Taint(source, name)}) if source else frozenset()))

    def reads_variable(self, name: str, node: Node, severity: Severity) -> None:
        """The literal rule for one variable; what an agent reads as text is left out (SCN-1)."""
        if not self.unit.piece.prose and name.isidentifier():
            self.hit("SKS-ENV-ACCESS", severity, f"reads the variable {name}", node, name)

    def environment(self, node: Node) -> Thing:
        """`process.env`: as a whole, or on the way to one variable."""
        parent = node.parent
        outer = parent.parent if parent is not None else None
        kind = parent.type if parent is not None else ""
        one = kind in {"member_expression", "subscript_expression"} and parent.child_by_field_name("object") == node  # type: ignore[union-attr]
        pattern = parent.child_by_field_name("name") if kind == "variable_declarator" and parent is not None else None
        if not one and not (pattern is not None and pattern.type == "object_pattern") and not self.unit.piece.prose:
            spread = kind == "spread_element" and outer is not None and outer.type == "object"
            handed = spread or kind in _HANDED or (kind == "binary_expression" and _is_default(parent, node))
            severity = Severity.LOW if handed else Severity.MEDIUM
            self.hit("SKS-ENV-ACCESS", severity, "reads the whole environment", node, "process.env")
        taint = Taint(Source.ENVIRONMENT, "the whole environment")
        return Thing(Value(HOLE, frozenset({taint})), name="process.env")

    def required(self, module: Thing, node: Node) -> Thing:
        """What `require` and `import` give."""
        name = module.value.text.removeprefix("node:").removesuffix(".js") if module.known else ""
        if not module.known or re.match(r"(?i)(?:https?|data):", module.value.text):
            self.apis["import"](self, JsCall("import", "", Thing(), [module], node))
            return self.unknown_of(module)
        if module.value.text.startswith((".", "/")):
            return self.load(self, module.value.text) or self.unknown_of(module)
        return Thing(name=_SAME_MODULES.get(name, name))

    def stored(self, holder: Thing, key: str, thing: Thing, node: Node) -> None:
        """`holder.key = thing`."""
        if holder.name in {"exports", "module.exports"}:
            self.exports[key] = thing
        elif holder.name == "module" and key == "exports":
            self.exports.update(thing.fields or {"default": thing})
        elif (
            holder.name == "process.env"
            and key == "NODE_TLS_REJECT_UNAUTHORIZED"
            and thing.value.text in {"0", "false"}
        ):
            self.hit("SKS-DEFENSE-OFF", Severity.MEDIUM, "does not check certificates", node, key)
        elif key in {"src", "href"} and all_of(thing).taints:
            self.apis["navigate"](self, JsCall("navigate", key, holder, [thing], node))

    # -- calls --

    def called(self, node: Node) -> Thing:
        """A call or `new`."""
        target = node.child_by_field_name("function") or node.child_by_field_name("constructor")
        while (
            target is not None
            and target.type in {"non_null_expression", "parenthesized_expression"}
            and target.named_child_count == 1
        ):
            target = target.named_children[0]
        receiver, key = Thing(), ""
        if target is None:
            return Thing()
        if target.type in {"member_expression", "subscript_expression"}:
            receiver = self.evaluate(target.child_by_field_name("object"))
            part = target.child_by_field_name("property")
            key = (
                self.source(part) if part is not None else self.evaluate(target.child_by_field_name("index")).value.text
            )
            callee = self.member(receiver, key, target) if HOLE not in key else self.unknown_of(receiver)
        elif target.type == "import":
            callee = Thing(name="import")
        else:
            callee = self.evaluate(target)
        return self.invoke(callee, receiver, key, self.arguments(node), node)

    def arguments(self, node: Node) -> list[Thing]:
        """The arguments of a call, spread ones one by one."""
        listed = node.child_by_field_name("arguments")
        args: list[Thing] = []
        for child in listed.named_children if listed is not None else ():
            if child.type == "spread_element":
                one = self.inner(child)
                args += one.items if one.items is not None else [one]
            elif child.type != "comment":
                args.append(self.evaluate(child))
        return args

    def invoke(self, callee: Thing, receiver: Thing, key: str, args: list[Thing], node: Node) -> Thing:
        """What comes of a call."""
        if key in {"call", "apply", "bind"} and (receiver.function or receiver.name) and receiver.name != "Reflect":
            if key == "bind":
                return receiver
            args = args[1:] if key == "call" else list(args[1].items or [args[1]]) if len(args) > 1 else []
            return self.invoke(receiver, Thing(), receiver.name.rpartition(".")[2], args, node)
        if callee.name == "@resolve" and callee.items is not None:
            callee.items.extend(args[:1])
            return Thing()
        if callee.function:
            this = receiver if receiver.fields is not None else None
            return self.call_function(callee.function, args, this)
        return self.made(callee, args) if callee.name == "@class" else self.known(callee, receiver, key, args, node)

    def known(self, callee: Thing, receiver: Thing, key: str, args: list[Thing], node: Node) -> Thing:
        """A call of something with a name that we know, or of a method."""
        call = JsCall(callee.name, key, receiver, args, node, new=node.type == "new_expression")
        known = self.apis.get(callee.name) or self.apis.get(f"{receiver.name}.*" if receiver.name else "")
        if known:
            return known(self, call)
        return self.method(call)

    def made(self, kind: Thing, args: list[Thing]) -> Thing:
        """A new object of a class: its constructor followed."""
        constructor = kind.field("constructor")
        made = Thing(fields=dict(kind.fields or {}))
        if constructor is not None and constructor.function:
            self.call_function(constructor.function, args, made)
        return made

    def method(self, call: JsCall) -> Thing:
        """A method of a text or list, a callback, or something that is not known."""
        if call.key in _EACH and call.callbacks:
            return self.each(call)
        step = METHODS.get(call.key)
        if (
            step
            and not call.receiver.name.startswith("@sender")
            and (not call.receiver.name or call.receiver.name == "@bytes")
        ):
            found = step(call.receiver, call.args)
            return self.marked_part(found) if call.key in _PARTS else found
        return self.unfamiliar(call)

    def marked_part(self, thing: Thing) -> Thing:
        """A piece of something: less than the whole file."""
        if thing.items is not None or not any(one.source is Source.CREDENTIAL for one in thing.value.taints):
            return thing
        taints = frozenset(
            replace(one, part=True) if one.source is Source.CREDENTIAL else one for one in thing.value.taints
        )
        return replace(thing, value=Value(thing.value.text, taints))

    def each(self, call: JsCall) -> Thing:
        """`map`, `forEach` and their like: the callback with each element that is known."""
        function, receiver = call.callbacks[0], call.receiver
        items = receiver.items if receiver.items is not None else [self.unknown_of(receiver)]
        if call.key.startswith("reduce"):
            found = call.arg(1) if len(call.args) > 1 else Thing()
            for one in items[:_MOST_ELEMENTS]:
                found = self.call_function(function, [found, one, Thing()])
            return found
        results = []
        for at, one in enumerate(items[:_MOST_ELEMENTS]):
            results.append(self.call_function(function, [one, Thing(Value(str(at)), number=at), receiver]))
            if self.fuel <= 0:
                break
        if call.key in {"map", "flatMap"}:
            return Thing(items=results, value=Value(HOLE, receiver.value.taints))
        return receiver if call.key in {"filter", "sort"} else alike([*items[:1], self.unknown_of(receiver)])

    def unfamiliar(self, call: JsCall) -> Thing:
        """Whatever is called: its callbacks get what came in, and so does the result."""
        out = self.unknown_of(call.receiver, *call.args)
        if call.key in {"then", "catch", "finally", "on", "once", "addListener", "addEventListener"}:
            given = replace(call.receiver, function=None) if call.key == "then" else self.unknown_of(call.receiver)
            if call.receiver.name in _PAGE and call.arg(0).value.text in _PRESSES:
                given = Thing(Value(HOLE, frozenset({Taint(Source.WATCHED, TYPED)})))
            results = [self.call_function(one, [given, given]) for one in call.callbacks]
            return alike(results) if call.key == "then" and results else call.receiver
        for one in call.callbacks:
            self.call_function(one, [out, out, out])
        if call.key in _SENDS or call.name.rpartition(".")[2] in _SENDS:
            self.may_send(call)
        return out if not call.new else replace(out, name="")

    def may_send(self, call: JsCall) -> None:
        """A method that sends by its name, of a client that we do not know."""
        data = self.unknown_of(*call.args).value
        if data.of(*_TELLING) and call.receiver.name not in {"console", "process.stdout", "res", "response"}:
            url = next((all_of(one) for one in call.args if "://" in one.value.text), call.receiver.value)
            self.apis["send"](self, JsCall("send", "", Thing(url), [Thing(data)], call.node))
