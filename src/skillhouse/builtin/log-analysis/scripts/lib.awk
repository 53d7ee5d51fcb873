# What both reports share: times, folded texts, JSON. For any POSIX awk: no {n} in patterns, no gawk functions. Patterns
# stand written out where they are used: busybox compiles one that comes out of a variable again for every line.
#
# Setting up: call lib_begin() in BEGIN, with `year` set for times that have none.
function lib_begin(   names, at) {
  split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", names, " ")
  for (at = 1; at <= 12; at++) month_number[names[at]] = at
  for (at = 1; at < 32; at++) json_escape[sprintf("%c", at)] = sprintf("\\u%04x", at)
  json_escape["\t"] = "\\t"; json_escape["\r"] = "\\r"; json_escape["\""] = "\\\""; json_escape["\\"] = "\\\\"
}

# Finds the first time in a line. True, with `time_second` (seconds since 1970), `time_is_utc` (an offset stood there
# and was taken off), `time_at` and `time_length` (where it stands); false where there is none that can be one.
function find_time(line,   head, kind, text, tail, part, offset) {
  head = substr(line, 1, 120)
  if (match(head, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][T ][0-9][0-9]:[0-9][0-9]:[0-9][0-9]/)) {
    kind = "iso"
  } else if (match(head, /[0-9][0-9]\/[A-Z][a-z][a-z]\/[0-9][0-9][0-9][0-9]:[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/)) {
    kind = "clf"
  } else if (match(head, /^(<[0-9]+>)?[A-Z][a-z][a-z] [ 0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]/)) {
    kind = "syslog"
  } else {
    return 0
  }
  time_at = RSTART
  time_length = RLENGTH
  text = substr(head, RSTART, RLENGTH)
  if (kind == "iso") {
    if (!set_second(substr(text, 1, 10), substr(text, 12))) return 0
  } else if (kind == "clf") {
    part[1] = month_number[substr(text, 4, 3)]
    if (!set_second(substr(text, 8, 4) "-" part[1] "-" substr(text, 1, 2), substr(text, 13))) return 0
  } else {
    sub(/^<[0-9]+>/, "", text)
    without_year++
    part[1] = year "-" month_number[substr(text, 1, 3)] "-" substr(text, 5, 2)
    if (!year || !set_second(part[1], substr(text, 8))) return 0
  }
  tail = substr(line, time_at + time_length, 40)
  if (match(tail, /^[.,][0-9]+/)) {
    time_length += RLENGTH
    tail = substr(tail, RLENGTH + 1)
  }
  time_is_utc = 0
  if (match(tail, /^ ?(Z|UTC|GMT)/)) {
    time_is_utc = 1
  } else if (match(tail, /^ ?[+-][0-9][0-9]:?[0-9][0-9]/)) {
    time_is_utc = 1
    offset = substr(tail, 1, RLENGTH)
    gsub(/[ :]/, "", offset)
    part[1] = substr(offset, 2, 2) * 3600 + substr(offset, 4, 2) * 60
    time_second += substr(offset, 1, 1) == "-" ? part[1] : -part[1]
  } else {
    return 1
  }
  time_length += RLENGTH
  return 1
}

# Sets `time_second` from a day as 2024-05-01 and a time as 23:59:59; false where there can be none such.
function set_second(day, clock,   part, at) {
  if (!(day in day_second)) {
    split(day, part, "-")
    for (at = 1; at <= 3; at++) part[at] += 0
    day_second[day] = is_day(part[1], part[2], part[3]) ? days_of(part[1], part[2], part[3]) * 86400 : ""
  }
  if (day_second[day] == "" || clock > "23:59:60") return 0
  time_second = day_second[day] + substr(clock, 1, 2) * 3600 + substr(clock, 4, 2) * 60 + substr(clock, 7, 2)
  return substr(clock, 4, 2) < 60 && substr(clock, 7, 2) <= 60
}

function is_day(y, m, d) {
  if (m == 2) return d >= 1 && d <= (y % 4 == 0 && (y % 100 || y % 400 == 0) ? 29 : 28)
  return m >= 1 && m <= 12 && d >= 1 && d <= (m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31)
}

# Days from 1970-01-01 to a day of the Gregorian calendar: years begin in March, so that the leap day is the last.
function days_of(y, m, d,   era, of_era, of_year) {
  if (m <= 2) y--
  era = int(y / 400)
  of_era = y - era * 400
  of_year = int((153 * (m > 2 ? m - 3 : m + 9) + 2) / 5) + d - 1
  return era * 146097 + of_era * 365 + int(of_era / 4) - int(of_era / 100) + of_year - 719468
}

# A second as text: to the hour, or to the second where `whole` is set.
function time_text(second, whole,   days, era, of_era, y, of_year, m, d, rest, text) {
  days = int(second / 86400)
  if (days * 86400 > second) days--
  rest = second - days * 86400
  days += 719468
  era = int(days / 146097)
  of_era = days - era * 146097
  y = int((of_era - int(of_era / 1460) + int(of_era / 36524) - int(of_era / 146096)) / 365)
  of_year = of_era - (365 * y + int(y / 4) - int(y / 100))
  m = int((5 * of_year + 2) / 153)
  d = of_year - int((153 * m + 2) / 5) + 1
  m = m < 10 ? m + 3 : m - 9
  text = sprintf("%04d-%02d-%02dT%02d", y + era * 400 + (m <= 2), m, d, int(rest / 3600))
  return whole ? sprintf("%s:%02d:%02d", text, int(rest / 60) % 60, rest % 60) : text
}

# A text with what differs from one time to the next folded away: ids, addresses, numbers.
function folded(text) {
  if (text ~ /[0-9]/) {
    if (text ~ /-.*-.*-.*-/) text = ids_folded(text)
    if (text ~ /\..*\..*\./) gsub(/[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+/, "<ip>", text)
    if (text ~ /0x/) gsub(/0x[0-9a-fA-F]+/, "<hex>", text)
    if (text ~ /[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/) text = hex_folded(text)
    gsub(/[0-9]+([.,:][0-9]+)*/, "#", text)
  }
  return text
}

function ids_folded(text) {
  gsub(/[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]-[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]-[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]-[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]-[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/, "<id>", text)
  return text
}

# Runs of six or more hex digits, of which one is a digit and one a letter: words and plain numbers stay.
function hex_folded(text,   out, run) {
  while (match(text, /[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]*/)) {
    run = substr(text, RSTART, RLENGTH)
    out = out substr(text, 1, RSTART - 1) (run ~ /[0-9]/ && run ~ /[a-fA-F]/ ? "<hex>" : run)
    text = substr(text, RSTART + RLENGTH)
  }
  return out text
}

function quoted(text,   out, at, char) {
  if (text !~ /[\001-\037"\\]/) return "\"" text "\""
  for (at = 1; at <= length(text); at++) {
    char = substr(text, at, 1)
    out = out (char in json_escape ? json_escape[char] : char)
  }
  return "\"" out "\""
}

# Part of a text, not cut inside of a character of UTF-8.
function cut(text, most) {
  if (length(text) <= most) return text
  text = substr(text, 1, most)
  while (text ~ /[\200-\277]$/) text = substr(text, 1, length(text) - 1)
  if (text ~ /[\300-\377]$/) text = substr(text, 1, length(text) - 1)
  return text "..."
}

# One line about an hour and its problems, for the table of hours; times and gaps, in the order of the log.
function take_time(line_number, is_problem,   hour) {
  timed++
  if (time_is_utc) utc++
  if (timed == 1 || time_second < earliest) earliest = time_second
  hour = int(time_second / 3600)
  hour_total[hour]++
  if (is_problem) hour_problems[hour]++
  if (timed > 1 && time_second < latest) {
    out_of_order++
    return
  }
  if (timed > 1 && time_second - latest >= gap) {
    printf "G\t%.0f\t%s\t%s\t%d\n", time_second - latest, time_text(latest, 1), time_text(time_second, 1), line_number
  }
  latest = time_second
}

# The rows that both reports have.
function print_times(   hour) {
  printf "S\ttimed_lines\t%d\n", timed
  printf "S\tout_of_order\t%d\n", out_of_order
  if (timed) {
    printf "S\tfirst_time\t%s\n", quoted(time_text(earliest, 1))
    printf "S\tlast_time\t%s\n", quoted(time_text(latest, 1))
    printf "S\ttimes_are\t%s\n", quoted(!utc ? "as written" : utc == timed ? "UTC" : "partly UTC, partly as written")
  }
  if (without_year && !year) {
    printf "S\tnote\t%s\n", quoted(without_year " times have no year: give --year")
  }
  for (hour in hour_total) hours++
  printf "S\tdistinct_hours\t%d\n", hours
  for (hour in hour_total) printf "H\t%s\t%d\t%d\n", time_text(hour * 3600, 0), hour_total[hour], hour_problems[hour]
}

# The counts of a report, which stand first in it.
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

# One more entry of the open list.
function item(text) { printf "%s%s", (items++ ? ", " : ""), text }
