#: {"says": "Memory that forked children share counts once.", "layer": "memory", "rules": ["SBX-8"], "serial": true,
#:  "stdout": "6\n", "within_s": 15}
import gc
import os
import time

block = bytearray(b"x" * (100 << 20))
gc.freeze()
children = []
for _ in range(6):
    pid = os.fork()
    if pid == 0:
        time.sleep(0.5)
        os._exit(0)
    children.append(pid)
print(sum(os.waitpid(pid, 0)[1] == 0 for pid in children))
