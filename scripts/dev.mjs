/**
 * npm run dev: runs the controller from dist/ and builds and restarts it whenever a source of the server changes, and
 * serves the pages from their sources with Vite, which reloads them in the browser. RACKFEED_PORT is the port of the
 * controller, and Vite prints the address to open.
 */
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';

const ROOT = resolve(import.meta.dirname, '..');
/** An editor writes a file in several steps, and a checkout many files. */
const QUIET_MS = 200;
const port = process.env.RACKFEED_PORT || '8080';

let controller;
let due;
let isInterrupted = false;
build();
startController();
const vite = run([join(ROOT, 'node_modules/vite/bin/vite.js'), 'web'], {
  RACKFEED_DEV_TARGET: process.env.RACKFEED_DEV_TARGET || `http://127.0.0.1:${port}`,
});
const watcher = watch(join(ROOT, 'src'), { recursive: true }, (_, name) => {
  if (!name?.endsWith('.ts') || name.endsWith('.spec.ts')) return;
  clearTimeout(due);
  due = setTimeout(reload, QUIET_MS);
});
vite.once('exit', end);
process.on('SIGTERM', end);
process.on('SIGINT', () => {
  isInterrupted = true; // a terminal sends it to the controller and to Vite too
  end();
});

function run(args, variables = {}) {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...variables } });
}

/** True unless a source has an error; then the reason is printed and dist/ is as it was. */
function build() {
  const script = join(ROOT, 'scripts/build.mjs');
  return (
    spawnSync(process.execPath, [script, '--if-changed', 'compiled'], { cwd: ROOT, stdio: 'inherit' }).status === 0
  );
}

function startController() {
  controller = run(['--enable-source-maps', join(ROOT, 'dist/main.js')], { RACKFEED_PORT: port });
}

/** Its data folder and port are free once it has ended. */
function reload() {
  if (!build()) return;
  const previous = controller;
  if (previous.exitCode !== null || previous.signalCode !== null) return startController();
  previous.once('exit', startController);
  previous.kill('SIGTERM');
}

function end() {
  watcher.close();
  clearTimeout(due);
  controller.off('exit', startController);
  if (isInterrupted) return;
  vite.kill('SIGTERM');
  controller.kill('SIGTERM');
}
