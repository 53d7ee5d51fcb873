#!/bin/sh
# Holds the files of a folder against a manifest: what changed, what is gone, what is new.
set -eu

usage() {
  cat <<'END'
usage: verify.sh (--text MANIFEST | --file PATH | --table SLUG) [--folder PATH] [--exclude PATTERN]... [--only-listed]
END
}
. "${0%/*}/lib.sh"

folder=. kind= value= only_listed=0
[ "${1-}" != --help ] || { usage; exit 0; }
while [ $# -gt 0 ]; do
  case $1 in
    --only-listed) only_listed=1; shift; continue ;;
    --text | --file | --table | --folder | --exclude) ;;
    *) bad_usage "there is no option '$1'" ;;
  esac
  [ $# -gt 1 ] && [ -n "$2" ] || bad_usage "$1 needs a value"
  case $1 in
    --folder) folder=$2 ;;
    --exclude) exclude "$2" ;;
    *)
      [ -z "$kind" ] || bad_usage "give one of --text, --file and --table, once"
      kind=${1#--} value=$2 ;;
  esac
  shift 2
done

case $kind in
  '') bad_usage "give one of --text, --file and --table" ;;
  text) printf '%s\n' "$value" > "$work/manifest" ;;
  file)
    [ -f "$value" ] && [ -r "$value" ] || bad_data "there is no file '$value' that can be read"
    cat < "$value" > "$work/manifest" ;;
  table)
    case $value in *[!a-z0-9-]*) bad_data "there is no table '$value' here" ;; esac
    [ -f "data/$value.jsonl" ] || bad_data "there is no table '$value' here: bind it and expose it to scripts"
    COLUMNS=sha256,path awk -f "$here/rows.awk" < "data/$value.jsonl" > "$work/manifest" ;;
esac
awk -f "$here/expected.awk" "$work/manifest" > "$work/expected" || exit 1

# The manifest is no part of what it lists.
if [ "$kind" = file ]; then
  inside=${value#./}
  [ "$folder" = . ] || inside=${inside#"${folder%/}"/}
  grep -q -F -x -e "${inside}" <<END || manifest_path=$inside
$(cut -d ' ' -f 2- "$work/expected")
END
fi

list_files "$folder"
if [ -n "${manifest_path-}" ]; then
  awk -v path="$manifest_path" 'substr($0, length($1) + length($2) + 3) != path' "$work/sums" > "$work/others"
  mv "$work/others" "$work/sums"
fi
awk -v expected="$work/expected" -v actual="$work/sums" -v only_listed="$only_listed" \
  -f "$here/json.awk" -f "$here/verify.awk" "$work/expected" "$work/sums" "$work/skipped"
