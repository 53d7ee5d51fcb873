#: {"says": "Locking the workspace itself does not hide the results.", "layer": "results", "rules": ["SBX-9"],
#:  "files": ["ok.txt"]}
import os

with open("ok.txt", "w") as file:
    file.write("x")
os.chmod("/workspace", 0)
