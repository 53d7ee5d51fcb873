#: {"says": "A child that goes on writing cannot disturb the collection of results.", "layer": "results",
#:  "rules": ["SBX-9", "SBX-2"], "files_have": ["ok.txt"], "within_s": 10}
import os
import time

if os.fork() == 0:
    while True:
        with open("moving.txt", "w") as file:
            file.write("x" * 100)
        os.remove("moving.txt")
        os.symlink("/etc/passwd", "moving.txt")
        os.remove("moving.txt")
with open("ok.txt", "w") as file:
    file.write("x")
time.sleep(0.1)
