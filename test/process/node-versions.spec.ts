import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { promisedNodes, tooOldNodes } from '../support/process/node-versions.js';

jest.setTimeout(180_000);

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'correct horse battery';
const VERSION = '0.9.8';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

let folder: string;
let release: string;

beforeAll(() => {
  folder = temporaryFolder();
  execFileSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs'), '--out', folder, '--version', VERSION], {
    env: { ...process.env, FIRMWARE_SIGNING_KEY: join(folder, 'none.pem') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  release = join(folder, `rackfeed-${VERSION}`);
});
afterAll(() => removeFolder(folder));

let folders = 0;
const aDataFolder = (): string => join(folder, `data-${++folders}`);

const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '');

/** The arguments of Node in a line that starts the controller. */
function argumentsIn(words: readonly string[]): string[] {
  const node = words.findIndex((word) => word === 'node' || word.endsWith('/node'));
  return words.slice(node + 1);
}

const unit = /^ExecStart=(.*)$/m.exec(read('packaging/systemd/rackfeed.service'))?.[1] ?? '';
const image = /^ENTRYPOINT (\[.*\])$/m.exec(read('packaging/docker/Dockerfile'))?.[1] ?? '[]';
const lines = {
  'the systemd unit': argumentsIn(unit.split(' ')),
  'the container image': argumentsIn(JSON.parse(image) as string[]),
};
/** The same lines in the documents, where people copy them from. */
const documented = ['docs/install.md', 'docs/firmware.md'].flatMap((path) =>
  [...read(path).matchAll(/\bnode (--\S.*?) ?\S*dist\/main\.js/g)].map(([, flags]): [string, string] => [
    path,
    flags ?? '',
  ]),
);

const isOfNode = promisedNodes.map(({ wanted, version, path }) => ({ name: `${wanted} (${version})`, path }));

describe.each(isOfNode)('on Node $name', ({ path }) => {
  it.each(Object.entries(lines))('the line of %s starts the release, which signs in and switches', async (_, words) => {
    const [program = '', ...rest] = words.map((word) => word.replace('/opt/rackfeed', release)).reverse();
    const controller = new ControllerProcess(
      { RACKFEED_DATA_DIR: aDataFolder(), RACKFEED_ADMIN_PASSWORD: PASSWORD },
      program,
      [path, ...rest.reverse()],
    );
    const admin = await signIn(await controller.ready(), PASSWORD);
    const switched = await admin.send('PUT', '/api/outlets/1', { state: 'OFF' });
    expect([switched.status, switched.body['state']]).toEqual([200, 'OFF']);
    expect((await admin.send('GET', '/api/outlets/1')).body).toMatchObject({ state: 'OFF' });
    expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(controller.stderr).toBe('');
  });

  it('a reboot by the API leaves one process, or a parent and its child if Node cannot replace itself', async () => {
    const controller = new ControllerProcess(
      { RACKFEED_DATA_DIR: aDataFolder(), RACKFEED_ADMIN_PASSWORD: PASSWORD },
      join(release, 'dist/main.js'),
      [path],
    );
    const admin = await signIn(await controller.ready(), PASSWORD);
    expect((await admin.send('POST', '/api/system/reboot')).status).toBe(200);
    const url = await controller.waitForOutput(/is ready at [^]*is ready at (http:\S+)/);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const canReplaceItself = spawnSync(path, ['-p', 'typeof process.execve'], { encoding: 'utf8' }).stdout.trim();
    expect(childrenOf(controller.pid)).toHaveLength(canReplaceItself === 'function' ? 0 : 1);
    expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(controller.stderr).toBe('');
  });

  it('the command line of the release answers', () => {
    const { status, stdout } = spawnSync(path, [join(release, 'dist/cli/rackfeed.js'), 'version'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(VERSION)]);
  });
});

it('the documents start it with the flags of the unit', () => {
  expect(documented.map(([path]) => path)).toEqual(['docs/install.md', 'docs/firmware.md']);
  const flags = lines['the systemd unit'].slice(0, -1).join(' ');
  for (const [path, said] of documented) expect([path, said]).toEqual([path, flags]);
});

/** The message of a Node that is too old, for the release and the source tree alike. */
const complaint = (version: string): RegExp =>
  new RegExp(`^Rackfeed needs Node [^\\n]*; this is Node ${version.replaceAll('.', '\\.')}\\.\\n$`);

// Without one at hand there is nothing to describe: the end of the run says so.
for (const { version, path } of tooOldNodes) {
  describe(`on Node ${version}, which is too old`, () => {
    it.each(['dist/main.js', 'dist/cli/rackfeed.js'])('%s reports it in one sentence', (program) => {
      for (const root of [release, ROOT, join(ROOT, 'release/local')]) {
        const { status, stdout, stderr } = spawnSync(path, [join(root, program)], { encoding: 'utf8' });
        expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(complaint(version))]);
      }
    });

    it('`npm ci` installs nothing, and npm names the required Node', () => {
      const tree = aDataFolder();
      for (const part of ['package.json', 'package-lock.json', '.npmrc', 'scripts']) {
        cpSync(join(ROOT, part), join(tree, part), { recursive: true });
      }
      const npm = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
      const { status, stderr } = spawnSync(path, [npm, 'ci', '--offline'], { cwd: tree, encoding: 'utf8' });
      const { engines } = JSON.parse(read('package.json')) as { engines: object };
      expect([status, stderr]).toEqual([1, expect.stringContaining('EBADENGINE')]);
      expect(stderr).toContain(`Required: ${JSON.stringify(engines)}`);
      expect(existsSync(join(tree, 'node_modules'))).toBe(false);
    });
  });
}

it('a release that requires a newer Node than this one reports it in one sentence', () => {
  const newer = join(folder, 'newer');
  cpSync(release, newer, { recursive: true });
  const file = join(newer, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), engines: { node: '>=99.0.0' } }));
  for (const program of ['dist/main.js', 'dist/cli/rackfeed.js']) {
    const { status, stderr } = spawnSync(process.execPath, [join(newer, program)], { encoding: 'utf8' });
    const { node } = process.versions;
    expect([status, stderr]).toEqual([2, `Rackfeed needs Node 99.0.0 or later; this is Node ${node}.\n`]);
  }
});
