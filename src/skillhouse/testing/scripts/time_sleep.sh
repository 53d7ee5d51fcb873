#: {"says": "A sleeping shell script is stopped, and what it waits for.", "layer": "time", "rules": ["SBX-8"],
#:  "limits": {"wall_s": 1}, "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "wall_ms": [900, 6000]}
sleep 1000 & sleep 1000
