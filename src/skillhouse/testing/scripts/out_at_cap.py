#: {"says": "Exactly the cap is allowed.", "layer": "output", "rules": ["SBX-8"], "output_bytes": 524288}
import sys

sys.stdout.write("o" * 400_000)
sys.stdout.flush()
sys.stderr.write("e" * (524_288 - 400_000))
