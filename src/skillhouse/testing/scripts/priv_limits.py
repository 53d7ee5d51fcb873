#: {"says": "Limits can be lowered, never raised, and priorities not claimed.", "layer": "privileges",
#:  "rules": ["SBX-7", "SBX-8"], "holds": true}
import os
import resource

import kit

for name in ("NPROC", "NOFILE", "CORE", "MEMLOCK", "MSGQUEUE"):
    kind = getattr(resource, f"RLIMIT_{name}", 12)
    hard = resource.getrlimit(kind)[1]
    (kit.breach if hard == resource.RLIM_INFINITY else kit.held)(f"{name} is limited", str(hard))
    kit.fails(f"raise {name}", resource.setrlimit, kind, (hard + 1, hard + 1))
kit.fails("real-time priority", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10)))
kit.fails("higher priority", os.setpriority, os.PRIO_PROCESS, 0, -10)
