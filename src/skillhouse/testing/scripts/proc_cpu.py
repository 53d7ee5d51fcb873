#: {"says": "However many processes a run has, together they get one processor.", "layer": "processes",
#:  "rules": ["SBX-8"], "serial": true, "holds": true, "within_s": 20}
import os
import time

import kit

start = time.monotonic()
children = []
for _ in range(3):
    pid = os.fork()
    if pid == 0:
        while time.monotonic() - start < 1.5:
            pass
        os._exit(0)
    children.append(pid)
while time.monotonic() - start < 1.5:
    pass
for pid in children:
    os.waitpid(pid, 0)
spent = sum(os.times()[:4])
ratio = spent / (time.monotonic() - start)
(kit.held if ratio < 1.25 else kit.breach)("processors", f"{ratio:.2f}")
