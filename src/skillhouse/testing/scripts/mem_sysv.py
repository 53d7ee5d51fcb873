#: {"says": "Nor are System V segments that nothing maps any more.", "layer": "memory", "rules": ["SBX-8"],
#:  "serial": true, "exit": "any", "stopped": "any", "lacks": ["OPEN"], "within_s": 15}
import ctypes
import os
import time

import kit

size = 48 << 20
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
kept = 0
for _ in range(12):
    segment, _ = kit.call("shmget", 0, size, 0o1600)
    if segment < 0:
        break
    if os.fork() == 0:
        place = libc.shmat(segment, None, 0)
        ctypes.memset(ctypes.c_void_p(place), 1, size)
        os._exit(0)
    if os.wait()[1] != 0:
        break
    kept += 1
    time.sleep(0.05)
print("OPEN:" if kept > 6 else "held:", kept, "segments of 48 MB kept")
