//: {"says": "An ES module in a .js file works.", "layer": "runtimes", "rules": ["SBX-1"], "runtime": "node",
//:  "beside": {"scripts/helper.mjs": "export const seven = 7;\n"}, "stdout": "7 /workspace/scripts/run_module_in_js.js\n",
//:  "stderr": ""}
import { fileURLToPath } from "node:url";
import { seven } from "./helper.mjs";

const later = await Promise.resolve(seven);
console.log(later, fileURLToPath(import.meta.url));
