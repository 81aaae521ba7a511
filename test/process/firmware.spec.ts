import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BootJournal } from '../../src/launcher/boot-journal.js';
import { readBootState, writeBootState, type BootState } from '../../src/launcher/boot-state.js';
import { releaseIn } from '../../src/launcher/installed-release.js';
import type { Place } from '../../src/launcher/launch.js';
import { readKeys } from '../../src/system/firmware/firmware-keys.js';
import { FirmwareStore } from '../../src/system/firmware/firmware-store.js';
import { installFirmware } from '../../src/system/firmware/install-firmware.js';
import type { Manifest } from '../../src/system/firmware/manifest.js';
import { eventually } from '../support/time/time-limits.js';
import { ControllerProcess, removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { aBundle, aSigningKey, publish, releaseFiles } from '../support/fixtures/firmware-bundle.js';

// Each test starts processes; on a busy machine a start takes seconds.
jest.setTimeout(180_000);

const SUPPORT = join(import.meta.dirname, '../support/process');
const key = aSigningKey();

/** A release that prints its version when it runs, and requests its restart on SIGUSR2. */
const running = (health = 'undefined') => `exports.start = async (launch) => {
  const { version } = JSON.parse(require('node:fs').readFileSync(launch.root + '/package.json', 'utf8'));
  process.on('SIGUSR2', () => launch.restart());
  const alive = setInterval(() => {}, 1000);
  console.log('version ' + version + ' runs as ' + process.pid + ' trial ' + launch.isTrial + ';');
  return {
    close: async () => { clearInterval(alive); console.log('version ' + version + ' closed;'); },
    problem: async () => ${health},
  };
};`;

let folder: string;
let dataDir: string;
let baseRoot: string;
let keys: string;
const started: ControllerProcess[] = [];
/** Processes that a controller has started to take over from it. */
const orphans: number[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  baseRoot = join(folder, 'base');
  keys = publish(key, join(folder, 'keys'));
  mkdirSync(dataDir);
  place(baseRoot, releaseFiles('1.0.0', running()));
});

afterEach(async () => {
  for (const pid of orphans.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  await Promise.all(started.splice(0).map((controller) => controller.kill('SIGKILL')));
  removeFolder(folder);
});

function place(root: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

const bundleOf = (body: string, version = '1.1.0'): string => {
  const file = join(folder, 'bundle.tar.gz');
  writeFileSync(file, aBundle({ key, version, files: releaseFiles(version, body) }));
  return file;
};

/** Installs a bundle as the upload does. */
const install = (body: string, version = '1.1.0') =>
  installFirmware(bundleOf(body, version), {
    dataDir,
    store: new FirmwareStore(dataDir),
    keys: readKeys(keys),
    place: 'base',
    version: '1.0.0',
    baseVersion: '1.0.0',
    allowDowngrade: false,
    now: 0,
  });

function launch(environment: Record<string, string> = {}): ControllerProcess {
  const controller = new ControllerProcess(
    { RACKFEED_DATA_DIR: dataDir, BASE_ROOT: baseRoot, ...environment },
    join(SUPPORT, 'launch.mjs'),
  );
  started.push(controller);
  return controller;
}

const pidOf = async (controller: ControllerProcess, version: string): Promise<number> =>
  Number(await controller.waitForOutput(new RegExp(`version ${version} runs as (\\d+)`)));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a reboot of the controller', () => {
  it('starts a child process without a service manager', async () => {
    const controller = launch();
    expect(await pidOf(controller, '1.0.0')).toBe(controller.pid);
    controller.signal('SIGUSR2');
    const child = Number(await controller.waitForOutput(/closed;\nversion 1\.0\.0 runs as (\d+)/));
    expect(child).not.toBe(controller.pid);
    process.kill(child, 'SIGUSR2');
    const next = Number(
      await controller.waitForOutput(
        /(?:closed;\nversion 1\.0\.0 runs as (?:\d+) trial false;\n){1}version 1\.0\.0 closed;\nversion 1\.0\.0 runs as (\d+)/,
      ),
    );
    expect(isAlive(child)).toBe(false);
    expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(isAlive(next)).toBe(false);
    expect(controller.stdout.match(/closed;/g)).toHaveLength(3);
  });

  it('also happens if the release never closes: another process follows once this one has ended', async () => {
    place(baseRoot, releaseFiles('1.0.0', running().replace('clearInterval(alive);', 'await new Promise(() => {});')));
    const controller = launch();
    const pid = await pidOf(controller, '1.0.0');
    controller.signal('SIGUSR2');
    const next = Number(
      await controller.waitForOutput(
        new RegExp(`version 1\\.0\\.0 runs as ${pid} [^]*version 1\\.0\\.0 runs as (\\d+)`),
      ),
    );
    orphans.push(next);
    expect(isAlive(next)).toBe(true);
    expect(controller.stderr).toContain('did not close within');
  });

  it('ends with 75 with a service manager, also if the release never closes', async () => {
    place(baseRoot, releaseFiles('1.0.0', running().replace('clearInterval(alive);', 'await new Promise(() => {});')));
    const controller = launch({ RACKFEED_SUPERVISOR: 'container' });
    await pidOf(controller, '1.0.0');
    controller.signal('SIGUSR2');
    expect((await controller.ended).code).toBe(75);
  });

  it('leaves no orphan when the parent process is killed', async () => {
    const controller = launch();
    await pidOf(controller, '1.0.0');
    controller.signal('SIGUSR2');
    const child = Number(await controller.waitForOutput(/closed;\nversion 1\.0\.0 runs as (\d+)/));
    controller.signal('SIGKILL');
    await eventually(() => !isAlive(child));
  });

  it('ends with the status of its child', async () => {
    place(baseRoot, releaseFiles('1.0.0', `${running()}\nprocess.on('SIGHUP', () => process.exit(7));`));
    const controller = launch();
    await pidOf(controller, '1.0.0');
    controller.signal('SIGUSR2');
    const child = Number(await controller.waitForOutput(/closed;\nversion 1\.0\.0 runs as (\d+)/));
    process.kill(child, 'SIGHUP');
    expect((await controller.ended).code).toBe(7);
  });

  it('ends with 75 under a supervisor, which then restarts it', async () => {
    const controller = launch({ RACKFEED_SUPERVISOR: 'systemd' });
    await pidOf(controller, '1.0.0');
    controller.signal('SIGUSR2');
    expect(await controller.ended).toEqual({ code: 75, signal: null });
  });
});

describe('a new version', () => {
  const TRIAL = { RACKFEED_FIRMWARE_TRIAL_SECONDS: '1' };

  it('is confirmed when it runs well, and then runs without a parent process', async () => {
    await install(running());
    const controller = launch(TRIAL);
    expect(await pidOf(controller, '1.1.0')).not.toBe(controller.pid);
    await eventually(() => readBootState(dataDir)?.trial === false);
    expect(readBootState(dataDir)).toMatchObject({ active: 'slot-a', last: { result: 'confirmed', version: '1.1.0' } });
    expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const again = launch();
    expect(await pidOf(again, '1.1.0')).toBe(again.pid);
  });

  it('is rolled back when it ends before its confirmation three times', async () => {
    await install(`console.log('version 1.1.0 tries;'); process.exit(1);`);
    const controller = launch(TRIAL);
    await pidOf(controller, '1.0.0');
    expect(controller.stdout.match(/version 1\.1\.0 tries/g)).toHaveLength(3);
    const { active, last } = readBootState(dataDir) ?? {};
    expect([active, last?.result, last?.reason]).toEqual(['base', 'rolledBack', expect.stringContaining('3 times')]);
  });

  it.each([
    ['finds itself not well', running(`'It does not reach the hardware.'`), 'It does not reach the hardware.'],
    [
      'never becomes ready',
      'exports.start = () => new Promise(() => setInterval(() => {}, 1000));',
      'not ready in time',
    ],
    ['does nothing but compute', `${running()}\nfor (;;);`, 'did not answer'],
  ])('is rolled back when it %s', async (_, body, reason) => {
    await install(body);
    const controller = launch(TRIAL);
    await pidOf(controller, '1.0.0');
    expect(readBootState(dataDir)).toMatchObject({
      active: 'base',
      last: { result: 'rolledBack', version: '1.1.0', from: '1.0.0', reason: expect.stringContaining(reason) },
    });
  });

  it('may be stopped and rebooted while it is on trial, which does not count as a failure', async () => {
    await install(running());
    for (let start = 0; start < 4; start++) {
      const controller = launch();
      const child = await pidOf(controller, '1.1.0');
      if (start === 0) {
        process.kill(child, 'SIGUSR2');
        await controller.waitForOutput(/closed;\n(version 1\.1\.0) runs/);
      }
      expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    }
    expect(readBootState(dataDir)).toMatchObject({ active: 'slot-a', trial: true, attempts: 0 });
  });

  it('is replaced by a release that was installed by other means', async () => {
    await install(running());
    place(baseRoot, releaseFiles('1.0.1', running()));
    const controller = launch();
    expect(await pidOf(controller, '1.0.1')).toBe(controller.pid);
    expect(readBootState(dataDir)?.active).toBe('base');
  });
});

describe('a version that was confirmed before', () => {
  const state = (change: Partial<BootState>): BootState => ({
    format: 1,
    active: 'slot-a',
    previous: 'slot-b',
    trial: false,
    attempts: 0,
    baseVersion: '1.0.0',
    ...change,
  });
  const slot = (name: string, version: string, body = running()): void =>
    place(join(dataDir, 'firmware', name), releaseFiles(version, body));

  it('is replaced by the previous one after three starts in a row that ended by themselves', async () => {
    slot('slot-a', '1.2.0', `console.log('version 1.2.0 tries;'); process.exit(1);`);
    slot('slot-b', '1.1.0');
    writeBootState(dataDir, state({}));
    for (let start = 0; start < 3; start++) expect((await launch().ended).code).toBe(1);
    await pidOf(launch(), '1.1.0');
  });

  it('is not replaced because of power cuts', async () => {
    slot('slot-a', '1.2.0');
    writeBootState(dataDir, state({ attempts: 3, bootId: 'of another start of the machine' }));
    await pidOf(launch(), '1.2.0');
  });

  it('is replaced when its files are missing', async () => {
    slot('slot-b', '1.1.0');
    writeBootState(dataDir, state({}));
    await pidOf(launch(), '1.1.0');
    expect(readBootState(dataDir)).toMatchObject({ active: 'slot-b', last: { result: 'rolledBack' } });
  });

  it('is not replaced because of an invalid configuration', async () => {
    const wrong = `exports.start = async () => { throw Object.assign(new Error(), { problems: ['RACKFEED_X is wrong.'] }); };`;
    slot('slot-a', '1.2.0', wrong);
    writeBootState(dataDir, state({}));
    const controller = launch();
    expect((await controller.ended).code).toBe(2);
    expect(controller.stderr).toBe('RACKFEED_X is wrong.\n');
    expect(readBootState(dataDir)?.attempts).toBe(0);
  });
});

describe('a kill at any step', () => {
  /** The number of parallel kills, so that the machine is busy while one of them waits for its disk. */
  const WORKERS = 4;

  /** False when the process came to its end before that step. */
  function killedAt(step: number, command: string, folderOfData: string, bundle = ''): Promise<boolean> {
    const preload = ['--import', join(SUPPORT, 'kill-at.mjs')];
    const call = [...preload, join(SUPPORT, 'install.mjs'), command, folderOfData, baseRoot, keys, bundle];
    const env = { ...process.env, KILL_AT: String(step) };
    return new Promise((resolve, reject) =>
      execFile(process.execPath, call, { env }, (error, _, stderr) => {
        if (error && error.signal !== 'SIGKILL') reject(new Error(stderr));
        else resolve(error !== null);
      }),
    );
  }

  /** Kills at each step, one after another, every fourth in the same data folder, until no step is left. */
  async function atEveryStep(
    command: string,
    bundle: string,
    around: { before: (data: string) => void; after: (data: string, step: number) => void },
  ): Promise<void> {
    let isOver = false;
    const worker = async (first: number): Promise<void> => {
      const data = join(folder, `data-${command}-${first}`);
      mkdirSync(data);
      for (let step = first; !isOver; step += WORKERS) {
        around.before(data);
        const killed = await killedAt(step, command, data, bundle);
        around.after(data, step);
        if (!killed) isOver = true;
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(index + 1)));
  }

  /** The release that starts next; throws unless each of its files is as signed. */
  function startsWhole(data = dataDir): Place {
    const { place: chosen, release } = new BootJournal(
      releaseIn(baseRoot) ?? { root: '', version: '', entry: '' },
      data,
    ).choose();
    if (chosen === 'base') return chosen;
    const { files } = JSON.parse(readFileSync(join(release.root, 'manifest.json'), 'utf8')) as Manifest;
    for (const { path, sha256 } of files) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(release.root, path)))
          .digest('hex'),
      ).toBe(sha256);
    }
    return chosen;
  }

  it('of an installation leaves the previous or the new version, complete, and the next upload works', async () => {
    const bundle = bundleOf(running());
    const seen: Place[] = [];
    await atEveryStep('install', bundle, {
      before: () => undefined,
      after: (data, step) => {
        seen[step] = startsWhole(data);
        if (seen[step] === 'slot-a') removeFolder(join(data, 'firmware'));
      },
    });
    expect(seen.length).toBeGreaterThan(25);
    expect(seen[1]).toBe('base');
    expect(seen.at(-1)).toBe('slot-a');
    expect(seen.indexOf('slot-a')).toBeGreaterThan(20); // an incomplete version was never chosen
  });

  it.each(['choose', 'confirm', 'rollBack'])('of "%s" leaves a readable boot state', async (command) => {
    await install(running());
    const before = readBootState(dataDir) as BootState;
    await atEveryStep(command, '', {
      before: (data) => {
        for (const path of ['package.json', 'dist/server.cjs', 'manifest.json', 'manifest.sig']) {
          mkdirSync(dirname(join(data, 'firmware/slot-a', path)), { recursive: true });
          copyFileSync(join(dataDir, 'firmware/slot-a', path), join(data, 'firmware/slot-a', path));
        }
        writeBootState(data, before);
      },
      after: (data) => {
        expect(readBootState(data)).toBeDefined();
        startsWhole(data);
      },
    });
  });
});
