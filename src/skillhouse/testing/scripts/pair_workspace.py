#: {"says": "Two runs at once see only their own files and their own processes.", "layer": "freshness",
#:  "rules": ["SBX-2", "SBX-3"], "at_once": 2, "holds": true}
import os
import time

import kit

for folder in ("/workspace", "/tmp"):
    with open(f"{folder}/mine-{os.urandom(8).hex()}", "w"):
        pass
time.sleep(0.7)
for folder in ("/workspace", "/tmp"):
    seen = [name for name in os.listdir(folder) if name.startswith("mine-")]
    (kit.held if len(seen) == 1 else kit.breach)(folder, str(seen))
others = [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) not in (1, os.getpid())]
(kit.breach if others else kit.held)("processes of others", str(others))
