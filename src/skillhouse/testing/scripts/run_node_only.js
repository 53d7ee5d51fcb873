//: {"says": "Only Node's own modules can be required.", "layer": "runtimes", "rules": ["SBX-5"], "holds": true}
for (const name of ["lodash", "npm", "express", "typescript", "axios"]) {
  try { require(name); console.log("OPEN:", name); } catch (e) { console.log("held:", name, e.code); }
}
