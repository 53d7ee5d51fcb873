# Reads an access log in the common or combined format, and prints what it found as rows (see messages.awk).
BEGIN { lib_begin(); most = 20000 }

/^[ \t]*$/ { blank++; next }

{ lines++ }

!parse($0) {
  if (!unparsed++) first_unparsed = NR
  next
}

{
  statuses[status]++
  is_problem = status >= 500
  if (find_time($0)) take_time(NR, is_problem)
  bytes += size
  if (path in path_total || paths < most) {
    if (!(path in path_total)) paths++
    path_total[path]++
    if (status >= 400) path_errors[path]++
  }
  # As text, so that sorting sees each value as it was written.
  if (latency != "") print "T\t" latency
}

END {
  printf "S\tlines\t%d\nS\tblank_lines\t%d\nS\tunparsed_lines\t%d\n", lines, blank, unparsed
  if (unparsed) printf "S\tfirst_unparsed_line\t%d\n", first_unparsed
  printf "S\tbytes\t%.0f\n", bytes
  print_times()
  for (status in statuses) printf "V\t%d\t%s\n", statuses[status], status
  for (path in path_total) printf "P\t%d\t%d\t%s\n", path_total[path], path_errors[path], path
}

# Takes a line apart: `status`, `size`, `path` with its method and without its query, `latency` or "".
#
#   host ident user [time] "request" status size ["referer" "agent"] [latency]
function parse(line,   request, rest, part, count) {
  if (!match(line, /\[[^]]*\] "([^"\\]|\\.)*" [1-5][0-9][0-9] ([0-9]+|-)/)) return 0
  rest = substr(line, RSTART + RLENGTH)
  line = substr(line, RSTART, RLENGTH)
  match(line, /"([^"\\]|\\.)*"/)
  request = substr(line, RSTART + 1, RLENGTH - 2)
  count = split(substr(line, RSTART + RLENGTH + 1), part, " ")
  status = part[1]
  size = part[2] == "-" ? 0 : part[2]
  count = split(request, part, " ")
  path = count >= 2 ? part[1] " " part[2] : "(no request)"
  sub(/[?#].*/, "", path)
  gsub(/\t/, " ", path)
  path = cut(folded(path), 200)
  latency = match(rest, / [0-9]+(\.[0-9]+)?$/) ? substr(rest, RSTART + 1) : ""
  return 1
}
