#: {"says": "A trace that a script sets shows nothing of how it was started.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "lacks": ["skillhouse"], "stdout_has": ["fid_traced.py line"]}
import sys


def tell(frame, event, _):
    print(frame.f_code.co_filename, event)
    return tell


def traced():
    return 1


sys.settrace(tell)
traced()
