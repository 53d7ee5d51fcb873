//: {"says": "A Node script starts with the same five variables.", "layer": "environment", "rules": ["SBX-6"],
//:  "stdout": "HOME LANG PATH SKILL_PARAMETERS TMPDIR\n"}
console.log(Object.keys(process.env).sort().join(" "));
