#: {"says": "A background child's flood is stopped too.", "layer": "output", "rules": ["SBX-8"], "exit": "any",
#:  "stopped": "output", "output_bytes": 524288, "within_s": 10}
(while :; do echo 0123456789012345678901234567890123456789012345678901234567890123456789; done) &
sleep 25
