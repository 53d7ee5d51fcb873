#: {"says": "Nor is memory shared with children.", "layer": "memory", "rules": ["SBX-8"], "serial": true,
#:  "exit": "any", "stopped": "any", "lacks": ["OPEN"], "within_s": 15}
import mmap
import os
import time

for _ in range(6):
    if os.fork() == 0:
        block = mmap.mmap(-1, 100 << 20)
        for place in range(0, len(block), 4096):
            block[place] = 1
        time.sleep(1.5)
        print("OPEN: 100 MB stayed") if _ > 3 else None
        os._exit(0)
time.sleep(2)
