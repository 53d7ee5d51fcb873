#: {"says": "A name that would break a terminal or a path is not returned, and breaks no answer.", "layer": "results",
#:  "rules": ["SBX-9"], "files": ["fine \u00e9 \u540d.txt", "name=with;odd &chars.txt"]}
import os

for name in (
    "fine \u00e9 \u540d.txt".encode(), b"name=with;odd &chars.txt", b"line\nbreak", b"tab\there", b"not\xff\xfeutf8",
    b"esc\x1b[31mred", b"back\\slash", b"delete\x7f", b"carriage\rreturn", "right\u202eleft".encode(), b"bell\x07",
    "mark\ufeff".encode(), "line\u2028sep".encode(),
):
    os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
