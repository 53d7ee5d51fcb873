"use strict";
// A tree of a pattern in words, one line for each part, indented as the parts lie in each other.

const ESCAPES = {
  d: "a digit 0-9",
  D: "anything but a digit 0-9",
  w: "a letter a-z, A-Z, a digit or _",
  W: "anything but a letter a-z, A-Z, a digit or _",
  s: "white space",
  S: "anything but white space",
};
const GROUPS = {
  plain: "group, not kept",
  ahead: "what follows must be",
  "not-ahead": "what follows must not be",
  behind: "what stands before must be",
  "not-behind": "what stands before must not be",
};
const NAMES = { "\n": "a line feed", "\r": "a carriage return", "\t": "a tab", " ": "a space", "\0": "a NUL" };

function character(text) {
  if (NAMES[text]) return NAMES[text];
  const code = text.codePointAt(0);
  if (/[\p{C}\p{Z}\p{M}]/u.test(text)) return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return text;
}

function setItem(item) {
  if (item.type === "range") return `${character(item.from)} to ${character(item.to)}`;
  if (item.type === "property") return property(item);
  return item.type === "escape" ? ESCAPES[item.letter] : character(item.text);
}

function property(node) {
  return `a character ${node.negated ? "without" : "with"} the Unicode property ${node.name}`;
}

function set(node, source) {
  if (node.nested) return `one character of the set ${source.slice(node.start, node.end)}`;
  if (node.items.length === 0 && node.negated) return "any character, line ends too";
  if (node.items.length === 0) return "nothing: an empty set never matches";
  const listed = node.items.map(setItem).join(", ");
  return node.negated ? `one character but these: ${listed}` : `one of: ${listed}`;
}

function anchor(kind, flags) {
  const lines = flags.includes("m");
  if (kind === "^") return lines ? "the start of a line" : "the start of the text";
  if (kind === "$") return lines ? "the end of a line" : "the end of the text";
  return kind === "b" ? "the edge of a word" : "no edge of a word";
}

function simple(node, flags, source) {
  switch (node.type) {
    case "character":
      return `the character ${character(node.text)}`;
    case "any":
      return flags.includes("s") ? "any character" : "any character but a line end";
    case "set":
      return set(node, source);
    case "escape":
      return ESCAPES[node.letter];
    case "property":
      return property(node);
    case "anchor":
      return anchor(node.kind, flags);
    default:
      return `the same text as group ${node.to}`;
  }
}

function times(node) {
  const { min, max, lazy } = node;
  const manner = lazy ? ", as few as possible" : ", as many as possible";
  if (min === max) return min === 1 ? "once" : `exactly ${min} times`;
  if (min === 0 && max === 1) return `optional${lazy ? ", rather not" : ""}`;
  if (max === Infinity && min < 2) return ["any number of times, or not at all", "once or more"][min] + manner;
  if (max === Infinity) return `${min} times or more${manner}`;
  return `${min} to ${max} times${manner}`;
}

/** The lines of a node. Runs of plain characters are told as one text. */
function lines(node, flags, source, indent = "") {
  if (node.type === "sequence") return sequence(node, flags, source, indent);
  if (node.type === "choice") {
    return node.options.flatMap((option, at) => [
      `${indent}${at === 0 ? "either" : "or"}:`,
      ...lines(option, flags, source, `${indent}  `),
    ]);
  }
  if (node.type === "group") {
    const name = node.name ? `, called ${node.name}` : "";
    const switched = node.switches ? ` with the flags of ${node.switches}…)` : "";
    const head = node.kind === "capture" ? `group ${node.number}${name}` : GROUPS[node.kind] + switched;
    return [`${indent}${head}:`, ...lines(node.body, flags, source, `${indent}  `)];
  }
  if (node.type === "repeat") {
    const inner = lines(node.body, flags, source, indent);
    if (inner.length === 1) return [`${inner[0]}, ${times(node)}`];
    return [`${indent}${times(node)}:`, ...lines(node.body, flags, source, `${indent}  `)];
  }
  return [indent + simple(node, flags, source)];
}

function sequence(node, flags, source, indent) {
  const out = [];
  let run = "";
  const flush = () => {
    if ([...run].length > 1) out.push(`${indent}the text ${JSON.stringify(run)}`);
    else if (run) out.push(`${indent}the character ${character(run)}`);
    run = "";
  };
  for (const item of node.items) {
    if (item.type === "character") {
      run += item.text;
      continue;
    }
    flush();
    out.push(...lines(item, flags, source, indent));
  }
  flush();
  return out.length ? out : [`${indent}nothing`];
}

module.exports = { lines };
