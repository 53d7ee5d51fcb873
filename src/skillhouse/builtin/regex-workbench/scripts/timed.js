"use strict";
// Matching with a time limit: it runs in a thread of its own, which is ended when the time is over. A pattern cannot
// be stopped in any other way.

const path = require("path");
const { Worker } = require("worker_threads");

/**
 * Do each task in order; a task is {pattern, flags, text} with the `names` of its groups or a `replacement`. Resolves
 * with the answers so far, and whether the time ran out. `limit` is in milliseconds, for all tasks together, from the
 * moment when the thread is ready.
 */
function inTime(tasks, limit) {
  return new Promise((resolve, reject) => {
    const answers = [];
    const worker = new Worker(path.join(__dirname, "matcher.js"), { workerData: tasks });
    let timer = null;
    const finish = (timedOut) => {
      clearTimeout(timer);
      worker.terminate().then(() => resolve({ answers, timedOut }), reject);
    };
    worker.on("message", (message) => {
      if (message === "ready") timer = setTimeout(finish, limit, true);
      else if (message === "done") finish(false);
      else answers.push(message);
    });
    worker.on("error", reject);
  });
}

module.exports = { inTime };
