#: {"says": "Only regular files come back: no pipes, sockets, links or devices, and none can hold up the answer.",
#:  "layer": "results", "rules": ["SBX-9"], "quick": true, "files": ["ok.txt"], "within_s": 8,
#:  "left_out_has": ["pipe", "socket", "symbolic link"]}
import os
import socket

with open("ok.txt", "w") as file:
    file.write("fine")
os.mkfifo("waiting")
socket.socket(socket.AF_UNIX).bind("sock")
os.symlink("ok.txt", "link.txt")
os.symlink("nowhere", "dangling")
os.symlink("loop", "loop")
