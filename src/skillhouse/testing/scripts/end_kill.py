#: {"says": "A script that kills itself ends at once, and no limit is blamed.", "layer": "end", "rules": ["RUN-3"],
#:  "exit": 137, "signal": "SIGKILL", "within_s": 8}
import os
import signal

os.kill(os.getpid(), signal.SIGKILL)
