import builtins
import json
import os
import sys

found = [place.__name__ for place in (builtins, json, os, sys) if hasattr(place, "PLANTED")]
found += [path for path in ("planted.txt", "/tmp/planted.txt", "scripts/json.py") if os.path.exists(path)]
found += [name for name in ("PLANTED",) if name in os.environ]
found += ["SKILL.md"] if "planted" in open("SKILL.md").read() else []
print(found, json.dumps([1]), os.listdir("/tmp"))
