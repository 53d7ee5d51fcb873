import ctypes
import fcntl
import os
import signal
import time

libc = ctypes.CDLL(None, use_errno=True)
noticed = []
signal.signal(signal.SIGIO, lambda *_: noticed.append("an access below a folder"))
watch = libc.inotify_init1(os.O_NONBLOCK)
if watch >= 0:
    libc.inotify_add_watch(watch, os.path.realpath("/bin/sh").encode(), 0xFFF)
folder = os.open(os.path.dirname(os.path.realpath("/bin/sh")), os.O_RDONLY)
try:
    fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_MULTISHOT)
except OSError:
    pass
end = time.monotonic() + 1
while time.monotonic() < end:
    time.sleep(0.1)
try:
    noticed += ["the shell being opened"] if watch >= 0 and os.read(watch, 65536) else []
except BlockingIOError:
    pass
print(sorted(set(noticed)))
