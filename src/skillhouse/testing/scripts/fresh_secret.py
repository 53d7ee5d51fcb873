import os
import re

# Written so that the pattern does not find itself.
needle = re.compile(rb"correct-horse-[b]attery")
hits = []
for line in open("/proc/self/maps"):
    span, mode = line.split()[:2]
    if "r" not in mode or "[v" in line:
        continue
    start, end = (int(edge, 16) for edge in span.split("-"))
    try:
        with open("/proc/self/mem", "rb", 0) as memory:
            memory.seek(start)
            hits += needle.findall(memory.read(end - start))
    except (OSError, ValueError, OverflowError):
        continue
print(len(hits), os.environ["SKILL_PARAMETERS"])
