#: {"says": "There are five harmless devices, each does its work, and no other is there.", "layer": "files",
#:  "rules": ["SBX-4"], "quick": true, "holds": true}
import os
import stat

import kit

nodes = set()
for folder, _, names in os.walk("/dev"):
    for name in names:
        path = os.path.join(folder, name)
        mode = os.lstat(path).st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            nodes.add(path.removeprefix("/dev/"))
(kit.held if nodes == {"null", "zero", "full", "random", "urandom"} else kit.breach)("devices", str(sorted(nodes)))
open("/dev/null", "wb").write(b"x")
works = open("/dev/zero", "rb").read(3) == bytes(3) and len(open("/dev/urandom", "rb").read(8)) == 8
works = works and len(open("/dev/random", "rb").read(8)) == 8
(kit.held if works else kit.breach)("they work")
kit.fails("full is full", lambda: os.write(os.open("/dev/full", os.O_WRONLY), b"x"))
