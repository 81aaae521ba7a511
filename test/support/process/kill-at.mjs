/** Preloaded: kills the process before its nth step on the disk, once `globalThis.countSteps()` was called. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Infinity;
globalThis.countSteps = () => (left = Number(process.env.KILL_AT));

const step = () => {
  if (--left <= 0) process.kill(process.pid, 'SIGKILL');
};

function wrap(owner, name, after = (result) => result) {
  const original = owner[name];
  owner[name] = function (...parameters) {
    step();
    return after(original.apply(this, parameters));
  };
}

for (const name of ['mkdirSync', 'openSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync']) wrap(fs, name);
for (const name of ['mkdir', 'rename', 'rm']) wrap(fs.promises, name);
wrap(fs.promises, 'open', async (opening) => {
  const handle = await opening;
  for (const name of ['writeFile', 'sync']) wrap(handle, name);
  return handle;
});
syncBuiltinESMExports();
