#: {"says": "A traceback shows the script's own frames and no other.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "quick": true, "exit": 1, "frames": 2, "stderr_has": ["Traceback (most recent call last):\n  File \"/workspace/scripts/fid_traceback.py\", line 8, in <module>\n    inner()\n",
#:  "line 5, in inner\n    raise ValueError(\"seven\")\n", "\nValueError: seven\n"]}
def inner():
    raise ValueError("seven")


inner()
