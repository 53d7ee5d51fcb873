'use strict';

/**
 * Moments of a schedule in a time zone. Where clocks are put forward, a time that does not exist runs at the first
 * moment after the gap; where they are put back, a time that comes twice runs the first time. A schedule for every hour
 * goes by real time instead: it leaves out what does not exist and runs both times.
 */

const { BadInput, shown } = require('./frame.js');
const { daysIn, runsOn } = require('./cron.js');

const DAY_MS = 86_400_000;
// No zone changes its clocks at other moments since 1972.
const QUARTER_MS = 900_000;
// A 29 February comes within eight years, even around 2100; a fifth weekday and all else sooner.
const MOST_DAYS = 366 * 9;

/** A function from a moment to the zone's offset from UTC, both in milliseconds. */
function offsets(zone) {
  let format;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
  } catch {
    throw new BadInput(`there is no time zone ${shown(zone)}: write it like Europe/Berlin or UTC`);
  }
  const known = new Map();
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER_MS);
    if (!known.has(quarter)) {
      const part = Object.fromEntries(format.formatToParts(quarter * QUARTER_MS).map(({ type, value }) => [type, value]));
      const [year, month, day, hour, min, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => Number(part[name]));
      known.set(quarter, Date.UTC(year, month - 1, day, hour, min, second) - quarter * QUARTER_MS);
    }
    return known.get(quarter);
  };
}

/** The moments at which a zone's clocks show a time: none in a gap, two in a fold. */
function momentsOf(wall, offset) {
  const tried = new Set([offset(wall - DAY_MS), offset(wall + DAY_MS)]);
  return [...tried].map((ahead) => wall - ahead).filter((moment) => moment + offset(moment) === wall).sort((a, b) => a - b);
}

/** The first moment after the gap in which a time lies. */
function afterGap(wall, offset) {
  let [low, high] = [wall - DAY_MS - offset(wall - DAY_MS), wall + DAY_MS - offset(wall + DAY_MS)];
  const before = offset(low);
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** A moment as the zone's clocks show it, with the offset. */
function written(moment, offset) {
  const ahead = offset(moment);
  const minutes = Math.abs(ahead) / 60_000;
  const sign = ahead < 0 ? '-' : '+';
  const zone = `${sign}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;
  return `${new Date(moment + ahead).toISOString().slice(0, 19)}${zone}`;
}

/** The days from a date on, for as long as it takes every date to come. */
function* daysFrom(wall) {
  const start = new Date(wall);
  let [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate()];
  for (let count = 0; count < MOST_DAYS; count += 1) {
    yield [year, month, day];
    day += 1;
    if (day > daysIn(year, month)) [day, month] = [1, month + 1];
    if (month > 12) [month, year] = [1, year + 1];
  }
}

/** The times of one day, as clocks show them. */
function* timesOn(cron, [year, month, day]) {
  for (const hour of cron.hour.values)
    for (const minute of cron.minute.values)
      for (const second of cron.second.values) yield Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What runs for a time that the clocks show: moments, each with a note where the clocks were changed. */
function runsAt(cron, wall, offset) {
  const moments = momentsOf(wall, offset);
  if (cron.hour.all) return moments.map((moment, at) => ({ moment, note: at ? 'the hour comes twice' : null }));
  if (moments.length === 1) return [{ moment: moments[0], note: null }];
  if (moments.length) return [{ moment: moments[0], note: 'this time comes twice; it runs the first time' }];
  const shownTime = new Date(wall).toISOString().slice(11, 16);
  return [{ moment: afterGap(wall, offset), note: `${shownTime} does not exist on this day; it runs when the clocks have been put forward` }];
}

/** The moments of a schedule after `from`, in order, each once. */
function* momentsAfter(cron, from, offset) {
  let last = from;
  for (const day of daysFrom(from + offset(from) - DAY_MS)) {
    if (!runsOn(cron, ...day)) continue;
    const found = [...timesOn(cron, day)].flatMap((wall) => runsAt(cron, wall, offset));
    // A change of clocks can turn the order of a day round.
    for (const one of found.sort((a, b) => a.moment - b.moment)) {
      if (one.moment <= last) continue;
      last = one.moment;
      yield one;
    }
  }
}

/** A moment from text: with an offset or Z as it is, else as the zone's clocks show it. */
function momentOf(text, offset, name) {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  const wall = found ? Date.parse(`${found[1]}T${found[2] ?? '00:00'}:${found[3] ?? '00'}Z`) : NaN;
  const real = found && new Date(wall).toISOString().startsWith(found[1]);
  if (Number.isNaN(wall) || !real) throw new BadInput(`${name} ${shown(text)} is no moment: write it like 2025-03-30T01:30`);
  if (found[4]) return Date.parse(`${new Date(wall).toISOString().slice(0, 19)}${found[4]}`);
  return momentsOf(wall, offset)[0] ?? afterGap(wall, offset);
}

module.exports = { DAY_MS, momentOf, momentsAfter, offsets, written };
