#: {"says": "The usual tools of a shell script are there.", "layer": "runtimes", "rules": ["SBX-1"],
#:  "stdout": "2 b\n3\nA\n6\n", "files": ["out.txt"]}
printf 'a\nb\nc\n' >out.txt
grep -n b out.txt | sed 's/:/ /'
wc -l <out.txt | tr -d ' '
head -n 1 out.txt | tr 'a-z' 'A-Z'
printf '1\n2\n3\n' | awk '{ s += $1 } END { print s }'
