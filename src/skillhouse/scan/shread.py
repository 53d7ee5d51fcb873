"""Shell text to commands: a reader for bash and POSIX sh that takes any text and never goes back (SCN-8).

A scanner needs commands, words, pipes and redirections, and needs them also from text that is cut short, mixed with
prompts or not quite shell. So this is no full grammar: what is not understood becomes a command or a word, never an
error, and each sign is read once. What nests too deep raises TooDeep.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.scan.shsyntax import Command, Lit, Part, Pipeline, Redirect, Script, Word
from skillhouse.scan.shwords import IN_QUOTES, WordReader

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["read_shell"]

_BLANK = re.compile(r"(?:[ \t\r\f\v]|\\\n)+")
_PLAIN = re.compile(r"[^\s\\'\"`$|&;()<>]+")
_ASSIGN = re.compile(r"([A-Za-z_]\w*)(\[[^\]\n]{0,80}\])?(\+?=)")
_FUNCTION = re.compile(
    r"(?:function[ \t]+([\w:.+@/-]+)[ \t]*(?:\([ \t]*\))?|([\w:.+@/-]+)[ \t]*\([ \t]*\))\s*(?=[{(\n]|$)"
)
_REDIRECT = re.compile(r"(\d*|\{\w+\})(<<<|<<-|<<|<>|<&|>&|>>|>\||&>>|&>|<|>)(?!\()")
_HEREDOC_WORD = re.compile(r"[ \t]*(?:'([^'\n]*)'|\"([^\"\n]*)\"|\\?([^\s|&;()<>'\"]+))")
_SEPARATOR = re.compile(r"\|\||&&|;;&|;;|;&|[;&\n]")
_BLANK_FIRST = frozenset(" \t\r\f\v\\")
_REDIRECT_FIRST = frozenset("<>&{0123456789")
_SKIPPED = frozenset({"then", "elif", "else", "do", "!", "time", "coproc", "done", "fi", "esac", "}", "]]"})
_ENDS = {"if": "fi", "while": "done", "until": "done", "{": "}"}
_LOOPS = ("for", "select")


def read_shell(text: str, spend: Callable[[int], None]) -> Script:
    """The commands of a text. Raises TooDeep where substitutions or compounds nest deeper than anyone writes."""
    return _Reader(text, spend, 0, 0).script("", "")


class _Reader(WordReader):
    def __init__(self, text: str, spend: Callable[[int], None], base: int, depth: int) -> None:
        super().__init__(text, spend, base, depth)
        self.waiting: list[tuple[Redirect, str, bool, bool]] = []

    # -- lists and pipelines --

    def script(self, until: str, close: str) -> Script:
        """Pipelines up to the keyword `until` or the sign `close`, which are read too."""
        self.deeper()
        found: Script = []
        while True:
            self.gap()
            if self.at >= len(self.text) or self.ends(until, close):
                break
            pipeline = self.pipeline()
            if pipeline:
                found.append(pipeline)
        self.depth -= 1
        return found

    def ends(self, until: str, close: str) -> bool:
        """Read the end of a list if it stands here; a `)` that closes nothing is stepped over."""
        if until and self.keyword() == until:
            self.at += len(until)
            return True
        if self.text[self.at] == ")":
            self.at += 1
            return close == ")"
        return close == ";;" and self.keyword() == "esac"

    def gap(self) -> None:
        """Over blanks, separators, comments and the bodies of here-documents."""
        while self.at < len(self.text):
            sign = self.text[self.at]
            blank = _BLANK.match(self.text, self.at)
            if blank:
                self.at = blank.end()
            elif sign == "#":
                self.to_line_end()
            elif sign == "\n":
                self.newline()
            elif sign in ";&|":
                self.at += 1
            else:
                return

    def to_line_end(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def newline(self) -> None:
        self.at += 1
        waiting, self.waiting = self.waiting, []
        for redirect, mark, literal, tabs in waiting:
            self.heredoc(redirect, mark, literal=literal, tabs=tabs)

    def pipeline(self) -> Pipeline:
        found: Pipeline = []
        while True:
            command = self.command()
            if command:
                found.append(command)
            self.blanks()
            if not self.text.startswith("|", self.at) or self.text.startswith("||", self.at):
                return found
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.after_pipe()

    def after_pipe(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n#\\":
            if self.text[self.at] == "\n":
                self.newline()
            elif self.text[self.at] == "#":
                self.to_line_end()
            elif not self.blanks():
                return

    def blanks(self) -> bool:
        if self.text[self.at : self.at + 1] not in _BLANK_FIRST:
            return False
        blank = _BLANK.match(self.text, self.at)
        if blank:
            self.at = blank.end()
        return bool(blank)

    # -- commands --

    def keyword(self) -> str:
        found = _PLAIN.match(self.text, self.at)
        return found.group() if found else ""

    def command(self) -> Command | None:
        self.spend(2)
        start = self.at
        word = self.keyword()
        if word in _SKIPPED:
            self.at += len(word)
            self.blanks()
            return self.command_after(start)
        found = self.compound(word)
        return self.redirected(found) if found else self.simple()

    def command_after(self, start: int) -> Command | None:
        """What follows a keyword on its line: a command, or nothing."""
        while (word := self.keyword()) in _SKIPPED:
            self.at += len(word)
            self.blanks()
        if self.at >= len(self.text) or self.text[self.at] in ";&|\n)#":
            return Command(self.base + start)
        return self.command()

    def compound(self, word: str) -> Command | None:
        start = self.base + self.at
        if self.text.startswith("((", self.at):
            self.at = self.after("))")
            return Command(start, kind="arithmetic")
        if self.text.startswith("(", self.at):
            self.at += 1
            return Command(start, kind="group", body=self.script("", ")"))
        if word in _ENDS:
            self.at += len(word)
            kind = "while" if _ENDS[word] == "done" else "group"
            return Command(start, kind=kind, body=self.script(_ENDS[word], ""))
        if word in _LOOPS:
            return self.loop(start, word)
        if word == "case":
            return self.case(start)
        return self.function(start)

    def loop(self, start: int, word: str) -> Command:
        self.at += len(word)
        self.blanks()
        if self.text.startswith("((", self.at):
            self.at = self.after("))")
            return Command(start, kind="while", body=self.script("done", ""))
        name = self.keyword()
        self.at += len(name)
        self.blanks()
        heads: list[Word] = []
        if self.keyword() == "in":
            self.at += 2
            heads = self.words()
        return Command(start, kind="for", name=name, words=heads, body=self.script("done", ""))

    def words(self) -> list[Word]:
        found = []
        self.blanks()
        while self.at < len(self.text) and self.text[self.at] not in ";&|\n)":
            found.append(self.word())
            self.blanks()
        return found

    def case(self, start: int) -> Command:
        self.at += len("case")
        self.blanks()
        heads = self.words()
        body: Script = []
        while True:
            self.gap()
            if self.at >= len(self.text) or self.keyword() == "esac":
                self.at += len("esac")
                return Command(start, kind="group", words=heads[:1], body=body)
            self.at = self.after(")")
            body += self.branch()

    def branch(self) -> Script:
        """The commands of one branch, up to `;;` or `esac`, which is left for the case."""
        found: Script = []
        self.deeper()
        while True:
            while self.at < len(self.text) and self.text[self.at] in " \t\n\r\\#":
                self.after_pipe()
                if self.text.startswith("\\", self.at):
                    break
            if self.at >= len(self.text) or self.keyword() == "esac":
                break
            separator = _SEPARATOR.match(self.text, self.at)
            if separator:
                self.at = separator.end()
                if separator.group() in {";;", ";&", ";;&"}:
                    break
            elif self.text[self.at] in ")|":
                self.at += 1
            elif pipeline := self.pipeline():
                found.append(pipeline)
        self.depth -= 1
        return found

    def function(self, start: int) -> Command | None:
        found = _FUNCTION.match(self.text, self.at)
        if not found:
            return None
        self.at = found.end()
        body = self.command() if self.at < len(self.text) else None
        return Command(start, kind="function", name=found.group(1) or found.group(2), body=[[body]] if body else [])

    def redirected(self, command: Command) -> Command:
        self.blanks()
        while redirect := self.redirect():
            command.redirects.append(redirect)
            self.blanks()
        return command

    def simple(self) -> Command | None:
        command = Command(self.base + self.at)
        before = self.at
        while self.at < len(self.text):
            self.blanks()
            if redirect := self.redirect():
                command.redirects.append(redirect)
            elif not command.words and self.assignment(command):
                continue
            elif self.at >= len(self.text) or self.text[self.at] in "\n;&|)":
                break
            elif self.text[self.at] in "(#" and self.over_odd_sign():
                continue
            else:
                command.words.append(self.word())
                self.in_test(command)
        if self.at == before:
            self.at += 1
            return None
        return command

    def over_odd_sign(self) -> bool:
        """A comment to the end of the line, or a bracket that opens nothing we know."""
        if self.text[self.at] == "#":
            self.to_line_end()
        else:
            self.at += 1
        return True

    def in_test(self, command: Command) -> None:
        """Within `[[ ]]` the signs of operators are no operators of the shell."""
        if command.words[0].raw != "[[" or command.words[-1].raw == "]]":
            return
        while self.at < len(self.text) and self.text[self.at] in " \t<>&|()":
            self.at += 1

    def assignment(self, command: Command) -> bool:
        found = _ASSIGN.match(self.text, self.at)
        if not found:
            return False
        self.at = found.end()
        name, index, op = found.groups()
        values = self.array() if self.text.startswith("(", self.at) else None
        word = None if values is not None else self.word()
        command.assigns.append((name, (index or "")[1:-1], op == "+=", values if values is not None else word))
        return True

    def array(self) -> list[Word]:
        self.at += 1
        found: list[Word] = []
        while True:
            self.after_pipe()
            if self.at >= len(self.text) or self.text[self.at] == ")":
                self.at += 1
                return found
            if self.text[self.at] in ";&|<>(":
                self.at += 1
            else:
                found.append(self.word())

    # -- redirections --

    def redirect(self) -> Redirect | None:
        if self.text[self.at : self.at + 1] not in _REDIRECT_FIRST:
            return None
        found = _REDIRECT.match(self.text, self.at)
        if not found:
            return None
        fd, op = found.groups()
        self.at = found.end()
        redirect = Redirect(op, fd, Word([], self.base + self.at, ""))
        if op in {"<<", "<<-"}:
            mark = _HEREDOC_WORD.match(self.text, self.at)
            if mark:
                self.at = mark.end()
                literal = mark.group(3) is None or "\\" in mark.group()
                name = next(group for group in mark.groups() if group is not None)
                self.waiting.append((redirect, name, literal, op == "<<-"))
            return redirect
        self.blanks()
        redirect.target = self.word()
        return redirect

    def heredoc(self, redirect: Redirect, mark: str, *, literal: bool, tabs: bool) -> None:
        """The lines up to the mark, or all that is left where it never comes."""
        end_line = re.compile(rf"^{chr(9) + '*' if tabs else ''}{re.escape(mark)}[ \t]*$", re.MULTILINE)
        found = end_line.search(self.text, self.at)
        start = self.at
        end = found.start() if found else len(self.text)
        body = self.text[start:end]
        self.at = found.end() if found else end
        parts: list[Part] = [Lit(body, quoted=True)]
        if not literal:
            parts = _Reader(body, self.spend, self.base + start, self.depth).quoted("", IN_QUOTES)
        redirect.target = Word(parts, self.base + start, body)
