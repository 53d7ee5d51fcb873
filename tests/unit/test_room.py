"""Callers of a backend get their turn in the order in which they came."""

from __future__ import annotations

import threading
import time

from skillhouse.sandbox.room import Room


def test_a_caller_that_comes_back_at_once_goes_behind_those_who_wait() -> None:
    """As the caller that just left the place does."""
    room, order = Room(1), list[str]()
    assert room.enter()

    def call(name: str) -> None:
        assert room.enter(10)
        order.append(name)
        room.leave()

    callers = [threading.Thread(target=call, args=(name,)) for name in ("first", "second")]
    for caller in callers:
        caller.start()
        time.sleep(0.2)  # it waits by now, and before the next one
    room.leave()
    assert room.enter(10)
    order.append("back again")
    room.leave()
    for caller in callers:
        caller.join()
    assert order == ["first", "second", "back again"]


def test_who_gives_up_takes_no_place() -> None:
    """A turn that nobody waits for any more goes to whoever comes."""
    room = Room(1)
    assert room.enter(0)
    assert not room.enter(0.01)
    room.leave()
    assert room.enter(0)
    assert not room.enter(0)
