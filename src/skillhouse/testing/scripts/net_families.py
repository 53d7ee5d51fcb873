#: {"says": "No other family of sockets can be made: raw, packet, netlink, vsock, bluetooth, kernel crypto and the rest.",
#:  "layer": "network", "rules": ["SBX-4", "SBX-7"], "quick": true, "holds": true}
import socket

import kit

FAMILIES = {"unspecified": 0, "ipx": 4, "x25": 9, "key": 15, "netlink": 16, "packet": 17, "rds": 21, "can": 29,
            "tipc": 30, "bluetooth": 31, "alg": 38, "nfc": 39, "vsock": 40, "kcm": 41, "qipcrtr": 42, "smc": 43, "xdp": 44}
for name, family in FAMILIES.items():
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        kit.fails(f"{name} {kind.name}", socket.socket, family, kind)
kit.fails("raw ip", socket.socket, socket.AF_INET, socket.SOCK_RAW, 1)
kit.fails("ping", socket.socket, socket.AF_INET, socket.SOCK_DGRAM, 1)
