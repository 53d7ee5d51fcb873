#: {"says": "An object that the interpreter's end takes away still finds the modules that its finalizer uses.",
#:  "layer": "fidelity", "rules": ["SBX-11"], "exit": 3, "stderr": "", "stdout": "removed\n", "files": []}
import os
import sys


class Held:
    def __init__(self, path):
        self.path = path
        open(path, "w").close()

    def __del__(self):
        os.remove(self.path)
        print("removed")


held = Held("gone.txt")
sys.exit(3)
