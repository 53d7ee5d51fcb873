#: {"says": "Output by other names arrives too: /dev/stdout, /dev/fd/1, /proc/self/fd/2.", "layer": "output",
#:  "rules": ["SBX-11"], "stdout": "one\ntwo\n", "stderr": "three\n"}
for path, text in (("/dev/stdout", "one\n"), ("/dev/fd/1", "two\n"), ("/proc/self/fd/2", "three\n")):
    with open(path, "w") as file:
        file.write(text)
