#: {"says": "A child's death is the child's: the script sees it and goes on.", "layer": "end", "rules": ["SBX-11"],
#:  "stdout": "-9 5 -15\n"}
import os
import signal
import subprocess
import sys

codes = [
    subprocess.run(["sh", "-c", "kill -9 $$"]).returncode,
    subprocess.run([sys.executable, "-c", "raise SystemExit(5)"]).returncode,
]
child = subprocess.Popen(["sleep", "30"])
os.kill(child.pid, signal.SIGTERM)
print(*codes, child.wait())
