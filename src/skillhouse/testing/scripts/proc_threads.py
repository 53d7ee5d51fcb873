#: {"says": "Threads count as processes; the script is told when it has too many.", "layer": "processes",
#:  "rules": ["SBX-8"], "serial": true, "holds": true, "within_s": 20}
import os
import threading
import time

import kit

count = 1
threading.stack_size(65536)
try:
    while count < 400:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        count += 1
except RuntimeError:
    pass
(kit.held if 90 <= count <= 128 else kit.breach)("threads", str(count))
os._exit(0)
