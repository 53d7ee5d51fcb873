#!/bin/sh
# What an access log says: statuses, the most frequent paths, requests an hour, gaps, latency percentiles.
set -eu
here=${0%/*}

usage() {
  cat <<'END'
usage: access.sh (--text TEXT | --file PATH | --table SLUG) [--columns NAME]
                 [--latency-unit s|ms|us] [--top COUNT] [--gap SECONDS] [--hours COUNT]
END
}
. "$here/source.sh"

columns= unit=s top=10 gap=3600 hours=48
[ "${1-}" != --help ] || { usage; exit 0; }
while [ $# -gt 0 ]; do
  case $1 in
    --text | --file | --table | --columns | --latency-unit | --top | --gap | --hours) ;;
    *) bad_usage "there is no option '$1'" ;;
  esac
  [ $# -gt 1 ] || bad_usage "$1 needs a value"
  case $1 in
    --columns) columns=$2 ;;
    --latency-unit)
      case $2 in
        s | ms | us) unit=$2 ;;
        *) bad_usage "--latency-unit must be one of s, ms, us, not '$2'" ;;
      esac ;;
    --top) need_number "$1" "$2" 0 1000; top=$2 ;;
    --gap) need_number "$1" "$2" 1 999999999; gap=$2 ;;
    --hours) need_number "$1" "$2" 0 10000; hours=$2 ;;
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

log_lines | awk -v gap="$gap" -f "$here/lib.awk" -f "$here/access.awk" > "$work/rows"

# Rows of one kind, in an order that is the same everywhere.
rows() { # KIND
  grep "^$1$tab" < "$work/rows" || true
}
rows T | sort -t "$tab" -k 2,2n > "$work/latencies"
{
  rows S
  rows V | sort -t "$tab" -k 3,3
  awk -v unit="$unit" -f "$here/latency.awk" "$work/latencies" "$work/latencies"
  rows H | sort | tail -n "$hours"
  rows G | sort -t "$tab" -k 2,2nr -k 5,5n | head -n 10
  rows P | sort -t "$tab" -k 2,2nr -k 4 | head -n "$top"
} | awk -v kinds=VNHGP -f "$here/lib.awk" -f "$here/report.awk"
