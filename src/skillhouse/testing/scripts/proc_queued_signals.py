#: {"says": "A script can queue only so many signals: they are counted for all runs together.", "layer": "processes",
#:  "rules": ["SBX-2"], "holds": true}
import os
import signal

import kit

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])


def queue_many():
    for _ in range(5000):
        if kit.call("rt_sigqueueinfo", os.getpid(), signal.SIGRTMIN, bytes([0] * 8 + [255] * 4 + [0] * 116))[0]:
            raise BlockingIOError


kit.fails("queue five thousand signals", queue_many)
