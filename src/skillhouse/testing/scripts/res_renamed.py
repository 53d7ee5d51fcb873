#: {"says": "A file of the skill that got another name is no result, however it got it; a copy is one.",
#:  "layer": "results", "rules": ["SBX-9"], "files": ["a/copy.md", "own.txt", "twin.txt"],
#:  "left_out_has": ["another name"]}
import os
import shutil

os.mkdir("a")
shutil.copy("SKILL.md", "a/copy.md")
os.rename("SKILL.md", "moved.md")
os.link("moved.md", "a/link.md")
os.rename("reference", "a/reference")
os.link("a/reference/notes.txt", "notes.txt")
with open("own.txt", "w") as file:
    file.write("own")
os.link("own.txt", "twin.txt")
