#: {"says": "The machine cannot be administered: no modules, no reboot, no clock, no swap, no host name.",
#:  "layer": "system calls", "rules": ["SBX-7"], "holds": true}
import kit

CALLS = (
    ("kexec_load", 0, 0, 0, 0), ("kexec_file_load", 0, 0, 0, 0, 0), ("init_module", 0, 0, 0), ("finit_module", 0, 0, 0),
    ("delete_module", b"x", 0), ("reboot", 0xFEE1DEAD, 672274793, 0, 0), ("swapon", b"/workspace/x", 0),
    ("swapoff", b"/workspace/x"), ("acct", b"/workspace/x"), ("settimeofday", 0, 0), ("clock_settime", 0, 0),
    ("adjtimex", b"\0" * 256), ("sethostname", b"x", 1), ("setdomainname", b"x", 1), ("syslog", 3, 0, 0), ("iopl", 3),
    ("ioperm", 0, 1, 1), ("quotactl", 0, 0, 0, 0), ("vhangup",), ("uselib", b"/lib/x"),
    ("open_by_handle_at", -100, 0, 0), ("name_to_handle_at", -100, b"/", 0, 0, 0),
)
for name, *arguments in CALLS:
    kit.refused(name, *arguments)
