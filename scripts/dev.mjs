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
let watcher;
let due;
let isStopping = false;
let isOver = false;
reload();
const vite = run([join(ROOT, 'node_modules/vite/bin/vite.js'), 'web'], {
  RACKFEED_DEV_TARGET: process.env.RACKFEED_DEV_TARGET || `http://127.0.0.1:${port}`,
});
vite.once('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

function run(args, variables = {}) {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...variables } });
}

/** Begins before each build: Node 20 and 22 no longer watch a file that an editor has replaced instead of written. */
function watchSources() {
  watcher?.close();
  watcher = watch(join(ROOT, 'src'), { recursive: true }, (_, name) => {
    if (!name?.endsWith('.ts') || name.endsWith('.spec.ts')) return;
    clearTimeout(due);
    due = setTimeout(reload, QUIET_MS);
  });
}

/** Builds, and runs what was built. After an error, whose reason is printed, what ran before goes on. */
function reload() {
  watchSources();
  const script = join(ROOT, 'scripts/build.mjs');
  const { status } = spawnSync(process.execPath, [script, '--if-changed', 'compiled'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) return;
  if (controller === undefined) startController();
  else stopController();
}

function startController() {
  controller = run(['--enable-source-maps', join(ROOT, 'dist/main.js')], { RACKFEED_PORT: port });
  controller.once('exit', () => {
    controller = undefined;
    // Its data folder and port are free now.
    if (isStopping && !isOver) startController();
    isStopping = false;
  });
}

/** Asks it once: a second signal would end it at once. */
function stopController() {
  if (!isStopping) controller?.kill('SIGTERM');
  isStopping = true;
}

/** A terminal sends Ctrl-C to the controller and to Vite too, which take it as the same request. */
function end() {
  isOver = true;
  watcher.close();
  clearTimeout(due);
  vite.kill('SIGTERM');
  stopController();
}
