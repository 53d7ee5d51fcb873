#: {"says": "Nothing can be reached over IPv4: not the internet, not the host, not a cloud's metadata address.",
#:  "layer": "network", "rules": ["SBX-4"], "quick": true, "holds": true, "within_s": 10}
import socket

import kit

TARGETS = (("1.1.1.1", 53), ("127.0.0.1", 22), ("169.254.169.254", 80), ("10.0.0.1", 443), ("255.255.255.255", 9))


def reach(target, kind):
    client = socket.socket(socket.AF_INET, kind)
    client.settimeout(1)
    client.connect(target)
    return client.send(b"x")


for target in TARGETS:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        kit.fails(f"{kind.name} to {target[0]}", reach, target, kind)
