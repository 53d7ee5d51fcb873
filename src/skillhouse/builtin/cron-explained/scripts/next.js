'use strict';

/** The next times at which a schedule runs, or those at which two schedules run together. */

const { BadInput, UsageError, optionsOf, required, run, shown } = require('./frame.js');
const { DAYS, parse } = require('./cron.js');
const { DAY_MS, momentOf, momentsAfter, offsets, written } = require('./clock.js');

const USAGE = `usage: next.js --cron LINE --from MOMENT [--zone Europe/Berlin] [--count 5]
   or: next.js --cron LINE --with LINE --from MOMENT --until MOMENT [--zone ZONE] [--count 5]`;
const MOST_TIMES = 100;
const MOST_SPAN_DAYS = 3_700;
const MOST_LOOKED_AT = 1_500_000;

function countOf(text = '5') {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (count >= 1 && count <= MOST_TIMES) return count;
  throw new UsageError(`--count must be a number from 1 to ${MOST_TIMES}, not ${shown(text)}`);
}

function shownTime({ moment, note }, offset) {
  const at = written(moment, offset);
  const utc = `${new Date(moment).toISOString().slice(0, 19)}Z`;
  const weekday = DAYS[new Date(moment + offset(moment)).getUTCDay()];
  return note ? { at, weekday, utc, note } : { at, weekday, utc };
}

function timed(text) {
  const cron = parse(text);
  if (cron.reboot) throw new BadInput('@reboot runs when a machine starts: it has no times of the clock');
  return cron;
}

/** The first times after `from`, exclusive of it. */
function following(cron, from, offset, count) {
  const found = [];
  for (const one of momentsAfter(cron, from, offset)) {
    found.push(shownTime(one, offset));
    if (found.length === count) break;
  }
  return found;
}

/** The moments that two schedules share. */
function shared(cron, other, from, until, offset) {
  const both = [momentsAfter(cron, from, offset), momentsAfter(other, from, offset)];
  let [a, b] = both.map((one) => one.next().value);
  const found = [];
  for (let looked = 0; a && b && a.moment <= until && b.moment <= until; looked += 1) {
    if (looked > MOST_LOOKED_AT) throw new BadInput('the two run too often for so long a span: choose an earlier --until');
    if (a.moment === b.moment) found.push(a);
    const behind = a.moment <= b.moment;
    const ahead = b.moment <= a.moment;
    if (behind) a = both[0].next().value;
    if (ahead) b = both[1].next().value;
  }
  return found;
}

function main(argv) {
  const options = optionsOf(argv, ['cron', 'with', 'from', 'until', 'zone', 'count']);
  const cron = timed(required(options, 'cron'));
  const zone = options.get('zone') ?? 'UTC';
  const offset = offsets(zone);
  const from = momentOf(required(options, 'from'), offset, '--from');
  const count = countOf(options.get('count'));
  if (!options.has('with')) {
    if (options.has('until')) throw new UsageError('--until goes with --with');
    return { cron: cron.line, zone, after: written(from, offset), times: following(cron, from, offset, count) };
  }
  const until = momentOf(required(options, 'until'), offset, '--until');
  if (until <= from) throw new BadInput('--until must be after --from');
  if (until - from > MOST_SPAN_DAYS * DAY_MS) throw new BadInput(`the span is over ${MOST_SPAN_DAYS} days: choose an earlier --until`);
  const other = timed(options.get('with'));
  const found = shared(cron, other, from, until, offset);
  return { cron: cron.line, with: other.line, zone, after: written(from, offset), until: written(until, offset), together: found.length, first: found.slice(0, count).map((one) => shownTime(one, offset)) };
}

run(main, USAGE);
