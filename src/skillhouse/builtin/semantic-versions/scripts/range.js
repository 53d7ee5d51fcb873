'use strict';

/** Ranges as npm reads them: caret, tilde, x, hyphen, comparators, || — each turned into plain comparators. */

const { BadInput, shown } = require('./frame.js');
const { compare, parse } = require('./semver.js');

const X = '[0-9]+|[xX*]';
const PARTIAL = `[v=]*\\s*(${X})(?:\\.(${X})(?:\\.(${X})(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?)?)?`;
const HYPHEN = new RegExp(`^\\s*${PARTIAL}\\s+-\\s+${PARTIAL}\\s*$`);
const SIMPLE = new RegExp(`^(\\^|~>?|[<>]=?|=)?\\s*${PARTIAL}$`);
const LONGEST = 1000;

/** A range as a list of alternatives, each a list of comparators `{ op, version }` that all must hold. */
function parseRange(written, withPre = false) {
  if (written.length > LONGEST) throw new BadInput(`the range is longer than ${LONGEST} characters`);
  const range = written.split('||').map((part) => alternative(part, withPre));
  // As in npm, a range that takes everything is not widened by what else it names (to prereleases).
  return range.some((all) => !all.length) ? [[]] : range;
}

function alternative(part, withPre) {
  const hyphen = HYPHEN.exec(part);
  if (hyphen) return [...low(partial(hyphen.slice(1, 5)), withPre), ...high(partial(hyphen.slice(5, 9)), withPre)];
  const words = part.trim().replace(/(\^|~>?|[<>]=?|=)\s+/g, '$1').split(/\s+/).filter(Boolean);
  return words.flatMap((word) => simple(word, withPre));
}

/** What is written of a version: [major, minor, patch] as BigInt, shorter where an x follows, and the prerelease. */
function partial([major, minor, patch, pre]) {
  const parts = [major, minor, patch].filter((part) => part !== undefined);
  const end = parts.findIndex((part) => /^[xX*]$/.test(part));
  const written = end === -1 ? parts : parts.slice(0, end);
  if (end !== -1 && parts.slice(end).some((part) => /^[0-9]/.test(part))) {
    throw new BadInput(`${shown(parts.join('.'))} has a number after an x, which means nothing: leave it out`);
  }
  const zeros = written.find((part) => /^0[0-9]/.test(part));
  if (zeros) throw new BadInput(`a number in the range begins with 0: ${shown(zeros)}`);
  const numbers = written.map(BigInt);
  return { numbers, pre: numbers.length === 3 && pre ? pre : '' };
}

/** One comparator; `numbers` may be short, and then zeros follow. */
function comparator(op, numbers, pre = '') {
  const [major, minor = 0n, patch = 0n] = numbers;
  const version = parse(`${major}.${minor}.${patch}${pre ? `-${pre}` : ''}`);
  if (!version) throw new BadInput(`the range has a prerelease that cannot be: ${shown(pre)}`);
  return { op, version };
}

/** The next version at a place: the next major (0), minor (1) or patch (2). */
function next(numbers, place) {
  return [...numbers.slice(0, place), numbers[place] + 1n];
}

/** Everything below the next version at a place, its prereleases left out. */
function below(numbers, place) {
  return comparator('<', next(numbers, place), '0');
}

function low({ numbers, pre }, withPre) {
  if (!numbers.length) return [];
  return [comparator('>=', numbers, pre || (withPre && !pre ? '0' : ''))];
}

function high({ numbers, pre }, withPre) {
  if (!numbers.length) return [];
  if (numbers.length < 3) return [below(numbers, numbers.length - 1)];
  return withPre && !pre ? [below(numbers, 2)] : [comparator('<=', numbers, pre)];
}

/** One word of a range, such as ^1.2 or >=2, as comparators. */
function simple(word, withPre) {
  const found = SIMPLE.exec(word);
  if (!found) throw new BadInput(`${shown(word)} is no part of a range: write ^1.2.3, ~1.2, 1.x, >=1.2.3 or 1.2 - 2.0`);
  const op = found[1] ?? '';
  const part = partial(found.slice(2, 6));
  if (op === '^') return caret(part, withPre);
  if (op.startsWith('~')) return tilde(part, withPre);
  return primitive(op === '=' ? '' : op, part, withPre);
}

/** ~1.2.3 allows patches, ~1 minors. */
function tilde({ numbers, pre }, withPre) {
  if (!numbers.length) return [];
  return [comparator('>=', numbers, lowest(numbers, pre, withPre)), below(numbers, Math.min(numbers.length - 1, 1))];
}

/** ^ allows what does not change the first number that is not 0. */
function caret({ numbers, pre }, withPre) {
  if (!numbers.length) return [];
  const first = numbers.findIndex((number) => number !== 0n);
  const place = first === -1 ? numbers.length - 1 : first;
  return [comparator('>=', numbers, lowest(numbers, pre, withPre)), below(numbers, place)];
}

/** The prerelease at which a range begins: a short version begins with the first prerelease, where they are let in. */
function lowest(numbers, pre, withPre) {
  return withPre && numbers.length < 3 ? '0' : pre;
}

/** A comparator, also with a short version: >1.2 is >=1.3.0, <=1.2 is <1.3.0-0, 1.2 is >=1.2.0 <1.3.0-0. */
function primitive(op, { numbers, pre }, withPre) {
  const place = numbers.length - 1;
  const from = lowest(numbers, pre, withPre);
  if (!numbers.length) return op === '<' || op === '>' ? [comparator('<', [0n], '0')] : [];
  if (numbers.length === 3) return [comparator(op || '=', numbers, pre)];
  if (op === '>') return [comparator('>=', next(numbers, place), from)];
  if (op === '<=') return [below(numbers, place)];
  if (op === '<') return [comparator('<', numbers, '0')];
  if (op === '>=') return [comparator('>=', numbers, from)];
  return [comparator('>=', numbers, from), below(numbers, place)];
}

function holds({ op, version }, v) {
  const found = compare(v, version);
  return { '<': found < 0, '<=': found <= 0, '>': found > 0, '>=': found >= 0, '=': found === 0 }[op];
}

/**
 * Whether a version is in a range. A prerelease is only if one comparator of the alternative is a prerelease of the
 * same major, minor and patch: who asks for ^1.2.3 does not want 1.3.0-beta.
 */
function satisfies(v, range, withPre = false) {
  const invited = (all) => withPre || !v.pre.length || all.some((one) => invites(one, v));
  return range.some((all) => all.every((one) => holds(one, v)) && invited(all));
}

function invites({ version }, v) {
  return version.pre.length > 0 && version.major === v.major && version.minor === v.minor && version.patch === v.patch;
}

module.exports = { parseRange, satisfies };
