#: {"says": "The kernel's own machines stay closed: bpf, perf, userfaultfd, io_uring, fanotify.", "layer": "system calls",
#:  "rules": ["SBX-7"], "quick": true, "holds": true}
import ctypes

import kit

block = ctypes.create_string_buffer(128)
kit.refused("bpf", 0, block, 128)
kit.refused("bpf", 5, block, 128)
kit.refused("perf_event_open", block, 0, -1, -1, 0)
kit.refused("userfaultfd", 1)
kit.refused("io_uring_setup", 8, block)
kit.refused("io_uring_enter", 0, 0, 0, 0, 0)
kit.refused("fanotify_init", 0, 0)
kit.refused("memfd_secret", 0)
kit.refused("modify_ldt", 0, block, 16)
for name in ("mbind", "set_mempolicy", "migrate_pages", "move_pages"):
    kit.refused(name, 0, 0, 0, 0, 0, 0)
