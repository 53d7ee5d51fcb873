#: {"says": "An exit code over 255 wraps as everywhere.", "layer": "end", "rules": ["SBX-11"], "exit": 44}
import os

os._exit(300)
