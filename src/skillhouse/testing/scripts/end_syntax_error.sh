#: {"says": "So does a shell's.", "layer": "end", "rules": ["SBX-11"], "exit": 2, "stderr_has": ["end_syntax_error.sh"]}
if true; then
    echo "never"
fi fi
