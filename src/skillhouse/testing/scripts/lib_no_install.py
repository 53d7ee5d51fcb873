#: {"says": "Nothing can be installed.", "layer": "runtimes", "rules": ["SBX-5"], "holds": true, "within_s": 25}
import subprocess
import sys

import kit

for command in (["-m", "pip", "install", "six"], ["-m", "ensurepip", "--user"], ["-m", "venv", "/tmp/env"]):
    code = subprocess.run([sys.executable, *command], capture_output=True).returncode
    (kit.held if code else kit.breach)(" ".join(command), str(code))
