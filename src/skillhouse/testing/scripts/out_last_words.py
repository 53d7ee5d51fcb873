#: {"says": "What a script writes just before it ends is not lost.", "layer": "output", "rules": ["SBX-11"],
#:  "times": 3, "stdout": "last words", "stderr": "last errors", "exit": 9}
import os

os.write(1, b"last words")
os.write(2, b"last errors")
os._exit(9)
