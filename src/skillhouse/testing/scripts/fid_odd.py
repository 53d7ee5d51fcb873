#: {"says": "What is odd in a script's text is told as always.", "layer": "fidelity", "rules": ["SBX-11"], "exit": 2,
#:  "stdout": "\\d\n",
#:  "stderr": "/workspace/scripts/fid_odd.py:5: SyntaxWarning: invalid escape sequence '\\d'\n  odd = \"\\d\"\n"}
import sys
odd = "\d"
print(odd)
sys.exit(2)
