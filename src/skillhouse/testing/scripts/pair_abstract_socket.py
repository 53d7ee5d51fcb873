#: {"says": "Two runs at once cannot reach each other over an abstract unix socket.", "layer": "freshness",
#:  "rules": ["SBX-2", "SBX-4"], "at_once": 2, "holds": true}
import socket

import kit

NAME = "\0meeting-point"
mine = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
try:
    mine.bind(NAME)
except OSError:
    kit.fails("send to another run", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"hello", NAME))
else:
    mine.settimeout(1.0)
    kit.fails("receive from another run", mine.recv, 100)
