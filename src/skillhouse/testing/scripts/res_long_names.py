#: {"says": "The longest names the system allows come back or are named as left out.", "layer": "results",
#:  "rules": ["SBX-9"], "files_at_most": 3}
import os

for name in ("n" * 255, "\u540d" * 85):
    with open(name, "w") as file:
        file.write("x")
