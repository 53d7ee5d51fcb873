#: {"says": "The exit code is the script's own.", "layer": "end", "rules": ["RUN-3", "SBX-11"], "quick": true, "exit": 7}
import sys

sys.exit(7)
