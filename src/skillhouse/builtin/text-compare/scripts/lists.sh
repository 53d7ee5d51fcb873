#!/bin/sh
# Compare two lists as sets: what stands only in the one, only in the other, and in both.
#
# POSIX sh and awk alone. Items are compared as bytes, so that no locale changes the answer.
set -eu
LC_ALL=C
export LC_ALL

usage() {
  cat <<'END'
usage: lists.sh (--old-text TEXT | --old-file PATH | --old-table SLUG)
                (--new-text TEXT | --new-file PATH | --new-table SLUG)
                [--column NAME] [--ignore-case] [--ignore-space] [--sorted]
END
}

bad_usage() {
  printf '%s\n' "$1" >&2
  usage >&2
  exit 2
}

bad_data() {
  printf '%s\n' "$1" >&2
  exit 1
}

here=${0%/*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
old= new= column= case=0 space=0 sorted=0

# Writes one side's items to $work/SIDE, one a line.
take() { # SIDE KIND VALUE
  case $2 in
    text) printf '%s\n' "$3" > "$work/$1" ;;
    file)
      [ -f "$3" ] || bad_data "there is no file '$3'"
      awk '{ print }' < "$3" > "$work/$1" ;;
    table)
      case $3 in *[!a-z0-9-]* | '') bad_data "there is no table '$3' here" ;; esac
      [ -f "data/$3.jsonl" ] || bad_data "there is no table '$3' here: bind it and expose it to scripts"
      awk -v table="$3" -f "$here"/column.awk < "data/$3.jsonl" > "$work/$1" || exit 1 ;;
  esac
}

[ "${1-}" != --help ] || { usage; exit 0; }
while [ $# -gt 0 ]; do
  option=$1
  shift
  case $option in
    --ignore-case) case=1; continue ;;
    --ignore-space) space=1; continue ;;
    --sorted) sorted=1; continue ;;
    --old-text | --old-file | --old-table | --new-text | --new-file | --new-table | --column) ;;
    *) bad_usage "there is no option '$option'" ;;
  esac
  [ $# -gt 0 ] || bad_usage "$option needs a value"
  case $option in
    --old-*) [ -z "$old" ] || bad_usage "give the old list once"; old=${option#--old-} old_value=$1 ;;
    --new-*) [ -z "$new" ] || bad_usage "give the new list once"; new=${option#--new-} new_value=$1 ;;
    --column) column=$1 ;;
  esac
  shift
done
[ -n "$old" ] || bad_usage "give one of --old-text, --old-file and --old-table"
[ -n "$new" ] || bad_usage "give one of --new-text, --new-file and --new-table"

COLUMN=$column
export COLUMN
take old "$old" "$old_value"
take new "$new" "$new_value"

# Prints the items of one kind as a JSON list: `old` (only there), `new` (only there), `both`, or `twice` (repeated).
listed() { # KIND
  awk -v kind="$1" -v old="$work/old" -v fold="$case" -v squeeze="$space" -f "$here"/sets.awk "$work/old" "$work/new" |
    if [ "$sorted" = 1 ]; then sort; else cat; fi |
    awk -f "$here"/json.awk
}

printf '{"only_old": %s, "only_new": %s, "both": %s, "repeated_in_old": %s, "repeated_in_new": %s, ' \
  "$(listed only_old)" "$(listed only_new)" "$(listed both)" "$(listed repeated_old)" "$(listed repeated_new)"
awk -v old="$work/old" -v fold="$case" -v squeeze="$space" -v kind=counts -f "$here"/sets.awk "$work/old" "$work/new"
