#: {"says": "Bytes that are no text arrive as they were written.", "layer": "output", "rules": ["SBX-11"],
#:  "stdout_hex": "fffe00c3281b5b306d0d0a80"}
import sys

sys.stdout.buffer.write(bytes.fromhex("fffe00c3281b5b306d0d0a80"))
