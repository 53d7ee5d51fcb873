#: {"says": "A script that takes ever more memory is stopped, and the answer says why.", "layer": "memory",
#:  "rules": ["SBX-8", "RUN-3"], "serial": true, "quick": true, "exit": 137, "signal": "SIGKILL", "stopped": "memory",
#:  "then_fine": true, "within_s": 15}
blocks = []
while True:
    blocks.append(bytearray(b"x" * (1 << 20)))
