#: {"says": "A crash is reported.", "layer": "end", "rules": ["RUN-3"], "exit": 139, "signal": "SIGSEGV", "files": []}
import ctypes

ctypes.string_at(0)
