//: {"says": "So does Node's.", "layer": "end", "rules": ["RUN-3", "SBX-11"], "exit": 5}
process.exitCode = 5;
