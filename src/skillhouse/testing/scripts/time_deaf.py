#: {"says": "Ignoring every signal, in many processes, does not help.", "layer": "time", "rules": ["SBX-8"],
#:  "limits": {"wall_s": 1}, "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "wall_ms": [900, 6000]}
import os
import signal
import time

for number in range(1, signal.NSIG):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
for _ in range(4):
    os.fork()
while True:
    time.sleep(1)
