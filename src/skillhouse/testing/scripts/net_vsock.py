#: {"says": "The machine under a virtual machine cannot be reached either.", "layer": "network", "rules": ["SBX-4"],
#:  "holds": true}
import socket

import kit


def reach(peer):
    client = socket.socket(40, socket.SOCK_STREAM)
    client.settimeout(1)
    client.connect((peer, 1024))


for peer in (0, 1, 2):
    kit.fails(f"vsock {peer}", reach, peer)
kit.fails("/dev/vsock", open, "/dev/vsock", "rb")
