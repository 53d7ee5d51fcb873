#: {"says": "The interpreter was started without a trace of anything around it.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "stdout": "python3 scripts/fid_orig_argv.py one\n0 0 0 0\nTrue\n", "args": ["one"]}
import os
import sys

shown = [item for item in sys.orig_argv if item != "-B"]
print(*shown)
print(sys.flags.isolated, sys.flags.ignore_environment, sys.flags.optimize, sys.flags.inspect)
print(os.path.exists(sys.executable))
