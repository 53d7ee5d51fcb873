"""Words of shell text: quotes, escapes, parameters, substitutions. The reader of commands builds on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.scan.decoding import ansi_c
from skillhouse.scan.shsyntax import Lit, Param, Part, Proc, Script, Sub, TooDeep, Word

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["IN_QUOTES", "WordReader"]

_DEEPEST = 40
_MANY_ESCAPES = re.compile(r"(?:\\[^\n]){100,}+")
_KEPT_IN_QUOTES = re.compile(r'\\([$`"\\])')
_PLAIN = re.compile(r"[^\s\\'\"`$|&;()<>]+")
IN_QUOTES = re.compile(r'[^\\"`$]+')
_IN_BRACES = re.compile(r"[^\\'\"`$}]+")
_NAME = re.compile(r"[A-Za-z_]\w*|\d+|[@*#?$!-]")
_SIMPLE_NAME = re.compile(r"[A-Za-z_]\w*|\d|[@*#?$!-]")
_OP = re.compile(r":[-=?+]|##|%%|//|/#|/%|\^\^|,,|[-=?+#%/^,:@]")


class WordReader:
    """Reads the words of a text from `at` on. The text begins at `base` in the piece and lies `depth` levels deep."""

    def __init__(self, text: str, spend: Callable[[int], None], base: int, depth: int) -> None:
        self.text = text
        self.at = 0
        self.base = base
        self.depth = depth
        self.spend = spend
        # Past the last of a quote nothing can close it: found once, so that open quotes cost nothing.
        self.last = {quote: text.rfind(quote) for quote in "'\"`"}

    def script(self, until: str, close: str) -> Script:
        """The commands up to the keyword `until` or the sign `close`: the reader of commands knows them."""
        raise NotImplementedError

    def deeper(self) -> None:
        """Count one level of nesting. Raises TooDeep past the limit."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise TooDeep

    def after(self, end: str) -> int:
        """Where the text goes on after the next `end`, or its end where there is none."""
        found = self.text.find(end, self.at)
        return len(self.text) if found < 0 else found + len(end)

    def word(self) -> Word:
        """The word that begins here."""
        start = self.at
        parts: list[Part] = []
        self.spend(1)
        while self.at < len(self.text):
            plain = _PLAIN.match(self.text, self.at)
            if plain:
                self.at = plain.end()
                parts.append(Lit(plain.group(), quoted=False))
            elif self.text.startswith(("<(", ">("), self.at):
                out = self.text[self.at] == ">"
                self.at += 2
                parts.append(Proc(self.script("", ")"), out=out))
            elif not self.special(parts, quoted=False):
                break
        if self.at == start:
            self.at += 1
        return Word(parts, self.base + start, self.text[start : self.at])

    def special(self, parts: list[Part], *, quoted: bool) -> bool:
        """A quote, escape, parameter or substitution; False where the word ends."""
        sign = self.text[self.at]
        if sign == "\\":
            self.escape(parts, quoted=quoted)
        elif sign == "'" and not quoted:
            self.single(parts)
        elif sign == '"' and not quoted:
            self.double(parts)
        elif sign == "`":
            self.backticks(parts, quoted=quoted)
        elif sign == "$":
            self.dollar(parts, quoted=quoted)
        else:
            return False
        return True

    def escape(self, parts: list[Part], *, quoted: bool) -> None:
        """A backslash and what it protects; where a great many of them follow each other, all of those."""
        if many := _MANY_ESCAPES.match(self.text, self.at):
            self.at = many.end()
            text = _KEPT_IN_QUOTES.sub(r"\1", many.group()) if quoted else many.group()[1::2]
            parts.append(Lit(text, quoted=True))
            return
        after = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if after != "\n":
            keep = quoted and after not in '$`"\\'
            parts.append(Lit("\\" + after if keep else after, quoted=True))

    def single(self, parts: list[Part]) -> None:
        """A text in single quotes."""
        if self.at >= self.last["'"]:
            self.at += 1
            parts.append(Lit("'", quoted=True))
            return
        end = self.text.find("'", self.at + 1)
        parts.append(Lit(self.text[self.at + 1 : end], quoted=True))
        self.at = end + 1

    def double(self, parts: list[Part]) -> None:
        """A text in double quotes."""
        self.at += 1
        if self.at > self.last['"']:
            parts.append(Lit('"', quoted=True))
            return
        parts.extend(self.quoted('"', IN_QUOTES) or [Lit("", quoted=True)])

    def quoted(self, end: str, plain: re.Pattern[str]) -> list[Part]:
        """Parts up to the closing sign, which is read too; without one, to the end of the text."""
        self.deeper()
        parts: list[Part] = []
        while self.at < len(self.text):
            run = plain.match(self.text, self.at)
            if run:
                self.at = run.end()
                parts.append(Lit(run.group(), quoted=True))
            elif end and self.text[self.at] == end:
                self.at += 1
                break
            elif not self.special(parts, quoted=end != "}"):
                parts.append(Lit(self.text[self.at], quoted=True))
                self.at += 1
        self.depth -= 1
        return parts

    def backticks(self, parts: list[Part], *, quoted: bool) -> None:
        """A substitution in backticks, with its own escapes."""
        start = self.at + 1
        end = start
        while end < len(self.text) and self.text[end] != "`" and self.at < self.last["`"]:
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text) or self.at >= self.last["`"]:
            self.at += 1
            self.last["`"] = min(self.last["`"], self.at - 1)
            return
        inner = re.sub(r"\\([\\`$])", r"\1", self.text[start:end])
        self.deeper()
        parts.append(Sub(type(self)(inner, self.spend, self.base + start, self.depth).script("", ""), quoted=quoted))
        self.depth -= 1
        self.at = end + 1

    def dollar(self, parts: list[Part], *, quoted: bool) -> None:
        """All that begins with a dollar sign."""
        rest = self.text[self.at + 1 : self.at + 3]
        if rest.startswith("'") and not quoted and self.at + 1 < self.last["'"]:
            end = re.compile(r"[^'\\]*+(?:\\.[^'\\]*+)*+'?", re.DOTALL).match(self.text, self.at + 2)
            parts.append(Lit(ansi_c(end.group().removesuffix("'") if end else ""), quoted=True))
            self.at = end.end() if end else len(self.text)
        elif rest == "((":
            self.at += 3
            inner = self.at
            self.at = self.after("))")
            parts.append(Param(self.text[inner : self.at - 2], "arithmetic", None, quoted=quoted))
        elif rest.startswith("("):
            self.at += 2
            parts.append(Sub(self.script("", ")"), quoted=quoted))
        elif rest.startswith("{"):
            self.at += 2
            parts.append(self.braces(quoted=quoted))
        elif name := _SIMPLE_NAME.match(self.text, self.at + 1):
            self.at = name.end()
            parts.append(Param(name.group(), "", None, quoted=quoted))
        else:
            self.at += 1
            if not rest.startswith('"') or quoted:
                parts.append(Lit("$", quoted=True))

    def braces(self, *, quoted: bool) -> Param:
        """`${…}`, after its brace."""
        before = ""
        if self.text[self.at : self.at + 1] in {"!", "#"} and _NAME.match(self.text, self.at + 1):
            before = self.text[self.at]
            self.at += 1
        name = _NAME.match(self.text, self.at)
        self.at = name.end() if name else self.at
        index = re.compile(r"\[([^\]\n]{0,80})\]").match(self.text, self.at)
        self.at = index.end() if index else self.at
        op = _OP.match(self.text, self.at)
        self.at = op.end() if op else self.at
        start = self.at
        inner = Word(self.quoted("}", _IN_BRACES), self.base + start, "")
        return Param(
            name.group() if name else "", before + (op.group() if op else ""), inner, quoted=quoted,
            index=index.group(1) if index else "",
        )  # fmt: skip
