#: {"says": "Without arguments a script sees none.", "layer": "arguments", "rules": ["RUN-2"], "stdout": "0\n"}
echo "$#"
