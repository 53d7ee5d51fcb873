#: {"says": "Child processes work: Python, the shell, pipes and input.", "layer": "runtimes", "rules": ["SBX-1", "SBX-11"],
#:  "quick": true, "stdout": "python\nshell\nTEXT\n"}
import subprocess
import sys

for command, given in (
    ([sys.executable, "-c", "print('python')"], None),
    (["sh", "-c", "echo shell"], None),
    (["tr", "a-z", "A-Z"], "text\n"),
):
    print(subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout, end="")
