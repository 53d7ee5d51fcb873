#: {"says": "Nor is memory shared with children.", "layer": "memory", "rules": ["SBX-8"], "serial": true,
#:  "exit": "any", "stopped": "any", "lacks": ["OPEN"], "within_s": 15}
import mmap
import os
import time

kept = 0
for _ in range(6):
    if os.fork() == 0:
        block = mmap.mmap(-1, 80 << 20)
        for place in range(0, len(block), 4096):
            block[place] = 1
        time.sleep(1)
        os._exit(0)
for _ in range(6):
    kept += os.wait()[1] == 0
print("OPEN:" if kept > 3 else "held:", kept, "children kept 80 MB of shared memory each")
