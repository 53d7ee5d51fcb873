#: {"says": "A script that closes its streams still ends by its own exit.", "layer": "output", "rules": ["SBX-11"],
#:  "exit": 4, "stdout": "", "stderr": ""}
import os

os.close(1)
os.close(2)
os._exit(4)
