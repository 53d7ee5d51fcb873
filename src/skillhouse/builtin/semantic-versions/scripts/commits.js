'use strict';

/** Conventional commits, from lines as `git log --oneline` prints them or from whole messages. */

const { BadInput } = require('./frame.js');

const HEADER = /^([A-Za-z][A-Za-z-]*)(?:\(([^()\r\n]+)\))?(!)?:\s+(\S.*)$/;
const HASHED = /^(?:[*-]\s+)?([0-9a-f]{7,64})\s+(\S.*)$/;
const FOOTER = /^BREAKING[ -]CHANGE:\s+(\S.*)$/;
const SKIPPED = /^(Merge (branch|pull request|remote-tracking branch|tag) |chore\(release\):)/;
const ALIASES = { feature: 'feat', bugfix: 'fix', hotfix: 'fix', performance: 'perf' };

/** One commit from its header line; null where it is not a conventional one. */
function commitOf(header, hash) {
  const found = HEADER.exec(header);
  if (!found) return null;
  const type = found[1].toLowerCase();
  return {
    type: Object.hasOwn(ALIASES, type) ? ALIASES[type] : type,
    scope: found[2]?.trim() ?? '',
    breaking: Boolean(found[3]),
    description: found[4].trim(),
    note: '',
    hash,
    subject: header,
  };
}

/** The entries of a source: a line each, or a row each with its whole message. A footer belongs to the line before. */
function* entries(items) {
  let last = null;
  for (const item of items) {
    if (typeof item !== 'string') {
      const { message, hash = '' } = item.fields;
      if (typeof message !== 'string') throw new BadInput(`${item.place}: message is missing, or is no text`);
      const [header = '', ...body] = message.trim().split(/\r?\n/);
      yield { header: header.trim(), body, hash: String(hash).slice(0, 12) };
    } else if (last && FOOTER.test(item.trim())) {
      last.body.push(item.trim());
    } else if (item.trim()) {
      if (last) yield last;
      const [, hash = '', header = item.trim()] = HASHED.exec(item.trim()) ?? [];
      last = { header: header.replace(/^[*-]\s+/, ''), body: [], hash };
    }
  }
  if (last) yield last;
}

/** What a footer says of what breaks; its lines up to an empty one. */
function noteIn(body) {
  const at = body.findIndex((line) => FOOTER.test(line.trim()));
  if (at === -1) return '';
  const end = body.findIndex((line, place) => place > at && !line.trim());
  const after = body.slice(at + 1, end === -1 ? body.length : end);
  const rest = after.filter((line) => !/^[A-Za-z-]+(: | #)/.test(line.trim()));
  return [FOOTER.exec(body[at].trim())[1], ...rest.map((line) => line.trim())].join(' ');
}

/** All commits of a source: conventional ones, how many were skipped (merges, releases), and those not understood. */
function commitsOf(items) {
  const commits = [];
  const unread = [];
  let skipped = 0;
  for (const { header, body, hash } of entries(items)) {
    const commit = commitOf(header, hash);
    if (SKIPPED.test(header)) {
      skipped += 1;
    } else if (commit) {
      const note = noteIn(body);
      commits.push({ ...commit, note, breaking: commit.breaking || note !== '' });
    } else if (header) {
      unread.push(header.slice(0, 200));
    }
  }
  return { commits, skipped, unread };
}

module.exports = { commitsOf };
