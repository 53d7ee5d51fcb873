#: {"says": "Leaving with a text prints it and exits with 1.", "layer": "end", "rules": ["SBX-11"], "exit": 1,
#:  "stderr": "cannot go on\n"}
import sys

sys.exit("cannot go on")
