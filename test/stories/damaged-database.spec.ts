/** Real files, damaged as by flash memory and power cuts, and the recovery at the start. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseHealth } from '../../src/database/database-health.js';
import { Db } from '../../src/database/db.js';
import type { SqliteConnection } from '../../src/database/sqlite-connection.js';
import { RESET_NOTE } from '../../src/database/maintenance/backup.js';
import { withFile } from '../../src/database/maintenance/sqlite-file.js';
import { connectionOf } from '../../src/database/storage-monitor.js';
import { DatabaseMaintenanceService } from '../../src/health/database-maintenance.service.js';
import { ADMIN_PASSWORD, aPdu, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const DATABASE = 'rackfeed.sqlite';
const COPY = `${DATABASE}.copy`;

let folder: string;
let clock: VirtualClock;
let pdu: Pdu | undefined;

const file = (name: string) => join(folder, name);
const aside = () => readdirSync(folder).filter((name) => /\.broken-[^-]*(-\d+)?$/.test(name));

const start = async (env: Record<string, string> = {}) => {
  pdu = await aPdu({ dataDir: folder, model: 'switched-8', clock, env });
  Logger.overrideLogger(false); // the damage is read from /health
  return pdu;
};
const stop = async () => {
  await pdu?.stop();
  pdu = undefined;
};
const withoutOutput = async <T>(work: () => Promise<T>): Promise<T> => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  return work().finally(() => logged.mockRestore());
};

/** The state in the simulator itself. */
const relayStates = (): unknown[] => {
  const stored = JSON.parse(readFileSync(file('simulator.json'), 'utf8')) as {
    plant: { outlets: { state: string }[] };
  };
  return stored.plant.outlets.map(({ state }) => state);
};

/** A stopped controller with a named outlet and one that is off, and a backup of that. */
const anInstallation = async ({ copy = true } = {}) => {
  const first = await start();
  const admin = await first.as('admin');
  await admin.put('/api/outlets/1', { outletName: 'Router' });
  await admin.put('/api/outlets/2', { state: 'OFF' });
  if (copy) {
    await first.seconds(61);
    await first.app.get(DatabaseMaintenanceService).idle();
    expect(existsSync(file(COPY))).toBe(true);
  }
  await admin.put('/api/outlets/3', { outletName: 'After the copy' });
  await stop();
  if (!copy) rmSync(file(COPY), { force: true });
};

const outlets = async (after: Pdu) => {
  const admin = await after.as('admin');
  return ((await admin.get('/api/outlets')).body as { outletName: string; state: string }[]).map(
    ({ outletName, state }) => `${outletName} ${state}`,
  );
};
const details = async (after: Pdu) => (await (await after.as('admin')).get('/api/system/health')).body.database;

/** Overwrites bytes in place, as a worn-out cell does. */
const scribble = (name: string, from: number, bytes: Buffer) => {
  const handle = openSync(file(name), 'r+');
  writeSync(handle, bytes, 0, bytes.length, from);
  closeSync(handle);
};

const DAMAGES: Record<string, () => void> = {
  'of zero bytes': () => truncateSync(file(DATABASE)),
  missing: () => rmSync(file(DATABASE)),
  'cut off in the middle': () => truncateSync(file(DATABASE), Math.floor(statSync(file(DATABASE)).size / 8192) * 4096),
  'full of garbage': () => writeFileSync(file(DATABASE), Buffer.alloc(50_000, 'garbage ')),
  'without its first page': () => scribble(DATABASE, 0, Buffer.alloc(4096)),
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-damage-'));
  clock = new VirtualClock();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a start with a database that is', () => {
  it.each(Object.entries(DAMAGES))('%s restores the backup, and preserves the damaged files', async (_, damage) => {
    await anInstallation();
    damage();
    const wasThere = existsSync(file(DATABASE));
    const after = await withoutOutput(() => start({ RACKFEED_ADMIN_PASSWORD: 'another password' }));
    const now = await outlets(after);
    expect(now.slice(0, 2)).toEqual(['Router ON', 'Outlet 2 OFF']);
    expect(now.slice(2).every((each) => each.endsWith(' ON'))).toBe(true);
    expect(await details(after)).toMatchObject({ state: 'restored', writable: true });
    expect((await after.request('GET', '/health')).body).toMatchObject({ status: 'degraded', ready: true });
    expect(aside()).toHaveLength(wasThere ? 1 : 0);
    await stop();
    expect(await details(await start())).toMatchObject({ state: 'ok' });
  });

  it.each(Object.entries(DAMAGES).filter(([name]) => name !== 'cut off in the middle'))(
    '%s, without a backup, switches nothing, accepts no sign-in and reports it',
    async (_, damage) => {
      await anInstallation({ copy: false });
      const relays = relayStates();
      damage();
      for (const attempt of ['first', 'second']) {
        const after = await withoutOutput(() => start({ RACKFEED_ADMIN_PASSWORD: 'another password' }));
        await after.seconds(70);
        for (const password of [ADMIN_PASSWORD, 'another password']) {
          const answer = await after.request('POST', '/api/login', { username: 'admin', password });
          expect([attempt, answer.status, answer.body.code]).toEqual([attempt, 503, 'DATABASE_LOST']);
        }
        expect((await after.request('GET', '/api/outlets')).body.code).toBe('DATABASE_LOST');
        const { status, body } = await after.request('GET', '/health');
        expect([status, body.status]).toEqual([503, 'down']);
        expect(after.app.get(DatabaseHealth)).toMatchObject({ state: 'damaged', isWritable: false });
        await stop();
        expect(existsSync(file(DATABASE))).toBe(false);
        expect(existsSync(file(COPY))).toBe(false);
      }
      expect(relays).toContain('OFF');
      expect(relayStates()).toEqual(relays);
    },
  );

  it('lost is repaired as soon as a backup replaces it', async () => {
    await anInstallation({ copy: false });
    copyFileSync(file(DATABASE), file('backup'));
    truncateSync(file(DATABASE));
    await withoutOutput(() => start());
    await stop();
    copyFileSync(file('backup'), file(DATABASE));
    expect((await outlets(await start())).slice(0, 3)).toEqual(['Router ON', 'Outlet 2 OFF', 'After the copy ON']);
  });

  it('damaged in one table preserves the newest rows of all others, and never moves a relay by an old row', async () => {
    await anInstallation();
    const page = await withFile(file(DATABASE), async (database) => {
      await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      const [root] = await database.all("SELECT rootpage FROM sqlite_master WHERE name = 'power_on_count'");
      const [size] = await database.all('PRAGMA page_size');
      return { root: Number(root?.['rootpage']), size: Number(size?.['page_size']) };
    });
    scribble(DATABASE, (page.root - 1) * page.size, Buffer.alloc(page.size, 0xff));
    const after = await withoutOutput(() => start());
    await after.seconds(3);
    expect((await outlets(after)).slice(0, 3)).toEqual(['Router ON', 'Outlet 2 OFF', 'After the copy ON']);
    expect((await details(after)).message).toMatch(/power_on_count/);
  });

  it('of a newer release is preserved, and its known parts are imported', async () => {
    await anInstallation();
    await withFile(file(DATABASE), async (database) => {
      await database.run("INSERT INTO migrations (timestamp, name) VALUES (1990000000000, 'Later1990000000000')");
      await database.run('ALTER TABLE "outlet" ADD COLUMN "colour" text NOT NULL DEFAULT \'red\'');
      await database.run('CREATE TABLE "later" ("id" integer PRIMARY KEY)');
    });
    const after = await withoutOutput(() => start());
    expect((await outlets(after)).slice(0, 3)).toEqual(['Router ON', 'Outlet 2 OFF', 'After the copy ON']);
    expect((await details(after)).message).toMatch(/newer release/);
    expect(aside()).toHaveLength(1);
    expect(await (await after.as('admin')).put('/api/outlets/4', { outletName: 'New' })).toMatchObject({ status: 200 });
  });

  it('overwritten at random never creates an administrator, and never turns an outlet off', async () => {
    await anInstallation();
    for (const name of readdirSync(folder))
      if (name !== 'simulator.json') copyFileSync(file(name), file(`${name}.was`));
    const { size } = statSync(file(DATABASE));
    for (let round = 0; round < 12; round++) {
      for (const name of [DATABASE, COPY]) copyFileSync(file(`${name}.was`), file(name));
      const from = Math.floor((size * (round * 7 + 1)) / 85);
      scribble(DATABASE, from, Buffer.alloc(Math.min(700 * (round + 1), size - from), round * 21));
      const after = await withoutOutput(() => start({ RACKFEED_ADMIN_PASSWORD: 'another password' }));
      await after.seconds(2);
      const another = await after.request('POST', '/api/login', { username: 'admin', password: 'another password' });
      expect(another.status).not.toBe(200);
      expect((await outlets(after)).map((each) => each.slice(-3)).join('')).toBe(' ONOFF ON ON ON ON ON ON');
      await stop();
    }
  }, 120_000);
});

describe('a stop', () => {
  it('waits for the copy of the database that is being made, so that the next start finds its files unused', async () => {
    const running = await start();
    await running.seconds(60);
    await running.app.get(DatabaseMaintenanceService).idle();
    rmSync(file(COPY));
    await (await running.as('admin')).put('/api/outlets/1', { outletName: 'Router' });
    clock.advance(15 * 60_000);
    await running.poll();
    await stop();
    expect(readdirSync(folder).filter((name) => name.startsWith(COPY))).toEqual([COPY]);
    expect(existsSync(file(`${DATABASE}-shm`))).toBe(false);
  });
});

describe('databases that were moved aside', () => {
  it('are preserved, the newest two, with their size in the health; a factory reset removes them', async () => {
    await anInstallation();
    for (const day of ['20250101', '20250601', '20251231']) {
      writeFileSync(file(`${DATABASE}.broken-${day}T000000Z`), Buffer.alloc(1000));
      writeFileSync(file(`${DATABASE}.broken-${day}T000000Z-wal`), Buffer.alloc(24));
    }
    const sound = await start();
    expect(aside()).toHaveLength(2);
    expect((await details(sound)).movedAside).toEqual({ databases: 2, bytes: 2048 });
    await stop();
    writeFileSync(file(DATABASE), Buffer.alloc(50_000, 'garbage '));
    const repaired = await withoutOutput(() => start());
    expect(aside()).toHaveLength(2);
    expect(aside()).toContain(`${DATABASE}.broken-20251231T000000Z`);
    expect((await details(repaired)).movedAside).toEqual({ databases: 2, bytes: 51_024 });
    expect((await (await repaired.as('admin')).post('/api/system/configReset')).status).toBe(200);
    await repaired.seconds(1);
    await repaired.app.get(DatabaseMaintenanceService).idle();
    expect(aside()).toEqual([]);
    expect((await details(repaired)).movedAside).toBeUndefined();
  });

  it('by a restore are removed by a factory reset too: the keys and password hashes in it are those of before', async () => {
    await anInstallation();
    const preserved = file('before-restore-20260101T000000Z-ab12cd');
    mkdirSync(preserved);
    writeFileSync(join(preserved, DATABASE), 'old');
    const pdu = await start();
    expect(existsSync(preserved)).toBe(true);
    expect((await (await pdu.as('admin')).post('/api/system/configReset')).status).toBe(200);
    await pdu.seconds(1);
    await pdu.app.get(DatabaseMaintenanceService).idle();
    expect(existsSync(preserved)).toBe(false);
  });

  it('of a clock at 1970 do not count as the oldest', async () => {
    await anInstallation();
    for (const day of ['20250101', '20250601']) writeFileSync(file(`${DATABASE}.broken-${day}T000000Z`), 'old');
    writeFileSync(file(DATABASE), Buffer.alloc(50_000, 'garbage '));
    clock.setWall(Date.parse('1970-01-01T00:00:05Z'));
    await withoutOutput(() => start());
    expect(aside().sort()).toEqual([`${DATABASE}.broken-19700101T000005Z`, `${DATABASE}.broken-20250601T000000Z`]);
  });
});

describe('a first start', () => {
  it('that ended before it had created a database starts again', async () => {
    writeFileSync(file(DATABASE), '');
    expect(await outlets(await start())).toHaveLength(8);
  });

  it('that ended before it had created its administrator creates one', async () => {
    const first = await start();
    await first.app.get(Db).transaction((entities) => entities.query('DELETE FROM "user"'));
    await stop();
    rmSync(file('installed'));
    rmSync(file(COPY), { force: true });
    expect(await outlets(await start())).toHaveLength(8);
  });
});

describe('a factory reset', () => {
  it.each([
    ['that was not committed deletes nothing', { after: 1_000_000 }, true],
    ['that was, deletes what it has left', { after: 0 }, false],
    ['that could not delete a file tries again', {}, false],
  ])('%s at the next start', async (_, noted, isLeft) => {
    await anInstallation();
    const before = await start();
    expect((await (await before.as('admin')).post('/api/system/configReset', {})).status).toBe(200);
    await stop();
    expect(existsSync(file(RESET_NOTE))).toBe(false);
    writeFileSync(file('ssh-host-key.new'), 'earlier');
    writeFileSync(file(RESET_NOTE), JSON.stringify({ ...noted, files: ['ssh-host-key.new'] }));
    await start();
    expect([existsSync(file('ssh-host-key.new')), existsSync(file(RESET_NOTE))]).toEqual([isLeft, false]);
  });

  it('deletes earlier backups', async () => {
    await anInstallation();
    truncateSync(file(DATABASE));
    const after = await withoutOutput(() => start());
    const admin = await after.as('admin');
    expect([aside().length, existsSync(file(COPY))]).toEqual([1, true]);
    expect((await admin.post('/api/system/configReset', {})).status).toBe(200);
    await after.app.get(DatabaseMaintenanceService).idle();
    expect([aside().length, existsSync(file(COPY))]).toEqual([0, false]);
  });
});

describe('a disk that fails while the controller runs', () => {
  const failWith = (message: string) => {
    const connection = connectionOf((pdu as Pdu).app.get(DataSource));
    if (!connection) throw new Error('no connection');
    const run = connection.run.bind(connection);
    const all = jest.spyOn(connection, 'runTransaction').mockRejectedValue(new Error(message));
    const one = jest.spyOn(connection, 'run').mockImplementation((...call: Parameters<SqliteConnection['run']>) => {
      const [sql] = call;
      const answer = call[call.length - 1];
      if (/^\s*(INSERT|UPDATE|DELETE|REPLACE|COMMIT)/i.test(sql) && typeof answer === 'function') {
        answer.call({} as never, new Error(message));
      } else Reflect.apply(run, connection, call);
    });
    return () => [all, one].forEach((spy) => spy.mockRestore());
  };

  it.each([
    ['SQLITE_FULL: database or disk is full', 'full', 'STORAGE_FULL'],
    ['SQLITE_IOERR: disk I/O error', 'readOnly', 'STORAGE_FAILING'],
    ['SQLITE_READONLY: attempt to write a readonly database', 'readOnly', 'STORAGE_FAILING'],
  ])(
    '(%s) is reported, reading and switching continue, and it recovers without intervention',
    async (message, state, code) => {
      const running = await start();
      const admin = await running.as('admin');
      const broken = failWith(message);
      expect((await admin.put('/api/outlets/1', { outletName: 'Lost' })).body.code).toBe(code);
      expect(await details(running)).toMatchObject({ state, writable: false });
      expect((await running.request('GET', '/health')).body).toMatchObject({ status: 'degraded', ready: true });
      expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body).toMatchObject({ outletName: 'Outlet 1' });
      expect((await admin.get('/api/outlets/1')).body.state).toBe('OFF');
      broken();
      await running.seconds(11);
      await running.app.get(DatabaseMaintenanceService).idle();
      expect(await details(running)).toMatchObject({ state: 'ok', writable: true });
      expect((await admin.put('/api/outlets/1', { outletName: 'Kept' })).body.outletName).toBe('Kept');
    },
  );

  it('with a damaged page writes nothing more, still switches, and the next start repairs it', async () => {
    const running = await start();
    const admin = await running.as('admin');
    const broken = failWith('SQLITE_CORRUPT: database disk image is malformed');
    expect((await admin.put('/api/outlets/1', { outletName: 'Lost' })).status).toBe(500);
    broken();
    expect((await admin.put('/api/outlets/1', { outletName: 'Lost too' })).status).toBe(500);
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.state).toBe('OFF');
    expect(await details(running)).toMatchObject({ state: 'damaged', writable: false });
    const { status, body } = await running.request('GET', '/health');
    expect([status, body.status, body.ready]).toEqual([200, 'degraded', true]);
    await stop();
    const after = await start();
    expect(await details(after)).toMatchObject({ state: 'ok', writable: true });
    expect((await outlets(after))[0]).toBe('Outlet 1 OFF');
  });
});
