"use strict";
// The frame of a command: options in, text out, and every problem as one plain line.
//
// Bad usage ends with exit code 2 and the usage text, bad data with exit code 1 and one line.

const fs = require("fs");

class UsageError extends Error {}
class BadInput extends Error {}

/** A value as a message quotes it: on one line, and not longer than helps. */
function shown(value) {
  const letters = [...value];
  return JSON.stringify(letters.length <= 60 ? value : letters.slice(0, 60).join("") + "…");
}

/**
 * The options of a call, by name without the dashes, each a list of values.
 * `known` says of each whether it is a "switch", has "one" value, or may be repeated ("many").
 */
function optionsOf(argv, known) {
  const found = new Map();
  for (let at = 0; at < argv.length; at += 1) {
    const name = argv[at].startsWith("--") ? argv[at].slice(2) : "";
    if (!Object.hasOwn(known, name)) throw new UsageError(`there is no option ${shown(argv[at])}`);
    if (found.has(name) && known[name] !== "many") throw new UsageError(`--${name} is given twice`);
    if (known[name] !== "switch" && at + 1 === argv.length) throw new UsageError(`--${name} needs a value`);
    found.set(name, [...(found.get(name) ?? []), known[name] === "switch" ? "yes" : argv[(at += 1)]]);
  }
  return found;
}

/** The value of an option, or `otherwise` where it is left out. */
function valueOf(options, name, otherwise) {
  return options.has(name) ? options.get(name)[0] : otherwise;
}

/** The value of an option that is a whole number in a range. */
function numberOf(options, name, otherwise, least, most) {
  const text = valueOf(options, name, String(otherwise));
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < least || Number(text) > most) {
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not ${shown(text)}`);
  }
  return Number(text);
}

function readText(path, name) {
  let data;
  try {
    data = fs.readFileSync(path);
  } catch (error) {
    throw new BadInput(`${name} cannot be read (${error.code})`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new BadInput(`${name} is not UTF-8 text: save it as UTF-8`);
  }
}

/** The samples of a call: each --text, a file (or its lines), or a column of a table. */
function samplesOf(options) {
  const given = ["text", "file", "table"].filter((name) => options.has(name));
  if (given.length !== 1) throw new UsageError("give exactly one of --text, --file and --table");
  const [value] = options.get(given[0]);
  if (given[0] === "text") return options.get("text");
  if (given[0] === "table") return rowsOf(value, valueOf(options, "column", ""));
  const text = readText(value, `file ${shown(value)}`);
  if (!options.has("lines")) return [text];
  const lines = text.split(/\r?\n/);
  return lines[lines.length - 1] === "" ? lines.slice(0, -1) : lines;
}

function rowsOf(slug, column) {
  const path = `data/${slug}.jsonl`;
  if (!/^[a-z0-9-]{1,70}$/.test(slug) || !fs.existsSync(path)) {
    throw new BadInput(`there is no table ${shown(slug)} here: bind it and expose it to scripts`);
  }
  const lines = readText(path, `table ${slug}`).split("\n").slice(0, -1);
  return lines.map((line, at) => {
    const row = JSON.parse(line);
    const names = Object.keys(row);
    const name = column || (names.length === 1 ? names[0] : "text");
    if (!Object.hasOwn(row, name)) {
      throw new BadInput(
        `row ${at + 1} of table ${slug} has no column ${shown(name)}: name one of ${names.join(", ")} by --column`,
      );
    }
    const value = row[name] ?? "";
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** Call `main` with the arguments, print what it returns as JSON, and end the process. */
async function run(main, usage) {
  let [said, problem, code] = ["", "", 0];
  try {
    const argv = process.argv.slice(2);
    said = argv.length === 1 && argv[0] === "--help" ? usage : `${JSON.stringify(await main(argv))}\n`;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof BadInput)) throw error;
    problem = error instanceof UsageError ? `${error.message}\n${usage}` : `${error.message}\n`;
    code = error instanceof UsageError ? 2 : 1;
  }
  process.exitCode = code;
  process.stderr.write(problem);
  process.stdout.write(said.toWellFormed ? said.toWellFormed() : said);
}

module.exports = { BadInput, UsageError, numberOf, optionsOf, run, samplesOf, shown, valueOf };
