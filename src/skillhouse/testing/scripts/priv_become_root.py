#: {"says": "It cannot become another user.", "layer": "privileges", "rules": ["SBX-7"], "holds": true}
import kit

for name, arguments in (("setuid", (0,)), ("setgid", (0,)), ("setreuid", (0, 0)), ("setregid", (0, 0)),
                        ("setresuid", (0, 0, 0)), ("setresgid", (0, 0, 0)), ("setgroups", (0, 0)), ("setfsuid", (0,)),
                        ("setfsgid", (0,))):
    kit.refused(name, *arguments)
