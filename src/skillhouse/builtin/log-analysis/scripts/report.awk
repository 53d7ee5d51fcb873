# Rows of messages.awk and access.awk to one JSON object. `kinds` are the letters of the lists that it has, in the order
# in which their rows come.
BEGIN {
  lib_begin()
  FS = "\t"
  title["L"] = "levels"; title["V"] = "statuses"; title["H"] = "hours"; title["G"] = "gaps"; title["M"] = "messages"
  title["P"] = "paths"; title["N"] = "latency_ms"
  printf "{"
}

$1 == "S" { sum[$2] = $3; next }

# The sums are read first, and stand first.
!said_sums { print_sums() }

kind != $1 { open_lists($1) }

kind == "L" { item(quoted($3) ": " $4) }
kind == "V" { item(quoted($3) ": " $2) }
kind == "H" { item("{\"hour\": " quoted($2) ", \"lines\": " $3 ", \"problems\": " $4 "}") }
kind == "G" { item("{\"seconds\": " $2 ", \"from\": " quoted($3) ", \"to\": " quoted($4) ", \"before_line\": " $5 "}") }
kind == "M" {
  item("{\"count\": " $2 ", \"first_line\": " $3 ", \"level\": " quoted($4) ", \"message\": " quoted($5) \
    ", \"example\": " quoted($6) "}")
}
kind == "P" { item("{\"count\": " $2 ", \"errors\": " $3 ", \"path\": " quoted($4) "}") }
kind == "N" { item(quoted($2) ": " $3) }

END {
  if (!said_sums) print_sums()
  open_lists("")
  print "}"
}

function print_sums(   names, count, at) {
  said_sums = 1
  count = split("lines blank_lines continuation_lines unparsed_lines first_unparsed_line timed_lines out_of_order" \
    " first_time last_time times_are note distinct_hours distinct_messages messages_not_kept bytes", names, " ")
  for (at = 1; at <= count; at++) {
    if (names[at] in sum) {
      printf "%s%s: %s", (any ? ", " : ""), quoted(names[at]), sum[names[at]]
      any = 1
    }
  }
}

# Closes the open list, and opens those up to the one of this letter; without a letter, all that are left.
function open_lists(letter) {
  while (kind != letter || letter == "") {
    if (kind != "") printf "%s", (kind ~ /[LVN]/ ? "}" : "]")
    if (kinds == "") return
    kind = substr(kinds, 1, 1)
    kinds = substr(kinds, 2)
    items = 0
    printf ", %s: %s", quoted(title[kind]), (kind ~ /[LVN]/ ? "{" : "[")
  }
}

function item(text) { printf "%s%s", (items++ ? ", " : ""), text }
