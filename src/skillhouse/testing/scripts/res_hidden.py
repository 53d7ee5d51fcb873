#: {"says": "No file comes back that is hidden, or lies in a hidden folder.", "layer": "results", "rules": ["RUN-4"],
#:  "files": ["seen.txt", "sub/seen.txt"]}
import os

os.makedirs("sub/.hidden")
os.makedirs(".git/objects")
for path in ("seen.txt", ".env", "sub/seen.txt", "sub/.env", "sub/.hidden/x", ".git/objects/x", "..odd", "..."):
    with open(path, "w") as file:
        file.write("x")
