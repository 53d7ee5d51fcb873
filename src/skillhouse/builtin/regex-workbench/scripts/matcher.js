"use strict";
// The thread of timed.js: matches or replaces, one task after the other, and sends what came of each.

const { parentPort, workerData } = require("worker_threads");

const MOST = 1000;

/** Turns places in UTF-16 units, which come in rising order, into places in characters. */
function counter(text) {
  let [unit, count] = [0, 0];
  return (place) => {
    if (place < unit) [unit, count] = [0, 0];
    while (unit < place) {
      unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
      count += 1;
    }
    return count;
  };
}

function groupsOf(match, place, names) {
  return match.slice(1).map((text, at) => {
    const [start, end] = match.indices[at + 1]?.map(place) ?? [null, null];
    return { group: at + 1, name: names[at] ?? null, text: text ?? null, start, end };
  });
}

function matchesOf({ pattern, flags, text, names }) {
  const expression = new RegExp(pattern, [...new Set(`${flags}dg`)].join(""));
  const place = counter(text);
  const matches = [];
  let count = 0;
  for (const match of text.matchAll(expression)) {
    count += 1;
    if (matches.length === MOST) continue;
    const [start, end] = match.indices[0];
    matches.push({ text: match[0], start: place(start), end: place(end), groups: groupsOf(match, place, names) });
  }
  const whole = new RegExp(`^(?:${pattern})$`, flags.replace(/[gmy]/g, ""));
  return { count, matches, whole: whole.test(text) };
}

function replaced({ pattern, flags, text, replacement }) {
  let count = 0;
  const expression = new RegExp(pattern, flags);
  for (const match of expression.global ? text.matchAll(expression) : [expression.exec(text)]) count += match ? 1 : 0;
  expression.lastIndex = 0;
  return { count, result: text.replace(expression, replacement) };
}

parentPort.postMessage("ready");
for (const task of workerData) {
  parentPort.postMessage(task.replacement === undefined ? matchesOf(task) : replaced(task));
}
parentPort.postMessage("done");
