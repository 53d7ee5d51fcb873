#: {"says": "A shell script that reads gets the end of input.", "layer": "fidelity", "rules": ["SBX-11"], "stdout": "end 0\n",
#:  "within_s": 8}
read -r line || echo "end ${#line}"
