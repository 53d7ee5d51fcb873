#: {"says": "No setting of the kernel can be changed.", "layer": "files", "rules": ["SBX-3", "SBX-7"], "holds": true}
import os

import kit

PLACES = ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/kernel/domainname",
          "/proc/sys/kernel/modprobe", "/proc/sys/vm/overcommit_memory", "/proc/sys/vm/drop_caches",
          "/proc/sys/fs/file-max", "/proc/sys/user/max_user_namespaces", "/proc/sys/net/ipv4/ip_forward",
          "/proc/sys/kernel/shmmax", "/proc/sys/kernel/ns_last_pid", "/proc/sysrq-trigger", "/proc/acpi/wakeup",
          "/proc/bus/pci/devices", "/proc/irq/default_smp_affinity", "/proc/1/oom_score_adj",
          "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/fs/cgroup/cgroup.procs", "/sys/power/state")
for path in PLACES:
    kit.fails(path, lambda path=path: os.write(os.open(path, os.O_WRONLY), b"1\n"))
