#: {"says": "Pipes between programs break as they should.", "layer": "output", "rules": ["SBX-11"], "stdout": "y\ny\n",
#:  "within_s": 10}
yes 2>/dev/null | head -n 2
