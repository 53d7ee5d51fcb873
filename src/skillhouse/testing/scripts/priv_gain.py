#: {"says": "Capabilities given up cannot be had again.", "layer": "privileges", "rules": ["SBX-7"], "holds": true}
import ctypes
import struct

import kit

libc = ctypes.CDLL(None, use_errno=True)
header, wanted = struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", *([0xFFFFFFFF] * 6))
kit.refused("capset", header, wanted)
for name, arguments in (("raise ambient", (47, 2, 21, 0, 0)), ("loosen secure bits", (28, 0, 0, 0, 0)),
                        ("allow new privileges", (38, 0, 0, 0, 0)), ("drop the filter", (22, 0, 0, 0, 0))):
    (kit.held if libc.prctl(*map(ctypes.c_ulong, arguments)) == -1 else kit.breach)(name)
