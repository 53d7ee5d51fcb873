#: {"says": "What is odd in a script with an error in it is told once.", "layer": "fidelity", "rules": ["SBX-11"], "exit": 1,
#:  "stdout": "", "frames": 1, "lacks": ["odd = \"\\d\"\n/workspace"], "stderr_has": ["SyntaxWarning", "was never closed"]}
odd = "\d"
print(odd
