'use strict';

/** Tables: from and to CSV and JSON, and as Markdown whose columns stand under each other in a fixed-width font. */

const { BadInput, shown } = require('./frame.js');
const { linesOf } = require('./lines.js');

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;
const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:[ ,.'\u00A0]\d{3})+)(?:[.,]\d+)?(?:[ \u00A0]?[%€$£])?$/;

/** How many cells of a terminal a text takes: East Asian characters and emoji take two, marks none. */
function width(text) {
  let total = 0;
  for (const { segment } of SEGMENTS.segment(text)) {
    if (WIDE.test(segment)) total += 2;
    else if (!/^[\p{M}\p{Cf}]+$/u.test(segment)) total += 1;
  }
  return total;
}

const padded = (text, size, side) => {
  const room = size - width(text);
  const left = side === 'right' ? room : side === 'center' ? Math.floor(room / 2) : 0;
  return ' '.repeat(left) + text + ' '.repeat(room - left);
};

/** A value as a cell: no line ends, and bars that do not end it. */
const cellOf = (value) => String(value).replace(/\\(?=\|)/g, '\\\\').replace(/\|/g, '\\|').replace(/\r\n|\r|\n/g, '<br>').trim();

/** A table as Markdown. `sides` are left, right, center or empty for each column. */
function toMarkdown(head, rows, sides) {
  const cells = [head, ...rows].map((row) => head.map((_, at) => cellOf(row[at] ?? '')));
  const sizes = head.map((_, at) => Math.max(3, ...cells.map((row) => width(row[at]))));
  const line = (row) => `| ${row.map((cell, at) => padded(cell, sizes[at], sides[at])).join(' | ')} |`;
  const rule = sizes.map((size, at) => {
    const [from, to] = [/left|center/.test(sides[at]) ? ':' : '-', /right|center/.test(sides[at]) ? ':' : '-'];
    return from + '-'.repeat(size - 2) + to;
  });
  return [line(cells[0]), `| ${rule.join(' | ')} |`, ...cells.slice(1).map(line)].join('\n');
}

/** Columns of numbers stand right, all others as Markdown likes. */
function sidesOf(head, rows) {
  return head.map((_, at) => {
    const values = rows.map((row) => String(row[at] ?? '').trim()).filter(Boolean);
    return values.length && values.every((value) => NUMBER.test(value)) ? 'right' : '';
  });
}

/** The cells of a line of a Markdown table, as values. */
function cellsOf(line) {
  const cells = [''];
  const text = line.trim().replace(/^\|/, '').replace(/((?:^|[^\\])(?:\\\\)*)\|$/, '$1');
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\' && (text[at + 1] === '|' || text[at + 1] === '\\')) {
      cells[cells.length - 1] += text[at + 1] === '|' ? '|' : '\\\\';
      at += 1;
    } else if (text[at] === '|') cells.push('');
    else cells[cells.length - 1] += text[at];
  }
  return cells.map((cell) => cell.replace(/\\\\(?=\|)/g, '\\').trim().replace(/<br ?\/?>/gi, '\n'));
}

/** Every table of a Markdown text: first and last line from 0, heads, rows and sides. */
function tablesOf(text) {
  const lines = linesOf(text);
  const found = [];
  for (let at = 1; at < lines.length; at += 1) {
    const [above, here] = [lines[at - 1], lines[at]];
    if (!(above.prose && here.prose && above.line.includes('|') && RULE.test(here.line) && here.line.includes('-'))) continue;
    const head = cellsOf(above.line);
    const rules = cellsOf(here.line);
    if (head.length !== rules.length) continue;
    let end = at;
    while (end + 1 < lines.length && lines[end + 1].prose && lines[end + 1].line.trim() && lines[end + 1].line.includes('|')) end += 1;
    const rows = lines.slice(at + 1, end + 1).map(({ line }) => cellsOf(line));
    const sides = rules.map((rule) => (/^:.*:$/.test(rule) ? 'center' : rule.endsWith(':') ? 'right' : rule.startsWith(':') ? 'left' : ''));
    const uneven = rows.findIndex((row) => row.length > head.length);
    found.push({ first: at - 1, last: end, head, rows, sides, uneven: uneven === -1 ? null : at + 2 + uneven });
    at = end;
  }
  return found;
}

/** The rows of a CSV text; the separator is the one of `,` `;` and tab that its first line has most of. */
function csvRows(text) {
  const source = text.replace(/^\uFEFF/, '');
  const [first] = source.replace(/"(?:[^"]|"")*"/g, '').split('\n');
  const separator = [',', ';', '\t'].map((one) => [first.split(one).length, one]).sort((a, b) => b[0] - a[0])[0][1];
  const rows = [['']];
  let quoted = false;
  let line = 1;
  const put = (letters) => (rows.at(-1)[rows.at(-1).length - 1] += letters);
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '\n') line += 1;
    if (quoted) {
      if (letter !== '"') put(letter);
      else if (source[at + 1] === '"') at += (put('"'), 1);
      else quoted = false;
    } else if (letter === '"' && rows.at(-1).at(-1) === '') quoted = true;
    else if (letter === separator) rows.at(-1).push('');
    else if (letter === '\n') rows.push(['']);
    else if (letter !== '\r' || source[at + 1] !== '\n') put(letter);
  }
  if (quoted) throw new BadInput('a quote of the CSV is never closed: each " that opens a value needs one that ends it');
  const full = rows.filter((row) => row.length > 1 || row[0] !== '');
  if (!full.length) throw new BadInput('the CSV is empty: its first line names the columns');
  const ragged = full.findIndex((row) => row.length !== full[0].length);
  if (ragged > 0) throw new BadInput(`row ${ragged + 1} has ${full[ragged].length} values, the first has ${full[0].length}: ${shown(full[ragged].join(separator))}`);
  return full;
}

const csvValue = (value) => (/[",\r\n;\t]|^\s|\s$/.test(value) ? `"${value.replace(/"/g, '""')}"` : value);

/** Rows as CSV. */
const toCsv = (rows) => rows.map((row) => row.map((value) => csvValue(String(value))).join(',')).join('\n');

/** Objects as heads and rows, columns in the order in which they first come. */
function gridOf(objects) {
  const head = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  if (!head.length) throw new BadInput('there are no columns: give at least one object with a field');
  const text = (value) => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  return { head, rows: objects.map((one) => head.map((name) => text(one[name]))) };
}

module.exports = { csvRows, gridOf, sidesOf, tablesOf, toCsv, toMarkdown, width };
