#: {"says": "A script that is stopped still returns what it had written.", "layer": "results", "rules": ["RUN-4", "SBX-8"],
#:  "limits": {"wall_s": 1}, "exit": 137, "signal": "SIGKILL", "stopped": "timeout", "files_hold": {"so-far.txt": "some"}}
import time

with open("so-far.txt", "w") as file:
    file.write("some")
time.sleep(60)
