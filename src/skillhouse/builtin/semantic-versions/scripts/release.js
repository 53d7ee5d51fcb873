'use strict';

/** Print the next version that conventional commits call for, and the section of the changelog, as Markdown or JSON. */

const { UsageError, BadInput, choice, itemsOf, optionsOf, required, run, shown } = require('./frame.js');
const { bump, isOnTheWayTo, preName, text, version } = require('./semver.js');
const { commitsOf } = require('./commits.js');

const USAGE = `usage: release.js --version VERSION (--text LINES | --file PATH | --table SLUG) [--date DATE]
       [--prerelease NAME] [--zero stay|leave] [--all] [--markdown]`;
const OPTIONS = ['version', 'text', 'file', 'table', 'date', 'prerelease', 'zero'];
const LEVEL_OF = { feat: 'minor', fix: 'patch', perf: 'patch', revert: 'patch' };
const RANK = ['patch', 'minor', 'major'];
const TITLES = { feat: 'Features', fix: 'Bug fixes', perf: 'Performance', revert: 'Reverted' };
const OTHER_TITLES = {
  docs: 'Documentation',
  refactor: 'Refactoring',
  test: 'Tests',
  build: 'Build',
  ci: 'Continuous integration',
  style: 'Style',
  chore: 'Chores',
};

/** The highest level that the commits call for; null where none does. */
function levelOf(commits) {
  const ranks = commits.map((commit) => (commit.breaking ? 2 : RANK.indexOf(LEVEL_OF[commit.type])));
  return RANK[Math.max(-1, ...ranks)] ?? null;
}

/** The next version: while the major is 0, what breaks raises the minor, unless that has to end. */
function nextVersion(current, level, options) {
  const name = options.has('prerelease') ? preName(options.get('prerelease')) : null;
  const stays = current.major === 0n && choice(options, 'zero', ['stay', 'leave'], 'stay') === 'stay';
  const raised = level === 'major' && stays ? 'minor' : level;
  if (name === null) return bump(current, raised);
  return bump(current, isOnTheWayTo(current, raised) ? 'prerelease' : `pre${raised}`, name);
}

/** The section of the changelog for a version. */
function section(title, date, commits, withAll) {
  const parts = [`## ${title}${date ? ` - ${date}` : ''}`];
  const add = (heading, chosen) => {
    const lines = [...new Set(chosen)];
    if (lines.length) parts.push(`### ${heading}\n\n${lines.join('\n')}`);
  };
  add('Breaking changes', commits.filter((commit) => commit.breaking).map((commit) => line(commit, commit.note)));
  for (const [type, heading] of Object.entries(withAll ? { ...TITLES, ...OTHER_TITLES } : TITLES)) {
    add(heading, commits.filter((commit) => commit.type === type).map((commit) => line(commit)));
  }
  if (withAll) {
    const known = { ...TITLES, ...OTHER_TITLES };
    add('Other', commits.filter((commit) => !Object.hasOwn(known, commit.type)).map((commit) => line(commit)));
  }
  if (parts.length === 1) parts.push('No changes that users notice.');
  return parts.join('\n\n');
}

/** One entry: the scope in bold, the description (or the note on what breaks), the commit. */
function line(commit, note = '') {
  const scope = commit.scope ? `**${escaped(commit.scope)}:** ` : '';
  return `- ${scope}${escaped(note || commit.description)}${commit.hash ? ` (${commit.hash})` : ''}`;
}

/** Text that stays text in Markdown: no HTML, no link; code in backticks is left as it is. */
function escaped(written) {
  return written
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? part : plainText(part)))
    .join('');
}

function plainText(part) {
  return part.replace(/&(?=#?\w+;)/g, '&amp;').replace(/</g, '&lt;').replace(/[[\]*_\\`]/g, '\\$&');
}

function dateOf(options) {
  const date = options.get('date') ?? '';
  const real = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date) && !Number.isNaN(Date.parse(date));
  if (date && !(real && new Date(date).toISOString().startsWith(date))) {
    throw new BadInput(`--date is ${shown(date)}, which is not a date: write it like 2025-03-31`);
  }
  return date;
}

function main(argv) {
  const options = optionsOf(argv, OPTIONS, ['all', 'markdown']);
  const current = version(required(options, 'version'), '--version');
  const date = dateOf(options);
  const { commits, skipped, unread } = commitsOf(itemsOf(options));
  if (!commits.length && !unread.length) throw new BadInput('there are no commits: give one a line, like "fix: mend it"');
  const level = levelOf(commits);
  const next = level ? text(nextVersion(current, level, options)) : null;
  const calling = commits.filter((commit) => (commit.breaking ? 'major' : LEVEL_OF[commit.type]) === level);
  const markdown = section(next ?? 'Unreleased', date, commits, options.has('all'));
  if (options.has('markdown')) return markdown;
  return {
    current: text(current, true),
    next,
    level,
    because: level ? calling.slice(0, 5).map((commit) => commit.subject) : [],
    counts: {
      commits: commits.length,
      breaking: commits.filter((commit) => commit.breaking).length,
      skipped,
      unread: unread.length,
    },
    unread: unread.slice(0, 20),
    markdown,
  };
}

run(main, USAGE);
