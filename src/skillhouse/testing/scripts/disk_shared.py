#: {"says": "/tmp and the workspace share one bounded space.", "layer": "disk", "rules": ["SBX-3", "SBX-8"],
#:  "serial": true, "holds": true}
import kit


def fill(path, blocks):
    with open(path, "wb", 0) as file:
        for _ in range(blocks):
            if file.write(b"x" * (1 << 20)) != 1 << 20:
                raise OSError(28, "full")


fill("/tmp/first", 90)
kit.fails("another 90 MB", fill, "/workspace/second", 90)
