"use strict";
// A JavaScript pattern as a tree. The engine itself has said before that the pattern is valid; the tree is for
// explaining it. Each node has `start` and `end`, its place in the pattern.
//
//   {type: "choice", options}            a|b
//   {type: "sequence", items}
//   {type: "group", kind, number, name, body}   kind: capture, plain, ahead, not-ahead, behind, not-behind
//   {type: "repeat", min, max, lazy, body}
//   {type: "character", text}   {type: "any"}   {type: "set", negated, items}   {type: "escape", letter}
//   {type: "property", name, negated}   {type: "anchor", kind}   {type: "reference", to}

const { BadInput } = require("./command.js");

const GROUPS = [
  ["(?:", "plain"],
  ["(?=", "ahead"],
  ["(?!", "not-ahead"],
  ["(?<=", "behind"],
  ["(?<!", "not-behind"],
];
const CONTROLS = { n: "\n", r: "\r", t: "\t", v: "\v", f: "\f", 0: "\0" };
const DEEPEST = 200;

class Parser {
  constructor(pattern, flags) {
    this.pattern = pattern;
    this.unicode = /[uv]/.test(flags);
    this.nests = flags.includes("v");
    this.at = 0;
    this.depth = 0;
    this.groups = 0;
    this.hasNames = /\(\?<[^=!]/.test(pattern);
  }

  sees(text) {
    return this.pattern.startsWith(text, this.at);
  }

  /** A match of a sticky pattern here, taken; else null. */
  take(sticky) {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.pattern);
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  choice() {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new BadInput(`the pattern has groups more than ${DEEPEST} deep`);
    const start = this.at;
    const options = [this.sequence()];
    while (this.sees("|")) {
      this.at += 1;
      options.push(this.sequence());
    }
    this.depth -= 1;
    return options.length === 1 ? options[0] : { type: "choice", options, start, end: this.at };
  }

  sequence() {
    const start = this.at;
    const items = [];
    while (this.at < this.pattern.length && !this.sees("|") && !this.sees(")")) items.push(this.repeat());
    return { type: "sequence", items, start, end: this.at };
  }

  repeat() {
    const start = this.at;
    const body = this.atom();
    const found = this.take(/([*+?]|\{(\d+)(,?)(\d*)\})(\??)/y);
    if (!found) return body;
    const [, sign, low, comma, high, lazy] = found;
    const fixed = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[sign];
    const upper = comma ? (high ? Number(high) : Infinity) : Number(low);
    const [min, max] = fixed ?? [Number(low), upper];
    return { type: "repeat", min, max, lazy: lazy === "?", body, start, end: this.at };
  }

  atom() {
    const start = this.at;
    const node = this.bareAtom();
    return { ...node, start, end: this.at };
  }

  bareAtom() {
    if (this.sees("(")) return this.group();
    if (this.sees("[")) return this.set();
    if (this.sees("\\")) return this.escape(false);
    const text = this.character();
    if (text === ".") return { type: "any" };
    if (text === "^" || text === "$") return { type: "anchor", kind: text };
    return { type: "character", text };
  }

  character() {
    const code = this.pattern.codePointAt(this.at);
    const text = this.unicode ? String.fromCodePoint(code) : this.pattern[this.at];
    this.at += text.length;
    return text;
  }

  group() {
    const named = this.take(/\(\?<([^=!>][^>]*)>/y);
    const switched = named ? null : this.take(/\(\?([ims]*)(?:-([ims]*))?:/y);
    const known = GROUPS.find(([opening]) => this.sees(opening));
    let node = { type: "group", kind: "capture", number: 0, name: named ? named[1] : null };
    if (switched) {
      node = { ...node, kind: "plain", switches: switched[1] || switched[2] ? switched[0] : null };
    } else if (known && !named) {
      this.at += known[0].length;
      node = { ...node, kind: known[1] };
    } else if (!named) {
      this.at += 1;
    }
    if (node.kind === "capture") node.number = this.groups += 1;
    node.body = this.choice();
    this.at += 1; // the closing bracket
    return node;
  }

  set() {
    const negated = Boolean(this.take(/\[\^/y));
    if (!negated) this.at += 1;
    if (this.nests) return this.nestedSet(negated);
    const items = [];
    while (!this.sees("]")) {
      const from = this.setItem();
      const range = from.type === "character" && /^-[^\]]/.test(this.pattern.slice(this.at, this.at + 2));
      if (!range) {
        items.push(from);
        continue;
      }
      this.at += 1;
      const to = this.setItem();
      if (to.type === "character") items.push({ type: "range", from: from.text, to: to.text });
      else items.push(from, { type: "character", text: "-" }, to);
    }
    this.at += 1;
    return { type: "set", negated, items };
  }

  /** Flag v lets sets stand in sets: told as they are written, not taken apart. */
  nestedSet(negated) {
    for (let depth = 1; depth > 0; this.at += 1) {
      if (this.sees("\\")) this.at += 1;
      else if (this.sees("[")) depth += 1;
      else if (this.sees("]")) depth -= 1;
    }
    return { type: "set", negated, items: [], nested: true };
  }

  setItem() {
    if (this.sees("\\")) return this.escape(true);
    return { type: "character", text: this.character() };
  }

  escape(inSet) {
    this.at += 1;
    const property = this.unicode && this.take(/([pP])\{([^}]*)\}/y);
    if (property) return { type: "property", name: property[2], negated: property[1] === "P" };
    const named = !inSet && (this.unicode || this.hasNames) && this.take(/k<([^>]*)>/y);
    if (named) return { type: "reference", to: named[1] };
    const number = !inSet && this.take(/[1-9]\d*/y);
    if (number) return { type: "reference", to: Number(number[0]) };
    const long = this.unicode ? this.take(/u\{([0-9a-fA-F]+)\}/y) : null;
    const hex = long ?? this.take(/(?:x(?=..)|u(?=....))((?<=x)[0-9a-fA-F]{2}|(?<=u)[0-9a-fA-F]{4})/y);
    if (hex) return { type: "character", text: String.fromCodePoint(parseInt(hex[1], 16)) };
    const control = this.take(/c([A-Za-z])/y);
    if (control) return { type: "character", text: String.fromCodePoint(control[1].charCodeAt(0) % 32) };
    const letter = this.character();
    if (/[dDwWsS]/.test(letter)) return { type: "escape", letter };
    if (/[bB]/.test(letter) && !inSet) return { type: "anchor", kind: letter };
    if (letter === "b") return { type: "character", text: "\b" };
    return { type: "character", text: CONTROLS[letter] ?? letter, escaped: true };
  }
}

/** The tree of a pattern. */
function parse(pattern, flags) {
  return new Parser(pattern, flags).choice();
}

/** The nodes below a node, outermost first, itself included. */
function* walk(node) {
  yield node;
  for (const inner of node.options ?? node.items ?? (node.body ? [node.body] : [])) {
    if (inner.type !== "range") yield* walk(inner);
  }
}

const FOREIGN = [
  [/\(\?P<(\w+)>/, "(?P<name>…) is Python's: write (?<name>…)"],
  [/\(\?P=(\w+)\)/, "(?P=name) is Python's: write \\k<name>"],
  [/\(\?>/, "JavaScript has no atomic groups (?>…)"],
  [/[*+?}]\+/, "JavaScript has no possessive quantifiers such as *+"],
  [/\(\?#/, "JavaScript has no comments (?#…)"],
  [/^\(\?[aiLmsux]+\)/, "flags at the start, such as (?i), are Python's: give them by --flags"],
  [/\\[AZz]/, "\\A and \\Z are not JavaScript's: write ^ and $ without flag m"],
];

/** The pattern, compiled by the engine. Says what is wrong with one that is none, and what to write instead. */
function compile(pattern, flags) {
  if (/[^dgimsuvy]/.test(flags) || new Set(flags).size < flags.length) {
    throw new BadInput(`--flags ${JSON.stringify(flags)} must hold letters of dgimsuvy, each once`);
  }
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    const foreign = FOREIGN.find(([sign]) => sign.test(pattern));
    const why = error.message.replace(/^Invalid regular expression: /, "").replace(/^\/.*\/[a-z]*: /s, "");
    throw new BadInput(`the pattern is not valid: ${why}${advice(foreign, pattern, flags)}`);
  }
}

function advice(foreign, pattern, flags) {
  if (foreign) return `. ${foreign[1]}`;
  try {
    new RegExp(pattern, flags.replace(/[uv]/, ""));
  } catch {
    return "";
  }
  return '. Without flag u it is: give --flags "" or mend the escape';
}

module.exports = { compile, parse, walk };
