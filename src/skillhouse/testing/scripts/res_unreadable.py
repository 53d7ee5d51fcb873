#: {"says": "Files and folders locked by their mode do not break the answer.", "layer": "results", "rules": ["SBX-9"],
#:  "files_have": ["ok.txt"], "files_lack": ["locked.txt"]}
import os

for path in ("ok.txt", "locked.txt", "write-only.txt"):
    with open(path, "w") as file:
        file.write("x")
os.chmod("locked.txt", 0)
os.chmod("write-only.txt", 0o200)
os.mkdir("closed")
with open("closed/inner.txt", "w") as file:
    file.write("x")
os.chmod("closed", 0)
