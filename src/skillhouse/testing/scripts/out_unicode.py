#: {"says": "Text of any script arrives whole.", "layer": "output", "rules": ["SBX-11"],
#:  "stdout": "gr\u00fc\u00df \u540d\u524d \u0634\u0643\u0631\u0627 \ud83d\udc69\u200d\ud83d\udd2c e\u0301\n"}
print("gr\u00fc\u00df \u540d\u524d \u0634\u0643\u0631\u0627 \U0001f469\u200d\U0001f52c e\u0301")
