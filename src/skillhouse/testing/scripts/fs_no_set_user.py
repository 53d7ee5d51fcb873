#: {"says": "A set-user-ID program gives nothing: not the system's, not one's own.", "layer": "privileges",
#:  "rules": ["SBX-7"], "holds": true}
import os
import shutil
import stat
import subprocess

import kit

shutil.copy(os.path.realpath("/bin/sh"), "/tmp/shell")
os.chmod("/tmp/shell", 0o6755)
found = ["/tmp/shell"]
found += [entry.path for entry in os.scandir("/usr/bin") if os.path.isfile(entry.path) and os.stat(entry.path).st_mode & stat.S_ISUID]
for path in found[:1]:
    said = subprocess.run([path, "-c", "cat /proc/self/status"], capture_output=True, text=True).stdout
    ids = {line.split()[2] for line in said.splitlines() if line.startswith(("Uid:", "Gid:"))}
    (kit.held if "0" not in ids else kit.breach)(path, str(ids))
flags = os.statvfs("/workspace").f_flag
(kit.held if flags & os.ST_NOSUID and flags & os.ST_NODEV else kit.breach)("mounted nosuid, nodev")
