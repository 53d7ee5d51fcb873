"use strict";
// Where a pattern may try so many ways that it does not end: found in the tree, and tried on a text made for it.
//
// A set of characters is a list of [first, last]. Where a set cannot be told (a Unicode property, a set in a set), it
// is taken for all characters: rather a warning too much.

const { walk } = require("./parse.js");

const ALL = [[0, 0x10ffff]];
const LINE_ENDS = [[10, 10], [13, 13], [0x2028, 0x2029]];
const ESCAPES = {
  d: [[48, 57]],
  w: [[48, 57], [65, 90], [95, 95], [97, 122]],
  s: [[9, 13], [32, 32], [160, 160], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f],
    [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]],
};
const MANY = 10;

function complement(ranges) {
  const out = [];
  let from = 0;
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (first > from) out.push([from, first - 1]);
    from = Math.max(from, last + 1);
  }
  if (from <= 0x10ffff) out.push([from, 0x10ffff]);
  return out;
}

function intersect(one, other) {
  return one.flatMap(([a, b]) =>
    other.map(([c, d]) => [Math.max(a, c), Math.min(b, d)]).filter(([first, last]) => first <= last),
  );
}

/** The characters that a node of one character matches; null for a node of another kind. */
function setOf(node, flags) {
  const found = bareSet(node, flags);
  return found && flags.includes("i") ? [...found, ...otherCase(found)] : found;
}

function bareSet(node, flags) {
  switch (node.type) {
    case "character": {
      const code = node.text.codePointAt(0);
      return [[code, code]];
    }
    case "range":
      return [[node.from.codePointAt(0), node.to.codePointAt(0)]];
    case "any":
      return flags.includes("s") ? ALL : complement(LINE_ENDS);
    case "escape": {
      const set = ESCAPES[node.letter.toLowerCase()];
      return /[DWS]/.test(node.letter) ? complement(set) : set;
    }
    case "property":
      return ALL;
    case "set": {
      if (node.nested) return ALL;
      const parts = node.items.flatMap((item) => setOf(item, flags));
      return node.negated ? complement(parts) : parts;
    }
    default:
      return null;
  }
}

function otherCase(ranges) {
  const upper = intersect(ranges, [[97, 122]]).map(([a, b]) => [a - 32, b - 32]);
  const lower = intersect(ranges, [[65, 90]]).map(([a, b]) => [a + 32, b + 32]);
  return [...upper, ...lower];
}

/**
 * The characters of `within` with which a node can be matched alone, over all its parts that have to be; null where
 * it cannot. A part that may be left out asks for nothing.
 */
function canBe(node, within, flags) {
  const set = setOf(node, flags);
  if (set) return nonEmpty(intersect(set, within));
  switch (node.type) {
    case "sequence":
      return node.items.reduce((left, item) => left && canBe(item, left, flags), within);
    case "choice":
      return node.options.map((option) => canBe(option, within, flags)).find(Boolean) ?? null;
    case "group":
      return /ahead|behind/.test(node.kind) ? within : canBe(node.body, within, flags);
    case "repeat":
      return node.min === 0 ? within : canBe(node.body, within, flags);
    default:
      return within; // an anchor, or a reference to what may be empty
  }
}

function nonEmpty(set) {
  return set.length ? set : null;
}

function isLoop(node) {
  return node.type === "repeat" && node.max > MANY;
}

/** The characters of a loop over one character at a time, looking through groups. */
function loopSet(node, flags) {
  let body = node.body;
  while (body.type === "group" || (body.type === "sequence" && body.items.length === 1)) {
    body = body.type === "group" ? body.body : body.items[0];
  }
  return setOf(body, flags);
}

/** Loops in which one text can be divided in many ways: the time doubles with each character. */
function doubling(loop, flags) {
  for (const inner of walk(loop.body)) {
    if (isLoop(inner)) {
      const set = loopSet(inner, flags);
      const shared = set && canBe(loop.body, set, flags);
      if (shared) return { inner, shared };
    }
    if (inner.type === "choice") {
      const sets = inner.options.map((option) => (option.items?.length === 1 ? setOf(option.items[0], flags) : null));
      for (let at = 1; at < sets.length; at += 1) {
        for (let before = 0; before < at; before += 1) {
          const both = sets[at] && sets[before] && intersect(sets[at], sets[before]);
          const shared = both?.length ? canBe(loop.body, both, flags) : null;
          if (shared) return { inner, shared };
        }
      }
    }
  }
  return null;
}

/** Loops beside each other that can take the same characters: the time grows with the square of the length. */
function* squares(node, flags) {
  for (const part of walk(node)) {
    const items = part.type === "sequence" ? part.items : [];
    for (let at = 0; at < items.length; at += 1) {
      let set = isLoop(items[at]) ? loopSet(items[at], flags) : null;
      for (let next = at + 1; set && next < items.length; next += 1) {
        const other = isLoop(items[next]) ? loopSet(items[next], flags) : null;
        if (other && intersect(set, other).length) {
          yield { first: items[at], second: items[next] };
          break;
        }
        set = canBe(items[next], set, flags);
      }
    }
  }
}

/** A visible character of a set where there is one. */
function pick(set) {
  const [best] = [...intersect(set, [[97, 122]]), ...intersect(set, [[33, 126]]), ...set];
  return String.fromCodePoint(best[0]);
}

/** A short text that a node matches, as far as the tree tells. */
function sample(node, flags) {
  const set = setOf(node, flags);
  if (set) return set.length ? pick(set) : "";
  switch (node.type) {
    case "sequence":
      return node.items.map((item) => sample(item, flags)).join("");
    case "choice":
      return sample(node.options[0], flags);
    case "group":
      return /ahead|behind/.test(node.kind) ? "" : sample(node.body, flags);
    case "repeat":
      return sample(node.body, flags).repeat(Math.min(node.min, 100));
    default:
      return "";
  }
}

/** What stands before a node in the pattern, as a text that leads to it. */
function leadTo(tree, target, flags) {
  if (tree === target) return "";
  if (tree.type === "sequence") {
    const at = tree.items.findIndex((item) => item.start <= target.start && target.end <= item.end);
    const before = tree.items.slice(0, at).map((item) => sample(item, flags)).join("");
    return before + leadTo(tree.items[at], target, flags);
  }
  const inner = tree.body ?? tree.options.find((option) => option.start <= target.start && target.end <= option.end);
  return inner === tree ? "" : leadTo(inner, target, flags);
}

/** Every place of a pattern that may be slow, worst first: what it is, where, and a text to try it on. */
function hazards(tree, pattern, flags) {
  const found = [];
  for (const node of walk(tree)) {
    const twice = isLoop(node) ? doubling(node, flags) : null;
    if (twice && !found.some((one) => one.start <= node.start && node.end <= one.end)) {
      found.push({
        growth: "doubles with each character",
        part: pattern.slice(node.start, node.end),
        start: node.start,
        end: node.end,
        attack: leadTo(tree, node, flags) + pick(twice.shared).repeat(40) + "\u0001",
      });
    }
  }
  for (const { first, second } of squares(tree, flags)) {
    if (found.some((one) => one.start <= first.start && second.end <= one.end)) continue;
    const part = pattern.slice(first.start, second.end);
    found.push({ growth: "square of the length", part, start: first.start, end: second.end, attack: null });
  }
  return found;
}

module.exports = { hazards };
