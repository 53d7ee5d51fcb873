import os
import sys

sys.stdout.buffer.write(b"".join(os.fsencode(item) + b"\0" for item in sys.argv[1:]))
