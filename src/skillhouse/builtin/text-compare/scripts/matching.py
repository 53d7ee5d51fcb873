"""Which parts of two sequences belong together.

Lines that stand once in both are matched first, in their longest common order: they rarely belong to anything else, so
the result reads as a person would mark it. What lies between two of them is compared in the same way, and where no such
line is left, by the longest common run, or in a large text by short runs that stand once. What is said to be equal is.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

# Finding the longest run is quadratic. Over this many pairs, runs of so many items are looked for that stand once;
# a range that has none is told as replaced.
MOST_PAIRS = 4_000_000
WIDTHS = (2, 4, 8, 16)


class Change(NamedTuple):
    """`old[old_start:old_end]` became `new[new_start:new_end]`; `op` is equal, replace, delete or insert."""

    op: str
    old_start: int
    old_end: int
    new_start: int
    new_end: int


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """What turns `old` into `new`: parts in order that together cover both, no two of a kind beside each other."""
    result: list[Change] = []
    at_old = at_new = 0
    for start_old, start_new, size in [*_blocks(old, new), (len(old), len(new), 0)]:
        if at_old < start_old or at_new < start_new:
            op = "insert" if at_old == start_old else "delete" if at_new == start_new else "replace"
            result.append(Change(op, at_old, start_old, at_new, start_new))
        at_old, at_new = start_old + size, start_new + size
        if size:
            result.append(Change("equal", start_old, at_old, start_new, at_new))
    return result


def _blocks(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Runs that match, as (start in old, start in new, length); runs that touch are one."""
    joined: list[tuple[int, int, int]] = []
    for a, b, size in _matches(old, new):
        if joined and joined[-1][0] + joined[-1][2] == a and joined[-1][1] + joined[-1][2] == b:
            joined[-1] = (*joined[-1][:2], joined[-1][2] + size)
        else:
            joined.append((a, b, size))
    return joined


def _matches(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Matching runs in order. A stack instead of recursion: texts are deeper than the interpreter's limit."""
    waiting = [(0, len(old), 0, len(new))]
    while waiting:
        a, a_end, b, b_end = waiting.pop()
        head = _common(old, new, a, a_end, b, b_end, step=1)
        tail = _common(old, new, a + head, a_end, b + head, b_end, step=-1)
        if head:
            yield a, b, head
        a, b, a_end, b_end = a + head, b + head, a_end - tail, b_end - tail
        if tail:
            waiting.append((a_end, a_end + tail, b_end, b_end + tail))
        if a < a_end and b < b_end:
            waiting.extend(reversed(_parts(old, new, a, a_end, b, b_end)))


def _common(old: Sequence[str], new: Sequence[str], a: int, a_end: int, b: int, b_end: int, step: int) -> int:
    """How many items are the same at the beginning (step 1) or at the end (step -1)."""
    count, most = 0, min(a_end - a, b_end - b)
    if step > 0:
        while count < most and old[a + count] == new[b + count]:
            count += 1
    else:
        while count < most and old[a_end - 1 - count] == new[b_end - 1 - count]:
            count += 1
    return count


def _parts(
    old: Sequence[str], new: Sequence[str], a: int, a_end: int, b: int, b_end: int
) -> list[tuple[int, int, int, int]]:
    """Smaller pairs of ranges to compare, each beginning or ending with a match; none where nothing matches."""
    inner_old, inner_new = old[a:a_end], new[b:b_end]
    anchors = _anchors(inner_old, inner_new)
    if not anchors and len(inner_old) * len(inner_new) <= MOST_PAIRS:
        found = SequenceMatcher(None, inner_old, inner_new, autojunk=False).find_longest_match()
        anchors = [(found.a + k, found.b + k) for k in range(found.size)]
    for width in WIDTHS if not anchors else ():
        anchors = anchors or _anchors(_runs(inner_old, width), _runs(inner_new, width))
    parts, at_old, at_new = [], a, b
    for from_a, from_b in anchors:
        parts.append((at_old, a + from_a, at_new, b + from_b))
        at_old, at_new = a + from_a + 1, b + from_b + 1
        parts.append((at_old - 1, at_old, at_new - 1, at_new))
    return [*parts, (at_old, a_end, at_new, b_end)] if anchors else []


def _runs(items: Sequence[str], width: int) -> list[tuple[str, ...]]:
    """Each run of so many items, in order."""
    return list(zip(*(items[shift:] for shift in range(width)), strict=False))


def _anchors(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Items that stand once in both, in their longest common order (patience sorting)."""
    times_old, times_new = Counter(old), Counter(new)
    place = {item: at for at, item in enumerate(new) if times_new[item] == 1}
    pairs = [(at, place[item]) for at, item in enumerate(old) if item in place and times_old[item] == 1]
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, at_new) in enumerate(pairs):
        pile = bisect_left(tops, at_new)
        before.append(ends[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [at_new]
        ends[pile : pile + 1] = [number]
    chain = []
    last = ends[-1] if ends else -1
    while last >= 0:
        chain.append(pairs[last])
        last = before[last]
    return chain[::-1]
