# Reads lines of a log, and prints what it found as rows: a letter for the kind, then fields, parted by tabs.
BEGIN {
  lib_begin()
  most = 20000
  split("TRACE DEBUG INFO NOTICE WARN ERROR CRITICAL FATAL", names, " ")
  for (at in names) {
    rank[names[at]] = at
    level_of[names[at]] = names[at]
  }
  count = split("EMERG=FATAL PANIC=FATAL ALERT=CRITICAL CRIT=CRITICAL SEVERE=ERROR ERR=ERROR WARNING=WARN" \
    " INFORMATION=INFO VERBOSE=TRACE", names, " ")
  for (at = 1; at <= count; at++) {
    split(names[at], pair, "=")
    level_of[pair[1]] = pair[2]
  }
}

/^[ \t]*$/ { blank++; next }

{
  lines++
  has_time = find_time($0)
  text = has_time ? substr($0, 1, time_at - 1) substr($0, time_at + time_length) : $0
  take_level()
  if (!has_time && timed && level == "NONE") {
    continuations++
    next
  }
  levels[level]++
  is_problem = rank[level] >= 6
  if (has_time) take_time(NR, is_problem)
  if (at_least == "" || rank[level] >= rank[at_least]) take_message()
}

END {
  printf "S\tlines\t%d\nS\tblank_lines\t%d\nS\tcontinuation_lines\t%d\n", lines, blank, continuations
  print_times()
  for (level in levels) printf "L\t%d\t%s\t%d\n", rank[level], level, levels[level]
  for (key in times) printf "M\t%d\t%d\t%s\t%s\t%s\n", times[key], first[key], message_level[key], key, example[key]
  printf "S\tdistinct_messages\t%d\nS\tmessages_not_kept\t%d\n", distinct, not_kept
}

# Sets `level`, and takes it off `text` where it is the first word: NONE where there is none.
function take_level(   before, word, after, count, part, at) {
  level = "NONE"
  if (match(text, /^[^A-Za-z0-9_]*[A-Za-z]+/)) {
    after = substr(text, RLENGTH + 1)
    before = substr(text, 1, RLENGTH)
    match(before, /[A-Za-z]+$/)
    word = substr(before, RSTART)
    before = substr(before, RSTART - 1, RSTART > 1)
    if (tolower(word) ~ /^(level|severity|lvl)$/ && match(after, /^"?[ ]*[=:][ ]*"?[A-Za-z]+/)) {
      word = substr(after, 1, RLENGTH)
      after = substr(after, RLENGTH + 1)
      sub(/^[^A-Za-z]+/, "", word)
      before = "["
    }
    if (is_level(word, before, after)) {
      level = level_of[toupper(word)]
      text = after
    }
  }
  sub(/^[][ \t:|,<>()"-]+/, "", text)
  if (level == "NONE") level = level_within(substr(text, 1, 200))
}

# Whether a word says the level: in capitals, or in brackets.
function is_level(word, before, after) {
  if (!(toupper(word) in level_of) || after ~ /^[A-Za-z0-9_]/) return 0
  return word == toupper(word) || before ~ /[[<(]/
}

# The level that stands further on: a word in capitals among the first ten, else one behind `level=` or in brackets.
function level_within(head,   count, part, at) {
  count = split(head, part, /[^A-Za-z0-9_]+/)
  for (at = 1; at <= count && at <= 10; at++) if (part[at] in level_of) return level_of[part[at]]
  head = toupper(head)
  if (match(head, /(LEVEL|SEVERITY|LVL)"?[ ]*[=:][ ]*"?[A-Z]+/) || match(head, /[[<(][A-Z]+[])>]/)) {
    head = substr(head, RSTART, RLENGTH)
    gsub(/^[^A-Z]+|[^A-Z]+$/, "", head)
    sub(/^.*[^A-Z]/, "", head)
    if (head in level_of) return level_of[head]
  }
  return "NONE"
}

function take_message(   key) {
  gsub(/\t/, " ", text)
  key = cut(folded(text), 200)
  if (!(key in times)) {
    if (distinct >= most) {
      not_kept++
      return
    }
    distinct++
    first[key] = NR
    message_level[key] = level
    example[key] = cut(text, 300)
  }
  times[key]++
}
