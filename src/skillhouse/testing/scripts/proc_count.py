#: {"says": "A run may have 128 processes and no more.", "layer": "processes", "rules": ["SBX-8"], "serial": true,
#:  "holds": true, "within_s": 15}
import os
import time

import kit

count = 1
while count < 400:
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    except OSError:
        break
    count += 1
(kit.held if 100 <= count <= 128 else kit.breach)("processes", str(count))
