#: {"says": "Closing the streams and sleeping does not escape the clock.", "layer": "time", "rules": ["SBX-8"],
#:  "limits": {"wall_s": 1}, "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "wall_ms": [900, 6000]}
import os
import time

os.close(0)
os.close(1)
os.close(2)
time.sleep(60)
