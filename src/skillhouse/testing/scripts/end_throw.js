//: {"says": "An error that nothing catches ends Node with 1 and its stack.", "layer": "end", "rules": ["SBX-11"], "exit": 1,
//:  "stderr_has": ["Error: seven", "/workspace/scripts/end_throw.js:3"]}
throw new Error("seven");
