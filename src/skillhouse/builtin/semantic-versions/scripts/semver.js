'use strict';

/** Semantic Versioning 2.0.0: reading, ordering and bumping. Numbers are BigInt, so none is too large to be exact. */

const { BadInput, shown } = require('./frame.js');

const NUMBER = '0|[1-9][0-9]*';
const PART = `(?:${NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`;
const VERSION = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PART}(?:\\.${PART})*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$`,
);
const LONGEST = 256;
const LEVELS = ['major', 'minor', 'patch', 'premajor', 'preminor', 'prepatch', 'prerelease', 'release'];

/** A version, or null where the text is none. A leading v or = is read over, as tags have it. */
function parse(text) {
  const found = text.length <= LONGEST ? VERSION.exec(text.trim().replace(/^[v=]+\s*/, '')) : null;
  if (!found) return null;
  const [major, minor, patch] = found.slice(1, 4).map(BigInt);
  return { major, minor, patch, pre: identifiers(found[4]), build: found[5] ?? '' };
}

/** The identifiers of a prerelease: numbers as BigInt, the rest as text. */
function identifiers(text) {
  return text ? text.split('.').map((part) => (/^[0-9]+$/.test(part) ? BigInt(part) : part)) : [];
}

/** A version; says what is wrong where the text is none. */
function version(text, name) {
  const found = parse(text);
  if (!found) throw new BadInput(`${name} is ${shown(text)}, which is not a version: ${whyNot(text)}`);
  return found;
}

/** The first reason for which a text is not a version. */
function whyNot(text) {
  const plain = text.trim().replace(/^[v=]+\s*/, '');
  if (text.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  const core = plain.split(/[-+]/, 1)[0].split('.');
  if (core.length !== 3) return `it needs three numbers, like 1.2.3, and has ${core.length}`;
  if (core.some((part) => /^0[0-9]+$/.test(part))) return 'a number must not begin with 0';
  if (core.some((part) => !/^[0-9]+$/.test(part))) return 'major, minor and patch must be whole numbers';
  return 'what follows - or + must be letters, digits and hyphens between dots; a number there must not begin with 0';
}

/** A version as text; build metadata only where it is asked for. */
function text(v, withBuild = false) {
  const pre = v.pre.length ? `-${v.pre.join('.')}` : '';
  return `${v.major}.${v.minor}.${v.patch}${pre}${withBuild && v.build ? `+${v.build}` : ''}`;
}

function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** -1, 0 or 1: the precedence of two versions. Build metadata does not count. */
function compare(a, b) {
  return order(a.major, b.major) || order(a.minor, b.minor) || order(a.patch, b.patch) || comparePre(a.pre, b.pre);
}

/** Precedence of prereleases: none is highest; numbers come before text; of two that begin alike the longer is higher. */
function comparePre(a, b) {
  if (!a.length || !b.length) return order(b.length, a.length);
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    if (a[at] === undefined || b[at] === undefined) return order(a.length, b.length);
    const kinds = order(typeof a[at] === 'string', typeof b[at] === 'string');
    const found = kinds || order(a[at], b[at]);
    if (found) return found;
  }
  return 0;
}

/** The first of major, minor, patch and prerelease in which two versions differ; null where they do not. */
function difference(a, b) {
  const number = ['major', 'minor', 'patch'].find((name) => a[name] !== b[name]);
  return number ?? (comparePre(a.pre, b.pre) ? 'prerelease' : null);
}

/** The next version by one level. `id` names a prerelease, like beta. */
function bump(v, level, id = '') {
  const plain = { ...v, pre: [], build: '' };
  const zero = { major: { minor: 0n, patch: 0n }, minor: { patch: 0n }, patch: {} };
  switch (level) {
    case 'release':
      return plain;
    case 'prerelease':
      return { ...plain, patch: v.pre.length ? v.patch : v.patch + 1n, pre: nextPre(v.pre, id) };
    case 'premajor':
    case 'preminor':
    case 'prepatch': {
      const name = level.slice(3);
      return { ...plain, ...zero[name], [name]: v[name] + 1n, pre: nextPre([], id) };
    }
    default:
      return { ...plain, ...zero[level], [level]: v[level] + (isOnTheWayTo(v, level) ? 0n : 1n) };
  }
}

/** Whether a prerelease leads to just this level: 2.0.0-rc.1 is on the way to a major, 1.3.0-rc.1 to a minor. */
function isOnTheWayTo(v, level) {
  return v.pre.length > 0 && (level === 'patch' || (v.patch === 0n && (level === 'minor' || v.minor === 0n)));
}

/** The next prerelease: the last number rises; a new name begins at 0. */
function nextPre(pre, id) {
  const names = id ? identifiers(id) : [];
  const begun = names.every((name, at) => pre[at] === name) && pre.length > 0;
  if (!begun) return [...names, 0n];
  const at = pre.findLastIndex((part) => typeof part === 'bigint');
  if (at < names.length) return [...pre, 0n];
  return pre.map((part, place) => (place === at ? part + 1n : part));
}

/** A name of a prerelease that is proper: identifiers between dots. */
function preName(written) {
  if (!new RegExp(`^${PART}(\\.${PART})*$`).test(written)) {
    throw new BadInput(`the name of a prerelease is ${shown(written)}: use letters, digits and hyphens, like beta`);
  }
  return written;
}

module.exports = { LEVELS, bump, compare, difference, isOnTheWayTo, parse, preName, text, version, whyNot };
