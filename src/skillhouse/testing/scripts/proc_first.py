#: {"says": "The process that started the script keeps its memory, descriptors and environment to itself.",
#:  "layer": "processes", "rules": ["SBX-2", "SBX-7"], "quick": true, "holds": true}
import ctypes
import os

import kit

for pid in {1, os.getppid()} - {0, os.getpid()}:
    for name in ("environ", "mem", "maps", "auxv", "syscall"):
        kit.fails(f"/proc/{pid}/{name}", lambda pid=pid, name=name: open(f"/proc/{pid}/{name}", "rb").read(1))
    kit.fails(f"write /proc/{pid}/mem", open, f"/proc/{pid}/mem", "r+b")
    kit.fails(f"/proc/{pid}/fd", os.listdir, f"/proc/{pid}/fd")
    for name in ("exe", "cwd", "root"):
        kit.fails(f"/proc/{pid}/{name}", os.readlink, f"/proc/{pid}/{name}")
    kit.refused("ptrace", 16, pid, 0, 0, what=f"attach to {pid}")
    here = ctypes.create_string_buffer(64)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(here), 64)
    kit.refused("process_vm_readv", pid, vector, 1, vector, 1, 0)
kit.held("looked")
