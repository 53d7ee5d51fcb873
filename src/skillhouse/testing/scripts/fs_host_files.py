#: {"says": "The host's secrets, homes, logs and hardware are not there to be read.", "layer": "files",
#:  "rules": ["SBX-3"], "quick": true, "holds": true}
import os

import kit

FILES = ("/etc/shadow", "/etc/hostname", "/etc/machine-id", "/etc/resolv.conf", "/etc/hosts", "/etc/fstab",
         "/etc/ssh/sshd_config", "/etc/sudoers", "/proc/kcore", "/proc/kmsg", "/var/log/syslog", "/var/log/dpkg.log",
         "/var/lib/dpkg/status", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/sys/class/dmi/id/product_uuid")
FOLDERS = ("/root", "/home", "/srv", "/mnt", "/media", "/boot", "/sys/class", "/sys/block", "/var/lib", "/var/run")


def listing(path):
    found = os.listdir(path)
    if not found:
        raise FileNotFoundError(2, "empty")
    return found


for path in FILES:
    kit.fails(path, lambda path=path: open(path, "rb").read(1) or (_ for _ in ()).throw(OSError(2, "empty")))
for path in FOLDERS:
    kit.fails(path, listing, path)
