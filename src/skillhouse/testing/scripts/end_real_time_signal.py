#: {"says": "Even a signal without a name of its own is named.", "layer": "end", "rules": ["RUN-3"], "exit": 168,
#:  "signal_has": "SIG"}
import os
import time

os.kill(os.getpid(), 40)
time.sleep(20)
