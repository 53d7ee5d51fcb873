'use strict';

/** A cron schedule in words, and what usually surprises people about it. */

const { DAYS, MONTHS, eitherDay } = require('./cron.js');

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const MOST_TIMES = 6;

/** "a, b and c". */
function listed(items) {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Numbers in words, three or more in a row as a range. */
function runs(values, word) {
  const found = [];
  for (let at = 0; at < values.length; ) {
    let end = at;
    while (end + 1 < values.length && values[end + 1] === values[end] + 1) end += 1;
    if (end - at >= 2) found.push(`${word(values[at])} to ${word(values[end])}`);
    else for (let one = at; one <= end; one += 1) found.push(word(values[one]));
    at = end + 1;
  }
  return listed(found);
}

const two = (number) => String(number).padStart(2, '0');

/** A step over the whole field, or null. */
function stepOf(field) {
  const [part] = field.parts;
  return field.parts.length === 1 && part.step > 1 && /^(?:[*?]|0)$/.test(part.range) ? part.step : null;
}

function every(field, unit, size) {
  const step = stepOf(field);
  if (field.all) return `every ${unit}`;
  return step && size % step === 0 ? `every ${step} ${unit}s` : null;
}

/** The time of day. */
function timeWords({ second, minute, hour, seconds }) {
  const count = second.values.length * minute.values.length * hour.values.length;
  if (count <= MOST_TIMES) {
    const times = hour.values.flatMap((h) => minute.values.flatMap((m) => second.values.map((s) => `${two(h)}:${two(m)}${seconds ? `:${two(s)}` : ''}`)));
    return `at ${listed(times)}`;
  }
  const said = [];
  const plainSecond = second.values.length === 1 && second.values[0] === 0;
  if (!plainSecond) said.push(every(second, 'second', 60) ?? `at second ${runs(second.values, String)}`);
  const minutes = every(minute, 'minute', 60) ?? `at minute ${runs(minute.values, String)}`;
  if (plainSecond || !minute.all) said.push(minutes);
  const hours = every(hour, 'hour', 24);
  if (!hour.all) said.push(hours ? `of ${hours}, from 00:00 on` : `of the hour${hour.values.length === 1 ? '' : 's'} ${runs(hour.values, two)}`);
  else if (!minute.all && !every(minute, 'minute', 60)) said.push('of every hour');
  return said.join(' ');
}

function dayWords({ special, values, all }) {
  if (!special) return all ? '' : `on day ${runs(values, String)} of the month`;
  if (special.kind === 'last working day') return 'on the last working day (Monday to Friday) of the month';
  if (special.kind === 'nearest working day') return `on the working day (Monday to Friday) nearest to day ${special.day} of the month`;
  const before = special.before === 1 ? 'one day' : `${special.before} days`;
  return special.before ? `${before} before the last day of the month` : 'on the last day of the month';
}

function weekdayWords({ special, values, all }) {
  if (!special) return all ? '' : `on ${runs(values, (one) => DAYS[one])}`;
  if (special.kind === 'last weekday') return `on the last ${DAYS[special.weekday]} of the month`;
  return `on the ${ORDINALS[special.number]} ${DAYS[special.weekday]} of the month`;
}

/** The days on which it runs. */
function dateWords(cron) {
  const [day, weekday] = [dayWords(cron.day), weekdayWords(cron.weekday)];
  const join = eitherDay(cron) ? ', or ' : ', if that is ';
  const days = day && weekday ? `${day}${join}${eitherDay(cron) ? weekday : weekday.replace(/^on /, '')}` : day || weekday || 'every day';
  const months = cron.month.all ? '' : `, in ${runs(cron.month.values, (one) => MONTHS[one - 1])}`;
  return `${days}${months}`;
}

/** The whole schedule as a sentence. */
function explain(cron) {
  if (cron.reboot) return 'Once, when the machine or the cron service starts; at no time of the clock.';
  const text = `${timeWords(cron)}, ${dateWords(cron)}`;
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function unevenSteps(cron) {
  const sizes = { second: 60, minute: 60, hour: 24 };
  return Object.entries(sizes).flatMap(([name, size]) => {
    const step = stepOf(cron[name]);
    if (!step || size % step === 0) return [];
    const rest = size - cron[name].values.at(-1);
    return [`*/${step} starts anew with each ${name === 'hour' ? 'day' : name === 'minute' ? 'hour' : 'minute'}: between ${cron[name].values.at(-1)} and 0 there ${rest === 1 ? 'is' : 'are'} only ${rest} ${name}${rest === 1 ? '' : 's'}`];
  });
}

function shortMonths({ day, month }) {
  if (day.special || !day.values.length) return [];
  const most = { 2: 29, 4: 30, 6: 30, 9: 30, 11: 30 };
  const first = day.values[0];
  const missing = month.values.filter((one) => (most[one] ?? 31) < first);
  if (missing.length === month.values.length) return [`it never runs: ${runs(missing, (one) => MONTHS[one - 1])} never has a day ${first}`];
  const said = missing.length ? [`it does not run in ${runs(missing, (one) => MONTHS[one - 1])}, which ${missing.length === 1 ? 'has' : 'have'} no day ${first}; L is the last day of every month`] : [];
  if (first === 29 && month.values.includes(2)) said.push('in February it runs in leap years only');
  return said;
}

/** What usually surprises people. */
function warnings(cron) {
  if (cron.reboot) return [];
  const said = [...unevenSteps(cron), ...shortMonths(cron)];
  if (eitherDay(cron)) said.push('day and weekday are both given: cron runs when either holds, not only when both do');
  if (cron.minute.all && !cron.hour.all) said.push('the minute is *: it runs in every minute of those hours; 0 would be once an hour');
  const loose = ['second', 'minute', 'hour', 'day', 'month', 'weekday'].filter((name) => cron[name].parts.some((part) => part.step && /^\w+$/.test(part.range)));
  if (loose.length) said.push(`a step behind a single number (${loose.join(', ')}) counts on to the end of the field here; classic cron refuses it`);
  if (cron.day.special || cron.weekday.special) said.push('L, W and # are known to Quartz and some other schedulers, not to classic cron');
  if (cron.seconds) said.push('six fields: the first is the second; classic cron knows five');
  return said;
}

module.exports = { explain, warnings };
