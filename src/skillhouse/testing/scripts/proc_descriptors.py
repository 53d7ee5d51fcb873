#: {"says": "A script has its three streams and no other descriptor.", "layer": "processes", "rules": ["SBX-4"],
#:  "quick": true, "holds": true}
import os

import kit

stray = []
for number in range(3, 4096):
    try:
        os.fstat(number)
    except OSError:
        continue
    stray.append((number, os.readlink(f"/proc/self/fd/{number}")))
(kit.breach if stray else kit.held)("stray descriptors", str(stray))
(kit.held if os.readlink("/proc/self/fd/0") == "/dev/null" else kit.breach)("stdin")
