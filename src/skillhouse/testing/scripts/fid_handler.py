#: {"says": "A script's own handlers, alarms and timers work.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "stdout": "alarm\nterm\n", "within_s": 8}
import os
import signal
import time

signal.signal(signal.SIGALRM, lambda *_: print("alarm"))
signal.signal(signal.SIGTERM, lambda *_: print("term"))
signal.setitimer(signal.ITIMER_REAL, 0.1)
time.sleep(0.3)
os.kill(os.getpid(), signal.SIGTERM)
