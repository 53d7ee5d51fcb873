# Shows all that the network tells of itself, less the addresses of the kernel's own objects.
import json
import os
import re

told = {}
for top in ("/proc/self/net", "/proc/sys/net"):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            try:
                told[path] = open(path).read()
            except OSError as error:
                told[path] = str(error.errno)
# Of the whole machine, as it is: not of this network.
for path in ("softnet_stat", "sockstat", "protocols", "rt_cache", "stat/rt_cache"):
    told.pop("/proc/self/net/" + path, None)
told["/proc/self/net/netlink"] = re.sub(r"(?m)^[0-9a-f]{16}|\d+ *$", "", told.get("/proc/self/net/netlink", ""))
print(json.dumps(told))
