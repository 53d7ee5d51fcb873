#: {"says": "A file left open is written out at the end.", "layer": "results", "rules": ["SBX-11"],
#:  "files_hold": {"open.txt": "all of it", "buffered.bin": "bytes"}}
first = open("open.txt", "w")
first.write("all of it")
second = open("buffered.bin", "wb")
second.write(b"bytes")
