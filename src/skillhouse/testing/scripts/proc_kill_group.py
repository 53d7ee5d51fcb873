#: {"says": "A script that signals its whole group ends itself, and the answer says so.", "layer": "processes",
#:  "rules": ["RUN-3"], "exit": 143, "signal": "SIGTERM", "then_fine": true}
import os
import signal
import time

os.kill(0, signal.SIGTERM)
time.sleep(20)
