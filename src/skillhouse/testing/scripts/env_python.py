#: {"says": "A script's environment holds the constants and its parameters, and nothing of the host's.",
#:  "layer": "environment", "rules": ["SBX-6"], "quick": true,
#:  "stdout": "HOME LANG PATH SKILL_PARAMETERS TMPDIR\n{}\n"}
import os

raw = {item.split(b"=")[0].decode() for item in open("/proc/self/environ", "rb").read().split(b"\0") if item}
print(*sorted(raw | set(os.environ)))
print(os.environ["SKILL_PARAMETERS"])
