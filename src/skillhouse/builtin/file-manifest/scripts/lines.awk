# Sums to lines as sha256sum writes them: where a name holds a backslash, the line begins with one, and each in the
# name is doubled.
{
  path = substr($0, length($1) + length($2) + 3)
  escaped = doubled(path)
  print (escaped == path ? "" : "\\") $1 "  " escaped
}

# By hand: awks differ in what a backslash means in the replacement of gsub.
function doubled(text,   out, at) {
  while ((at = index(text, "\\")) > 0) {
    out = out substr(text, 1, at) "\\"
    text = substr(text, at + 1)
  }
  return out text
}
