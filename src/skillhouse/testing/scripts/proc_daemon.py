#: {"says": "A daemon in a session of its own ends with the run.", "layer": "processes", "rules": ["SBX-2", "SBX-8"],
#:  "files": [], "within_s": 8}
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(3, 64):
            try:
                os.close(number)
            except OSError:
                pass
        time.sleep(3)
        open("late.txt", "w").write("alive")
        os._exit(0)
    os._exit(0)
