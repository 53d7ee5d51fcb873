#: {"says": "The kernel's keyrings are closed.", "layer": "system calls", "rules": ["SBX-7"], "holds": true}
import kit

kit.refused("add_key", b"user", b"name", b"secret", 6, -3)
kit.refused("request_key", b"user", b"name", 0, 0)
for operation in (0, 1, 3, 6, 10):
    kit.refused("keyctl", operation, -3, 1, 0, 0, what=f"keyctl {operation}")
