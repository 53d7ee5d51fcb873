#: {"says": "Standard input is empty: asking for a line ends in EOFError.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "exit": 1, "stdout": "''\nname? ", "stderr_has": ["EOFError"], "within_s": 8}
import sys

print(repr(sys.stdin.read()))
input("name? ")
