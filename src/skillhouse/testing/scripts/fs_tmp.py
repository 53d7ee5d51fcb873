#: {"says": "/tmp can be written, is empty at first, and is not returned.", "layer": "files", "rules": ["SBX-3"],
#:  "quick": true, "stdout": "[]\nkept\n", "files": ["kept.txt"]}
import os
import shutil
import tempfile

print(os.listdir("/tmp"))
handle, path = tempfile.mkstemp()
os.write(handle, b"kept")
os.close(handle)
with open("/tmp/plain.txt", "w") as file:
    file.write("x")
shutil.move(path, "kept.txt")
print(open("kept.txt").read())
