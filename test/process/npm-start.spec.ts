import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, '../..');
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

it.each([
  ['SIGTERM to npm alone', 'SIGTERM', 1],
  ['SIGINT to npm alone', 'SIGINT', 1],
  ['Ctrl-C in a terminal, which npm passes on,', 'SIGINT', -1],
] as const)('%s stops what "npm start" has started, cleanly', async (_, signal, whom) => {
  const folder = temporaryFolder();
  // Without its build step, which would disturb other tests.
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: ROOT,
    env: { ...process.env, RACKFEED_HOST: '127.0.0.1', RACKFEED_PORT: '0', RACKFEED_DATA_DIR: folder },
    detached: true,
  });
  const ended = new Promise((resolve) => npm.once('close', resolve));
  let said = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      npm.stdout.on('data', (chunk: Buffer) => {
        const [, address] = /ready at (http:\/\/\S+)/.exec((said += chunk.toString())) ?? [];
        if (address !== undefined) resolve(address);
      });
      void ended.then(() => reject(new Error(`npm start ended: ${said}`)));
    });
    expect(await answers(url)).toBe(true);
    process.kill(whom * (npm.pid ?? 0), signal);
    await eventually(async () => !(await answers(url)));
    await ended;
    expect(said).toContain('Stopped. Outlets stay as they are.');
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL'); // any remaining process
    } catch {
      // nothing is
    }
    removeFolder(folder);
  }
});
