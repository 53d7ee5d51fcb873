# Leaves sockets with names on their way to nobody: each queue holds its own other end, and nothing else does. The kernel
# may refuse some, where others of the same user have many on their way.
import contextlib
import os
import socket

for number in range(8):
    here, there = socket.socketpair()
    named = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    named.bind(f"\0left-{number}")
    named.listen()
    calling = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    calling.connect(f"\0left-{number}")
    with contextlib.suppress(OSError):
        socket.send_fds(here, [b"x"], [here.fileno(), there.fileno(), named.fileno(), calling.fileno()])
print("left", flush=True)
os._exit(0)
