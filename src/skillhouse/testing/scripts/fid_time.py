#: {"says": "Dates, time zones and clocks work.", "layer": "fidelity", "rules": ["SBX-11"], "stdout": "UTC True\n"}
import time

print(time.tzname[0], time.time() > 1_700_000_000 and time.monotonic() > 0)
