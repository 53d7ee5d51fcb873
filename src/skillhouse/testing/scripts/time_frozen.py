#: {"says": "A script that stops itself is stopped at the limit.", "layer": "time", "rules": ["SBX-8"],
#:  "limits": {"wall_s": 1}, "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "wall_ms": [900, 6000]}
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
