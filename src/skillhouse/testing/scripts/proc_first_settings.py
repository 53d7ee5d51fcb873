#: {"says": "A script cannot have its PID 1 wait behind everything else: the run ends in time.", "layer": "processes",
#:  "rules": ["SBX-8"], "limits": {"wall_s": 3.0}, "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "holds": true,
#:  "then_fine": true, "within_s": 12, "serial": true}
import os
import resource

import kit


def lower_all_else():
    """Every thread beside our own; whether one of them could be changed."""
    found = False
    for thread in range(1, 40):
        if thread != os.getpid():
            try:
                os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
                found = True
            except OSError:
                continue
    if not found:
        raise PermissionError


kit.fails("change the policy of others", lower_all_else)
kit.fails("lower PID 1", os.setpriority, os.PRIO_PROCESS, 1, 19)
kit.fails("lower the group of PID 1", os.setpriority, os.PRIO_PGRP, 1, 19)
kit.fails("lower all of the user", os.setpriority, os.PRIO_USER, 0, 19)
kit.fails("bound the processor time of PID 1", resource.prlimit, 1, resource.RLIMIT_CPU, (1, 1))
os.setpriority(os.PRIO_PROCESS, os.getpid(), 0)
for _ in range(100):
    if os.fork() == 0:
        break
while True:
    pass
