#: {"says": "The execution domain can be asked for, not changed: address randomization stays on.", "layer": "system calls",
#:  "rules": ["SBX-7"], "holds": true}
import kit

result, error = kit.call("personality", 0xFFFFFFFF)
(kit.held if result == 0 else kit.breach)("asked", error or hex(result))
for name, value in (("no randomization", 0x0040000), ("read implies exec", 0x0400000), ("32 bit", 0x0008)):
    kit.refused("personality", value, what=name)
