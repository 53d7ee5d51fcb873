#: {"says": "A smaller cap that a caller sets is kept to the byte.", "layer": "output", "rules": ["SBX-8"],
#:  "limits": {"output_bytes": 10}, "exit": "any", "stopped": "output", "stdout": "0123456789"}
print("0123456789abcdef", flush=True)
