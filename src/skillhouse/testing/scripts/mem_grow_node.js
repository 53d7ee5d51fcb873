//: {"says": "So is a Node script.", "layer": "memory", "rules": ["SBX-8", "RUN-3"], "serial": true, "exit": 137,
//:  "signal": "SIGKILL", "stopped": "memory", "within_s": 15}
const blocks = [];
for (;;) blocks.push(Buffer.alloc(1 << 20, 1));
