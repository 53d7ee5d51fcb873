"use strict";
// JSONPath as RFC 9535 has it: every selector but filter functions (length, count, match, search, value are refused).

const { Num, equal } = require("./json_text.js");

const LARGEST = 2n ** 53n - 1n;
const COMPARISONS = ["==", "!=", "<=", ">=", "<", ">"];

/** The query is not one that this can run; the column counts from 1. */
class PathError extends Error {}

class PathReader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.nesting = 0;
  }

  fail(message) {
    throw new PathError(`at character ${[...this.text.slice(0, this.at)].length + 1}: ${message}`);
  }

  space() {
    while (" \t\n\r".includes(this.text[this.at] || "x")) this.at += 1;
  }

  take(token) {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at += found[0].length;
    return found[0];
  }

  query() {
    if (!this.take("$")) this.fail("a query begins with $");
    const segments = this.segments();
    if (this.at < this.text.length) this.fail(`${JSON.stringify(this.text[this.at])} was not expected`);
    return segments;
  }

  segments() {
    const found = [];
    for (;;) {
      const start = this.at;
      this.space();
      if (this.take("..")) found.push({ deep: true, selectors: this.text[this.at] === "[" ? this.bracket() : [this.shorthand()] });
      else if (this.take(".")) found.push({ deep: false, selectors: [this.shorthand()] });
      else if (this.text[this.at] === "[") found.push({ deep: false, selectors: this.bracket() });
      else {
        this.at = start;
        return found;
      }
    }
  }

  shorthand() {
    if (this.take("*")) return { kind: "all" };
    const name = this.match(/[A-Za-z_\u0080-\uD7FF\uE000-\uFFFF\u{10000}-\u{10FFFF}][\w\u0080-\uD7FF\uE000-\uFFFF\u{10000}-\u{10FFFF}]*/uy);
    if (name === null) this.fail("a name or * is missing here; other names are written ['name']");
    return { kind: "name", name };
  }

  bracket() {
    this.take("[");
    const found = [];
    do {
      this.space();
      found.push(this.selector());
      this.space();
    } while (this.take(","));
    if (!this.take("]")) this.fail("] is missing here");
    return found;
  }

  selector() {
    const sign = this.text[this.at];
    if (this.take("*")) return { kind: "all" };
    if (sign === "'" || sign === '"') return { kind: "name", name: this.string() };
    if (this.take("?")) {
      this.space();
      return { kind: "filter", test: this.either() };
    }
    return this.indexOrSlice();
  }

  integer() {
    const text = this.match(/-?(?:0|[1-9]\d*)/y);
    if (text === null) return null;
    if (text === "-0") this.fail("-0 is not allowed");
    const value = BigInt(text);
    if (value > LARGEST || value < -LARGEST) this.fail(`${text} is beyond 2^53 - 1`);
    if (/\d/.test(this.text[this.at] || "")) this.fail("an index has no leading nought");
    return Number(value);
  }

  indexOrSlice() {
    const start = this.integer();
    this.space();
    if (!this.take(":")) {
      if (start === null) this.fail("a name in quotes, an index, a slice, * or ?filter is missing here");
      return { kind: "index", index: start };
    }
    this.space();
    const end = this.integer();
    this.space();
    let step = null;
    if (this.take(":")) {
      this.space();
      step = this.integer();
    }
    return { kind: "slice", start, end, step: step === null ? 1 : step };
  }

  string() {
    const quote = this.text[this.at];
    let found = "";
    this.at += 1;
    while (this.text[this.at] !== quote) {
      const sign = this.text[this.at];
      if (sign === undefined) this.fail("the name in quotes is never closed");
      if (sign < " ") this.fail("a control character within quotes must be escaped");
      found += sign === "\\" ? this.escape(quote) : sign;
      if (sign !== "\\") this.at += 1;
    }
    this.at += 1;
    if (!found.isWellFormed()) this.fail("half of a surrogate pair stands alone");
    return found;
  }

  escape(quote) {
    const sign = this.text[this.at + 1];
    const simple = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", "/": "/", "\\": "\\", [quote]: quote };
    if (Object.hasOwn(simple, sign || "")) {
      this.at += 2;
      return simple[sign];
    }
    const code = this.match(/\\u[0-9a-fA-F]{4}/y);
    if (code === null) this.fail("this is no escape that JSONPath has");
    return String.fromCharCode(parseInt(code.slice(2), 16));
  }

  either() {
    const parts = [this.both()];
    for (this.space(); this.take("||"); this.space()) {
      this.space();
      parts.push(this.both());
    }
    return parts.length === 1 ? parts[0] : { kind: "or", parts };
  }

  both() {
    const parts = [this.basic()];
    for (this.space(); this.take("&&"); this.space()) {
      this.space();
      parts.push(this.basic());
    }
    return parts.length === 1 ? parts[0] : { kind: "and", parts };
  }

  basic() {
    this.nesting += 1;
    if (this.nesting > 100) this.fail("more than 100 tests within each other");
    const found = this.take("!") ? { kind: "not", part: this.negated() } : this.unnegated();
    this.nesting -= 1;
    return found;
  }

  negated() {
    this.space();
    if (this.text[this.at] === "(") return this.group();
    const part = this.operand();
    if (part.kind !== "query") this.fail("! stands before a query or brackets");
    return part;
  }

  group() {
    this.take("(");
    this.space();
    const found = this.either();
    this.space();
    if (!this.take(")")) this.fail(") is missing here");
    return found;
  }

  unnegated() {
    if (this.text[this.at] === "(") return this.group();
    const left = this.operand();
    this.space();
    const operator = COMPARISONS.find((one) => this.take(one));
    if (!operator) {
      if (left.kind !== "query") this.fail("a value alone is no test: compare it with something");
      return left;
    }
    this.space();
    const right = this.operand();
    for (const side of [left, right]) {
      if (side.kind === "query" && !side.segments.every(isSingular)) this.fail("only a query that finds at most one value can be compared");
    }
    return { kind: "compare", operator, left, right };
  }

  operand() {
    const sign = this.text[this.at];
    if (sign === "@" || sign === "$") {
      this.at += 1;
      return { kind: "query", relative: sign === "@", segments: this.segments() };
    }
    if (sign === "'" || sign === '"') return { kind: "value", value: this.string() };
    const number = this.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,15})?/y);
    if (number !== null) return { kind: "value", value: new Num(number) };
    const word = this.match(/[a-z][a-z_0-9]*/y);
    if (word === "true" || word === "false" || word === "null") return { kind: "value", value: JSON.parse(word) };
    if (word !== null && this.text[this.at] === "(") this.fail(`the function ${word}() is not supported`);
    return this.fail("@, $, a text in quotes, a number, true, false or null is missing here");
  }
}

function isSingular(segment) {
  return !segment.deep && segment.selectors.length === 1 && ["name", "index"].includes(segment.selectors[0].kind);
}

/** The children of a value with the step that leads to each. */
function* children(value) {
  if (Array.isArray(value)) for (const [place, one] of value.entries()) yield [place, one];
  else if (value instanceof Map) yield* value;
}

function* descendants(node) {
  yield node;
  for (const [step, value] of children(node.value)) yield* descendants({ value, path: [...node.path, step] });
}

/** The nodes that a list of segments finds, in order. */
function apply(segments, nodes, root) {
  for (const segment of segments) {
    const found = [];
    for (const node of nodes) {
      for (const one of segment.deep ? descendants(node) : [node]) {
        for (const selector of segment.selectors) found.push(...select(selector, one, root));
      }
    }
    nodes = found;
  }
  return nodes;
}

function* select(selector, node, root) {
  const { value } = node;
  const child = (step, one) => ({ value: one, path: [...node.path, step] });
  if (selector.kind === "name") {
    if (value instanceof Map && value.has(selector.name)) yield child(selector.name, value.get(selector.name));
  } else if (selector.kind === "index") {
    if (!Array.isArray(value)) return;
    const place = selector.index < 0 ? value.length + selector.index : selector.index;
    if (place >= 0 && place < value.length) yield child(place, value[place]);
  } else if (selector.kind === "slice") {
    if (Array.isArray(value)) for (const place of slicePlaces(selector, value.length)) yield child(place, value[place]);
  } else {
    for (const [step, one] of children(value)) {
      if (selector.kind === "all" || holds(selector.test, one, root)) yield child(step, one);
    }
  }
}

/** The places of a slice, as RFC 9535 section 2.3.4.2 defines them. */
function slicePlaces({ start, end, step }, length) {
  if (step === 0) return [];
  const normal = (place) => (place >= 0 ? place : length + place);
  const clamp = (place, low, high) => Math.min(Math.max(place, low), high);
  const found = [];
  if (step > 0) {
    const upper = clamp(normal(end === null ? length : end), 0, length);
    for (let place = clamp(normal(start === null ? 0 : start), 0, length); place < upper; place += step) found.push(place);
  } else {
    const lower = clamp(end === null ? -1 : normal(end), -1, length - 1);
    for (let place = clamp(start === null ? length - 1 : normal(start), -1, length - 1); place > lower; place += step) found.push(place);
  }
  return found;
}

function holds(test, value, root) {
  if (test.kind === "or") return test.parts.some((part) => holds(part, value, root));
  if (test.kind === "and") return test.parts.every((part) => holds(part, value, root));
  if (test.kind === "not") return !holds(test.part, value, root);
  if (test.kind === "query") return nodesOf(test, value, root).length > 0;
  const [left, right] = [test.left, test.right].map((side) => (side.kind === "value" ? [side.value] : nodesOf(side, value, root).map((node) => node.value)));
  return compare(test.operator, left, right);
}

function nodesOf(query, value, root) {
  return apply(query.segments, [{ value: query.relative ? value : root, path: [] }], root);
}

/** Compare two values, each in a list that is empty where there is none: two nothings are equal. */
function compare(operator, left, right) {
  const same = left.length === 0 || right.length === 0 ? left.length === right.length : equal(left[0], right[0]);
  if (operator === "==") return same;
  if (operator === "!=") return !same;
  if (same && operator.endsWith("=")) return true;
  if (left.length === 0 || right.length === 0) return false;
  const order = orderOf(left[0], right[0]);
  return order !== null && (operator.startsWith("<") ? order < 0 : order > 0);
}

/** Numbers by value, texts by code points, nothing else. */
function orderOf(one, other) {
  if (one instanceof Num && other instanceof Num) return one.compare(other);
  if (typeof one !== "string" || typeof other !== "string") return null;
  const [a, b] = [[...one], [...other]];
  for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
    if (a[place] !== b[place]) return a[place].codePointAt(0) - b[place].codePointAt(0);
  }
  return a.length - b.length;
}

/** A path in the normal form of RFC 9535: $['a'][0]. */
function normalPath(path) {
  const escaped = (text) =>
    text.replace(/[\\'\u0000-\u001f]/g, (sign) => {
      const short = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\" }[sign];
      return short || `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
  return `$${path.map((step) => (typeof step === "number" ? `[${step}]` : `['${escaped(step)}']`)).join("")}`;
}

/** A query, read once. Throws PathError. */
function compile(text) {
  return new PathReader(text).query();
}

/** The nodes that a compiled query finds, each with its value and path. */
function find(query, root) {
  return apply(query, [{ value: root, path: [] }], root);
}

module.exports = { compile, find, normalPath };
