# What both scripts share. Sourced after `usage` is defined. POSIX sh with find, sort, awk, wc and sha256sum.
LC_ALL=C
export LC_ALL
here=$(cd "${0%/*}" && pwd)
tab=$(printf '\t')

bad_usage() {
  printf '%s\n' "$1" >&2
  usage >&2
  exit 2
}

bad_data() {
  printf '%s\n' "$1" >&2
  exit 1
}

# A path in the workspace, or bad data: no way leads out of it.
need_inside() { # OPTION PATH
  case "/$2/" in
    //* | */../*) bad_data "$1 '$2' must be a path below this folder, without '..'" ;;
  esac
}

# Lists the files of a folder: `$work/sums` gets lines `HASH SIZE PATH`, sorted by path, `$work/skipped` gets rows
# `REASON<tab>PATH` for what has no checksum. Paths are relative to the folder. No link is followed.
#
# A name travels as an argument until it is known to hold no line end, so that no name can be taken for two.
list_files() { # FOLDER
  need_inside --folder "$1"
  [ -d "./$1" ] || bad_data "there is no folder '$1'"
  (cd "./$1" && find . ! -type d -exec sh "$here/names.sh" {} +) > "$work/names" 2> "$work/errors" || true
  [ ! -s "$work/errors" ] || bad_data "a folder below '$1' cannot be read"
  awk -f "$here/utf8.awk" "$work/names" > "$work/judged"
  sed -n "s/^skip$tab//p" "$work/judged" | sort -t "$tab" -k 2 > "$work/skipped"
  sed -n "s/^file$tab//p" "$work/judged" | sort > "$work/paths"
  printf '%s' "$excluded" > "$work/excluded"
  while IFS= read -r path; do
    ! is_excluded "$path" || continue
    sum=$(sha256sum < "./$1/$path")
    size=$(wc -c < "./$1/$path")
    printf '%s %s %s\n' "${sum%% *}" "$((size))" "$path"
  done < "$work/paths" > "$work/sums"
}

excluded=

# Whether a path matches one of the patterns of --exclude, as a whole or in its last part.
is_excluded() { # PATH
  [ -n "$excluded" ] || return 1
  while IFS= read -r pattern; do
    # The pattern is meant to be one.
    # shellcheck disable=SC2254
    case $1 in $pattern) return 0 ;; esac
    # shellcheck disable=SC2254
    case ${1##*/} in $pattern) return 0 ;; esac
  done < "$work/excluded"
  return 1
}

exclude() { # PATTERN
  excluded="$excluded$1
"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
