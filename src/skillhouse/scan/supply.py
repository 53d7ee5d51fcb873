"""Where packages come from: registries, install hooks, names like well-known ones; in files and in commands (SCN-2)."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan import supplydata as data
from skillhouse.scan.catalog import rules
from skillhouse.scan.commands import names, options, rest_of
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.pieces import text_of
from skillhouse.scan.rule import Hit
from skillhouse.scan.value import HOLE, Source, Taint, Value
from skillhouse.scan.verdicts import remote_code, softened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from skillhouse.model.policy import Policy
    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = [
    "PACKAGES",
    "PACKAGE_SETTINGS",
    "SupplyDetector",
    "imitated_package",
    "registry_severity",
    "settings_written",
]

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-._"
_SHORTEST = 5
_HOOKS = ("preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare", "prepublish", "dependencies")
_PLAIN_HOOK = re.compile(
    r"\s*(?:(?:npx |npm run |yarn |pnpm )?(?:husky(?: install)?|is-ci|node-gyp(?: rebuild)?|node-gyp-build|"
    r"prebuild-install|patch-package|"
    r"tsc|tsup|rollup|vite build|lerna bootstrap|build|lint|test|compile|clean|simple-git-hooks|"
    r"lefthook install|prisma generate|"
    r"playwright install|electron-builder install-app-deps|opencollective|ngcc|echo [\w\s.'\"!-]*|exit 0|true)"
    r"(?: [\w./=-]+)*\s*(?:&&|\|\||;|$)\s*)+"
)
_TELLING_HOOK = re.compile(
    r"(?i)https?:|curl|wget|\bnc\b|/dev/tcp|base64|node -e|python3? -c|powershell|\beval\b|\bsh -c|bash|"
    r"child_process|\bfetch\(|require\(['\"](?:https?|net|dns)"
)
_LINE_INDEX = re.compile(
    r"(?im)^\s*(?:--?(?:index-url|extra-index-url|find-links)|-i|index-url|extra-index-url|"
    r"(?:@[\w.-]+:)?registry)\s*[= ]\s*(\S+)"
)
_LINE_TRUST = re.compile(r"(?im)^\s*(?:--)?trusted-host\s*[= ]\s*(\S+)|^\s*strict-ssl\s*=\s*(false)")
_REQUIREMENT = re.compile(r"(?m)^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]\n]*\])?\s*(?:[=<>!~;@ #]|$)")
_ADDRESS = re.compile(r"(?m)^\s*(?:[\w.-]+\s*@\s*|-e\s+)?((?:git\+)?(?:https?|git|ssh)://\S+)")
PACKAGE_SETTINGS = re.compile(r"(?:^|/)(?:pip\.(?:conf|ini)|\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|uv\.toml)$")
_REGISTRY_OPTIONS = names("""
-i --index-url --extra-index-url --index --default-index -f --find-links --registry --source -s
""")
# What follows the package are the words of the program in it.
_RUNNERS = frozenset({"npx", "uvx", "bunx"})
_PIP_VALUES = names("""
-r --requirement -c --constraint -t --target --prefix --python --trusted-host -p --with --from --timeout --spec
--optional --group --extra --package -n --name
""")


class SupplyDetector:
    """Reads package.json, .npmrc, pip's settings, requirements and pyproject.toml."""

    name = "supply"
    languages = frozenset({Language.FILE})
    rules = rules("SKS-INSTALL-HOOK", "SKS-SUPPLY-REGISTRY", "SKS-TYPOSQUAT", "SKS-DEFENSE-OFF")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """What a file that names packages says of where they come from and what runs when they are installed."""
        name = piece.file.rpartition("/")[2].lower()
        if name == "package.json":
            yield from _package_json(piece, context)
        elif name in {".npmrc", ".yarnrc", "pip.conf", "pip.ini", "bunfig.toml", ".yarnrc.yml"}:
            yield from _settings(piece, context)
        elif re.fullmatch(r"(?:requirements|constraints)[\w.-]*\.(?:txt|in)", name):
            yield from _settings(piece, context)
            yield from _requirements(piece, context)
        elif name == "pyproject.toml":
            yield from _pyproject(piece, context)


def registry_severity(url: str, policy: Policy) -> Severity | None:
    """How much it weighs that packages come from an address; None for the usual places."""
    kind = url_kind(url, policy)
    host = host_of(url)
    if kind is HostKind.ALLOWED or any(host == one or host.endswith("." + one) for one in data.OFFICIAL):
        return None
    if kind in {HostKind.LOCAL, HostKind.KNOWN, HostKind.INSTALLER}:
        return Severity.LOW
    if url.startswith("http://") or kind in {HostKind.RAW_IP, HostKind.CAPTURE, HostKind.PASTE, HostKind.LOOKALIKE}:
        return Severity.HIGH
    return Severity.MEDIUM


def imitated_package(name: str, known: frozenset[str]) -> str | None:
    """The well-known package that a name differs from by one letter: added, left out, replaced or swapped."""
    name = name.lower().replace("_", "-")
    if len(name) < _SHORTEST or name in known or name in data.NEIGHBOURS:
        return None
    halves = [(name[:at], name[at:]) for at in range(len(name) + 1)]
    near = {a + b[1:] for a, b in halves if b} | {a + b[1] + b[0] + b[2:] for a, b in halves if len(b) > 1}
    near |= {a + c + b[1:] for a, b in halves if b for c in _LETTERS} | {a + c + b for a, b in halves for c in _LETTERS}
    return next((one for one in sorted(near & known) if len(one) >= _SHORTEST), None)


def _registry(piece: Piece, context: Context, url: str, index: int) -> Iterator[Hit]:
    severity = registry_severity(url.strip("\"'"), context.policy)
    if severity:
        host = host_of(url.strip("\"'"))
        yield Hit("SKS-SUPPLY-REGISTRY", severity, f"takes packages from {host}", piece, piece.offset(index), host)


def _imitation(piece: Piece, name: str, known: frozenset[str], index: int) -> Iterator[Hit]:
    near = imitated_package(name, known)
    if near:
        message = f"names the package {name}, one letter from {near}"
        yield Hit("SKS-TYPOSQUAT", Severity.MEDIUM, message, piece, piece.offset(index), name)


def _elsewhere(piece: Piece, context: Context, name: str, url: str, index: int) -> Iterator[Hit]:
    """A package that everybody knows, taken from an address that nobody does."""
    url = url.strip().removeprefix("git+")
    if "://" not in url:
        return
    severity = registry_severity(url, context.policy)
    if severity and severity > Severity.LOW and name.lower() in data.PYPI | data.NPM:
        message = f"takes {name} from {host_of(url)}, and not from where it is published"
        yield Hit("SKS-SUPPLY-REGISTRY", Severity.HIGH, message, piece, piece.offset(index), f"{name} {host_of(url)}")
    else:
        yield from _registry(piece, context, url, index)


def _settings(piece: Piece, context: Context) -> Iterator[Hit]:
    for found in _LINE_INDEX.finditer(piece.text):
        yield from _registry(piece, context, found.group(1), found.start(1))
    for found in _LINE_TRUST.finditer(piece.text):
        message = "takes packages without checking certificates"
        yield Hit(
            "SKS-DEFENSE-OFF", Severity.MEDIUM, message, piece, piece.offset(found.start()), found.group().strip()
        )


def _requirements(piece: Piece, context: Context) -> Iterator[Hit]:
    for found in _REQUIREMENT.finditer(piece.text):
        context.spend(20)
        yield from _imitation(piece, found.group(1), data.PYPI, found.start(1))
    for found in _ADDRESS.finditer(piece.text):
        yield from _registry(piece, context, found.group(1).removeprefix("git+"), found.start(1))


def _tables(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _lists(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _pyproject(piece: Piece, context: Context) -> Iterator[Hit]:
    try:
        content = tomllib.loads(piece.text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    project = _tables(content.get("project"))
    extras = [one for some in _tables(project.get("optional-dependencies")).values() for one in _lists(some)]
    for one in [*_lists(project.get("dependencies")), *extras]:
        found = _REQUIREMENT.match(str(one))
        if found:
            at = max(piece.text.find(str(one)), 0)
            yield from _imitation(piece, found.group(1), data.PYPI, at)
            yield from _elsewhere(piece, context, found.group(1), str(one).partition("@")[2], at)
    tool = _tables(content.get("tool"))
    sources = [*_lists(_tables(tool.get("uv")).get("index")), *_lists(_tables(tool.get("poetry")).get("source"))]
    for source in sources:
        url = str(_tables(source).get("url", ""))
        if url:
            yield from _registry(piece, context, url, max(piece.text.find(url), 0))


def _package_json(piece: Piece, context: Context) -> Iterator[Hit | Piece]:
    try:
        content = _tables(json.loads(piece.text))
    except (ValueError, RecursionError):
        return
    for name, command in _tables(content.get("scripts")).items():
        if isinstance(command, str):
            yield from _script(piece, context, name, command)
    for kind in ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies"):
        for name, version in _tables(content.get(kind)).items():
            at = max(piece.text.find(f'"{name}"'), 0)
            yield from _imitation(piece, name, data.NPM, at)
            if isinstance(version, str):
                yield from _elsewhere(piece, context, name, version, at)


def _script(piece: Piece, context: Context, name: str, command: str) -> Iterator[Hit | Piece]:
    """A script of package.json: a hook that runs by itself, and its command as shell."""
    where = piece.offset(max(piece.text.find(f'"{name}"'), 0))
    yield replace(
        piece, text=command, language=Language.SHELL, origin=Origin.EMBEDDED, line=where.line, column=where.column
    )  # fmt: skip
    if name not in _HOOKS:
        return
    telling = _TELLING_HOOK.search(command) or any(_TELLING_HOOK.search(text) for text in _files(context, command))
    severity = Severity.HIGH if telling else Severity.LOW if _PLAIN_HOOK.fullmatch(command) else Severity.MEDIUM
    yield Hit("SKS-INSTALL-HOOK", severity, f"runs `{command[:80]}` at {name}", piece, where, f"{name} {command[:80]}")


def _files(context: Context, command: str) -> Iterator[str]:
    """The skill's own files that a command names."""
    for word in re.findall(r"[\w./-]+\.(?:js|cjs|mjs|ts|sh|py)\b", command):
        for file in context.subject.bundle.files:
            if file.path.endswith(word.removeprefix("./")):
                yield text_of(file)[:100_000]


# -- commands --


def _install(shell: Shell, call: Call) -> Value:
    """`pip install`, `npm install` and their like: addresses, registries, imitated names."""
    words = [one for one in call.texts if not one.startswith("-")]
    for name, value in options(call.args, _REGISTRY_OPTIONS | _PIP_VALUES):
        if name in _REGISTRY_OPTIONS and "://" in value.text:
            _say_registry(shell, call, Value(re.sub(r"^[\w.-]+=(?=https?:)", "", value.text)))
        elif name == "--trusted-host":
            shell.hit(
                "SKS-DEFENSE-OFF",
                Severity.MEDIUM,
                f"takes packages from {value.text} without a certificate",
                call.start,
                value.text,
            )
    if {"install", "add", "i", "ci", "dlx", "exec", "run"} & set(words) or call.name in _RUNNERS:
        known = data.PYPI if call.name in {"pip", "pip3", "pipx", "uv", "uvx", "poetry"} else data.NPM
        packages = rest_of(options(call.args, _REGISTRY_OPTIONS | _PIP_VALUES))
        if "run" in words:  # what stands behind the program are its own words
            packages = packages[: 2 + [one.text for one in packages].index("run")]
        given = [value for name, value in options(call.args, _PIP_VALUES) if name in {"--from", "--with", "--spec"}]
        packages = [*given, *(packages[:1] if call.name in _RUNNERS else packages)]
        _packages(shell, call, packages, known)
    if {"set", "config"} <= set(words) and any("registry" in one or "index-url" in one for one in words):
        for one in call.args:
            if "://" in one.text:
                _say_registry(shell, call, Value(one.text.partition("=")[2] or one.text))
    return Value()


def _packages(shell: Shell, call: Call, packages: Iterable[Value], known: frozenset[str]) -> None:
    for one in packages:
        text = one.text.removeprefix("git+")
        if re.match(r"https?://", text):
            remote = Value(HOLE, frozenset({Taint(Source.REMOTE, text)}))
            found = remote_code(remote, shell.context.policy, f" with {call.name}")
            shell.verdicts(softened(found, Severity.HIGH), call.start)
        name = re.split(r"[=<>!~@\[]", text, maxsplit=1)[0]
        near = imitated_package(name, known) if re.fullmatch(r"[\w.-]+", name) else None
        if near:
            shell.hit("SKS-TYPOSQUAT", Severity.MEDIUM, f"installs {name}, one letter from {near}", call.start, name)


def settings_written(shell: Shell, content: Value, start: int) -> None:
    """Settings of a package manager that a command writes: where all packages come from, from then on."""
    for found in _LINE_INDEX.finditer(content.text):
        severity = registry_severity(found.group(1).strip("\"'"), shell.context.policy)
        if severity:
            host = host_of(found.group(1).strip("\"'"))
            shell.hit("SKS-SUPPLY-REGISTRY", severity, f"has all packages come from {host}", start, host)


def _say_registry(shell: Shell, call: Call, url: Value) -> None:
    severity = registry_severity(url.text, shell.context.policy)
    if severity:
        host = host_of(url.text)
        shell.hit("SKS-SUPPLY-REGISTRY", severity, f"{call.name} takes packages from {host}", call.start, host)


PACKAGES: Mapping[str, Handler] = dict.fromkeys(
    [
        "pip",
        "pip3",
        "pipx",
        "uv",
        "uvx",
        "npm",
        "npx",
        "pnpm",
        "yarn",
        "bunx",
        "poetry",
        "gem",
        "cargo",
        "easy_install",
    ],
    _install,
)
