#: {"says": "A data table that is moved with its folder is no result, and it is told.", "layer": "files",
#: "rules": ["TBL-2", "RUN-4", "SBX-9"], "tables": {"data/rates.jsonl": "{\"a\": 1}\n"}, "stdout_has": ["moved"],
#: "files": ["moved/own.txt"], "left_out_has": ["moved/rates.jsonl"]}
import os

with open("data/own.txt", "w", encoding="utf-8") as file:
    file.write("mine")
os.rename("data", "moved")
print(*os.listdir("."))
