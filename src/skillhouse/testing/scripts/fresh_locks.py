#: {"says": "POSIX message queues and locks of one run are not there for the next.", "layer": "freshness",
#:  "rules": ["SBX-2"], "times": 2, "stdout": "first\n"}
import fcntl
import os

path = "/tmp/lock"
print("again" if os.path.exists(path) else "first")
file = open(path, "w")
fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
