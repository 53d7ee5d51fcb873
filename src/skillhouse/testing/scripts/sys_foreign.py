#: {"says": "System calls in another machine's numbering do not slip past the filter.", "layer": "system calls",
#:  "rules": ["SBX-7"], "exit": "any", "holds": true}
import ctypes
import mmap
import os
import platform

import kit

if platform.machine() != "x86_64":
    print("SKIPPED: only x86_64 has the other numberings tried here", flush=True)
    os._exit(0)
libc = ctypes.CDLL(None, use_errno=True)
ctypes.set_errno(0)
(kit.held if libc.syscall(ctypes.c_long(0x40000000 | 39)) == -1 else kit.breach)("x32 getpid")
(kit.held if libc.syscall(ctypes.c_long(0x40000000 | 521), 0, 0, 0, 0) == -1 else kit.breach)("x32 ptrace")
child = os.fork()
if child == 0:
    # mov eax, 20 (i386 getpid); int 0x80; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000cd80c3"))
    answer = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
    os._exit(1 if answer > 0 else 0)
_, status = os.waitpid(child, 0)
(kit.held if status != 1 << 8 else kit.breach)("i386 getpid", str(status))
