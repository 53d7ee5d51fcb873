// The warm half of the guest for Node: preloaded (`node -r`) into an interpreter that has started already and waits
// for its job on descriptor 3. When this file ends, Node goes on to its main script, which is a link to the job's own:
// so the script has the stack, the module and the arguments that `node SCRIPT` would give it (SBX-11).
'use strict';
const fs = require('fs');
const path = require('path');

const JOB = 3;
const MAIN = '/tmp/.main';
const FAILED = 69; // "E", as the host reads it

function receive(size) {
  const buffer = Buffer.allocUnsafe(size);
  let got = 0;
  while (got < size) {
    const count = fs.readSync(JOB, buffer, got, size - got);
    if (count === 0) throw new Error('the host closed the job socket');
    got += count;
  }
  return buffer;
}

function receiveTexts() {
  const count = receive(4).readUInt32LE(0);
  return Array.from({ length: count }, () => receive(receive(4).readUInt32LE(0)).toString());
}

function writeFiles() {
  const flags = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL | fs.constants.O_NOFOLLOW;
  for (let left = receive(4).readUInt32LE(0); left > 0; left--) {
    const head = receive(12);
    const name = receive(head.readUInt32LE(8)).toString();
    const content = receive(Number(head.readBigUInt64LE(0)));
    fs.mkdirSync(path.dirname(name), { recursive: true });
    const script = /\.(sh|py|js)$/.test(name) || content.subarray(0, 2).toString('latin1') === '#!';
    const file = fs.openSync(name, flags, script ? 0o755 : 0o644);
    fs.writeFileSync(file, content);
    fs.closeSync(file);
  }
}

// What nearly every script needs is loaded and compiled once before the job is there.
function warmUp() {
  const names = ['assert', 'buffer', 'child_process', 'crypto', 'events', 'os', 'readline', 'stream', 'url', 'util'];
  names.forEach((name) => require(name));
  void [process.stdout, process.stderr];
  require('util').inspect({ warm: [1, 'x', new Map()] });
}

function takeJob() {
  const [script, ...args] = receiveTexts();
  const [params] = receiveTexts();
  writeFiles();
  receive(1);
  fs.closeSync(JOB);
  process.env.SKILL_PARAMETERS = params;
  const target = path.resolve(script);
  fs.symlinkSync(target, MAIN);
  process.argv = [process.argv[0], target, ...args];
  process.execArgv.splice(process.execArgv.indexOf('-r'), 2);
  process._preload_modules.length = 0;
  delete require.cache[__filename];
}

// The script's own worker threads are preloaded with this file too: for them there is nothing to do.
if (require('worker_threads').isMainThread) {
  try {
    warmUp();
    takeJob();
  } catch (error) {
    fs.writeSync(JOB, Buffer.concat([Buffer.of(FAILED), Buffer.from(String(error))]));
    process.reallyExit(71);
  }
}
