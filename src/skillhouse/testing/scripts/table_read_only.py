#: {"says": "A data table can be read and not changed, moved or removed.", "layer": "files", "quick": true,
#: "rules": ["TBL-2", "TBL-4"], "tables": {"data/rates.jsonl": "{\"a\": 1}\n", "data/b.jsonl": ""},
#: "beside": {"data/own.txt": "mine"}, "stdout_has": ["b.jsonl own.txt rates.jsonl {\"a\": 1}\n"], "files": [], "holds": true}
import os

import kit

print(*sorted(os.listdir("data")), open("data/rates.jsonl", encoding="utf-8").read(), end="")
NAME = "data/rates.jsonl"
kit.fails("write", lambda: os.open(NAME, os.O_WRONLY))
kit.fails("append", lambda: open(NAME, "a", encoding="utf-8"))
kit.fails("truncate", lambda: os.truncate(NAME, 0))
kit.fails("chmod", lambda: os.chmod(NAME, 0o666))
kit.fails("remove", lambda: os.remove(NAME))
kit.fails("rename", lambda: os.rename(NAME, "data/other"))
kit.fails("replace", lambda: os.replace("data/own.txt", NAME))
kit.fails("link", lambda: os.link(NAME, "copy"))
kit.fails("memory", lambda: __import__("mmap").mmap(os.open(NAME, os.O_RDONLY), 0, access=2))
