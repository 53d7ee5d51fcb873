#: {"says": "The memory of all processes counts together.", "layer": "memory", "rules": ["SBX-8"], "serial": true,
#:  "exit": "any", "stopped": "any", "lacks": ["OPEN"], "then_fine": true, "within_s": 15}
import os
import time

children = []
for _ in range(8):
    pid = os.fork()
    if pid == 0:
        block = bytearray(b"x" * (70 << 20))
        time.sleep(1)
        os._exit(0)
    children.append(pid)
kept = sum(os.waitpid(pid, 0)[1] == 0 for pid in children)
print("OPEN:" if kept > 3 else "held:", kept, "children kept 70 MB each")
