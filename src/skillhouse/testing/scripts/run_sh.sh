#: {"says": "A .sh file runs with a POSIX shell.", "layer": "runtimes", "rules": ["SBX-1"], "quick": true, "runtime": "sh",
#:  "stdout": "scripts/run_sh.sh 0 /workspace\nno bash\n"}
printf '%s %s %s\n' "$0" "$#" "$PWD"
echo "${BASH_VERSION:-no bash}"
