#: {"says": "A Python script finds itself where `python3 scripts/x.py` would put it.", "layer": "fidelity",
#:  "rules": ["SBX-11", "SBX-3"], "quick": true, "args": ["a b"], "runtime": "python",
#:  "stdout": "['scripts/fid_place.py', 'a b']\n/workspace/scripts/fid_place.py\n/workspace/scripts\n__main__ None None\n/workspace\n"}
import os
import sys

print(sys.argv)
print(__file__)
print(sys.path[0])
print(__name__, __spec__, __package__)
print(os.getcwd())
