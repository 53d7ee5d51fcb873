#: {"says": "No terminal can be reached, and no input faked into one.", "layer": "system calls", "rules": ["SBX-7", "SBX-4"],
#:  "holds": true}
import fcntl
import os

import kit

for descriptor in (0, 1, 2):
    for request in (0x5412, 0x541C):
        kit.fails(f"{request:#x} on {descriptor}", fcntl.ioctl, descriptor, request, b"x")
for path in ("/dev/tty", "/dev/ptmx", "/dev/pts/ptmx", "/dev/console", "/dev/tty0", "/dev/pts/0"):
    kit.fails(path, os.open, path, os.O_RDWR)
