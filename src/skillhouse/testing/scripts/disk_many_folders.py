#: {"says": "So is the number of folders.", "layer": "disk", "rules": ["SBX-8"], "serial": true, "holds": true,
#:  "files": [], "within_s": 25}
import os

import kit

made = 0
try:
    while made < 200_000:
        os.mkdir(f"d{made}")
        made += 1
except OSError as error:
    kit.held("folders", f"{made} {error.errno}")
else:
    kit.breach("folders", str(made))
