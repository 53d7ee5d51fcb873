#: {"says": "Questions about the user and the home folder have an answer.", "layer": "fidelity", "rules": ["SBX-7", "SBX-11"],
#:  "stdout": "True True True\n"}
import getpass
import os
import pwd
from pathlib import Path

print(bool(getpass.getuser()), pwd.getpwuid(os.getuid()).pw_uid == os.getuid(), Path.home().is_dir())
