"use strict";
// What of a JavaScript pattern means something else in Python's `re`, and the pattern as Python writes it.

const { walk } = require("./parse.js");

const FLAGS = { i: "re.IGNORECASE", m: "re.MULTILINE", s: "re.DOTALL" };
const WORDLIKE = /[dDwW]/;

/** The least and most characters that a node takes. */
function widthOf(node) {
  switch (node.type) {
    case "sequence":
      return node.items.map(widthOf).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case "choice": {
      const widths = node.options.map(widthOf);
      return [Math.min(...widths.map(([low]) => low)), Math.max(...widths.map(([, high]) => high))];
    }
    case "group":
      return /ahead|behind/.test(node.kind) ? [0, 0] : widthOf(node.body);
    case "repeat": {
      const [low, high] = widthOf(node.body);
      return [low * node.min, high === 0 ? 0 : high * node.max];
    }
    case "anchor":
      return [0, 0];
    case "reference":
      return [0, Infinity];
    default:
      return [1, 1];
  }
}

/** The differences of a pattern, as sentences; and what to write in Python, null where `re` has no such thing. */
function toPython(tree, pattern, flags) {
  const notes = new Set();
  const edits = [];
  let possible = true;
  const edit = (node, text) => edits.push([node.start, node.end, text]);
  const never = (note) => {
    notes.add(note);
    possible = false;
  };
  for (const node of walk(tree)) {
    if (node.type === "group" && node.name) {
      notes.add("a named group is (?P<name>…), and a reference to it (?P=name)");
      edits.push([node.start, node.start + 3 + node.name.length, `(?P<${node.name}`]);
    }
    if (node.type === "reference") {
      notes.add("a reference to a group that took no part matches nothing at all, not the empty text");
      if (typeof node.to === "string") edit(node, `(?P=${node.to})`);
    }
    if (node.type === "anchor" && node.kind === "$" && !flags.includes("m")) {
      notes.add("$ also matches before a line feed at the very end: \\Z is the end of the text");
      edit(node, "\\Z");
    }
    if (node.type === "anchor" && /[$^]/.test(node.kind) && flags.includes("m")) {
      notes.add("a carriage return alone ends no line, for ^ and $ with re.MULTILINE");
    }
    if (node.type === "any" && !flags.includes("s")) notes.add(". leaves out line feeds alone, not carriage returns");
    if (node.type === "escape" || (node.type === "anchor" && /[bB]/.test(node.kind))) escapeNote(node, notes);
    if (node.type === "property") never("re has no \\p{…}: the package regex has");
    if (node.type === "set") setNotes(node, pattern, notes, edit, never);
    if (node.type === "group" && /behind/.test(node.kind)) {
      const [low, high] = widthOf(node.body);
      if (low !== high) never("what a lookbehind looks at has to have one fixed length");
    }
  }
  characterEdits(tree, pattern, edits);
  if (/(?<!\\)\{,\d+\}/.test(pattern)) never("{,3} is a repetition from 0 to 3; in JavaScript it is plain text");
  if (flags.includes("v")) never("re has no sets in sets (flag v)");
  if (flags.includes("g")) notes.add("flag g is finditer, findall or sub instead of search");
  if (flags.includes("y")) notes.add("flag y is pattern.match(text, position)");
  const needsAscii = [...notes].some((note) => note.includes("re.ASCII"));
  const names = [...flags].filter((flag) => FLAGS[flag]).map((flag) => FLAGS[flag]);
  if (needsAscii) names.unshift("re.ASCII");
  return {
    differences: [...notes],
    pattern: possible ? applied(pattern, edits) : null,
    flags: possible ? names.join(" | ") : null,
  };
}

function escapeNote(node, notes) {
  if (node.type === "anchor" || WORDLIKE.test(node.letter)) {
    notes.add("\\d, \\w and \\b know the letters and digits of every script, unless re.ASCII is given");
  } else {
    notes.add("\\s means slightly other characters: U+001C to U+001F and U+0085 too, U+FEFF not; with re.ASCII, those of ASCII");
  }
}

function setNotes(node, pattern, notes, edit, never) {
  const source = pattern.slice(node.start, node.end);
  if (node.nested) never("re has no sets in sets (flag v)");
  else if (source === "[^]") edit(node, "[\\s\\S]");
  else if (source === "[]") edit(node, "(?!)");
  for (const item of node.items) if (item.type === "escape") escapeNote(item, notes);
  if (/[^\\](?:--|&&|~~|\|\|)|(?!^)(?<!\\)\[/.test(source)) {
    notes.add("[ and --, &&, ~~, || in a set give a FutureWarning: escape them");
  }
}

/** Characters whose escapes Python does not know. */
function characterEdits(tree, pattern, edits) {
  for (const node of walk(tree)) {
    for (const item of node.type === "set" ? [] : [node]) {
      if (item.type !== "character") continue;
      const source = pattern.slice(item.start, item.end);
      if (/^\\(?:u\{|c|[/a-zA-Z])/.test(source) && !/^\\(?:x|u[0-9a-fA-F]{4}|[nrtfv])/.test(source)) {
        edits.push([item.start, item.end, asEscape(item.text)]);
      }
    }
  }
}

function asEscape(text) {
  const code = text.codePointAt(0);
  if (/^[/A-Za-z]$/.test(text)) return text;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

function applied(pattern, edits) {
  let out = pattern;
  for (const [start, end, text] of edits.sort((a, b) => b[0] - a[0])) out = out.slice(0, start) + text + out.slice(end);
  return out;
}

module.exports = { toPython };
