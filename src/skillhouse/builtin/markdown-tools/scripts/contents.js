'use strict';

/** The table of contents of a Markdown text, and what is wrong with its headings and links. */

const fs = require('node:fs');
const path = require('node:path');
const { BadInput, UsageError, choice, itemsOf, optionsOf, required, run, shown } = require('./frame.js');
const { headingsOf, linesOf } = require('./lines.js');

const USAGE = `usage: contents.js --do toc (--text MARKDOWN | --file PATH) [--from-level 2] [--to-level 3] [--insert]
   or: contents.js --do check (--text MARKDOWN | --file PATH)`;
const [BEGIN, END] = ['<!-- toc -->', '<!-- /toc -->'];
const LINK = /(!?)\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\(\s*(<[^>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+["'(][^"')]*["')])?\s*\)/g;
const REFERENCE = /(!?)\[((?:[^[\]\\]|\\.)+)\]\[([^\]]*)\]/g;
const DEFINITION = /^ {0,3}\[([^\]]+)\]:\s*(\S+)/;

function levelOf(options, name, fallback) {
  const text = options.get(name) ?? fallback;
  if (!/^[1-6]$/.test(text)) throw new UsageError(`--${name} must be a level from 1 to 6, not ${shown(text)}`);
  return Number(text);
}

const escaped = (text) => text.replace(/[[\]\\`*_<]/g, '\\$&');

/** A list of links to the headings of these levels. */
function tocOf(headings, from, to) {
  const kept = headings.filter(({ level, anchor }) => level >= from && level <= to && anchor);
  if (!kept.length) throw new BadInput(`there is no heading of level ${from} to ${to}`);
  const lowest = Math.min(...kept.map(({ level }) => level));
  let deepest = lowest;
  return kept
    .map(({ level, text, anchor }, at) => {
      // A level that is left out must not make the list's indent jump.
      deepest = at ? Math.min(level, deepest + 1) : lowest;
      return `${'  '.repeat(deepest - lowest)}- [${escaped(text)}](#${anchor})`;
    })
    .join('\n');
}

/** The text with the contents between its two marks. */
function inserted(text, toc) {
  const [first, last] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (first === -1 || last < first) throw new BadInput(`the text has no place for it: write ${BEGIN} and, below it, ${END}`);
  return `${text.slice(0, first + BEGIN.length)}\n\n${toc}\n\n${text.slice(last)}`;
}

const withoutCode = (line) => line.replace(/(`+)[^`]*\1/g, (code) => ' '.repeat(code.length));

function checkHeadings(headings) {
  const said = [];
  const tops = headings.filter(({ level }) => level === 1);
  tops.slice(1).forEach(({ line, text }) => said.push({ line, problem: `a second heading of level 1: ${shown(text)}` }));
  headings.forEach(({ level, line, text, anchor }, at) => {
    if (!anchor) said.push({ line, problem: `this heading has no anchor: ${shown(text)}` });
    if (at && level > headings[at - 1].level + 1) said.push({ line, problem: `from level ${headings[at - 1].level} to ${level}: ${shown(text)} skips a level` });
    const same = headings.findIndex((one) => one.text === text);
    if (same < at) said.push({ line, problem: `${shown(text)} is a heading in line ${headings[same].line} too: its anchor is #${anchor}` });
  });
  return said;
}

function checkTarget(target, anchors, base) {
  if (target === '') return 'the link leads nowhere';
  if (target.startsWith('#')) {
    const name = decodeURIComponent(target.slice(1));
    return anchors.has(name) ? null : `there is no heading with the anchor ${shown(target)}`;
  }
  if (base === null || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target)) return null;
  const file = path.join(base, decodeURIComponent(target.split('#')[0]));
  return fs.existsSync(file) ? null : `there is no file ${shown(target.split('#')[0])}`;
}

function safely(check, target, ...more) {
  try {
    return check(target, ...more);
  } catch {
    return `the address ${shown(target)} has a % that is no code of a character`;
  }
}

/** Every link whose target is not there, every reference without a definition. */
function checkLinks(text, anchors, base) {
  const lines = linesOf(text);
  const defined = new Set(lines.filter(({ prose }) => prose).map(({ line }) => DEFINITION.exec(line)?.[1].toLowerCase()).filter(Boolean));
  return lines.flatMap(({ line, prose }, at) => {
    if (!prose) return [];
    const code = withoutCode(line);
    const targets = [...code.matchAll(LINK)].map((found) => found[3].replace(/^<|>$/g, ''));
    const definition = DEFINITION.exec(code);
    if (definition) targets.push(definition[2].replace(/^<|>$/g, ''));
    const problems = targets.map((target) => safely(checkTarget, target, anchors, base)).filter(Boolean);
    for (const [, , words, name] of code.matchAll(REFERENCE)) {
      const wanted = name || words;
      if (!defined.has(wanted.toLowerCase())) problems.push(`there is no definition of ${shown(`[${wanted}]`)}`);
    }
    return problems.map((problem) => ({ line: at + 1, problem }));
  });
}

function main(argv) {
  const options = optionsOf(argv, ['do', 'text', 'file', 'from-level', 'to-level'], ['insert']);
  const task = choice(options, 'do', ['toc', 'check'], required(options, 'do'));
  const text = [...itemsOf(options)].join('\n');
  const headings = headingsOf(text);
  if (task === 'toc') {
    const [from, to] = [levelOf(options, 'from-level', '2'), levelOf(options, 'to-level', '3')];
    if (from > to) throw new UsageError('--from-level is above --to-level');
    const toc = tocOf(headings, from, to);
    return options.has('insert') ? inserted(text, toc) : toc;
  }
  if (options.has('insert')) throw new UsageError('--insert goes with --do toc');
  const base = options.has('file') ? path.dirname(options.get('file')) : null;
  const anchors = new Set(headings.map(({ anchor }) => anchor));
  const problems = [...checkHeadings(headings), ...checkLinks(text, anchors, base)].sort((a, b) => a.line - b.line);
  return { headings: headings.length, problems };
}

run(main, USAGE);
