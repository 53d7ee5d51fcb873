#: {"says": "No device can be made.", "layer": "files", "rules": ["SBX-4", "SBX-7"], "holds": true, "files": []}
import os
import stat

import kit


def make(name, kind, device):
    os.mknod(name, kind | 0o666, device)
    return open(name, "rb").read(1)


for number, (kind, device) in enumerate((
    (stat.S_IFBLK, os.makedev(254, 0)), (stat.S_IFBLK, os.makedev(8, 0)), (stat.S_IFCHR, os.makedev(1, 1)),
    (stat.S_IFCHR, os.makedev(1, 11)), (stat.S_IFCHR, os.makedev(5, 0)), (stat.S_IFCHR, os.makedev(10, 232)),
)):
    kit.fails(f"{os.major(device)}:{os.minor(device)}", make, f"node{number}", kind, device)
