#: {"says": "Byte code is no result.", "layer": "results", "rules": ["RUN-4", "SBX-11"], "files": [], "stdout": "7\n",
#:  "beside": {"scripts/helper.py": "SEVEN = 7\n", "scripts/inner/__init__.py": "X = 1\n"}}
import compileall

import helper
import inner

compileall.compile_dir("scripts", quiet=2)
print(helper.SEVEN)
