#: {"says": "A skill's own module hides the library's of the same name, as usual.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "beside": {"scripts/json.py": "WHO = 'the skill'\n", "scripts/random.py": "WHO = 'too'\n"}, "stdout": "the skill too\n"}
import json
import random

print(json.WHO, random.WHO)
