#: {"says": "So is a flood of errors.", "layer": "output", "rules": ["SBX-8"], "exit": "any", "stopped": "output",
#:  "output_bytes": 524288, "within_s": 10}
import sys

while True:
    sys.stderr.write("e" * 65536)
