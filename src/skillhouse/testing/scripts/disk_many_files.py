#: {"says": "The number of files is bounded as well, and the answer stays small.", "layer": "disk", "rules": ["SBX-8", "SBX-9"],
#:  "serial": true, "holds": true, "files_at_most": 1000, "left_out_has": ["more"], "within_s": 25}
import kit

made = 0
try:
    while made < 200_000:
        open(f"f{made}", "x").close()
        made += 1
except OSError as error:
    kit.held("files", f"{made} {error.errno}")
else:
    kit.breach("files", str(made))
