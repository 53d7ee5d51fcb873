#!/usr/bin/env bash
#: {"says": "So does one that asks by way of env.", "layer": "runtimes", "rules": ["SBX-1"], "needs": "bash",
#:  "runtime": "bash", "stdout": "2\n"}
list=(x y)
echo "${#list[@]}"
