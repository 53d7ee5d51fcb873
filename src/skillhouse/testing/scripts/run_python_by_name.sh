#: {"says": "A shell script finds python3, the same as .py scripts have.", "layer": "runtimes", "rules": ["SBX-1"],
#:  "stdout": "ok\nno site-packages\n"}
python3 -c 'print("ok")'
python3 -c 'import pip' 2>/dev/null && echo "site-packages" || echo "no site-packages"
