#: {"says": "What is odd in a script with an error in it is told once.", "layer": "fidelity", "rules": ["SBX-11"], "exit": 1,
#:  "stdout": "", "frames": 1, "stderr_has": ["was never closed"],
#:  "lacks": ["remove parentheses?\n  assert (odd, \"always\")\n/workspace"]}
odd = "odd"
assert (odd, "always")
print(odd
