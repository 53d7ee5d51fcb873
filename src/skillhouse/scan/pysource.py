"""Python source to a tree, also where it is old, cut out, or broken on purpose."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache

__all__ = ["parsed"]

_KEPT = 200_000


def parsed(text: str) -> ast.Module | None:
    """The tree of a source text; None where it is no Python."""
    return _kept(text) if len(text) <= _KEPT else _parsed(text)


@lru_cache(maxsize=64)
def _kept(text: str) -> ast.Module | None:
    return _parsed(text)


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
