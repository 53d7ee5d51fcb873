"use strict";
// JSON read with everything that JSON.parse forgets: exact numbers, keys that stand twice, the place of each value.

const DEEPEST = 500;

/** The text is not JSON; `line` and `column` count from 1, the column in code points. */
class JsonError extends Error {
  constructor(message, text, offset) {
    const before = text.slice(0, offset);
    const start = before.lastIndexOf("\n") + 1;
    super(message);
    this.line = before.split("\n").length;
    this.column = [...before.slice(start)].length + 1;
  }
}

/** A number as it is written; compared by value, never through a float. */
class Num {
  constructor(raw) {
    this.raw = raw;
    const [, sign, whole, part = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(raw);
    let digits = (whole + part).replace(/^0+/, "");
    let scale = BigInt(exponent) - BigInt(part.length);
    const zeros = /0*$/.exec(digits)[0].length;
    digits = digits.slice(0, digits.length - zeros);
    this.sign = digits === "" ? 0 : sign ? -1 : 1;
    this.digits = digits;
    this.scale = digits === "" ? 0n : scale + BigInt(zeros);
  }

  /** Whether it is a whole number: 1.0 and 1e3 are. */
  get isInteger() {
    return this.scale >= 0n;
  }

  /** -1, 0 or 1, exactly, also for numbers no computer could write out. */
  compare(other) {
    if (this.sign !== other.sign) return this.sign < other.sign ? -1 : 1;
    if (this.sign === 0) return 0;
    const size = (one) => BigInt(one.digits.length) + one.scale;
    if (size(this) !== size(other)) return size(this) < size(other) === this.sign > 0 ? -1 : 1;
    const length = Math.max(this.digits.length, other.digits.length);
    const [a, b] = [this.digits.padEnd(length, "0"), other.digits.padEnd(length, "0")];
    return a === b ? 0 : a < b === this.sign > 0 ? -1 : 1;
  }
}

/** Read one JSON text. Objects become Maps; `duplicates` gathers the keys that stand twice (the last one counts). */
function parse(text, duplicates = []) {
  const reader = new Reader(text, duplicates);
  reader.space();
  const value = reader.value("", 0);
  reader.space();
  if (reader.at < text.length) reader.fail("there is more text after the end of the value");
  return value;
}

class Reader {
  constructor(text, duplicates) {
    this.text = text;
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
    this.duplicates = duplicates;
  }

  fail(message, offset = this.at) {
    throw new JsonError(message, this.text, offset);
  }

  space() {
    while (" \t\n\r".includes(this.text[this.at] || "x")) this.at += 1;
    if (this.text.startsWith("//", this.at) || this.text.startsWith("/*", this.at)) this.fail("JSON has no comments");
  }

  value(path, depth) {
    if (depth > DEEPEST) this.fail(`more than ${DEEPEST} levels within each other`);
    const sign = this.text[this.at];
    if (sign === "{") return this.object(path, depth);
    if (sign === "[") return this.array(path, depth);
    if (sign === '"') return this.string();
    if (sign === "-" || (sign >= "0" && sign <= "9")) return this.number();
    return this.word();
  }

  word() {
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    if (this.at >= this.text.length) this.fail("the text ends where a value should be");
    const found = /[A-Za-z_$][\w$]*|[\s\S]/uy;
    found.lastIndex = this.at;
    const shown = found.exec(this.text)[0];
    const advice = shown === "'" ? "texts stand in double quotes" : `${JSON.stringify(shown)} begins no JSON value`;
    return this.fail(/^(None|True|False|NaN|undefined|Infinity)$/.test(shown) ? `${shown} is not JSON: use null, true or false` : advice);
  }

  number() {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) this.fail("a minus sign is followed by no digit");
    const after = this.text[this.at + found[0].length] || "";
    if (/[\d.eE+]/.test(after)) {
      const why = /^-?0\d/.test(found[0] + after) ? "a number has no leading nought" : "a number ends in the middle";
      this.fail(why);
    }
    if ((/[eE][+-]?(\d+)$/.exec(found[0]) || ["", ""])[1].length > 15) this.fail("the exponent is longer than 15 digits");
    this.at += found[0].length;
    return new Num(found[0]);
  }

  string() {
    const start = this.at;
    let end = start + 1;
    while (this.text[end] !== '"') {
      if (end >= this.text.length) this.fail("the text in quotes is never closed", start);
      if (this.text[end] < " ") {
        this.fail(this.text[end] === "\n" ? "a line break within quotes is written \\n" : "a control character within quotes is written \\u00XX", end);
      }
      if (this.text[end] === "\\") {
        if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(this.text.slice(end, end + 6))) this.fail("this is no escape that JSON has", end);
        end += 1;
      }
      end += 1;
    }
    this.at = end + 1;
    return JSON.parse(this.text.slice(start, this.at));
  }

  array(path, depth) {
    const found = [];
    this.at += 1;
    this.space();
    if (this.text[this.at] === "]") {
      this.at += 1;
      return found;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] === "]") this.fail("a comma stands before the closing bracket");
      found.push(this.value(`${path}/${found.length}`, depth + 1));
      if (this.next("]", "array")) return found;
    }
  }

  object(path, depth) {
    const found = new Map();
    this.at += 1;
    this.space();
    if (this.text[this.at] === "}") {
      this.at += 1;
      return found;
    }
    for (;;) {
      this.space();
      const start = this.at;
      if (this.text[start] === "}") this.fail("a comma stands before the closing brace");
      if (this.text[start] !== '"') this.fail("a key in double quotes is missing here");
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ":") this.fail("a colon is missing after the key");
      this.at += 1;
      this.space();
      const here = `${path}/${escapeToken(key)}`;
      if (found.has(key)) {
        const { line, column } = new JsonError("", this.text, start);
        this.duplicates.push({ path: here, line, column });
      }
      found.set(key, this.value(here, depth + 1));
      if (this.next("}", "object")) return found;
    }
  }

  next(closing, kind) {
    this.space();
    const sign = this.text[this.at];
    if (sign !== "," && sign !== closing) {
      this.fail(this.at >= this.text.length ? `the text ends before the ${kind} is closed` : `a comma or ${closing} is missing here`);
    }
    this.at += 1;
    return sign === closing;
  }
}

/** A key as one part of a JSON Pointer. */
function escapeToken(key) {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The JSON text of a value (or of a plain object that holds some), its numbers as they were written. */
function write(value) {
  if (value instanceof Num) return value.raw;
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}: ${write(one)}`).join(", ")}}`;
}

/** Whether two values are the same JSON: numbers by value, objects whatever the order of their keys. */
function equal(one, other) {
  if (one instanceof Num || other instanceof Num) return one instanceof Num && other instanceof Num && one.compare(other) === 0;
  if (Array.isArray(one) || Array.isArray(other)) {
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((value, place) => equal(value, other[place]));
  }
  if (one instanceof Map || other instanceof Map) {
    if (!(one instanceof Map && other instanceof Map) || one.size !== other.size) return false;
    return [...one].every(([key, value]) => other.has(key) && equal(value, other.get(key)));
  }
  return one === other;
}

module.exports = { JsonError, Num, parse, write, equal, escapeToken };
