#: {"says": "No byte code is written beside the skill's files.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "beside": {"scripts/helper.py": "SEVEN = 7\n"}, "stdout": "7 False\n", "files": []}
import os

import helper

print(helper.SEVEN, os.path.exists("scripts/__pycache__"))
