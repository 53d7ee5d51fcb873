# Where the lines of a log come from. Sourced by the scripts beside it, which set `here` and `usage` first.
#
# POSIX sh. Everything is bytes, so that no locale changes the answer.
LC_ALL=C
export LC_ALL

bad_usage() {
  printf '%s\n' "$1" >&2
  usage >&2
  exit 2
}

bad_data() {
  printf '%s\n' "$1" >&2
  exit 1
}

# A whole number from $3 to $4, or bad usage; $1 is the option, $2 its value.
need_number() {
  case $2 in
    '' | *[!0-9]* | ??????????*) bad_usage "$1 must be a whole number from $3 to $4, not '$2'" ;;
  esac
  [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || bad_usage "$1 must be a whole number from $3 to $4, not '$2'"
}

source_kind= source_value=

# Takes --text, --file or --table; the last argument is the value.
set_source() {
  [ -z "$source_kind" ] || bad_usage "give one of --text, --file and --table, once"
  source_kind=$1 source_value=$2
}

# Fails, before anything is read, where there is nothing to read.
check_source() {
  case $source_kind in
    '') bad_usage "give one of --text, --file and --table" ;;
    file)
      [ -e "$source_value" ] || bad_data "there is no file '$source_value'"
      [ -f "$source_value" ] && [ -r "$source_value" ] || bad_data "'$source_value' is no file that can be read" ;;
    table)
      case $source_value in *[!a-z0-9-]*) bad_data "there is no table '$source_value' here" ;; esac
      [ -f "data/$source_value.jsonl" ] ||
        bad_data "there is no table '$source_value' here: bind it and expose it to scripts" ;;
  esac
}

# Writes the lines of the log. A line that is a JSON object becomes the values of its columns, parted by a space.
log_lines() {
  case $source_kind in
    text) printf '%s\n' "$source_value" ;;
    file) cat < "$source_value" ;;
    table) cat < "data/$source_value.jsonl" ;;
  esac | awk -f "$here/rows.awk"
}
