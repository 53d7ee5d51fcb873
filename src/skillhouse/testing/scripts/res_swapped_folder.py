#: {"says": "A folder of the skill that became a link is not followed.", "layer": "results", "rules": ["SBX-9"],
#:  "files": [], "within_s": 8}
import os

os.rename("scripts", ".scripts")
os.symlink("/etc", "scripts")
os.rename("reference", ".reference")
os.symlink("/", "reference")
os.remove("SKILL.md")
os.mkfifo("SKILL.md")
