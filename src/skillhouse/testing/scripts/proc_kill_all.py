#: {"says": "A script that kills everything it can name hurts only itself.", "layer": "processes", "rules": ["SBX-2"],
#:  "exit": "any", "stopped": "any", "then_fine": true, "within_s": 10}
import os
import signal

for pid in range(1, 3000):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
try:
    os.kill(-1, signal.SIGKILL)
except OSError:
    pass
print("still here")
