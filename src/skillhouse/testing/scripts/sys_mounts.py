#: {"says": "Nothing can be mounted, moved or unmounted, by the old calls or the new.", "layer": "system calls",
#:  "rules": ["SBX-7", "SBX-3"], "holds": true}
import ctypes

import kit

block = ctypes.create_string_buffer(32)
kit.refused("mount", b"none", b"/tmp", b"tmpfs", 0, 0)
kit.refused("mount", b"/", b"/tmp", 0, 4096, 0, what="bind")
kit.refused("mount", 0, b"/usr", 0, 32 | 4096, 0, what="remount writable")
kit.refused("umount2", b"/workspace", 2)
kit.refused("pivot_root", b"/workspace", b"/workspace")
kit.refused("fsopen", b"tmpfs", 0)
kit.refused("fspick", -100, b"/", 0)
kit.refused("fsmount", 0, 0, 0)
kit.refused("open_tree", -100, b"/", 1)
kit.refused("move_mount", -100, b"/usr", -100, b"/tmp", 0)
kit.refused("mount_setattr", -100, b"/usr", 0, block, 32)
