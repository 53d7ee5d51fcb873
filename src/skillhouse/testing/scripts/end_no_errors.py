#: {"says": "A script that has closed its errors' descriptor and then fails ends as the interpreter ends it.", "layer": "end",
#:  "rules": ["SBX-11"], "exit": 120, "stdout": "out\n"}
import os

print("out")
os.close(2)
raise ValueError
