#: {"says": "Two runs at once share no shared memory segment.", "layer": "freshness", "rules": ["SBX-2", "SBX-7"],
#:  "at_once": 2, "holds": true}
import os
import time

import kit

made, error = kit.call("shmget", 0x77AA, 4096, 0o3666)  # exclusive: fails where another run made it first
(kit.breach if error == "EEXIST" else kit.held)("a segment of one's own", error)
time.sleep(0.5)
