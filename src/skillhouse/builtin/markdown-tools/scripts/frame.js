'use strict';

/**
 * The frame of a command: options in, JSON out, and every problem as one plain line. Bad usage ends with exit code 2
 * and the usage text, bad data with exit code 1 and one line that says which value is wrong.
 */

const fs = require('node:fs');

class UsageError extends Error {}
class BadInput extends Error {}

/** A value as a message quotes it: on one line, and not longer than helps. */
function shown(value) {
  const text = String(value);
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
}

/** The options of a call, by name without the dashes; a switch is "yes". A value may begin with a dash. */
function optionsOf(argv, valued, switches = []) {
  const found = new Map();
  const words = [...argv];
  while (words.length) {
    const word = words.shift();
    const [, name, equals, value] = /^--([a-z-]+)(?:(=)([^]*))?$/.exec(word) ?? [];
    if (!valued.includes(name) && !switches.includes(name)) throw new UsageError(`there is no option ${shown(word)}`);
    if (found.has(name)) throw new UsageError(`--${name} is given twice`);
    if (switches.includes(name)) {
      if (equals) throw new UsageError(`--${name} takes no value`);
      found.set(name, 'yes');
      continue;
    }
    if (!equals && !words.length) throw new UsageError(`--${name} needs a value`);
    found.set(name, equals ? value : words.shift());
  }
  return found;
}

/** The value of an option that must be given. */
function required(options, name) {
  if (!options.has(name)) throw new UsageError(`--${name} must be given`);
  return options.get(name);
}

/** The value of an option that has to be one of a few. */
function choice(options, name, allowed, fallback) {
  const value = options.get(name) ?? fallback;
  if (allowed.includes(value)) return value;
  throw new UsageError(`--${name} must be one of ${allowed.join(', ')}, not ${shown(value)}`);
}

/** The text of a file as UTF-8, without a byte order mark. */
function fileText(path, name) {
  let bytes;
  try {
    bytes = fs.readFileSync(path);
  } catch (problem) {
    throw new BadInput(`${name} cannot be read: ${problem.code ?? 'bad name'}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadInput(`${name} is not UTF-8 text: save it as UTF-8`);
  }
}

/** The items of the one source that a call names: lines of --text or --file, or the rows of --table as objects. */
function* itemsOf(options) {
  const given = ['text', 'file', 'table'].filter((name) => options.has(name));
  if (given.length !== 1) throw new UsageError('give exactly one of --text, --file and --table');
  const value = options.get(given[0]);
  if (given[0] === 'table') {
    yield* tableRows(value);
  } else {
    const text = given[0] === 'text' ? value : fileText(value, `file ${shown(value)}`);
    yield* text.split(/\r?\n/);
  }
}

/** The rows of an exposed data table. */
function* tableRows(slug) {
  const path = `data/${slug}.jsonl`;
  if (!/^[a-z0-9-]{1,64}$/.test(slug) || !fs.existsSync(path)) {
    throw new BadInput(`there is no table ${shown(slug)} here: bind it and expose it to scripts`);
  }
  let count = 0;
  for (const line of fileText(path, `table ${slug}`).split('\n')) {
    if (!line.trim()) continue;
    count += 1;
    yield rowOf(line, `table ${slug}, row ${count}`);
  }
}

function rowOf(line, place) {
  let row;
  try {
    row = JSON.parse(line);
  } catch {
    throw new BadInput(`${place} is not JSON`);
  }
  const fields = row !== null && typeof row === 'object' && !Array.isArray(row);
  if (!fields) throw new BadInput(`${place} is not an object with fields`);
  return { place, fields: row };
}

/** The result as JSON that people read too: one line a key, and one line an item of a list of objects. */
function toJson(result) {
  const value = (item) =>
    Array.isArray(item) && item.length && typeof item[0] === 'object'
      ? `[\n${item.map((part) => `  ${plain(part)}`).join(',\n')}\n ]`
      : plain(item);
  return `{\n${Object.entries(result).map(([key, item]) => ` ${plain(key)}: ${value(item)}`).join(',\n')}\n}`;
}

/** JSON on one line, with a space after each comma and colon. */
function plain(value) {
  if (Array.isArray(value)) return `[${value.map(plain).join(', ')}]`;
  if (value && typeof value === 'object') {
    return `{${Object.entries(value).map(([key, item]) => `${plain(key)}: ${plain(item)}`).join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** Call `main` with the arguments and print what it returns: an object as JSON, text as it is. */
function run(main, usage) {
  const argv = process.argv.slice(2);
  try {
    const result = argv.length === 1 && argv[0] === '--help' ? usage : main(argv);
    process.stdout.write(`${typeof result === 'string' ? result : toJson(result)}\n`);
  } catch (problem) {
    if (!(problem instanceof UsageError || problem instanceof BadInput)) throw problem;
    const wrongCall = problem instanceof UsageError;
    process.stderr.write(`${problem.message}\n${wrongCall ? `${usage}\n` : ''}`);
    process.exitCode = wrongCall ? 2 : 1;
  }
}

module.exports = { BadInput, UsageError, choice, itemsOf, optionsOf, required, run, shown };
