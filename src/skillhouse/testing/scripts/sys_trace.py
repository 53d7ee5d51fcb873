#: {"says": "No process can be traced or its memory written, not even one's own child.", "layer": "system calls",
#:  "rules": ["SBX-7"], "holds": true}
import ctypes
import os
import time

import kit

child = os.fork()
if child == 0:
    time.sleep(30)
    os._exit(0)
kit.refused("ptrace", 0, 0, 0, 0, what="be traced")
kit.refused("ptrace", 16, child, 0, 0, what="attach")
kit.refused("ptrace", 0x4206, child, 0, 0, what="seize")
block = ctypes.create_string_buffer(64)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(block), 64)
for name in ("process_vm_readv", "process_vm_writev"):
    kit.refused(name, child, vector, 1, vector, 1, 0)
kit.refused("kcmp", os.getpid(), child, 0, 0, 0)
kit.refused("pidfd_getfd", os.pidfd_open(child), 0, 0)
