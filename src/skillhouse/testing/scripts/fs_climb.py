#: {"says": "There is no way up and out of the root.", "layer": "files", "rules": ["SBX-3", "SBX-7"], "holds": true}
import os

import kit

top = os.stat("/")
for _ in range(100):
    os.chdir("..")
here = os.stat(".")
same = (here.st_dev, here.st_ino) == (top.st_dev, top.st_ino) and "workspace" in os.listdir(".")
(kit.held if same else kit.breach)("climbing by ..")
for path in ("/proc/self/root/..", "/proc/self/cwd/../..", "/proc/thread-self/root/../.."):
    found = os.stat(path)
    (kit.held if (found.st_dev, found.st_ino) == (top.st_dev, top.st_ino) else kit.breach)(path)
kit.refused("chroot", b"/workspace")
