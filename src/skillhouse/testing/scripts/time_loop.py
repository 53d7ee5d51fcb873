#: {"says": "A script that never ends is stopped at the limit; what it printed before is kept.", "layer": "time",
#:  "rules": ["SBX-8", "RUN-3"], "quick": true, "limits": {"wall_s": 1}, "exit": 137, "signal": "SIGKILL",
#:  "stopped": "timeout", "stdout": "before\n", "wall_ms": [900, 6000]}
print("before", flush=True)
while True:
    pass
