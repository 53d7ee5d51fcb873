#: {"says": "A shell script can use the skill's other scripts and files.", "layer": "runtimes", "rules": ["SBX-3"],
#:  "beside": {"scripts/part.sh": "#!/bin/sh\necho \"part $1\"\n", "scripts/lib.sh": "twice() { echo \"$1$1\"; }\n"},
#:  "stdout": "part one\nabab\nnotes\n"}
./scripts/part.sh one
. ./scripts/lib.sh
twice ab
cat reference/notes.txt
