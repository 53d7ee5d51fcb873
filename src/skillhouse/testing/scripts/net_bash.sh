#!/bin/bash
#: {"says": "A shell's own ways to the network lead nowhere.", "layer": "network", "rules": ["SBX-4"], "holds": true}
for target in 127.0.0.1/22 1.1.1.1/53; do
    if (exec 3<>"/dev/tcp/$target") 2>/dev/null; then echo "OPEN: $target"; else echo "held: $target"; fi
done
