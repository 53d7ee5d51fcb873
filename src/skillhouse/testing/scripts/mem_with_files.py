#: {"says": "What lies in the workspace counts as memory.", "layer": "memory", "rules": ["SBX-8"], "serial": true,
#:  "exit": 137, "signal": "SIGKILL", "stopped": "memory", "within_s": 15}
import time

with open("/tmp/big", "wb") as file:
    for _ in range(110):
        file.write(b"x" * (1 << 20))
block = bytearray(b"x" * (180 << 20))
time.sleep(2)
print("OPEN: 290 MB in all")
