#: {"says": "Orphans that ended do not use up the run's processes.", "layer": "processes", "rules": ["SBX-8"],
#:  "stdout": "200\n", "within_s": 20}
import os

for _ in range(200):
    pid = os.fork()
    if pid == 0:
        if os.fork() == 0:
            os._exit(0)
        os._exit(0)
    os.waitpid(pid, 0)
print(200)
