#: {"says": "No port can be opened, not even for the script itself.", "layer": "network", "rules": ["SBX-4"],
#:  "holds": true}
import socket

import kit


def listen(family, host, kind=socket.SOCK_STREAM):
    server = socket.socket(family, kind)
    server.bind((host, 0))
    return server.getsockname()


for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
    kit.fails(f"listen on {host}", listen, family, host)
    kit.fails(f"datagrams on {host}", listen, family, host, socket.SOCK_DGRAM)
