#: {"says": "A second name for a file of the skill is no result.", "layer": "results", "rules": ["SBX-9"],
#:  "files": ["twin-a.txt", "twin-b.txt"], "left_out_has": ["hard link"]}
import os

os.link("SKILL.md", "copy.md")
os.mkdir("a")
os.link("reference/notes.txt", "a/notes.txt")
with open("twin-a.txt", "w") as file:
    file.write("own")
os.link("twin-a.txt", "twin-b.txt")
