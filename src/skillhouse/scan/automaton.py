"""One automaton of google-re2 for many patterns at once."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Automaton", "compiled"]

_MEMORY = 32 << 20


class Automaton:
    """Patterns by name. The automaton is made when it is first asked."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        self._patterns = patterns
        self._names = tuple(patterns)

    @cached_property
    def _all(self) -> re2.Set:
        options = re2.Options()
        options.max_mem = _MEMORY
        options.log_errors = False
        found = re2.Set.SearchSet(options)
        for pattern in self._patterns.values():
            found.Add(pattern)
        found.Add("^")  # holds in every text: an answer without it is none
        found.Compile()
        return found

    def present(self, text: str) -> list[str]:
        """The names of the patterns that match somewhere in a text.

        An automaton whose memory is full answers nothing at all. Then a new one is made, and where even that does not
        answer, each pattern is looked for by itself.
        """
        found = self._all.Match(text) or ()
        if len(self._names) not in found:
            del self._all
            found = self._all.Match(text) or ()
        if len(self._names) not in found:
            return [name for name, pattern in self._patterns.items() if compiled(pattern).search(text)]
        return [self._names[index] for index in found if index < len(self._names)]


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re2._Regexp:
    """A pattern of google-re2, made once."""
    return re2.compile(pattern)
