"use strict";
// Try a pattern on samples: what it matches, where, and each group.

const { numberOf, optionsOf, run, samplesOf, UsageError, valueOf } = require("./command.js");
const { compile, parse, walk } = require("./parse.js");
const { inTime } = require("./timed.js");

const USAGE = `usage: test.js --pattern PATTERN [--flags LETTERS]
               (--text SAMPLE... | --file PATH [--lines] | --table SLUG [--column NAME]) [--limit MS]
`;
const KNOWN = {
  pattern: "one", flags: "one", text: "many", file: "one", lines: "switch", table: "one", column: "one", limit: "one",
};

async function main(argv) {
  const options = optionsOf(argv, KNOWN);
  if (!options.has("pattern")) throw new UsageError("--pattern must be given");
  const [pattern, flags] = [valueOf(options, "pattern"), valueOf(options, "flags", "u")];
  const limit = numberOf(options, "limit", 2000, 10, 20000);
  compile(pattern, flags);
  const samples = samplesOf(options);
  const names = [...walk(parse(pattern, flags))].filter((node) => node.kind === "capture").map((node) => node.name);
  const { answers, timedOut } = await inTime(samples.map((text) => ({ pattern, flags, text, names })), limit);
  const results = answers.map((answer, at) => ({ sample: at + 1, matched: answer.count > 0, ...answer }));
  const matched = results.filter((one) => one.matched).length;
  const summary = { samples: samples.length, matched, not_matched: results.length - matched };
  if (!timedOut) return { ...summary, results };
  const stopped = `sample ${answers.length + 1} took more than ${limit} ms: run explain.js, and mend what it warns of`;
  return { ...summary, stopped, results };
}

run(main, USAGE);
