//: {"says": "And a Node script.", "layer": "end", "rules": ["RUN-3"], "exit": 143, "signal": "SIGTERM", "within_s": 8}
process.kill(process.pid, "SIGTERM");
setTimeout(() => {}, 20000);
