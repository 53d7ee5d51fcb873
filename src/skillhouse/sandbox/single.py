"""A warm start for one run alone, where a process below bwrap may make no namespaces of its own (SANDBOX: fall-back 3).

One bwrap holds one interpreter that has imported the usual modules. It closes the place as a cold guest does, forks the
process that is to become the script, and waits beside it as PID 1. Both are gone with the run.
"""

from __future__ import annotations

import _socket
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NoReturn

    from skillhouse.sandbox import guest, warm
else:
    import guest
    import warm


def life(sock: _socket.socket, streams: tuple[int, int, int], made: list[int]) -> Iterator[Callable[[], None]]:
    """Fork the script's process, note its number in `made`, and leave this thread. Yields only in that process."""
    stdout, stderr, status_pipe = streams
    try:
        script = os.fork()
        if script == 0:
            os.close(status_pipe)
            guest.limit_descriptors()
            guest.take_streams(stdout, stderr, sock.detach())
            sock = _socket.socket(fileno=3)
            yield warm.be_script(sock)
            warm.end_with(None)
    except (OSError, EOFError) as error:
        guest.fail(sock, error)
    made.append(script)
    warm.leave_thread()


def watch(sock: _socket.socket, streams: tuple[int, int, int], script: int, said: bytes, more: list[int]) -> NoReturn:
    """Tell the host that the place is ready, and how the script ended. This process has one thread by now."""
    try:
        guest.send_with_descriptors(sock, guest.READY + said, more)
        sock.close()
        for descriptor in (*streams[:2], *more):
            os.close(descriptor)
        guest.report_end(script, streams[2])
    except OSError as error:
        guest.fail(sock, error)
    os._exit(0)


def main() -> None:
    """`single.py SOCKET STDOUT STDERR STATUS [CGROUP…]`, all of them open descriptors.

    The place is closed before there is a second thread, so that none keeps what the process gave up.
    """
    warm.be_clean()
    job, stdout, stderr, status_pipe, *groups = (int(argument) for argument in sys.argv[1:])
    guest.close_all_but([0, 1, 2, job, stdout, stderr, status_pipe, *groups])
    sock = _socket.socket(fileno=job)
    try:
        said = warm.be_warm()
        guest.enter_groups(groups)
        more = guest.close_place(guest.inbox(job))
    except (OSError, EOFError) as error:
        guest.fail(sock, error)
    streams, made = (stdout, stderr, status_pipe), list[int]()
    warm.live_below(life(sock, streams, made))
    watch(sock, streams, made[0], said, more)


if __name__ == "__main__":
    main()
