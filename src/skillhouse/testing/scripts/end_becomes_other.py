#: {"says": "A script may become another program; that one's exit code counts.", "layer": "end", "rules": ["SBX-11"],
#:  "exit": 6, "stdout": "shell\n"}
import os

os.execvp("sh", ["sh", "-c", "echo shell; exit 6"])
