"""Code and commands in a text: fences, indented code, code within a line, and commands that stand there bare."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.inline import inside
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.prosecontext import Stance, is_lesson, warns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.scan.block import Block
    from skillhouse.scan.phrases import Span
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.said import Part, Said

__all__ = ["commands_in", "fence_pieces", "guess", "is_spoken"]

_BY_INFO: Mapping[str, Language] = MappingProxyType(
    {
        name: language
        for language, names in {
            Language.SHELL: "bash sh shell zsh ksh ash dash fish console terminal shell-session shellsession "
            "sh-session command cmdline",
            Language.PYTHON: "python py python3 py3 ipython pycon python-repl",
            Language.JAVASCRIPT: "javascript js mjs cjs jsx node nodejs",
            Language.TYPESCRIPT: "typescript ts tsx mts deno",
            Language.WINDOWS: "powershell ps1 pwsh ps posh bat batch cmd dos dosbatch",
            Language.DATA: "json jsonc json5 toml",
            Language.MARKDOWN: "markdown md mdx",
        }.items()
        for name in names.split()
    }
)
# Fences that may hold sentences rather than code.
_SPOKEN = frozenset(
    (
        "", "text", "txt", "plaintext", "plain", "yaml", "yml", "json", "jsonc", "xml", "prompt", "toml", "ini", "none",
        "output", "log",
    )
)  # fmt: skip
_UNNAMED = frozenset(("", "text", "txt", "plaintext", "plain", "none", "code", "example", "yaml", "yml", "output"))
_PROMPT = re.compile(
    r"(?m)^([ \t]*+)(?:[\w.@~:/-]{0,60}[$%]|\[?[\w.-]{1,40}@[\w.:~/ -]{1,60}\]?#|PS [A-Za-z]:\\[^>\n]{0,200}>"
    r"|[A-Z]:\\[^>\n]{0,200}>)(?=[ \t])"
)
_REPL = re.compile(r"(?m)^[ \t]*+(?:>>>|\.\.\.)(?=[ \t]|$)")
_RUN = re.compile(r"(?im)^[ \t]*+RUN[ \t]")
_NAMES = (
    "curl wget bash sh zsh sudo su python python3 pip pip3 pipx npm npx pnpm yarn bun bunx deno uv uvx node scp sftp "
    "rsync ssh nc ncat netcat socat "
    "telnet chmod chown chattr echo printf export eval exec source docker podman kubectl git gh base64 openssl xxd "
    "xattr spctl csrutil "
    "osascript launchctl crontab systemctl dd mkfs rm mv cp tar unzip 7z aws gcloud gsutil az perl ruby php awk sed "
    "find xargs nohup "
    "brew apt apt-get yum dnf apk pacman snap cargo go gem kill killall pkill iptables ufw setenforce history cat dig "
    "nslookup host "
    "security defaults softwareupdate tee env make mkdir touch ln open nmap hydra msfconsole visudo useradd usermod "
    "passwd chsh at"
)
_WINDOWS_NAMES = (
    "powershell powershell.exe pwsh iwr iex irm invoke-webrequest invoke-expression invoke-restmethod start-process "
    "cmd cmd.exe "
    "certutil certutil.exe mshta mshta.exe rundll32 regsvr32 bitsadmin wscript cscript reg schtasks msiexec "
    "set-mppreference add-mppreference "
    "new-object vssadmin wmic netsh"
)
_SHELL_START = re.compile(rf"(?:{'|'.join(map(re.escape, _NAMES.split()))})(?=[ \t]+[^=\s(])")
_WINDOWS_START = re.compile(rf"(?i)(?:{'|'.join(map(re.escape, _WINDOWS_NAMES.split()))})(?=[ \t(])")
_ASSIGNS = re.compile(r"(?:export )?[A-Z_][A-Z0-9_]{0,60}=\S|\w{1,60}=[\"']?\$\(|\$\(|/dev/(?:tcp|udp)/")
# A command in the midst of a sentence: only with an option, an address or a path behind it.
_BARE = re.compile(
    r"(?i)(?<![\w/.-])(?:(?:curl|wget|scp|rsync|nc|ncat|socat|aws s3 (?:cp|sync|mv)|gsutil cp|rclone copy)[ \t]++(?=-"
    r"|[\"']?https?:|[\"'$~/.@]|[\w.-]+[ \t]\S*[@:/]|\d)"
    r"|(?:echo|printf)[ \t]++[^\n|]{1,2000}\|[ \t]*+(?:base64|xxd|openssl|bash|sh|zsh|python3?|perl)\b"
    r"|(?:sudo[ \t]++)?(?:bash|sh|zsh)[ \t]++(?:-i\b|-c[ \t]|<\()|base64[ \t]++(?:-d|-D|--decode)\b|xattr[ \t]++-"
    r"|chmod[ \t]++(?:\+x|[0-7]{3,4})[ \t]|rm[ \t]++-\w*[rf]"
    r"|(?:powershell|pwsh)(?:\.exe)?[ \t]++-|(?:iwr|irm|invoke-webrequest|invoke-restmethod)[ \t]++"
    r"|mshta(?:\.exe)?[ \t]++|certutil(?:\.exe)?[ \t]++-|bitsadmin[ \t]++/)"
)
# One word without any of these is a name, not a command.
_COMMAND_SIGN = re.compile(r"[ \t\n=($]|\A/dev/")
_ASKS = re.compile(
    r"(?i)\b(?:run|runs|running|execut\w+|paste|type|enter|use|using|install|invoke|call|launch|start|issue|try|do|via"
    r"|with|by|then|first|setup|command|commands|terminal|copy|apply|perform|send|post|upload|fetch|download)\b"
    r"|führe|exécut|ejecut|выполни|запусти|执行|运行|実行|실행"
)
_MOSTLY = 0.6
# How far before a command the words stand that ask for it.
_ASKED_WITHIN = 400
_GUESSED_BY = 12
_PROGRAMS = MappingProxyType({"python": Language.PYTHON, "node": Language.JAVASCRIPT})
_MARKED = re.compile(r"^[$#%>] ")
_STARTS_LIKE: Mapping[Language, re.Pattern[str]] = MappingProxyType(
    {
        Language.PYTHON: re.compile(r"import \w+$|import \w+,|from [\w.]+ import |def \w+\(|print\(|class \w+[(:]"),
        Language.JAVASCRIPT: re.compile(
            r"(?:const|let|var) [\w{\[]|function \w*\(|require\(|import .{1,80} from ['\"]|await \w"
        ),
        Language.WINDOWS: re.compile(rf"{_WINDOWS_START.pattern}|\$\w+ ?= "),
    }
)
_STARTS = re.compile(
    r"(?i)\b(?:install\w*|set-?up|prerequisit\w*|requirement\w*|quick ?start|getting started|usage|steps?|run\w*"
    r"|commands?|diagnostics?|initiali[sz]ation|bootstrap|workflow|procedure|instructions?)\b"
)


def fence_pieces(piece: Piece, block: Block, cap: Severity | None) -> Iterator[Piece]:
    """The code of a fence or of indented lines, in its language; nothing where it is none that a detector knows."""
    words = re.split(r"[\s{:,]", block.info.strip("{}. "), maxsplit=1)
    name = words[0].lower()
    language = _BY_INFO.get(name) or (guess(block.text) if name in _UNNAMED else None)
    text = block.text
    if name in {"dockerfile", "docker", "containerfile"}:
        language = Language.SHELL
        text = "\n".join(
            _RUN.sub(lambda m: " " * len(m.group()), line) if _RUN.match(line) else "" for line in text.split("\n")
        )
    if language is None:
        return
    text = _unprompted(text, language)
    if warns(block) or is_lesson(block.text):
        cap = min(cap or Severity.MEDIUM, Severity.MEDIUM)
    yield _cut(piece, block, 0, text, language, Origin.FENCE, cap)


def _unprompted(text: str, language: Language) -> str:
    """Code of a session without what the shell or interpreter wrote at the beginning of each line."""
    if language in {Language.SHELL, Language.WINDOWS} and _PROMPT.match(text.lstrip("\n")):
        return _PROMPT.sub(lambda match: " " * len(match.group()), text)
    if language is Language.PYTHON and text.lstrip().startswith(">>>"):
        lines = text.split("\n")
        return "\n".join(line[4:] if _REPL.match(line) else "" for line in lines)
    return text


def guess(text: str) -> Language | None:
    """What code without a name is written in; None where it does not look like any language."""
    lines = [line.strip() for line in text.split("\n") if line.strip()][:_GUESSED_BY]
    if text.lstrip().startswith(("{", "[")):
        return Language.DATA
    if text.startswith("#!"):
        return next((language for word, language in _PROGRAMS.items() if word in lines[0]), Language.SHELL)
    for language, starts in _STARTS_LIKE.items():
        if any(starts.match(line) for line in lines):
            return language
    bare = [_MARKED.sub("", line) for line in lines]
    shell = any(
        _SHELL_START.match(line) or (_ASSIGNS.match(line) and "://" not in line.partition("=")[0]) for line in bare
    )
    return Language.SHELL if shell or "| bash" in text or "| sh" in text else None


def is_spoken(block: Block) -> bool:
    """Whether code may hold sentences: no language is named, or one of data."""
    return re.split(r"[\s{:,]", block.info.strip("{}. "), maxsplit=1)[0].lower() in _SPOKEN


def commands_in(said: Said, cap: Severity | None) -> Iterator[Piece]:
    """Commands in a text: in backticks, or bare."""
    if "`" in said.text:
        for part in said.parts:
            yield from _quoted(said, part, cap)
    if said.reading.holds("command"):
        for part in dict.fromkeys(said.part(start) for start, _ in said.reading.where("command")):
            yield from _bare(said, part, cap)


def _quoted(said: Said, part: Part, cap: Severity | None) -> Iterator[Piece]:
    for start, end in said.code(part):
        text = part.text[start:end]
        language = _command(text.strip())
        if language is not None:
            lowered = _cap_of(said, part, (start, end), cap)
            yield _cut(said.piece, part.block, part.start + start, text, language, Origin.INLINE, lowered)


def _bare(said: Said, part: Part, cap: Severity | None) -> Iterator[Piece]:
    done = 0
    for match in _BARE.finditer(part.text):
        start = match.start()
        if start < done or inside(said.code(part), start, start + 1):
            continue
        done = part.text.find("\n", start)
        done = len(part.text) if done < 0 else done
        while part.text[done - 1] == "\\" and done < len(part.text):
            following = part.text.find("\n", done + 1)
            done = len(part.text) if following < 0 else following
        text = part.text[start:done]
        language = Language.WINDOWS if _WINDOWS_START.match(text) else Language.SHELL
        lowered = said.stance((part.at + start, part.at + start + 4)) is not Stance.SAID
        least = _least(cap) if lowered else cap
        yield _cut(said.piece, part.block, part.start + start, text, language, Origin.INLINE, least)


def _command(text: str) -> Language | None:
    if not _COMMAND_SIGN.search(text):
        return None
    if _WINDOWS_START.match(text):
        return Language.WINDOWS
    if _SHELL_START.match(text) or _ASSIGNS.match(text) or _BARE.search(text):
        return Language.SHELL
    return None


def _cap_of(said: Said, part: Part, span: Span, cap: Severity | None) -> Severity | None:
    """A command in backticks is as often named as it is asked for: only the latter weighs in full."""
    start = part.at + span[0]
    if said.stance((max(start - 1, part.at), start)) is Stance.WARNED:
        return _least(cap)
    sentence = said.reading.sentence(start, start + 1)
    asked = _ASKS.search(said.text[max(sentence[0], start - _ASKED_WITHIN) : start]) or _STARTS.search(
        part.block.heading
    )
    alone = span[1] - span[0] >= _MOSTLY * len(part.text)
    return cap if asked or alone or said.hidden else _least(cap)


def _least(cap: Severity | None) -> Severity:
    return Severity.MEDIUM if cap is None else min(cap, Severity.MEDIUM)


def _cut(
    piece: Piece, block: Block, start: int, text: str, language: Language, origin: Origin, cap: Severity | None
) -> Piece:
    where = piece.at(*block.place(start))
    indent = block.columns[1] - 1 if len(block.columns) > 1 and start == 0 else 0
    if piece.origin is Origin.DECODED:
        origin = Origin.DECODED
    return replace(
        piece, text=text, language=language, origin=origin, line=where.line, column=where.column, prose=True,
        indent=indent, cap=cap,
    )  # fmt: skip
