# Texts as JSON, and rows of `$work/skipped` as a list. Call json_begin() in BEGIN.
function json_begin(   code) {
  for (code = 1; code < 32; code++) json_escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
  json_escape["\t"] = "\\t"; json_escape["\r"] = "\\r"; json_escape["\""] = "\\\""; json_escape["\\"] = "\\\\"
}

function quoted(text,   out, at, char) {
  if (text !~ /[\001-\037"\\]/) return "\"" text "\""
  for (at = 1; at <= length(text); at++) {
    char = substr(text, at, 1)
    out = out (char in json_escape ? json_escape[char] : char)
  }
  return "\"" out "\""
}

# One row of skipped files as an item.
function skipped_item(row,   cut) {
  cut = index(row, "\t")
  return "{\"path\": " quoted(substr(row, cut + 1)) ", \"reason\": " quoted(substr(row, 1, cut - 1)) "}"
}
