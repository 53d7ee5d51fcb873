#: {"says": "No table of another run can be found.", "layer": "files", "rules": ["TBL-4", "SBX-2"],
#: "tables": {"data/a.jsonl": "1\n"}, "at_once": 4, "holds": true}
import os
import time

import kit

for folder in ("/opt/skillhouse/tables", "/run", "/var/tmp", "/mnt"):
    found = os.listdir(folder) if os.path.isdir(folder) else []
    (kit.breach if found else kit.held)(folder, str(found))
time.sleep(0.1)
(kit.held if os.listdir("data") == ["a.jsonl"] else kit.breach)("data", str(os.listdir("data")))
