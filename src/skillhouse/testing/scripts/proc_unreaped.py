#: {"says": "Children that nobody waits for count until the run ends, and then are gone.", "layer": "processes",
#:  "rules": ["SBX-8"], "serial": true, "holds": true, "then_fine": true, "within_s": 15}
import os

import kit

made = 0
try:
    while made < 1000:
        if os.fork() == 0:
            os._exit(0)
        made += 1
except OSError:
    pass
(kit.held if made < 128 else kit.breach)("unreaped", str(made))
