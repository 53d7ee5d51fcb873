#!/bin/bash
#: {"says": "Where the policy says so, such a file runs with the POSIX shell.", "layer": "runtimes", "rules": ["SBX-1"],
#:  "bash": false, "runtime": "sh", "stdout": "posix\n"}
[ -z "${BASH_VERSION:-}" ] && echo posix
