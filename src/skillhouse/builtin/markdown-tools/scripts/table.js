'use strict';

/** Tables of Markdown: made of CSV, JSON or a data table, turned back, and lined up. */

const { BadInput, UsageError, choice, itemsOf, optionsOf, required, run } = require('./frame.js');
const { csvRows, gridOf, sidesOf, tablesOf, toCsv, toMarkdown } = require('./grid.js');

const TASKS = ['from-csv', 'from-json', 'from-table', 'to-csv', 'to-json', 'align'];
const USAGE = `usage: table.js --do from-csv|from-json (--text TEXT | --file PATH)
   or: table.js --do from-table --table SLUG
   or: table.js --do to-csv|to-json (--text MARKDOWN | --file PATH) [--number 1]
   or: table.js --do align (--text MARKDOWN | --file PATH)`;

function textOf(options) {
  if (options.has('table')) throw new UsageError('--table goes with --do from-table');
  return [...itemsOf(options)].join('\n');
}

function fromJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadInput('the text is not JSON: it must be a list of objects');
  }
  const objects = Array.isArray(value) && value.length && value.every((one) => one && typeof one === 'object' && !Array.isArray(one));
  if (!objects) throw new BadInput('the JSON must be a list of at least one object: [{"column": "value"}]');
  return gridOf(value);
}

function made({ head, rows }) {
  return toMarkdown(head, rows, sidesOf(head, rows));
}

/** The table that is meant. */
function chosen(text, number = '1') {
  const tables = tablesOf(text);
  const at = /^[1-9]\d{0,3}$/.test(number) ? Number(number) : NaN;
  if (Number.isNaN(at)) throw new UsageError('--number must be 1 or above');
  if (!tables[at - 1]) throw new BadInput(`there is no table ${at}: the text has ${tables.length}`);
  const { head, rows, uneven } = tables[at - 1];
  if (uneven) throw new BadInput(`line ${uneven} has more cells than the table has columns: write a bar within a cell as \\|`);
  return { head, rows: rows.map((row) => head.map((_, column) => row[column] ?? '')) };
}

function aligned(text) {
  const lines = text.split(/\r?\n/);
  for (const { first, last, head, rows, sides, uneven } of tablesOf(text).reverse()) {
    if (!uneven) lines.splice(first, last - first + 1, ...toMarkdown(head, rows, sides).split('\n'));
  }
  return lines.join('\n');
}

function main(argv) {
  const options = optionsOf(argv, ['do', 'text', 'file', 'table', 'number']);
  const task = choice(options, 'do', TASKS, required(options, 'do'));
  if (options.has('number') && !task.startsWith('to-')) throw new UsageError('--number goes with --do to-csv and to-json');
  if (task === 'from-table') {
    required(options, 'table');
    return made(gridOf([...itemsOf(options)].map((row) => row.fields)));
  }
  const text = textOf(options);
  if (task === 'from-csv') {
    const [head, ...rows] = csvRows(text);
    return made({ head, rows });
  }
  if (task === 'from-json') return made(fromJson(text));
  if (task === 'align') return aligned(text);
  const { head, rows } = chosen(text, options.get('number'));
  if (task === 'to-csv') return toCsv([head, ...rows]);
  return JSON.stringify(rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]]))));
}

run(main, USAGE);
