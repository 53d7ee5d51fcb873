#: {"says": "Forking with a pipe between works.", "layer": "runtimes", "rules": ["SBX-11"], "stdout": "from the child\n"}
import os

read, write = os.pipe()
if os.fork() == 0:
    os.write(write, b"from the child")
    os._exit(0)
os.wait()
print(os.read(read, 100).decode())
