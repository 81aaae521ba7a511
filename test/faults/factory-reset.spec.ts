/**
 * A controller whose power is cut during a factory reset, or right after its answer. At the next start all earlier data is
 * there, or none of it; after the answer none.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';
import { PowerCuts } from './power-cuts.js';
import { Random, sleep } from './random.js';

/** The number of cuts; `npm run test:faults` asks for more. */
const CUTS = Math.max(8, Math.round(Number(process.env['POWER_CUTS'] ?? 0) / 5));
const SEED = Number(process.env['FAULT_SEED'] ?? (CUTS > 8 ? Math.floor(Math.random() * 2 ** 32) : 4));
const PASSWORD = 'a long test password';
/** The deletion after the answer takes about so long while the recorder delays its syncs, ms. */
const DELETION = 60;

/** The files and folders in the data folder before the reset, besides the database. */
const EARLIER = [
  'https-self-signed.pem',
  'https-custom.pem',
  'https-request.json',
  'fleet-identity.json',
  'rackfeed.sqlite.copy',
  'rackfeed.sqlite.broken-20260101T000000Z',
  'before-restore-20260101T000000Z-ab12cd',
  'ssh-host-key',
];

describeWith('cc', `the power is cut ${CUTS} times at a factory reset (FAULT_SEED=${SEED})`, () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const before = join(folder, 'before');
  const random = new Random(SEED);
  let cuts: PowerCuts;
  let contents: Map<string, string>;

  beforeAll(async () => {
    mkdirSync(dataDir);
    cuts = new PowerCuts(dataDir, folder, { random });
    const controller = start();
    const admin = await signIn(await controller.ready(), PASSWORD);
    expect((await admin.send('POST', '/api/conf', { deviceName: 'Earlier PDU' })).status).toBe(200);
    expect((await admin.send('GET', '/api/system/certificate')).status).toBe(200); // which makes it
    await controller.kill('SIGTERM');
    for (const name of EARLIER) {
      const path = join(dataDir, name);
      if (existsSync(path)) continue;
      if (name.startsWith('before-restore')) mkdirSync(path);
      writeFileSync(name.startsWith('before-restore') ? join(path, 'ssh-host-key') : path, 'earlier');
    }
    cpSync(dataDir, before, { recursive: true });
    contents = contentsOf(before);
  }, 60_000);

  afterAll(() => removeFolder(folder));

  const start = (environment: Readonly<Record<string, string>> = {}) =>
    new ControllerProcess({ ...environment, RACKFEED_DATA_DIR: dataDir, RACKFEED_ADMIN_PASSWORD: PASSWORD });

  it(
    'which is whole at the next start, or has not begun',
    async () => {
      let [answered, unanswered, cutOff] = [0, 0, 0];
      let resetTakes = 0;
      for (let cut = 1; cut <= CUTS; cut++) {
        for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
        cpSync(before, dataDir, { recursive: true });
        cuts.on();
        const recorded = start(cuts.environment);
        const admin = await signIn(await recorded.ready(), PASSWORD);
        const from = performance.now();
        const answer: { status?: number } = {};
        const reset = admin.send('POST', '/api/system/configReset').then(
          ({ status }) => void (answer.status = status),
          () => undefined,
        );
        // Every other one is cut before its answer, if it takes as long as the one before.
        await (cut % 2 === 0 ? sleep(random.upTo(resetTakes)) : reset);
        const isAnswered = answer.status === 200;
        if (isAnswered) {
          resetTakes = performance.now() - from;
          if (random.is(0.3)) await sleep(random.upTo(DELETION));
        }
        const { pid } = recorded;
        await recorded.kill('SIGKILL');
        cuts.cut(pid);
        const left = earlierIn(dataDir);
        const restarted = start();
        const again = await signIn(await restarted.ready(), PASSWORD);
        const { deviceName } = (await again.send('GET', '/api/conf')).body;
        const { status } = await again.send('GET', '/api/system/certificate');
        await restarted.kill('SIGTERM');
        const isReset = deviceName !== 'Earlier PDU';
        expect({ cut, status, isReset, earlier: earlierIn(dataDir) }).toEqual({
          ...{ cut, status: 200 },
          isReset: isAnswered || isReset,
          earlier: isReset ? [] : EARLIER,
        });
        if (isAnswered) answered++;
        else unanswered++;
        if (isReset && left.length > 0) cutOff++;
      }
      console.log(`${answered} cuts after the answer, ${unanswered} before it; ${cutOff} left earlier data.`);
      expect(answered).toBeGreaterThan(0);
      expect(cutOff).toBeGreaterThan(0);
    },
    60_000 + CUTS * 20_000,
  );

  /** The names whose content is that of before the reset. */
  const earlierIn = (where: string): string[] => {
    const now = contentsOf(where);
    return EARLIER.filter((name) => now.get(name) === contents.get(name));
  };
});

/** The content of each earlier file; of a folder, the names in it. */
function contentsOf(folder: string): Map<string, string> {
  const contents = new Map<string, string>();
  for (const name of EARLIER) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    contents.set(name, name.startsWith('before-restore') ? readdirSync(path).join() : readFileSync(path, 'utf8'));
  }
  return contents;
}
