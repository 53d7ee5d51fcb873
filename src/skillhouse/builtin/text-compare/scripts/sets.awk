# Reads two lists, one item a line, and prints the items of one `kind`, each once, as it was first written.
#
# `old` is the name of the first file; `fold` and `squeeze` say whether case and space count for nothing.
function key(item) {
  if (squeeze) {
    gsub(/[ \t\r]+/, " ", item)
    sub(/^ /, "", item)
    sub(/ $/, "", item)
  }
  return fold ? tolower(item) : item
}

$0 ~ /^[ \t\r]*$/ { next }

{
  sub(/\r$/, "")
  item = key($0)
  side = FILENAME == old ? "old" : "new"
  total[side]++
  if (!((side, item) in times)) {
    distinct[side]++
    order[side, distinct[side]] = item
    first[side, item] = $0
  }
  times[side, item]++
}

END {
  if (kind == "counts") counts()
  else if (kind == "only_old") each("old", "new", 0)
  else if (kind == "only_new") each("new", "old", 0)
  else if (kind == "both") each("old", "new", 1)
  else if (kind == "repeated_old") repeated("old")
  else if (kind == "repeated_new") repeated("new")
}

function each(side, other, wanted,   at, item) {
  for (at = 1; at <= distinct[side]; at++) {
    item = order[side, at]
    if (((other, item) in times) == wanted) print first[side, item]
  }
}

function repeated(side,   at, item) {
  for (at = 1; at <= distinct[side]; at++) {
    item = order[side, at]
    if (times[side, item] > 1) print first[side, item]
  }
}

function counts(   at, shared) {
  for (at = 1; at <= distinct["old"]; at++) if (("new", order["old", at]) in times) shared++
  printf "\"counts\": {\"old_items\": %d, \"old_distinct\": %d, \"new_items\": %d, \"new_distinct\": %d, ", \
    total["old"], distinct["old"], total["new"], distinct["new"]
  printf "\"only_old\": %d, \"only_new\": %d, \"both\": %d}, \"same_set\": %s}\n", \
    distinct["old"] - shared, distinct["new"] - shared, shared, \
    (distinct["old"] == shared && distinct["new"] == shared ? "true" : "false")
}
