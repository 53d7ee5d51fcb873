"""Who may run now: callers of a backend with so many places, served in the order in which they came."""

from __future__ import annotations

import threading
from collections import deque

__all__ = ["Room"]


class Room:
    """Places for `size` callers. Thread-safe. Unlike a semaphore, it lets nobody in before those who wait already:
    a caller that comes back at once would else leave the others without a turn.
    """

    def __init__(self, size: int) -> None:
        self._free = size
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    def enter(self, timeout: float | None = None) -> bool:
        """Take a place, after at most so many seconds; False where none became free for us."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        if turn.wait(timeout):
            return True
        with self._lock:
            if turn.is_set():  # it became ours just now
                return True
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Give a place back: to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1
