#: {"says": "A generator left waiting is closed at the end while the modules that it uses are there; what C code printed
#:  comes out.", "layer": "fidelity", "rules": ["SBX-11"], "exit": 3, "stderr": "", "files": [],
#:  "stdout_has": ["removed\n", "from C\n"]}
import ctypes
import os
import sys


def temporary(path):
    open(path, "w").close()
    try:
        yield path
    finally:
        os.remove(path)
        print("removed")


waiting = temporary("gone.txt")
next(waiting)
ctypes.CDLL(None).puts(b"from C")
sys.exit(3)
