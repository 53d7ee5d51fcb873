//: {"says": "A Node script reaches nothing either.", "layer": "network", "rules": ["SBX-4"], "stdout_has": ["held: connect"],
//:  "holds": true}
const net = require("net");
const dns = require("dns");
net.connect(53, "1.1.1.1", () => console.log("OPEN: connected")).on("error", (e) => console.log("held: connect", e.code));
net.createServer().listen(0, "127.0.0.1", () => { console.log("OPEN: listening"); process.exit(0); })
  .on("error", (e) => console.log("held: listen", e.code));
dns.lookup("example.com", (e) => console.log(e ? "held: lookup " + e.code : "OPEN: lookup"));
