#: {"says": "Two runs at once can use the same names of sockets, and see none of the other's.", "layer": "freshness",
#:  "rules": ["SBX-2", "SBX-4"], "at_once": 2, "holds": true}
import socket
import time

import kit

NAME = "\0taken-by-whom"
mine = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
try:
    mine.bind(NAME)
except OSError as error:
    kit.breach("the name was taken", str(error))
else:
    kit.held("the name was free")
time.sleep(0.6)
listed = open("/proc/net/unix").read().splitlines()[1:]
(kit.held if len(listed) <= 1 else kit.breach)("sockets seen", str(listed))
