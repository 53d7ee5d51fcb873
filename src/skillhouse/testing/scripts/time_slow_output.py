#: {"says": "Output in small drops does not move the limit.", "layer": "time", "rules": ["SBX-8"], "limits": {"wall_s": 1},
#:  "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "stdout_has": ["drop"], "wall_ms": [900, 6000]}
import time

while True:
    print("drop", flush=True)
    time.sleep(0.05)
