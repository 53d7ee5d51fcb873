//: {"says": "So does a promise that nothing catches.", "layer": "end", "rules": ["SBX-11"], "exit": 1,
//:  "stderr_has": ["eight"]}
Promise.reject(new Error("eight"));
