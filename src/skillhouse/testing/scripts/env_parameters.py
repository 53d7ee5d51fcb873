#: {"says": "The parameters arrive as the JSON text that was given, unchanged.", "layer": "environment",
#:  "rules": ["SBX-6"], "params": "{\"name\": \"Zo\u00eb \u540d\", \"line\": \"a\\nb\", \"deep\": [1, {\"x\": null}]}",
#:  "stdout": "{\"name\": \"Zo\u00eb \u540d\", \"line\": \"a\\nb\", \"deep\": [1, {\"x\": null}]}\n3\n"}
import json
import os

print(os.environ["SKILL_PARAMETERS"])
print(len(json.loads(os.environ["SKILL_PARAMETERS"])))
