#!/bin/sh
# Prints a row for each path that it is given: `file<tab>PATH`, or `skip<tab>REASON<tab>PATH` for what has no checksum.
newline='
'
for path; do
  path=${path#./}
  reason=
  case $path in *"$newline"*) reason="its name holds a line end" ;; esac
  if [ -h "./$path" ]; then
    reason="it is a symbolic link"
  elif [ ! -f "./$path" ]; then
    reason=${reason:-"it is no regular file"}
  elif [ ! -r "./$path" ]; then
    reason=${reason:-"it cannot be read"}
  fi
  if [ -n "$reason" ]; then
    printf 'skip\t%s\t' "$reason"
    printf '%s' "$path" | tr '\n\t' '??'
    printf '\n'
  else
    printf 'file\t%s\n' "$path"
  fi
done
