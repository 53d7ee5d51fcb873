#: {"says": "So does a shell script.", "layer": "end", "rules": ["RUN-3"], "exit": 137, "signal": "SIGKILL", "within_s": 8}
kill -9 $$
