#: {"says": "One byte more is too much.", "layer": "output", "rules": ["SBX-8", "RUN-3"], "exit": "any",
#:  "stopped": "output", "output_bytes": 524288}
import sys
import time

sys.stdout.write("o" * 524_289)
sys.stdout.flush()
time.sleep(5)
