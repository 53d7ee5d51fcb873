# Sorted rows of latencies to percentiles in milliseconds: the smallest value that so many percent do not exceed.
BEGIN { FS = "\t"; factor["s"] = 1000; factor["ms"] = 1; factor["us"] = 0.001 }

NR == FNR { total++; next }

{
  at++
  sum += $2
  if (!(done50) && at * 100 >= total * 50) { p50 = $2; done50 = 1 }
  if (!(done90) && at * 100 >= total * 90) { p90 = $2; done90 = 1 }
  if (!(done95) && at * 100 >= total * 95) { p95 = $2; done95 = 1 }
  if (!(done99) && at * 100 >= total * 99) { p99 = $2; done99 = 1 }
  highest = $2
}

END {
  if (!total) exit
  printf "N\tcount\t%d\nN\tmean\t%s\n", total, ms(sum / total)
  printf "N\tp50\t%s\nN\tp90\t%s\nN\tp95\t%s\nN\tp99\t%s\nN\tmax\t%s\n", ms(p50), ms(p90), ms(p95), ms(p99), ms(highest)
}

function ms(value,   text) {
  text = sprintf("%.3f", value * factor[unit])
  sub(/\.?0+$/, "", text)
  return text
}
