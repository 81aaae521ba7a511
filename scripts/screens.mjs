/**
 * npm run screens: takes docs/screens/<page>-<theme>.png of every page of the browser UI, from the built controller with
 * its simulator.
 *
 *   --out <folder>    instead of docs/screens
 *   --only <text>     only pages whose path contains it
 *   --all             every page in the dark theme and on a phone too, not just three
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'docs/screens') },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
});

// The browser tests' support code is TypeScript run by Jest, so one of their specs takes the pictures.
const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
const flags = [jest, 'test/web/screens.spec.ts'];
const wanted = { RACKFEED_SCREENS: resolve(values.out), RACKFEED_SCREENS_ONLY: values.only };
const env = { ...process.env, ...wanted, RACKFEED_SCREENS_ALL: String(values.all) };
process.exitCode = spawnSync(process.execPath, flags, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
