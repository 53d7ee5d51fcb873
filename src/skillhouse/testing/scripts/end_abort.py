#: {"says": "An abort is reported.", "layer": "end", "rules": ["RUN-3"], "exit": 134, "signal": "SIGABRT", "files": []}
import os

os.abort()
