#: {"says": "Nothing outside the workspace and /tmp can be written.", "layer": "files", "rules": ["SBX-3"],
#:  "quick": true, "holds": true}
import os

import kit

PLACES = ("/new", "/usr/new", "/usr/bin/new", "/usr/lib/new", "/usr/local/new", "/etc/new", "/etc/passwd", "/bin/sh",
          "/opt/new", "/run/new", "/var/new", "/var/tmp/new", "/home/new", "/root/new", "/dev/new", "/dev/shm/new",
          "/proc/new", "/sys/kernel/new", "/lib/new", "/srv/new", "/mnt/new", "/boot/new")


def write(path):
    with open(path, "r+b" if os.path.exists(path) else "xb") as file:
        file.write(b"x")
        file.flush()
    return path


for path in PLACES:
    kit.fails(path, write, path)
for path in ("/usr", "/etc", "/", "/opt"):
    kit.fails(f"chmod {path}", os.chmod, path, 0o777)
    kit.fails(f"rename {path}", os.rename, path, "/tmp/moved")
kit.fails("remove the shell", os.unlink, os.path.realpath("/bin/sh"))
