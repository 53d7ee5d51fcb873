#!/bin/sh
# Checksums of the files of a folder, as JSON and in the format of sha256sum.
set -eu

usage() {
  cat <<'END'
usage: manifest.sh [--folder PATH] [--exclude PATTERN]... [--out NAME]
END
}
. "${0%/*}/lib.sh"

folder=. out=
[ "${1-}" != --help ] || { usage; exit 0; }
while [ $# -gt 0 ]; do
  case $1 in
    --folder | --exclude | --out) ;;
    *) bad_usage "there is no option '$1'" ;;
  esac
  [ $# -gt 1 ] && [ -n "$2" ] || bad_usage "$1 needs a value"
  case $1 in
    --folder) folder=$2 ;;
    --exclude) exclude "$2" ;;
    --out) out=$2 ;;
  esac
  shift 2
done

list_files "$folder"
if [ -n "$out" ]; then
  need_inside --out "$out"
  [ ! -e "./$out" ] || bad_data "--out '$out' is there already; nothing was written"
  awk -f "$here/lines.awk" "$work/sums" > "./$out" || bad_data "--out '$out' cannot be written"
fi
awk -v skipped="$work/skipped" -f "$here/json.awk" -f "$here/manifest.awk" \
  folder="$(printf '%s' "$folder" | sed 's/\\/\\\\/g')" out="$(printf '%s' "$out" | sed 's/\\/\\\\/g')" \
  "$work/sums" "$work/skipped"
