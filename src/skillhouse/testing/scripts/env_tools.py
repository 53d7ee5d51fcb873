#: {"says": "The constants are of use: python3 and sh are on PATH, HOME and TMPDIR can be written.",
#:  "layer": "environment", "rules": ["SBX-6", "SBX-3"], "stdout": "True True True True\n"}
import os
import shutil
import tempfile

print(*(bool(shutil.which(name)) for name in ("python3", "sh")), os.access(os.environ["HOME"], os.W_OK), end=" ")
with tempfile.TemporaryDirectory() as folder:
    print(folder.startswith(os.environ["TMPDIR"] + "/"))
