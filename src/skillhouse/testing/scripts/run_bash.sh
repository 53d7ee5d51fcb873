#!/bin/bash
#: {"says": "A file that asks for bash gets it where the host has it.", "layer": "runtimes", "rules": ["SBX-1"],
#:  "needs": "bash", "runtime": "bash", "stdout": "c 3 Abc\n"}
list=(a b c)
word=abc
[[ $word == a* ]] && echo "${list[-1]} ${#list[@]} ${word^}"
