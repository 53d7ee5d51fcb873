#: {"says": "A link cannot carry a system file into the results.", "layer": "results", "rules": ["SBX-9", "SBX-3"],
#:  "holds": true, "files": []}
import os
import sys

import kit

for path in ("/etc/passwd", os.path.realpath("/bin/sh"), os.path.realpath(sys.executable), "/proc/self/environ"):
    kit.fails(f"hard link to {path}", os.link, path, "stolen")
os.symlink("/etc/passwd", "passwd.txt")
os.symlink("/", "everything")
os.symlink("/proc/self/fd/0", "stdin.txt")
