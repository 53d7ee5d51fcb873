#!/bin/sh
# What a log says: levels, the most frequent messages, lines an hour, gaps. One pass; large logs are read as a stream.
set -eu
here=${0%/*}

usage() {
  cat <<'END'
usage: messages.sh (--text TEXT | --file PATH | --table SLUG) [--columns NAME,NAME]
                   [--at-least LEVEL] [--top COUNT] [--gap SECONDS] [--hours COUNT] [--year YYYY]
END
}
. "$here/source.sh"

columns= at_least= top=10 gap=3600 hours=48 year=
[ "${1-}" != --help ] || { usage; exit 0; }
while [ $# -gt 0 ]; do
  case $1 in
    --text | --file | --table | --columns | --at-least | --top | --gap | --hours | --year) ;;
    *) bad_usage "there is no option '$1'" ;;
  esac
  [ $# -gt 1 ] || bad_usage "$1 needs a value"
  case $1 in
    --columns) columns=$2 ;;
    --at-least)
      case $2 in
        TRACE | DEBUG | INFO | NOTICE | WARN | ERROR | CRITICAL | FATAL) at_least=$2 ;;
        *) bad_usage "--at-least must be one of TRACE DEBUG INFO NOTICE WARN ERROR CRITICAL FATAL, not '$2'" ;;
      esac ;;
    --top) need_number "$1" "$2" 0 1000; top=$2 ;;
    --gap) need_number "$1" "$2" 1 999999999; gap=$2 ;;
    --hours) need_number "$1" "$2" 0 10000; hours=$2 ;;
    --year) need_number "$1" "$2" 1970 9999; year=$2 ;;
    *) set_source "${1#--}" "$2" ;;
  esac
  shift 2
done
check_source

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
COLUMNS=$columns
export COLUMNS
tab=$(printf '\t')

log_lines |
  awk -v year="$year" -v gap="$gap" -v at_least="$at_least" -f "$here/lib.awk" -f "$here/messages.awk" > "$work/rows"

# Rows of one kind, in an order that is the same everywhere.
rows() { # KIND
  grep "^$1$tab" < "$work/rows" || true
}
{
  rows S
  rows L | sort -t "$tab" -k 2,2nr
  rows H | sort | tail -n "$hours"
  rows G | sort -t "$tab" -k 2,2nr -k 5,5n | head -n 10
  rows M | sort -t "$tab" -k 2,2nr -k 3,3n | head -n "$top"
} | awk -v kinds=LHGM -f "$here/lib.awk" -f "$here/report.awk"
