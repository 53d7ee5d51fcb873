#: {"says": "Threads, locks, queues and thread pools work.", "layer": "runtimes", "rules": ["SBX-11"], "stdout": "499500\n"}
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

queue = Queue()
with ThreadPoolExecutor(16) as pool:
    list(pool.map(queue.put, range(1000)))
print(sum(queue.get() for _ in range(1000)))
