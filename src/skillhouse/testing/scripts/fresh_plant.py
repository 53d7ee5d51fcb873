import builtins
import json
import os
import sys

for place in (builtins, json, os, sys):
    place.PLANTED = True
json.dumps = lambda *_, **__: "planted"
os.environ["PLANTED"] = "1"
for path in ("planted.txt", "/tmp/planted.txt", "scripts/json.py", "scripts/sitecustomize.py"):
    with open(path, "w") as file:
        file.write("PLANTED = 1\n")
with open("SKILL.md", "a") as file:
    file.write("planted")
