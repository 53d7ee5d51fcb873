#: {"says": "A script that exits with 137 by itself was not stopped, and no signal ended it.", "layer": "end",
#:  "rules": ["RUN-3"], "exit": 137}
import os

os._exit(137)
