//: {"says": "And a .cjs file.", "layer": "runtimes", "rules": ["SBX-1"], "runtime": "node", "stdout": "object run_common.cjs\n"}
const path = require("path");
console.log(typeof module, path.basename(__filename));
