"use strict";
// Replace what a pattern matches.

const { BadInput, numberOf, optionsOf, run, samplesOf, UsageError, valueOf } = require("./command.js");
const { compile } = require("./parse.js");
const { inTime } = require("./timed.js");

const USAGE = `usage: replace.js --pattern PATTERN --replacement TEXT [--flags LETTERS] [--first]
                  (--text SAMPLE... | --file PATH [--lines] | --table SLUG [--column NAME]) [--limit MS]
`;
const KNOWN = {
  pattern: "one", replacement: "one", flags: "one", first: "switch", text: "many", file: "one", lines: "switch",
  table: "one", column: "one", limit: "one",
};

/** A replacement that names what is not there, or that is written as Python writes it. */
function check(replacement, pattern, flags) {
  const groups = new RegExp(`${pattern}|`, flags).exec("").length - 1;
  const python = /\\(?:\d|g<)/.exec(replacement);
  if (python) throw new BadInput(`${python[0]} in --replacement is Python's: write $1 or $<name>`);
  for (const [whole, number] of replacement.replaceAll("$$", "").matchAll(/\$(\d)/g)) {
    if (number !== "0" && Number(number) <= groups) continue;
    const advice = "Write $$ for a dollar, $& for all of it";
    throw new BadInput(`${whole} in --replacement: the pattern has ${groups} groups. ${advice}`);
  }
}

async function main(argv) {
  const options = optionsOf(argv, KNOWN);
  for (const name of ["pattern", "replacement"]) {
    if (!options.has(name)) throw new UsageError(`--${name} must be given`);
  }
  const [pattern, replacement] = [valueOf(options, "pattern"), valueOf(options, "replacement")];
  const given = valueOf(options, "flags", "u").replace("g", "");
  const flags = options.has("first") ? given : `${given}g`;
  const limit = numberOf(options, "limit", 2000, 10, 20000);
  compile(pattern, flags);
  check(replacement, pattern, flags);
  const samples = samplesOf(options);
  const { answers, timedOut } = await inTime(samples.map((text) => ({ pattern, flags, text, replacement })), limit);
  if (timedOut) {
    throw new BadInput(`sample ${answers.length + 1} took more than ${limit} ms: run explain.js on the pattern`);
  }
  const results = answers.map(({ count, result }, at) => ({ sample: at + 1, replaced: count, result }));
  return { samples: samples.length, replaced: results.reduce((sum, one) => sum + one.replaced, 0), results };
}

run(main, USAGE);
