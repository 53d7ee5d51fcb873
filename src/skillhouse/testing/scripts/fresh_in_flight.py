# Leaves as many descriptors in flight over unix sockets as the kernel lets it, waits, and lets go of them.
import array
import socket
import sys
import time

held = []
sent = 0
rights = array.array("i", [0] * 200)
try:
    while sent < 20_000:
        pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        held.append(pair)
        for _ in range(8):
            pair[0].setblocking(False)
            pair[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
            sent += len(rights)
except OSError as error:
    print("stopped by", error.errno, file=sys.stderr)
print(sent, flush=True)
time.sleep(float(sys.argv[1]))
