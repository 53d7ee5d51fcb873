#: {"says": "A syntax error looks as usual.", "layer": "end", "rules": ["SBX-11"], "exit": 1, "frames": 1,
#:  "stderr_has": ["/workspace/scripts/end_syntax_error.py\", line 3", "SyntaxError"]}
def broken(:
    pass
