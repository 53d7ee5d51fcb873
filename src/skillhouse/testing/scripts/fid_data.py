#: {"says": "Relative paths start at the skill's root, and paths beside the script work too.", "layer": "fidelity",
#:  "rules": ["SBX-11", "SBX-3"], "stdout": "notes\nnotes\n"}
from pathlib import Path

print(Path("reference/notes.txt").read_text(), end="")
print((Path(__file__).parent.parent / "reference" / "notes.txt").read_text(), end="")
