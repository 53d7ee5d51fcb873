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
