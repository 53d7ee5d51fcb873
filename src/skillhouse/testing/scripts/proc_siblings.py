#: {"says": "Children that a script gives to its own parent delay nothing, and die with the run.", "layer": "processes",
#:  "rules": ["SBX-2", "SBX-8"], "stdout": "made\n", "then_fine": true, "within_s": 10}
import os
import signal
import time

import kit

_CLONE_PARENT = 0x8000
for ends_at_once in (True, False):
    if kit.call("clone", _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)[0] == 0:
        if not ends_at_once:
            time.sleep(60)
        os._exit(0)
print("made")
