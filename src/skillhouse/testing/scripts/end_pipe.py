#: {"says": "A broken pipe is an error of the script, not a silent death.", "layer": "end", "rules": ["SBX-11"], "exit": 1,
#:  "stderr_has": ["BrokenPipeError"]}
import os

read, write = os.pipe()
os.close(read)
os.write(write, b"x")
