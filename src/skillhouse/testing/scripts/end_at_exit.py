#: {"says": "Threads are waited for and exit handlers run.", "layer": "end", "rules": ["SBX-11"],
#:  "stdout": "main\nthread\nhandler\n"}
import atexit
import threading
import time

atexit.register(lambda: print("handler"))
threading.Thread(target=lambda: (time.sleep(0.2), print("thread"))).start()
print("main")
