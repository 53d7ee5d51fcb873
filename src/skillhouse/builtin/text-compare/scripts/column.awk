# Prints one column of the rows of a table, a row a line. The column's name is in the environment, as COLUMN; without
# one, it is the only column or `text`. A line end inside of a cell becomes a space.
#
# JSON in awk: a row is read from left to right, one token at a time, by what its first character is.
BEGIN {
  wanted = ENVIRON["COLUMN"]
  split("b:\b f:\f n:\n r:\r t:\t", pairs, " ")
  escape["b"] = "\b"; escape["f"] = "\f"; escape["n"] = " "; escape["r"] = " "; escape["t"] = "\t"
  for (code = 0; code < 16; code++) digit[substr("0123456789abcdef", code + 1, 1)] = code
}

{
  rest = $0
  sub(/^[ \t]*\{[ \t]*/, "", rest)
  names = value = ""
  columns = found = 0
  while (rest != "" && rest !~ /^\}/) {
    name = text_token()
    sub(/^[ \t]*:[ \t]*/, "", rest)
    cell = rest ~ /^"/ ? text_token() : other_token()
    sub(/^[ \t]*,?[ \t]*/, "", rest)
    columns++
    names = names (columns > 1 ? ", " : "") name
    if (name == wanted || (wanted == "" && (name == "text" || columns == 1))) {
      found = columns
      value = cell
      is_text = name == "text"
    }
  }
  if (!found || (wanted == "" && columns > 1 && !is_text)) {
    printf "row %d of table %s has no column '%s': name one of %s by --column\n", \
      NR, table, (wanted == "" ? "text" : wanted), names > "/dev/stderr"
    exit 1
  }
  print value
}

# Takes a text off `rest`, and returns what it says.
function text_token(   out, at, char) {
  rest = substr(rest, 2)
  while (match(rest, /["\\]/)) {
    out = out substr(rest, 1, RSTART - 1)
    char = substr(rest, RSTART, 1)
    at = RSTART
    if (char == "\"") {
      rest = substr(rest, at + 1)
      return out
    }
    char = substr(rest, at + 1, 1)
    if (char == "u") {
      out = out utf8(tolower(substr(rest, at + 2, 4)))
      rest = substr(rest, at + 6)
    } else {
      out = out (char in escape ? escape[char] : char)
      rest = substr(rest, at + 2)
    }
  }
  return out rest
}

# Takes a number, a word, a list or an object off `rest`, and returns it as it is written; null is nothing.
function other_token(   out, depth, char) {
  if (rest !~ /^[[{]/) {
    match(rest, /^[^,} \t]*/)
    out = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return out == "null" ? "" : out
  }
  while (rest != "") {
    char = substr(rest, 1, 1)
    if (char == "\"") {
      match(rest, /^"([^"\\]|\\.)*"/)
      out = out substr(rest, 1, RLENGTH)
      rest = substr(rest, RLENGTH + 1)
      continue
    }
    out = out char
    rest = substr(rest, 2)
    if (char ~ /[[{]/) depth++
    if (char ~ /[]}]/ && --depth == 0) return out
  }
  return out
}

# The bytes of a \u escape. Tables hold other characters as they are, so this is for control characters.
function utf8(hex,   code, at) {
  for (at = 1; at <= 4; at++) code = code * 16 + digit[substr(hex, at, 1)]
  if (code == 10 || code == 13) return " "
  if (code < 128) return sprintf("%c", code)
  if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
  return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
}
