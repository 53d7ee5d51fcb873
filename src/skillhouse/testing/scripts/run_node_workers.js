//: {"says": "Worker threads and child processes work in Node.", "layer": "runtimes", "rules": ["SBX-1"],
//:  "stdout": "worker shell\n", "within_s": 15}
const { Worker, isMainThread, parentPort } = require("worker_threads");
const { execFileSync } = require("child_process");
if (isMainThread) {
  new Worker(__filename).on("message", (text) => console.log(text, execFileSync("sh", ["-c", "echo shell"]).toString().trim()));
} else {
  parentPort.postMessage("worker");
}
