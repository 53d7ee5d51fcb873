#: {"says": "Anonymous memory files are no way around the limit.", "layer": "memory", "rules": ["SBX-8"], "serial": true,
#:  "exit": "any", "stopped": "any", "lacks": ["OPEN"], "within_s": 15}
import os

kept = []
try:
    for _ in range(40):
        kept.append(os.memfd_create("block"))
        for _ in range(16):
            os.write(kept[-1], b"x" * (1 << 20))
except OSError as error:
    print("held:", error)
else:
    print("OPEN: kept 640 MB in memory files")
