#: {"says": "A call that the filter does not know is answered as an older kernel would, so that libraries fall back.",
#:  "layer": "system calls", "rules": ["SBX-7"], "stdout": "ENOSYS ENOSYS ENOSYS\n"}
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)
answers = []
for number in (500, 1000, 4095):
    ctypes.set_errno(0)
    libc.syscall(ctypes.c_long(number), 0, 0, 0)
    answers.append(errno.errorcode.get(ctypes.get_errno(), "?"))
print(*answers)
