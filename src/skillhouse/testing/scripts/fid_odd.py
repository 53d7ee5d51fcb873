#: {"says": "What is odd in a script's text is told as always.", "layer": "fidelity", "rules": ["SBX-11"], "exit": 2,
#:  "stdout": "odd\n", "stderr_has": ["fid_odd.py:7: SyntaxWarning: assertion is always true"], "frames": 0,
#:  "lacks": ["remove parentheses?\n  assert (odd, \"always\")\n/workspace"]}
import sys

odd = "odd"
assert (odd, "always")
print(odd)
sys.exit(2)
