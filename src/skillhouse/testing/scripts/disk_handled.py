#: {"says": "A script that copes with a full disk ends as it wishes; it had 128 MB.", "layer": "disk",
#:  "rules": ["SBX-8", "RUN-3"], "serial": true, "holds": true}
import errno

import kit

size = 0
try:
    with open("big", "wb", 0) as file:
        while size < 1 << 30:
            size += file.write(b"x" * (1 << 20))
except OSError as error:
    ok = error.errno == errno.ENOSPC and 100 << 20 <= size <= 128 << 20
    (kit.held if ok else kit.breach)("room for", f"{size >> 20} MB")
