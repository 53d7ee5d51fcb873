'use strict';

/** What a cron line says, in words, with what usually surprises people. */

const { optionsOf, required, run } = require('./frame.js');
const { parse } = require('./cron.js');
const { explain, warnings } = require('./words.js');

const USAGE = 'usage: explain.js --cron "MINUTE HOUR DAY MONTH WEEKDAY"';

function main(argv) {
  const cron = parse(required(optionsOf(argv, ['cron']), 'cron'));
  return { cron: cron.line, means: explain(cron), warnings: warnings(cron) };
}

run(main, USAGE);
