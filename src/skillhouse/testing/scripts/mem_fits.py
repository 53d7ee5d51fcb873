#: {"says": "A script may have 200 MB.", "layer": "memory", "rules": ["SBX-8"], "serial": true, "stdout": "209715200\n"}
block = bytearray(200 << 20)
for place in range(0, len(block), 4096):
    block[place] = 1
print(len(block))
