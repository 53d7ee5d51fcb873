#: {"says": "Results over 50 MB in base64 are left out, the rest comes.", "layer": "results", "rules": ["RUN-4"],
#:  "serial": true, "files": ["a.bin", "c.bin"], "left_out_has": ["b.bin", "50 MB"], "within_s": 20}
for name, size in (("a.bin", 30 << 20), ("b.bin", 20 << 20), ("c.bin", 1 << 20)):
    with open(name, "wb") as file:
        file.write(b"x" * size)
