#: {"says": "A second filter cannot loosen the first.", "layer": "system calls", "rules": ["SBX-7"], "holds": true}
import ctypes
import socket
import struct

import kit

libc = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


allow_all = struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)
result = libc.prctl(22, ctypes.c_ulong(2), ctypes.byref(Program(1, allow_all)), ctypes.c_ulong(0), ctypes.c_ulong(0))
kit.held("a further filter was", "taken" if result == 0 else "refused")
kit.fails("still no network", socket.socket, socket.AF_INET, socket.SOCK_STREAM)
kit.refused("unshare", 0x10000000)
