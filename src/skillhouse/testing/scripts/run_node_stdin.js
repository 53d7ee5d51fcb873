//: {"says": "Node's standard input is empty.", "layer": "runtimes", "rules": ["SBX-11"], "stdout": "0 undefined\n"}
let size = 0;
process.stdin.on("data", (chunk) => { size += chunk.length; });
process.stdin.on("end", () => console.log(size, process.stdin.isTTY));
