#: {"says": "A file of the skill that was replaced is no new file.", "layer": "results", "rules": ["RUN-4", "SBX-9"],
#:  "files": []}
import os

with open(".other.txt", "w") as file:
    file.write("other")
os.replace(".other.txt", "reference/notes.txt")
