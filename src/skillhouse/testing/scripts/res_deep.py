#: {"says": "A tower of 3000 folders is given up at a bounded depth.", "layer": "results", "rules": ["SBX-9"],
#:  "files": ["ok.txt"], "left_out_has": ["deep"], "within_s": 15}
import os

with open("ok.txt", "w") as file:
    file.write("x")
for _ in range(3000):
    os.mkdir("d")
    os.chdir("d")
with open("bottom.txt", "w") as file:
    file.write("x")
