#: {"says": "New files come back with their exact content, from any folder.", "layer": "results", "rules": ["RUN-4"],
#:  "quick": true, "files": ["empty", "report.txt", "sub/deep/b\u00e9.csv"],
#:  "files_hold": {"report.txt": "done\n", "sub/deep/b\u00e9.csv": "a,b\r\n1,2\r\n", "empty": ""}}
import os

os.makedirs("sub/deep")
for path, text in (("report.txt", b"done\n"), ("sub/deep/b\u00e9.csv", b"a,b\r\n1,2\r\n"), ("empty", b"")):
    with open(path, "wb") as file:
        file.write(text)
