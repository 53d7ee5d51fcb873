'use strict';

/**
 * A cron line as sets of numbers, and what it says of days. Five fields (minute hour day month weekday), or six with
 * the second first; names, ranges, steps, lists, `?`, L, W and #, and the words that begin with @.
 */

const { BadInput, shown } = require('./frame.js');

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const WORDS = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const FIELDS = {
  second: { low: 0, high: 59 },
  minute: { low: 0, high: 59 },
  hour: { low: 0, high: 23 },
  day: { low: 1, high: 31 },
  month: { low: 1, high: 12, names: MONTHS, first: 1 },
  weekday: { low: 0, high: 7, names: DAYS, first: 0 },
};

/** A number or a name of a field. */
function numberOf(text, name) {
  const { low, high, names = [], first } = FIELDS[name];
  const named = names.findIndex((one) => one.slice(0, 3).toLowerCase() === text.toLowerCase());
  const value = named === -1 ? Number(/^\d{1,2}$/.test(text) ? text : NaN) : named + first;
  if (value >= low && value <= high) return value;
  const allowed = names.length ? `${low} to ${high} or names such as ${names[1].slice(0, 3)}` : `${low} to ${high}`;
  throw new BadInput(`${shown(text)} is no ${name}: a ${name} is ${allowed}`);
}

/** The first and last value of a part without its step. */
function boundsOf(text, name, stepped) {
  const { low, high } = FIELDS[name];
  if (text === '*' || text === '?') return [low, name === 'weekday' ? 6 : high];
  const [from, to, ...more] = text.split('-');
  if (more.length) throw new BadInput(`${shown(text)} is no range of the ${name}: write it like 1-5`);
  const first = numberOf(from, name);
  if (to === undefined) return [first, stepped ? (name === 'weekday' ? 6 : high) : first];
  const last = numberOf(to, name);
  if (last < first) {
    throw new BadInput(`the range ${shown(text)} of the ${name} runs backwards: write it as two parts, with a comma`);
  }
  return [first, last];
}

/** One part of a list, such as 1-30/5: its values, and what is to be said of it. */
function partOf(text, name) {
  const [range, step, ...more] = text.split('/');
  if (more.length || range === '') throw new BadInput(`${shown(text)} is no part of a ${name}`);
  if (step !== undefined && !/^[1-9]\d?$/.test(step)) {
    throw new BadInput(`the step ${shown(step)} of the ${name} must be a number from 1 to 99`);
  }
  const [first, last] = boundsOf(range, name, step !== undefined);
  const values = [];
  for (let value = first; value <= last; value += Number(step ?? 1)) values.push(name === 'weekday' ? value % 7 : value);
  return { values, step: step === undefined ? null : Number(step), range };
}

/** A whole field: its values, its parts, and whether it says anything at all. */
function fieldOf(text, name) {
  const parts = text.split(',').map((part) => partOf(part, name));
  const values = [...new Set(parts.flatMap((part) => part.values))].sort((a, b) => a - b);
  const { low, high } = FIELDS[name];
  const all = values.length === (name === 'weekday' ? 7 : high - low + 1);
  return { text, values, parts, all, starred: /^[*?]/.test(text), special: null };
}

/** The special days: L, L-3, LW, 15W of a month; 5L and 5#3 of its weeks. */
function specialDay(text) {
  const word = text.toUpperCase();
  const found = /^L(?:-([1-9]|[12]\d|30))?$/.exec(word);
  if (found) return { kind: 'last', before: Number(found[1] ?? 0) };
  if (word === 'LW') return { kind: 'last working day' };
  const near = /^([1-9]|[12]\d|3[01])W$/.exec(word);
  return near ? { kind: 'nearest working day', day: Number(near[1]) } : null;
}

function specialWeekday(text) {
  const last = /^(\w+)L$/i.exec(text);
  if (last) return { kind: 'last weekday', weekday: numberOf(last[1], 'weekday') % 7 };
  const nth = /^(\w+)#(\d+)$/.exec(text);
  if (!nth) return null;
  const number = Number(nth[2]);
  if (number < 1 || number > 5) throw new BadInput(`${shown(text)}: a month has a weekday five times at most, so # goes from 1 to 5`);
  return { kind: 'nth weekday', weekday: numberOf(nth[1], 'weekday') % 7, number };
}

function dayField(text, name) {
  const special = name === 'day' ? specialDay(text) : specialWeekday(text);
  if (special) return { text, values: [], parts: [], all: false, starred: false, special };
  return fieldOf(text, name);
}

/** A cron line, read. Throws BadInput with the field that is wrong. */
function parse(line) {
  const text = line.trim();
  if (text.toLowerCase() === '@reboot') return { line: text, reboot: true };
  if (text.startsWith('@') && !WORDS[text.toLowerCase()]) {
    throw new BadInput(`${shown(text)} is no word of cron: ${Object.keys(WORDS).join(', ')} and @reboot are`);
  }
  const fields = (WORDS[text.toLowerCase()] ?? text).split(/\s+/);
  if (fields.length === 5) fields.unshift('0');
  if (fields.length !== 6 || fields[0] === '') {
    throw new BadInput(`a cron line has five fields, or six with the second first, not ${text ? text.split(/\s+/).length : 0}: ${shown(text)}`);
  }
  return {
    line: text,
    seconds: WORDS[text.toLowerCase()] === undefined && text.split(/\s+/).length === 6,
    second: fieldOf(fields[0], 'second'),
    minute: fieldOf(fields[1], 'minute'),
    hour: fieldOf(fields[2], 'hour'),
    day: dayField(fields[3], 'day'),
    month: fieldOf(fields[4], 'month'),
    weekday: dayField(fields[5], 'weekday'),
  };
}

const daysIn = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const weekdayOf = (year, month, day) => new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/** The working day of the month that is nearest to a day, never in another month. */
function nearest(year, month, day) {
  const last = daysIn(year, month);
  const wanted = Math.min(day, last);
  const weekday = weekdayOf(year, month, wanted);
  if (weekday === 6) return wanted === 1 ? 3 : wanted - 1;
  if (weekday === 0) return wanted === last ? wanted - 2 : wanted + 1;
  return wanted;
}

function dayHolds({ special, values }, year, month, day) {
  if (!special) return values.includes(day);
  const last = daysIn(year, month);
  if (special.kind === 'last') return day === last - special.before;
  if (special.kind === 'last working day') return day === nearest(year, month, last);
  return special.day <= last && day === nearest(year, month, special.day);
}

function weekdayHolds({ special, values }, year, month, day) {
  const weekday = weekdayOf(year, month, day);
  if (!special) return values.includes(weekday);
  if (weekday !== special.weekday) return false;
  if (special.kind === 'last weekday') return day > daysIn(year, month) - 7;
  return Math.ceil(day / 7) === special.number;
}

/** Whether both day fields say something, so that either is enough. */
const eitherDay = (cron) => !cron.day.starred && !cron.weekday.starred;

/** Whether a schedule runs on a date. */
function runsOn(cron, year, month, day) {
  if (!cron.month.values.includes(month)) return false;
  const [byDay, byWeekday] = [dayHolds(cron.day, year, month, day), weekdayHolds(cron.weekday, year, month, day)];
  return eitherDay(cron) ? byDay || byWeekday : byDay && byWeekday;
}

module.exports = { DAYS, MONTHS, daysIn, eitherDay, parse, runsOn };
