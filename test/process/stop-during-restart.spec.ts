import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

// Each test starts processes; on a busy machine a start takes seconds.
jest.setTimeout(60_000);

/** A release that says what it does, restarts on SIGUSR2, and has closed on SIGHUP. */
const RELEASE = `exports.start = async ({ restart }) => {
  setInterval(() => {}, 1000);
  process.on('SIGUSR2', restart);
  process.on('SIGTERM', () => console.log('asked to stop;'));
  console.log('started;');
  const close = () => {
    console.log('closing;');
    return new Promise((resolve) => process.once('SIGHUP', resolve));
  };
  return { close, problem: async () => undefined };
};`;
const LAUNCHER = pathToFileURL(join(import.meta.dirname, '../../dist/launcher/launcher.js')).href;

let folder: string;
let child: ChildProcess;
let output: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0' }));
  writeFileSync(join(folder, 'dist/server.cjs'), RELEASE);
  writeFileSync(join(folder, 'run.mjs'), `import { launch } from '${LAUNCHER}';\nawait launch('${folder}');\n`);
  output = '';
});
afterEach(() => {
  child.kill('SIGKILL');
  removeFolder(folder);
});

function start(environment: Record<string, string> = {}): void {
  child = spawn(process.execPath, [join(folder, 'run.mjs')], {
    env: { PATH: process.env.PATH, RACKFEED_DATA_DIR: join(folder, 'data'), ...environment },
  });
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

async function said(text: string): Promise<void> {
  while (!output.includes(text)) await new Promise(setImmediate);
}

it.each([
  ['alone', {}],
  ['with a service manager', { RACKFEED_SUPERVISOR: 'systemd' }],
])('a request to stop during a restart ends the controller, which is not started again: %s', async (_, environment) => {
  start(environment);
  const ended = once(child, 'close');
  await said('started;');
  child.kill('SIGUSR2');
  await said('closing;');
  child.kill('SIGTERM');
  await said('asked to stop;');
  child.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
  expect(output.split('started;')).toHaveLength(2);
});
