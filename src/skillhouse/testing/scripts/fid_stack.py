#: {"says": "So does the stack, seen from within.", "layer": "fidelity", "rules": ["SBX-11"], "stdout": "['<module>', 'look'] None\n"}
import sys
import traceback


def look():
    return [frame.name for frame in traceback.extract_stack()]


print(look(), sys._getframe().f_back)
