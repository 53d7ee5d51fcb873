#: {"says": "A flood of output is stopped at the cap, and the answer says so.", "layer": "output", "rules": ["SBX-8", "RUN-3"],
#:  "quick": true, "exit": "any", "stopped": "output", "output_bytes": 524288, "within_s": 10}
import os

while True:
    os.write(1, b"o" * 65536)
