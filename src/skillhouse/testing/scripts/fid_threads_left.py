#: {"says": "Threads that may outlive the script end with it in silence.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "exit": 3, "stderr": "", "stdout": "end\n"}
import sys
import threading
import time


def work():
    while True:
        time.sleep(0.001)
        sys.intern(str(time.time()))


for _ in range(5):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.05)
print("end")
sys.exit(3)
