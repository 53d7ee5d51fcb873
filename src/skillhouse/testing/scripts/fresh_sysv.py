#: {"says": "Shared memory, semaphores and message queues that a run leaves are gone in the next.",
#:  "layer": "freshness", "rules": ["SBX-2", "SBX-7"], "times": 2, "holds": true}
import kit

KEY = 0x51A7
for name, look, make in (
    ("shmget", (KEY, 4096, 0o666), (KEY, 4096, 0o1666)),
    ("semget", (KEY, 1, 0o666), (KEY, 1, 0o1666)),
    ("msgget", (KEY, 0o666), (KEY, 0o1666)),
):
    found, _ = kit.call(name, *look)
    (kit.held if found == -1 else kit.breach)(f"nothing left by {name}")
    kit.call(name, *make)
