# Lines to a JSON list of texts.
BEGIN {
  for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
  escape["\t"] = "\\t"
  escape["\r"] = "\\r"
  escape["\""] = "\\\""
  escape["\\"] = "\\\\"
  printf "["
}

{ printf "%s\"%s\"", (NR > 1 ? ", " : ""), quoted($0) }

END { printf "]" }

function quoted(text,   out, at, char) {
  if (text !~ /[\001-\037"\\]/) return text
  for (at = 1; at <= length(text); at++) {
    char = substr(text, at, 1)
    out = out (char in escape ? escape[char] : char)
  }
  return out
}
