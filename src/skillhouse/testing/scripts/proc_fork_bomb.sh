#: {"says": "A fork bomb ends with its run, and the host still answers.", "layer": "processes", "rules": ["SBX-8"],
#:  "serial": true, "limits": {"wall_s": 1}, "exit": "any", "stopped": "any", "then_fine": true, "within_s": 15}
boom() { boom | boom & }
boom
sleep 30
