#: {"says": "Nothing can be reached over IPv6, loopback included.", "layer": "network", "rules": ["SBX-4"],
#:  "holds": true, "within_s": 10}
import socket

import kit


def reach(host):
    client = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    client.connect((host, 53))
    return client.send(b"x")


for host in ("2606:4700:4700::1111", "::1", "fe80::1", "ff02::1"):
    kit.fails(host, reach, host)
