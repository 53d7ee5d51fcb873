#: {"says": "Modules and packages beside the script can be imported, others of the skill by path.", "layer": "fidelity",
#:  "rules": ["SBX-11", "SBX-3"], "stdout": "7 pack.part 9\n", "beside": {"scripts/helper.py": "SEVEN = 7\n",
#:  "scripts/pack/__init__.py": "", "scripts/pack/part.py": "NAME = __name__\n", "lib/far.py": "NINE = 9\n"}}
import sys

import helper
from pack import part

sys.path.append("lib")
import far

print(helper.SEVEN, part.NAME, far.NINE)
