#: {"says": "Nothing but the standard library can be imported.", "layer": "runtimes", "rules": ["SBX-5"], "quick": true,
#:  "holds": true}
import importlib.metadata
import importlib.util
import os
import sys

import kit

NAMES = ("pip", "setuptools", "wheel", "yaml", "requests", "numpy", "rich", "typer", "ruamel", "skillhouse", "apt",
         "dbus", "pkg_resources", "_distutils_hack", "hypothesis", "pytest", "sitecustomize", "usercustomize")
for name in NAMES:
    found = importlib.util.find_spec(name)
    # Debian's own sitecustomize is part of its interpreter.
    (kit.breach if found and name not in {"sitecustomize"} else kit.held)(name, str(found or ""))
(kit.breach if list(importlib.metadata.distributions()) else kit.held)("distributions")
for path in sys.path[1:]:
    if path.endswith(("site-packages", "dist-packages")):
        kit.fails(f"empty {path}", lambda path=path: os.listdir(path)[0] if os.listdir(path) else open(path + "/none"))
