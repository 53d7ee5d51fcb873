#: {"says": "The streams are UTF-8 pipes, no terminal.", "layer": "fidelity", "rules": ["SBX-11", "SBX-6"],
#:  "stdout": "utf-8 utf-8 utf-8 False False False\n"}
import sys

print(sys.stdout.encoding, sys.getfilesystemencoding(), sys.getdefaultencoding(),
      *(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)))
