"use strict";
// Tell a pattern in words, warn of what may never end, and say what is otherwise in Python.

const { numberOf, optionsOf, run, UsageError, valueOf } = require("./command.js");
const { hazards } = require("./hazards.js");
const { compile, parse, walk } = require("./parse.js");
const { toPython } = require("./python.js");
const { inTime } = require("./timed.js");
const { lines } = require("./words.js");

const USAGE = `usage: explain.js --pattern PATTERN [--flags LETTERS] [--limit MS]
`;

/** The warnings; one that doubles is tried on a text made for it. */
async function warningsOf(tree, pattern, flags, limit) {
  const warnings = [];
  for (const { growth, part, start, end, attack } of hazards(tree, pattern, flags)) {
    const place = { growth, part, start: [...pattern.slice(0, start)].length, end: [...pattern.slice(0, end)].length };
    if (attack === null) {
      warnings.push(place);
      continue;
    }
    const { timedOut } = await inTime([{ pattern, flags: flags.replace("y", ""), text: attack, names: [] }], limit);
    warnings.push({ ...place, confirmed: timedOut, tried_on: attack });
  }
  return warnings;
}

async function main(argv) {
  const options = optionsOf(argv, { pattern: "one", flags: "one", limit: "one" });
  if (!options.has("pattern")) throw new UsageError("--pattern must be given");
  const [pattern, flags] = [valueOf(options, "pattern"), valueOf(options, "flags", "u")];
  const limit = numberOf(options, "limit", 500, 10, 5000);
  compile(pattern, flags);
  const tree = parse(pattern, flags);
  const groups = [...walk(tree)]
    .filter((node) => node.kind === "capture")
    .map((node) => ({ group: node.number, name: node.name, part: pattern.slice(node.start, node.end) }));
  return {
    explanation: lines(tree, flags, pattern),
    groups,
    warnings: await warningsOf(tree, pattern, flags, limit),
    python: toPython(tree, pattern, flags),
  };
}

run(main, USAGE);
