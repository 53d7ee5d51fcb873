#: {"says": "A script that a signal ends has exit code 128+n, and the signal is named.", "layer": "end", "rules": ["RUN-3"],
#:  "quick": true, "exit": 143, "signal": "SIGTERM"}
import os
import signal
import time

os.kill(os.getpid(), signal.SIGTERM)
time.sleep(20)
