# Passes lines on; a line that is a JSON object becomes the values of the columns in the environment variable COLUMNS,
# parted by a space, or all of its values where that is empty.
BEGIN {
  wanted = split(ENVIRON["COLUMNS"], column, /[ ]*,[ ]*/)
  escape["b"] = " "; escape["f"] = " "; escape["n"] = " "; escape["r"] = " "; escape["t"] = "\t"
  for (code = 0; code < 16; code++) digit[substr("0123456789abcdef", code + 1, 1)] = code
}

/\r$/ { sub(/\r$/, "") }

!/^[ \t]*\{/ || !/\}[ \t]*$/ { print; next }

{
  rest = $0
  sub(/^[ \t]*\{[ \t]*/, "", rest)
  all = ""
  split("", value)
  while (rest != "" && rest !~ /^\}/) {
    name = text_token()
    sub(/^[ \t]*:[ \t]*/, "", rest)
    cell = rest ~ /^"/ ? text_token() : other_token()
    sub(/^[ \t]*,?[ \t]*/, "", rest)
    value[name] = cell
    if (cell != "") all = all (all == "" ? "" : " ") cell
  }
  line = ""
  for (at = 1; at <= wanted; at++) {
    if (value[column[at]] != "") line = line (line == "" ? "" : " ") value[column[at]]
  }
  print (wanted ? line : all)
}

# Takes a JSON text off `rest`, and returns what it says.
function text_token(   out, char, at) {
  rest = substr(rest, 2)
  while (match(rest, /["\\]/)) {
    at = RSTART
    out = out substr(rest, 1, at - 1)
    char = substr(rest, at + 1, 1)
    if (substr(rest, at, 1) == "\"") {
      rest = substr(rest, at + 1)
      return out
    }
    out = out (char == "u" ? utf8(tolower(substr(rest, at + 2, 4))) : char in escape ? escape[char] : char)
    rest = substr(rest, at + (char == "u" ? 6 : 2))
  }
  char = out rest
  rest = ""
  return char
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
    if (char == "\"" && match(rest, /^"([^"\\]|\\.)*"/)) {
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

# The bytes that a \u escape stands for; a control character becomes a space.
function utf8(hex,   code, at) {
  for (at = 1; at <= 4; at++) code = code * 16 + digit[substr(hex, at, 1)]
  if (code < 32) return " "
  if (code < 128) return sprintf("%c", code)
  if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
  return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
}
