//: {"says": "So is a Node script that waits for ever.", "layer": "time", "rules": ["SBX-8"], "limits": {"wall_s": 1},
//:  "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "wall_ms": [900, 6000]}
setInterval(() => {}, 1000);
