#: {"says": "Output and errors count together.", "layer": "output", "rules": ["SBX-8"], "exit": "any", "stopped": "output",
#:  "output_bytes": 524288, "within_s": 10}
import os

while True:
    os.write(1, b"o" * 999)
    os.write(2, b"e" * 999)
