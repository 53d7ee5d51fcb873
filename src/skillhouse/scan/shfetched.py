"""What shell commands fetch as a whole: archives they unpack, repositories they clone, extensions; and tunnels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import options, rest_of, value_of
from skillhouse.scan.hosts import HostKind, url_kind
from skillhouse.scan.shfilters import FILTERS
from skillhouse.scan.shnet import NETWORK
from skillhouse.scan.value import HOLE, Source, Taint, Value
from skillhouse.scan.verdicts import remote_code, softened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = ["FETCHED", "content_of", "skill_written"]

_TRUSTED = frozenset({HostKind.ALLOWED, HostKind.INSTALLER, HostKind.KNOWN, HostKind.LOCAL})
_FAR = re.compile(r"(?:https?|git|ssh)://|[\w.-]+@[\w.-]+:")
# Settings of git whose value is a command.
_GIT_RUNS = re.compile(
    r"(?i)(?:filter\..+\.(?:clean|smudge|process)|core\.(?:fsmonitor|sshcommand|pager|askpass)|diff\.external"
    r"|(?:merge|diff)\..+\.(?:driver|command|textconv)|credential\.helper|gpg\.program)"
)
_EXTRACTS = re.compile(r"-?[a-zA-Z]*x[a-zA-Z]*\Z")
_VALUES = frozenset({"-f", "--file", "-C", "--directory", "-d", "-T", "-X", "-b", "--branch", "--depth", "-o"})
_OTHER_SKILLS = re.compile(rf"(?:^|/)skills/[^/]*[*{HOLE}][^/]*/SKILL\.md$")
_SSH_PORT = re.compile(r":(?:22|3389|5900)$")


def content_of(shell: Shell, path: Value) -> Value:
    """What a file holds: what the script wrote there, or, from an archive or repository that it fetched, that."""
    found = shell.state.read(path)
    if found.known or found.taints:
        return found
    name = shell.state.path(path.text)
    if "/" not in path.text or shell.context.subject.bundle.get(name) is not None:
        return found
    for folder, content in shell.state.unpacked.items():
        inside = not name.startswith(("/", "~", HOLE)) if folder == "." else name.startswith(f"{folder}/")
        if inside:
            return content
    return found


def skill_written(shell: Shell, path: Value, content: Value, start: int) -> None:
    """Judge what is written to a SKILL.md: other skills' instructions, or instructions that come from afar."""
    if not path.text.endswith("SKILL.md"):
        return
    if _OTHER_SKILLS.search(shell.state.path(path.text)):
        shell.hit("SKS-PERSIST", Severity.HIGH, "changes the instructions of other skills", start, "SKILL.md")
    found = remote_code(content, shell.context.policy, ": it becomes the instructions of a skill")
    shell.verdicts(softened(found), start)


def _keep(shell: Shell, folder: str, content: Value, trusted: frozenset[HostKind] = _TRUSTED) -> None:
    """Remember that a folder holds what came from a host that is not trusted."""
    far = [one for one in content.of(Source.REMOTE) if url_kind(one.what, shell.context.policy) not in trusted]
    if far:
        name = shell.state.path(folder).rstrip("/") if folder not in {"", "."} else shell.state.folder.rstrip("/")
        shell.state.unpacked[name or "."] = Value(HOLE, frozenset(far))


def _unpack(shell: Shell, call: Call) -> Value:
    """`tar x`, `unzip`, `7z x`: the folder then holds what the archive held."""
    out = FILTERS[call.name](shell, call) if call.name in FILTERS else Value("")
    texts = call.texts
    opens = call.name == "unzip" or any(_EXTRACTS.match(one) for one in texts[:2]) or "--extract" in texts
    if opens:
        folder = value_of(options(call.args, _VALUES), "-C", "--directory", "-d")
        archives = [call.stdin, *(shell.state.read(one) for one in call.args)]
        for one in archives:
            _keep(shell, folder.text if folder else "", one)
    return out


def _git(shell: Shell, call: Call) -> Value:
    """`git clone`: the folder then holds the repository. An alias may be a command of the shell."""
    if "config" in call.texts:
        for key, one in zip(["", *call.texts], call.args, strict=False):
            if one.text.startswith("!") or _GIT_RUNS.fullmatch(key):
                shell.run_text(Value(one.text.removeprefix("!"), one.taints), call.start)
    if "clone" in call.texts:
        rest = rest_of(options(call.args, _VALUES))
        at = next((number for number, one in enumerate(rest) if _FAR.match(one.text)), None)
        if at is not None:
            url = rest[at].text
            target = rest[at + 1].text if at + 1 < len(rest) else url.rstrip("/").rpartition("/")[2]
            content = Value(HOLE, frozenset({Taint(Source.REMOTE, url)}))
            trusted = _TRUSTED if shell.piece.prose else _TRUSTED - {HostKind.KNOWN}
            _keep(shell, target.removesuffix(".git"), content, trusted)
    return NETWORK["git"](shell, call)


def _extension(shell: Shell, call: Call) -> Value:
    """An editor is given an extension from a file, which then runs in every project."""
    for name, one in options(call.args, frozenset({"--install-extension"})):
        if name == "--install-extension" and one.text.endswith(".vsix"):
            severity = Severity.MEDIUM if shell.piece.prose else Severity.HIGH
            shell.hit("SKS-PERSIST", severity, f"puts the extension {one.text} into the editor", call.start, one.text)
    return Value("")


def _tunnel(shell: Shell, call: Call) -> Value:
    """`ngrok tcp`: a port of this host is opened to everybody."""
    if "tcp" in call.texts:
        shell.hit("SKS-REVSHELL", Severity.HIGH, f"opens a way into this host by {call.name}", call.start, call.name)
    return Value("")


def _ssh(shell: Shell, call: Call) -> Value:
    """`ssh -R …:22`: who owns the far host can log in to this one."""
    far = value_of(options(call.args, frozenset({"-R", "-p", "-i", "-o", "-L", "-D"})), "-R")
    if far is not None and _SSH_PORT.search(far.text):
        message = "opens the login of this host to another by ssh -R"
        shell.hit("SKS-REVSHELL", Severity.HIGH, message, call.start, "ssh -R login")
    return NETWORK["ssh"](shell, call)


def _tool_server(shell: Shell, call: Call) -> Value:
    """`claude mcp add NAME -- COMMAND`: the agent starts the command from then on."""
    texts = call.texts
    if "mcp" in texts[:1] and "--" in texts:
        at = texts.index("--") + 1
        return shell.call(call.inside(at)) if at < len(texts) else Value("")
    return Value()


FETCHED: Mapping[str, Handler] = {
    **dict.fromkeys(("tar", "bsdtar", "7z", "7za", "unzip"), _unpack),
    **dict.fromkeys(("code", "code-insiders", "cursor", "codium", "windsurf"), _extension),
    **dict.fromkeys(("claude", "codex", "gemini"), _tool_server),
    "git:net": _git,
    "ngrok": _tunnel,
    "bore": _tunnel,
    "ssh": _ssh,
    "autossh": _ssh,
}
