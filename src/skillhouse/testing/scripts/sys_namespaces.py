#: {"says": "No further namespace can be made or entered.", "layer": "system calls", "rules": ["SBX-7"], "quick": true,
#:  "holds": true}
import ctypes
import os

import kit

KINDS = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x08000000,
         "uts": 0x04000000, "cgroup": 0x02000000, "time": 0x80}


def cloned(what, name, *arguments):
    result, error = kit.call(name, *arguments)
    if result == 0:
        os._exit(0)
    (kit.held if result == -1 else kit.breach)(what, error)


for kind, flag in KINDS.items():
    kit.refused("unshare", flag, what=f"unshare {kind}")
    if kind != "time":  # clone knows no such flag: the bit is part of the exit signal
        cloned(f"clone {kind}", "clone", flag | 17, 0, 0, 0, 0)
    block = ctypes.create_string_buffer(flag.to_bytes(8, "little"), 88)
    cloned(f"clone3 {kind}", "clone3", block, 88)
    try:
        descriptor = os.open(f"/proc/self/ns/{kind if kind != 'mount' else 'mnt'}", os.O_RDONLY)
    except OSError as error:
        kit.held(f"open {kind}", str(error.errno))
        continue
    kit.refused("setns", descriptor, 0, what=f"enter {kind}")
