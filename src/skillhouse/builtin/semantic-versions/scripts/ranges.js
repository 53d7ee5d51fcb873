'use strict';

/** Print which versions a range takes, and what the range means, as JSON. */

const { UsageError, optionsOf, required, run } = require('./frame.js');
const { compare, text, version } = require('./semver.js');
const { parseRange, satisfies } = require('./range.js');

const USAGE = `usage: ranges.js --range RANGE [--versions "VERSION VERSION ..."] [--include-prerelease]`;

/** A range as plain comparators, * where everything is in it. */
function plainRange(range) {
  const one = ({ op, version: v }) => `${op === '=' ? '' : op}${text(v)}`;
  return range.map((all) => all.map(one).join(' ') || '*').join(' || ');
}

function main(argv) {
  const options = optionsOf(argv, ['range', 'versions'], ['include-prerelease']);
  const withPre = options.has('include-prerelease');
  const range = parseRange(required(options, 'range'), withPre);
  const answer = { range: options.get('range'), means: plainRange(range) };
  if (!options.has('versions')) return answer;
  const words = options.get('versions').split(/[\s,]+/).filter(Boolean);
  if (!words.length) throw new UsageError('--versions is empty');
  const versions = words.map((word) => version(word, '--versions')).sort(compare);
  const inside = versions.filter((v) => satisfies(v, range, withPre));
  const outside = versions.filter((v) => !inside.includes(v));
  return {
    ...answer,
    inside: inside.map((v) => text(v, true)),
    outside: outside.map((v) => text(v, true)),
    highest: inside.length ? text(inside.at(-1), true) : null,
    lowest: inside.length ? text(inside[0], true) : null,
  };
}

run(main, USAGE);
