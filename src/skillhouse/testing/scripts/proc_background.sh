#: {"says": "A child left in the background does not hold up the answer, even while it holds the output open.",
#:  "layer": "processes", "rules": ["SBX-8"], "quick": true, "stdout": "done\n", "within_s": 8}
(sleep 60; echo late) &
echo done
