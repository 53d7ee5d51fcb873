#: {"says": "An interrupt is a KeyboardInterrupt, as at a terminal.", "layer": "end", "rules": ["RUN-3", "SBX-11"],
#:  "exit": 130, "signal": "SIGINT", "stderr_has": ["KeyboardInterrupt"]}
import os
import signal
import time

os.kill(os.getpid(), signal.SIGINT)
time.sleep(20)
