# Reads the sums, then the skipped files, and prints the manifest as JSON. `skipped` is the name of the second file.
BEGIN { json_begin() }

FILENAME == skipped { skip[++skips] = $0; next }

{
  files++
  hash = $1
  size = $2
  path = substr($0, length(hash) + length(size) + 3)
  bytes += size
  listed = listed (files > 1 ? ", " : "") "{\"path\": " quoted(path) ", \"size\": " size ", \"sha256\": \"" hash "\"}"
  if (!(hash in copies)) order[++distinct] = hash
  copies[hash]++
  same[hash] = same[hash] (copies[hash] > 1 ? ", " : "") quoted(path)
  size_of[hash] = size
}

END {
  printf "{\"folder\": %s, \"count\": %d, \"bytes\": %.0f, \"files\": [%s], \"duplicates\": [", \
    quoted(folder), files, bytes, listed
  for (at = 1; at <= distinct; at++) {
    if (copies[order[at]] < 2) continue
    printf "%s{\"size\": %s, \"paths\": [%s]}", (any++ ? ", " : ""), size_of[order[at]], same[order[at]]
    wasted += size_of[order[at]] * (copies[order[at]] - 1)
  }
  printf "], \"bytes_in_copies\": %.0f, \"skipped\": [", wasted
  for (at = 1; at <= skips; at++) printf "%s%s", (at > 1 ? ", " : ""), skipped_item(skip[at])
  printf "]"
  if (out != "") printf ", \"manifest\": %s", quoted(out)
  print "}"
}
