'use strict';

/** Print what versions are, which is higher, their order, or the next one, as JSON. */

const { UsageError, BadInput, choice, itemsOf, optionsOf, required, run } = require('./frame.js');
const { LEVELS, bump, compare, difference, parse, preName, text, version, whyNot } = require('./semver.js');

const USAGE = `usage: versions.js --do parse --version VERSION
   or: versions.js --do compare --version VERSION --with VERSION
   or: versions.js --do sort (--versions "VERSION VERSION ..." | --text LINES | --file PATH | --table SLUG)
       [--show-rows COUNT]
   or: versions.js --do bump --version VERSION --level ${LEVELS.join('|')} [--name NAME]`;
const OPTIONS = ['do', 'version', 'with', 'versions', 'text', 'file', 'table', 'level', 'name', 'show-rows'];

function parsed(options) {
  const v = version(required(options, 'version'), '--version');
  return {
    version: text(v),
    major: String(v.major),
    minor: String(v.minor),
    patch: String(v.patch),
    prerelease: v.pre.map(String),
    build: v.build,
    stable: v.pre.length === 0 && v.major > 0n,
  };
}

function compared(options) {
  const [a, b] = ['version', 'with'].map((name) => version(required(options, name), `--${name}`));
  const sign = { '-1': '<', 0: '=', 1: '>' }[compare(a, b)];
  return {
    version: text(a, true),
    with: text(b, true),
    sign,
    text: `${text(a)} ${sign} ${text(b)}`,
    differ_in: difference(a, b),
  };
}

/** The versions of --versions, or of a line or a row each; the column of a table is called version. */
function* written(options) {
  if (options.has('versions')) {
    yield* options.get('versions').split(/[\s,]+/);
    return;
  }
  for (const item of itemsOf(options)) {
    if (typeof item === 'string') yield item;
    else if (typeof item.fields.version === 'string') yield item.fields.version;
    else throw new BadInput(`${item.place}: version is missing, or is no text`);
  }
}

function sorted(options) {
  const limit = options.get('show-rows') ?? '1000';
  if (!/^[0-9]{1,5}$/.test(limit)) throw new UsageError('--show-rows must be a whole number from 0 to 99999');
  const found = [];
  const invalid = [];
  for (const item of written(options)) {
    const v = parse(item);
    if (v) found.push(v);
    else if (item.trim()) invalid.push({ text: item.trim().slice(0, 100), why: whyNot(item) });
  }
  found.sort(compare);
  const last = (test) => {
    const v = found.findLast(test);
    return v ? text(v, true) : null;
  };
  return {
    count: found.length,
    sorted: found.slice(0, Number(limit)).map((v) => text(v, true)),
    highest: last(() => true),
    highest_stable: last((v) => !v.pre.length),
    invalid_count: invalid.length,
    invalid: invalid.slice(0, Number(limit)),
  };
}

function bumped(options) {
  const v = version(required(options, 'version'), '--version');
  required(options, 'level');
  const level = choice(options, 'level', LEVELS);
  if (options.has('name') && !level.startsWith('pre')) throw new UsageError('--name goes with the pre… levels');
  if (level === 'release' && !v.pre.length) throw new BadInput(`${text(v)} is released: choose major, minor or patch`);
  const name = options.has('name') ? preName(options.get('name')) : '';
  return { from: text(v, true), level, to: text(bump(v, level, name)) };
}

function main(argv) {
  const options = optionsOf(argv, OPTIONS);
  required(options, 'do');
  const tasks = { parse: parsed, compare: compared, sort: sorted, bump: bumped };
  return tasks[choice(options, 'do', Object.keys(tasks))](options);
}

run(main, USAGE);
