#: {"says": "A process cannot loosen what was set for it: its user map, its protection from the memory killer.",
#:  "layer": "privileges", "rules": ["SBX-7"], "holds": true}
import os

import kit

for name, value in (("uid_map", b"0 0 1\n"), ("gid_map", b"0 0 1\n"), ("setgroups", b"allow\n"),
                    ("oom_score_adj", b"-1000\n")):
    kit.fails(f"{name} {value.decode().strip()}",
              lambda name=name, value=value: os.write(os.open(f"/proc/self/{name}", os.O_WRONLY), value))
