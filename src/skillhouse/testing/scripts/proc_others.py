#: {"says": "A script sees no process but its own and the one that started it.", "layer": "processes",
#:  "rules": ["SBX-2", "SBX-7"], "quick": true, "holds": true}
import os

import kit

listed = {int(name) for name in os.listdir("/proc") if name.isdigit()}
(kit.held if listed <= {1, os.getppid(), os.getpid()} else kit.breach)("listed", str(sorted(listed)))
(kit.held if os.getppid() in (0, 1) else kit.breach)("parent", str(os.getppid()))
hidden = [pid for pid in range(1, 2000) if pid not in listed and os.path.exists(f"/proc/{pid}")]
(kit.breach if hidden else kit.held)("hidden", str(hidden))
