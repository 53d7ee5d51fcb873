"use strict";
// Look into JSON: pointers, JSONPath, schema checks.

const fs = require("node:fs");
const { JsonError, parse, write, escapeToken } = require("./json_text.js");
const { compile, find, normalPath } = require("./json_path.js");
const { validate, pointer } = require("./json_schema.js");

const USAGE = `usage: query.js read SOURCE
       query.js pointer POINTER SOURCE
       query.js path QUERY SOURCE [--most N]
       query.js check SOURCE (--schema TEXT | --schema-file PATH) [--most N]

SOURCE is --text TEXT, --file PATH or --table SLUG; --lines reads JSON Lines (a table is always read so)`;

/** Bad data: one line on stderr, exit code 1. */
class BadData extends Error {}
/** Bad usage: the usage on stderr, exit code 2. */
class BadUsage extends Error {}

const VALUES = ["--text", "--file", "--table", "--schema", "--schema-file", "--most"];
const PLACES = { read: 0, pointer: 1, path: 1, check: 0 };

/** The command, its argument and the options. */
function readArguments(args) {
  const [command, ...rest] = args;
  if (!Object.hasOwn(PLACES, command || "")) throw new BadUsage("name a command: read, pointer, path or check");
  const given = { command, places: [], lines: false };
  for (let at = 0; at < rest.length; at += 1) {
    const name = rest[at];
    if (name === "--lines") given.lines = true;
    else if (VALUES.includes(name)) {
      if (at + 1 === rest.length) throw new BadUsage(`${name} needs a value`);
      if (Object.hasOwn(given, name)) throw new BadUsage(`${name} stands twice`);
      given[name] = rest[(at += 1)];
    } else if (name.startsWith("--")) throw new BadUsage(`${name} is not an option`);
    else given.places.push(name);
  }
  if (given.places.length !== PLACES[command]) throw new BadUsage(`${command} takes ${PLACES[command]} arguments besides its options`);
  if (["--text", "--file", "--table"].filter((name) => Object.hasOwn(given, name)).length !== 1) throw new BadUsage("give one of --text, --file, --table");
  const schemas = ["--schema", "--schema-file"].filter((name) => Object.hasOwn(given, name)).length;
  if (schemas !== (command === "check" ? 1 : 0)) throw new BadUsage("check, and nothing else, takes one of --schema and --schema-file");
  given.most = Number(given["--most"] ?? "100");
  if (!/^[1-9]\d{0,3}$/.test(given["--most"] ?? "100")) throw new BadUsage("--most is a whole number from 1 to 9999");
  return given;
}

function readFile(path) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(path));
  } catch (error) {
    const why = error.code === "ENOENT" ? "there is no such file" : error instanceof TypeError ? "it is not UTF-8" : error.code;
    throw new BadData(`${JSON.stringify(path)} cannot be read: ${why}`);
  }
}

/** The text and what to call it. */
function source(given) {
  if (Object.hasOwn(given, "--text")) return { text: given["--text"], name: "the text" };
  if (Object.hasOwn(given, "--file")) return { text: readFile(given["--file"]), name: given["--file"] };
  if (!/^[a-z0-9-]+$/.test(given["--table"])) throw new BadData(`${JSON.stringify(given["--table"])} is not the short name of a table`);
  return { text: readFile(`data/${given["--table"]}.jsonl`), name: `table ${given["--table"]}`, lines: true };
}

/** One JSON text, read or refused with its place. */
function parseNamed(text, name, duplicates, firstLine = 1) {
  try {
    return parse(text, duplicates);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BadData(`${name}, line ${error.line + firstLine - 1}, column ${error.column}: ${error.message}`);
  }
}

/** The documents of the source, one by one: {line, value}; `line` is null where there is one document. */
function* documents(given, duplicates) {
  const { text, name, lines } = source(given);
  if (!given.lines && !lines) {
    yield { line: null, value: parseNamed(text, name, duplicates) };
    return;
  }
  let line = 0;
  for (let start = text.startsWith("\uFEFF") ? 1 : 0, end; start <= text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    line += 1;
    const part = text.slice(start, end);
    if (part.trim() === "") continue;
    const own = [];
    const value = parseNamed(part, name, own, line);
    for (const one of own) duplicates.push({ ...one, line });
    yield { line, value };
  }
}

const withLine = (line, fact) => (line === null ? fact : { line, ...fact });

function typeName(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Map) return "object";
  return typeof value === "object" ? "number" : typeof value;
}

/** What a document holds at its top. */
function shape(value) {
  if (Array.isArray(value)) return { type: "array", items: value.length };
  if (value instanceof Map) return { type: "object", keys: [...value.keys()].slice(0, 100), size: value.size };
  return { type: typeName(value) };
}

const COMMANDS = {
  read(given, docs) {
    const top = [];
    let count = 0;
    for (const { line, value } of docs) {
      count += 1;
      if (top.length < given.most) top.push(withLine(line, shape(value)));
    }
    return { valid: true, documents: count, top };
  },
  pointer(given, docs) {
    const [text] = given.places;
    const found = [];
    let count = 0;
    let first;
    for (const { line, value } of docs) {
      if (first === undefined) first = value;
      const there = pointer(value, text);
      if (there === undefined) continue;
      count += 1;
      if (found.length < given.most) found.push(withLine(line, { value: there }));
    }
    if (count === 0) throw new BadData(`there is nothing at ${JSON.stringify(text)}: ${nearest(first, text)}`);
    return { pointer: text, count, found };
  },
  path(given, docs) {
    const [text] = given.places;
    const query = compile(text);
    const found = [];
    let count = 0;
    for (const { line, value } of docs) {
      for (const node of find(query, value)) {
        count += 1;
        if (found.length === given.most) continue;
        const steps = node.path.map((step) => `/${escapeToken(step)}`).join("");
        found.push(withLine(line, { path: normalPath(node.path), pointer: steps, value: node.value }));
      }
    }
    return { query: text, count, found };
  },
  check(given, docs) {
    const schema = parseNamed(given["--schema"] ?? readFile(given["--schema-file"]), "the schema", []);
    const errors = [];
    const counts = { documents: 0, bad_documents: 0, error_count: 0 };
    for (const { line, value } of docs) {
      const own = validate(schema, value);
      counts.documents += 1;
      counts.bad_documents += own.length > 0 ? 1 : 0;
      counts.error_count += own.length;
      errors.push(...own.slice(0, given.most - errors.length).map((error) => withLine(line, error)));
    }
    return { valid: counts.error_count === 0, ...counts, errors };
  },
};

/** How far a pointer leads in the first document, and what is there instead. */
function nearest(first, text) {
  if (first === undefined) return "the source is empty";
  let known = text;
  while (pointer(first, known) === undefined) known = known.slice(0, known.lastIndexOf("/"));
  const value = pointer(first, known);
  const at = known === "" ? "the top" : JSON.stringify(known);
  if (value instanceof Map) return `${at} has the keys ${[...value.keys()].slice(0, 20).map((key) => JSON.stringify(key)).join(", ") || "(none)"}`;
  return Array.isArray(value) ? `${at} is an array of ${value.length} items` : `${at} is of type ${typeName(value)}`;
}

function main(args) {
  try {
    const given = readArguments(args);
    const duplicates = [];
    const result = COMMANDS[given.command](given, documents(given, duplicates));
    if (duplicates.length) Object.assign(result, { duplicate_keys: duplicates.slice(0, given.most) });
    process.stdout.write(`${write(result)}\n`);
    return 0;
  } catch (error) {
    if (error instanceof BadUsage) {
      process.stderr.write(`${USAGE}\nquery.js: ${error.message}\n`);
      return 2;
    }
    const words = { PathError: "the query, ", SchemaError: "the schema: ", SyntaxError: "the pointer: ", BadData: "" }[error.constructor.name];
    if (words === undefined) throw error;
    process.stderr.write(`${words}${error.message}\n`);
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));
