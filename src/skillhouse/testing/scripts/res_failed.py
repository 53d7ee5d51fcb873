#: {"says": "A script that fails still returns what it wrote.", "layer": "results", "rules": ["RUN-4", "RUN-3"], "exit": 3,
#:  "files_hold": {"partial.txt": "half"}}
import sys

with open("partial.txt", "w") as file:
    file.write("half")
sys.exit(3)
