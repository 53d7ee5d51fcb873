# Reads three files in order: what is expected (`HASH PATH`), what is there (`HASH SIZE PATH`), what was skipped. Prints
# the difference as JSON. The names of the first two are in `expected` and `actual`.
BEGIN { json_begin() }

FILENAME == expected {
  path = substr($0, 66)
  hash_of[path] = substr($0, 1, 64)
  order[++listed] = path
  next
}

FILENAME == actual {
  path = substr($0, length($1) + length($2) + 3)
  there[path] = $1
  if (!(path in hash_of)) {
    added_path[++added] = path
    place[$1] = path
  } else if (hash_of[path] == $1) {
    unchanged++
  } else {
    changed = item(changed, "{\"path\": " quoted(path) ", \"size\": " $2 ", \"expected\": \"" hash_of[path] \
      "\", \"actual\": \"" $1 "\"}")
  }
  next
}

{
  skipped = item(skipped, skipped_item($0))
  not_checked[substr($0, index($0, "\t") + 1)] = 1
}

END {
  for (at = 1; at <= listed; at++) {
    path = order[at]
    if (path in there) continue
    hash = hash_of[path]
    if (hash in place) {
      moved = item(moved, "{\"from\": " quoted(path) ", \"to\": " quoted(place[hash]) "}")
      is_moved[place[hash]] = 1
      delete place[hash]
    } else if (path in not_checked) {
      changed = item(changed, "{\"path\": " quoted(path) ", \"expected\": \"" hash "\", \"actual\": null}")
    } else {
      removed = item(removed, quoted(path))
    }
  }
  for (at = 1; at <= added; at++) if (!(added_path[at] in is_moved)) new = item(new, quoted(added_path[at]))
  is_same = changed == "" && removed == "" && moved == "" && (new == "" || only_listed)
  printf "{\"ok\": %s, \"listed\": %d, \"unchanged\": %d, \"changed\": [%s], \"removed\": [%s], \"moved\": [%s]", \
    (is_same ? "true" : "false"), listed, unchanged, changed, removed, moved
  printf ", \"added\": [%s], \"skipped\": [%s]}\n", (only_listed ? "" : new), skipped
}

function item(list, text) { return list (list == "" ? "" : ", ") text }
