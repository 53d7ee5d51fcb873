#: {"says": "So does one that forks as fast as it can from every child.", "layer": "processes", "rules": ["SBX-8"],
#:  "serial": true, "limits": {"wall_s": 1}, "exit": "any", "stopped": "any", "then_fine": true, "within_s": 15}
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
