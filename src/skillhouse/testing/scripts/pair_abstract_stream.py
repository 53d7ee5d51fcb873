#: {"says": "Nor over an abstract stream socket that one of them listens on.", "layer": "freshness",
#:  "rules": ["SBX-2", "SBX-4"], "at_once": 2, "holds": true}
import socket
import time

import kit

NAME = "\0\xff stream"
listener = socket.socket(socket.AF_UNIX)
try:
    listener.bind(NAME)
    listener.listen()
    listener.settimeout(1.0)
except OSError:
    kit.fails("connect to another run", lambda: socket.socket(socket.AF_UNIX).connect(NAME))
else:
    kit.fails("accept another run", listener.accept)
