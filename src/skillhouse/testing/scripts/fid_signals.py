#: {"says": "Signals stand as a fresh Python sets them, and none is blocked.", "layer": "fidelity", "rules": ["SBX-11"],
#:  "stdout": "True True True set()\n"}
import signal

print(
    signal.getsignal(signal.SIGINT) is signal.default_int_handler,
    signal.getsignal(signal.SIGTERM) is signal.SIG_DFL,
    signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN,
    signal.pthread_sigmask(signal.SIG_BLOCK, ()),
)
