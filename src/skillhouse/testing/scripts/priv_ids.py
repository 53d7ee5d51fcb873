#: {"says": "A script is no root, holds no capability, can gain none, and runs under a filter.", "layer": "privileges",
#:  "rules": ["SBX-7"], "quick": true, "holds": true}
import os

import kit

status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\t" in line)
for name in ("CapInh", "CapPrm", "CapEff", "CapAmb", "CapBnd"):
    (kit.held if int(status[name], 16) == 0 else kit.breach)(name, status[name])
(kit.held if status["NoNewPrivs"].strip() == "1" else kit.breach)("no new privileges")
(kit.held if status["Seccomp"].strip() == "2" else kit.breach)("a filter of system calls")
(kit.held if 0 not in (*os.getresuid(), *os.getresgid()) else kit.breach)("ids", status["Uid"])
(kit.breach if 0 in os.getgroups() else kit.held)("groups", str(os.getgroups()))
