# Passes rows of names.sh on; a name that is not UTF-8 is skipped, since JSON cannot hold it. Its odd bytes become `?`.
/[\200-\377]/ {
  rest = $0
  gsub(/[\302-\337][\200-\277]/, "", rest)
  gsub(/[\340-\357][\200-\277][\200-\277]/, "", rest)
  gsub(/[\360-\364][\200-\277][\200-\277][\200-\277]/, "", rest)
  if (rest ~ /[\200-\377]/) {
    gsub(/[\200-\377]/, "?")
    if (sub(/^file\t/, "")) $0 = "skip\tits name is not UTF-8\t" $0
  }
}

{ print }
