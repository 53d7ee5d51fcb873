#: {"says": "A file that claims 200 GB costs nothing and is left out, with the reason.", "layer": "results",
#:  "rules": ["SBX-9"], "files": ["ok.txt"], "left_out_has": ["MB"], "within_s": 8}
import os

with open("ok.txt", "w") as file:
    file.write("fine")
with open("claims.bin", "wb") as file:
    file.truncate(200 << 30)
with open("hole.bin", "wb") as file:
    file.seek((1 << 40) - 1)
    file.write(b"x")
