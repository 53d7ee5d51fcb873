//: {"says": "A CommonJS script runs, with its own idea of where it is.", "layer": "runtimes", "rules": ["SBX-1", "SBX-11"],
//:  "quick": true, "runtime": "node", "beside": {"scripts/helper.js": "module.exports = 7;\n", "reference/x.json": "{\"y\": 8}\n"},
//:  "args": ["one", "two"], "stdout": "7 8 /workspace/scripts/run_common.js /workspace one,two true\n"}
const helper = require("./helper");
const data = require("../reference/x.json");
console.log(helper, data.y, __filename, process.cwd(), process.argv.slice(2).join(), require.main === module);
