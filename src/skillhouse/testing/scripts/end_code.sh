#: {"says": "A shell script's exit code arrives; a missing command is 127.", "layer": "end", "rules": ["RUN-3", "SBX-11"],
#:  "exit": 127, "stderr_has": ["no-such-command"]}
no-such-command
