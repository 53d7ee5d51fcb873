#: {"says": "A script may change its copy of the skill; that is no result, and the next run has the original.",
#:  "layer": "files", "rules": ["SBX-2", "SBX-3"], "times": 2, "stdout": "notes\n", "files": ["reference/new.txt"]}
with open("reference/notes.txt") as file:
    print(file.read(), end="")
with open("reference/notes.txt", "w") as file:
    file.write("changed")
with open("reference/new.txt", "w") as file:
    file.write("new")
