#: {"says": "A script that fills the disk and dies of it is told so.", "layer": "disk", "rules": ["SBX-8", "RUN-3"],
#:  "exit": 1, "stopped": "disk", "stderr_has": ["No space left on device"], "then_fine": true, "serial": true}
with open("big", "wb") as file:
    for _ in range(1024):
        file.write(b"x" * (1 << 20))
