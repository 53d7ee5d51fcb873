# Reads a manifest: lines of sha256sum, or of the BSD kind. Prints `HASH PATH` for each, or fails with one line.
{ sub(/\r$/, "") }

/^[ \t]*(#|$)/ { next }

{
  line = $0
  is_escaped = sub(/^\\/, "", line)
  if (line ~ /^SHA256 \(.*\) = [0-9a-fA-F]+$/) {
    match(line, /\) = [0-9a-fA-F]+$/)
    path = substr(line, 9, RSTART - 9)
    hash = substr(line, RSTART + 4)
  } else {
    match(line, /^[0-9a-fA-F]+/)
    hash = substr(line, 1, RLENGTH)
    path = substr(line, RLENGTH + 1)
    if (!sub(/^( [ *]?)/, "", path)) hash = ""
  }
  if (length(hash) != 64) fail("is no checksum of SHA-256 with a path")
  if (is_escaped) path = unescaped(path)
  sub(/^(\.\/)+/, "", path)
  if (path == "") fail("has no path")
  if (path ~ /^\// || ("/" path "/") ~ /\/\.\.\//) fail("names a path that leads out of the folder")
  hash = tolower(hash)
  if (path in known && known[path] != hash) fail("gives a second checksum for a path")
  if (!(path in known)) print hash " " path
  known[path] = hash
}

function unescaped(text,   out, at, char) {
  for (at = 1; at <= length(text); at++) {
    char = substr(text, at, 1)
    if (char == "\\") {
      char = substr(text, ++at, 1)
      if (char != "\\") fail("names a path that holds a line end")
    }
    out = out char
  }
  return out
}

function fail(why) {
  printf "line %d of the manifest %s\n", NR, why > "/dev/stderr"
  exit 1
}
