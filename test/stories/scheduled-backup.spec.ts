import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createApp } from '../../src/app.js';
import { staggeredOffset } from '../../src/common/staggered-offset.js';
import { readConfig } from '../../src/config/runtime-config.js';
import { restoreBackup } from '../../src/database/maintenance/backup.js';
import { backupKey } from '../../src/health/backup-key.js';
import { ScheduledBackupService } from '../../src/health/scheduled-backup.service.js';
import { PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import { eventually } from '../support/time/time-limits.js';
import { ADMIN_PASSWORD, aPdu, Pdu, QUIET } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const PASSPHRASE = 'a passphrase for the backup';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let folder: string;
let target: string;
let pdu: Pdu;

const started = (): Promise<Pdu> =>
  aPdu({
    dataDir: join(folder, 'data'),
    env: {
      RACKFEED_BACKUP_DIR: target,
      RACKFEED_BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase'),
      RACKFEED_BACKUP_KEEP: '2',
    },
  });

/** Lets time pass, with a poll cycle at its end, and waits for a backup that this may have started. */
async function after(ms: number): Promise<void> {
  pdu.clock.advance(ms);
  await pdu.poll();
  await pdu.app.get(ScheduledBackupService).idle();
}

const made = (): string[] => readdirSync(target).filter((name) => name.startsWith('rackfeed-1000036-'));
const health = async () => (await (await pdu.as('admin')).get('/api/system/health')).body;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
  target = join(folder, 'target');
  mkdirSync(target);
  writeFileSync(join(folder, 'passphrase'), PASSPHRASE);
  mkdirSync(join(folder, 'data'));
  pdu = await started();
});
afterEach(async () => {
  await pdu.stop();
  rmSync(folder, { recursive: true });
});

describe('the scheduled backup', () => {
  it('runs once a week, retains the newest backups, and does not touch other files', async () => {
    writeFileSync(join(target, 'rackfeed-1000036-notes.txt'), '');
    writeFileSync(join(target, 'rackfeed-1000047-20200101T000000Z.backup'), 'of another PDU');
    await after(60_000);
    expect(made()).toEqual(['rackfeed-1000036-notes.txt']);
    await after(60_000);
    expect(made()).toEqual(['rackfeed-1000036-20260302T080200Z.backup', 'rackfeed-1000036-notes.txt']);
    await after(6 * DAY);
    expect(made()).toHaveLength(2);
    for (let week = 0; week < 3; week++) await after(7 * DAY);
    expect(made()).toHaveLength(3);
    expect(made()).not.toContain('rackfeed-1000036-20260302T080200Z.backup');
    expect(readdirSync(target)).toContain('rackfeed-1000047-20200101T000000Z.backup');
    expect((await health()).backup).toEqual({ last: '2026-03-29T08:02:00.000Z' });
  });

  it('stays weekly, and retains the backups of the right time, after the clock was ahead for a while', async () => {
    for (const year of [2090, 2091, 2092]) {
      writeFileSync(join(target, `rackfeed-1000036-${year}0101T000000Z.backup`), 'made while the clock was ahead');
    }
    await after(2 * 60_000);
    for (let hour = 0; hour < 5; hour++) await after(HOUR);
    const first = 'rackfeed-1000036-20260302T080200Z.backup';
    expect(made()).toEqual([first, 'rackfeed-1000036-20920101T000000Z.backup']);
    await after(7 * DAY);
    expect(made()).toEqual([first, 'rackfeed-1000036-20260309T130200Z.backup']);
    expect((await health()).backup).toEqual({ last: '2026-03-09T13:02:00.000Z' });
  });

  it('makes none that replaces one of the right time while the clock is not set', async () => {
    await after(2 * 60_000);
    const [first] = made();
    pdu.clock.setWall(Date.parse('1970-01-01T00:03:00Z'));
    for (let hour = 0; hour < 5; hour++) await after(HOUR);
    expect(made()).toEqual([first]);
    pdu.clock.setWall(Date.parse('2026-03-16T08:00:00Z'));
    await after(HOUR);
    expect(made()).toEqual([first, 'rackfeed-1000036-20260316T090000Z.backup']);
  });

  it('makes one while the clock is not set if there is none', async () => {
    pdu.clock.setWall(Date.parse('1970-01-01T00:00:10Z'));
    await after(2 * 60_000);
    expect(made()).toEqual(['rackfeed-1000036-19700101T000210Z.backup']);
  });

  it('replaces what an earlier one has left that was cut off', async () => {
    writeFileSync(join(target, 'rackfeed-1000036-unfinished.part'), 'x'.repeat(10_000_000));
    await after(2 * 60_000);
    expect(made()).toEqual(['rackfeed-1000036-20260302T080200Z.backup']);
    expect(statSync(join(target, made()[0] ?? '')).size).toBeLessThan(10_000_000);
  });

  it('can be restored', async () => {
    await after(2 * 60_000);
    const file = await open(join(target, made()[0] ?? ''));
    const other = join(folder, 'other');
    const key = backupKey(PASSPHRASE, new PasswordHasher());
    const { manifest } = await restoreBackup(other, file, key, pdu.clock.now()).finally(() => file.close());
    expect(manifest.files.map(({ name }) => name)).toEqual(['ssh-host-key', 'device.key', 'rackfeed.sqlite']);
    expect(readdirSync(other)).toEqual(expect.arrayContaining(['device.key', 'installed', 'rackfeed.sqlite']));
  });

  it('reports a fault of the target in the health, and once in the log, and retries within the hour', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    renameSync(target, `${target}.gone`);
    await after(2 * 60_000);
    await after(HOUR);
    expect(warn.mock.calls.filter(([said]) => String(said).includes('scheduled backup'))).toHaveLength(1);
    warn.mockRestore();
    const ill = await health();
    expect(ill).toMatchObject({
      status: 'degraded',
      ready: true,
      backup: { trouble: expect.stringContaining('ENOENT') },
    });
    expect(ill.checks).toContainEqual({ name: 'backup', status: 'warn' });
    renameSync(`${target}.gone`, target);
    await after(HOUR);
    expect(made()).toHaveLength(1);
    expect((await health()).backup.trouble).toBeUndefined();
    expect((await health()).checks).toContainEqual({ name: 'backup', status: 'ok' });
  });

  it('that fails is a fault of the controller, with an entry in the log and an event at its begin and its end', async () => {
    const admin = await pdu.as('admin');
    for (const when of ['begin', 'end']) {
      await admin.post('/api/events', { name: `Backup: ${when}`, code: 113, params: [when], actions: [] });
    }
    await pdu.seconds(2);
    renameSync(target, `${target}.gone`);
    await after(2 * 60_000);
    await pdu.seconds(2);
    const sentence = expect.stringMatching(/^The scheduled backup could not be made in ".*": ENOENT/) as unknown;
    expect((await health()).faults).toEqual([{ kind: 'backup', message: sentence, since: expect.any(String) }]);
    renameSync(`${target}.gone`, target);
    await after(HOUR);
    await pdu.seconds(32);
    expect((await health()).faults).toEqual([]);
    const again = await pdu.as('admin'); // the session has ended in that hour
    const { entries } = (await again.get('/api/log?object=controller:backup')).body;
    expect(entries).toMatchObject([
      { kind: 'controller.recovered', after: { message: 'The scheduled backup works again.' }, result: 'ok' },
      { kind: 'controller.fault', after: { message: sentence }, result: 'BACKUP_FAILED' },
    ]);
    const triggered = (await again.get('/api/log?kind=event.trigger')).body.entries as { after: { name: string } }[];
    expect(triggered.map(({ after: { name } }) => name)).toEqual(['Backup: end', 'Backup: begin']);
  });

  it('requires a passphrase: without the file none is written, and the folder variable alone is refused', async () => {
    rmSync(join(folder, 'passphrase'));
    await after(2 * 60_000);
    expect(readdirSync(target)).toEqual([]);
    expect((await health()).backup.trouble).toContain('passphrase');
    expect(() => readConfig({ RACKFEED_BACKUP_DIR: target })).toThrow('RACKFEED_BACKUP_PASSPHRASE_FILE');
  });

  it('does not delay the poll cycle, and is not started twice', async () => {
    const admin = await pdu.as('admin');
    const hasher = pdu.app.get(PasswordHasher);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const original = hasher.deriveKey.bind(hasher);
    const derive = jest
      .spyOn(hasher, 'deriveKey')
      .mockImplementation((passphrase, salt) => held.then(() => original(passphrase, salt)));
    pdu.clock.advance(2 * 60_000);
    await pdu.poll();
    await eventually(() => derive.mock.calls.length > 0);
    await pdu.seconds(3);
    await pdu.poll();
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).status).toBe(200);
    expect((await health()).backup).toEqual({});
    pdu.clock.advance(HOUR);
    await pdu.poll();
    expect((await health()).backup.trouble).toContain('has not ended');
    goOn();
    await pdu.app.get(ScheduledBackupService).idle();
    expect([derive.mock.calls.length, made().length]).toEqual([1, 1]);
    expect((await health()).backup.trouble).toBeUndefined();
  });

  it('ends at a stop and leaves nothing of itself, even while its target takes nothing; the next start makes it', async () => {
    const hasher = pdu.app.get(PasswordHasher);
    const derived = jest.spyOn(hasher, 'deriveKey').mockResolvedValue(Buffer.alloc(32));
    const probe = await open(join(folder, 'passphrase'));
    const handle = Object.getPrototypeOf(probe) as { write: (...given: unknown[]) => Promise<unknown> };
    const { write: writeTo } = handle;
    await probe.close();
    let taken = 0;
    const write = jest.spyOn(handle, 'write').mockImplementation(function (this: FileHandle, ...given) {
      const isBackup = readlinkSync(`/proc/self/fd/${this.fd}`).endsWith('.part');
      return isBackup && ++taken > 1 ? new Promise(() => undefined) : writeTo.apply(this, given);
    });
    pdu.clock.advance(2 * 60_000);
    await pdu.poll();
    await eventually(() => taken > 1);
    expect(made()).toEqual(['rackfeed-1000036-unfinished.part']);
    await pdu.stop();
    write.mockRestore();
    derived.mockRestore();
    expect(made()).toEqual([]);
    expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('draft'))).toEqual([]);
    pdu = await started();
    await after(2 * 60_000);
    expect(made()).toEqual([expect.stringMatching(/\.backup$/)]);
  });

  it('of a PDU that shares its process with others comes at a moment of its own, as they all start together', async () => {
    const [dataDir, backupDir] = [join(folder, 'hosted'), join(folder, 'backups')];
    for (const path of [dataDir, backupDir]) mkdirSync(path);
    const own = {
      RACKFEED_BACKUP_DIR: backupDir,
      RACKFEED_BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase'),
      RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD,
    };
    const clock = new VirtualClock();
    const config = { ...readConfig(own), dataDir, hostedAs: 'rack-7-a' };
    const app = await createApp(config, { clock, polling: false, logger: QUIET });
    await app.listen(0, '127.0.0.1');
    const hosted = new Pdu(app, clock);
    const passed = async (ms: number): Promise<string[]> => {
      clock.advance(ms);
      await hosted.poll();
      await hosted.app.get(ScheduledBackupService).idle();
      return readdirSync(backupDir);
    };
    const moment = staggeredOffset('rack-7-a', HOUR);
    expect([moment > 60_000, moment < HOUR]).toEqual([true, true]);
    expect(await passed(120_000)).toEqual([]);
    expect(await passed(moment - 1000)).toEqual([]);
    expect(await passed(1000)).toHaveLength(1);
    await hosted.stop();
  });
});

describe('without a folder for backups', () => {
  it('none is made, and the health does not mention them', async () => {
    const plain = await aPdu();
    const { body } = await (await plain.as('admin')).get('/api/system/health');
    expect(body.backup).toBeUndefined();
    expect(body.checks.map(({ name }: { name: string }) => name)).not.toContain('backup');
    await plain.stop();
  });
});
