#: {"says": "There is no network interface but a loopback that is down.", "layer": "network", "rules": ["SBX-4", "SBX-7"],
#:  "holds": true}
import os

import kit

names = []
if os.path.exists("/proc/net/dev"):
    names = [line.split(":")[0].strip() for line in open("/proc/net/dev").read().splitlines()[2:]]
(kit.held if set(names) <= {"lo"} else kit.breach)("interfaces", str(names))
routes = open("/proc/net/route").read().splitlines()[1:] if os.path.exists("/proc/net/route") else []
(kit.breach if routes else kit.held)("routes", str(routes))
kit.fails("/sys/class/net", os.listdir, "/sys/class/net")
