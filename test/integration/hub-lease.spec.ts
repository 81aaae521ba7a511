/** Several hubs on one PostgreSQL database: one works, the others wait, and one of them takes over. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/config/runtime-config.js';
import { Db } from '../../src/database/db.js';
import { HubLease } from '../../src/database/hub-lease.js';
import { postgresqlOptions, connectAlone } from '../../src/database/postgresql.js';
import { StandbyServer } from '../../src/http/standby-server.js';
import { createHub } from '../../src/hub.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { ADMIN_PASSWORD, QUIET } from '../support/app/pdu.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';
import { describeWith } from '../support/process/programs.js';
import { Postgresql } from '../support/servers/postgresql.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

describeWith('postgresql', 'hubs on one PostgreSQL database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-hub-lease-'));
  const hubs: Promise<Hub>[] = [];
  const stopped = new Set<Hub>();
  let server: Postgresql;
  let url: string;

  beforeAll(async () => {
    server = await Postgresql.start();
  });
  afterEach(async () => {
    for (const hub of hubs.splice(0)) await stop(await hub.catch(() => undefined));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** Starts a hub; resolves when it works. */
  function start(name = ':memory:'): Promise<Hub> {
    const dataDir = name === ':memory:' ? name : join(folder, name);
    const hub = aHub({ dataDir, env: { RACKFEED_DATABASE_URL: url } });
    hub.catch(() => undefined);
    hubs.push(hub);
    return hub;
  }
  /** Stops a hub, once. */
  async function stop(hub: Hub | undefined): Promise<void> {
    if (!hub || stopped.has(hub)) return;
    stopped.add(hub);
    await hub.stop();
  }
  const hasBegun = async (hub: Promise<Hub>) =>
    Promise.race([hub.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
  const lease = async () => {
    const database = new URL(url).pathname.slice(1);
    const rows = await server.query<{ holder: string | null }>(database, 'SELECT * FROM "hub_lease" ORDER BY "id"');
    return rows.map(({ holder }) => holder);
  };
  /** True once that many connections of waiting hubs ask for the lease. */
  const areThere = async (count: number) => {
    const database = new URL(url).pathname.slice(1);
    const rows = await server.query(
      'postgres',
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'rackfeed lease' AND datname = '${database}'`,
    );
    return rows.length === count;
  };

  it('that start together make the first account once; one works, and the other after it', async () => {
    url = await server.newUrl();
    const [one, two] = [start(), start()];
    const first = await Promise.race([one, two]);
    const second = (await hasBegun(one)) ? two : one;
    await eventually(() => areThere(2));
    expect(await hasBegun(second)).toBe(false);
    const admin = await first.as('admin');
    await admin.post('/api/conf', { deviceName: 'Fleet north' });
    await stop(first);
    const atSecond = await (await second).as('admin');
    expect((await atSecond.get('/api/conf')).body).toMatchObject({ deviceName: 'Fleet north' });
    expect((await atSecond.get('/api/users')).body).toHaveLength(1);
  });

  it('that wait say so at their port: they are alive, are not ready, and do nothing; the port is free when they take over', async () => {
    url = await server.newUrl();
    const first = await start();
    const config = readConfig({
      ...{ RACKFEED_ROLE: 'hub', RACKFEED_FLEET_PORT: '0', RACKFEED_FLEET_HOST: 'localhost,127.0.0.1' },
      ...{ RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD, RACKFEED_DATABASE_URL: url, RACKFEED_BASE_PATH: '/fleet' },
    });
    const own = { ...config, dataDir: ':memory:', host: '127.0.0.1', port: 0 };
    const standby = new StandbyServer(own);
    expect(standby.port).toBeUndefined();
    const waiting = createHub(own, { ticking: false, logger: QUIET, standby });
    await eventually(() => standby.port !== undefined);
    const at = `127.0.0.1:${standby.port}`;
    const ask = async (path: string, method = 'GET') => {
      const answer = await fetch(`http://${at}${path}`, { method });
      return [answer.status, JSON.parse((await answer.text()) || 'null') as unknown];
    };
    const refused = [503, expect.objectContaining({ code: 'HUB_STANDBY' })];
    expect(await ask('/health')).toEqual([503, { status: 'standby', ready: false, checks: [] }]);
    expect(await ask('/fleet/health?verbose=1')).toEqual(await ask('/health'));
    expect(await ask('/health/live')).toEqual([200, { live: true }]);
    expect(await ask('/health/live', 'HEAD')).toEqual([200, null]);
    expect(await ask('/health', 'POST')).toEqual(refused);
    for (const path of ['/', '/api/login', '/metrics', '/api/system/health', '/health/']) {
      expect(await ask(path)).toEqual(refused);
    }
    const stream = new WebSocket(`ws://${at}/ws`);
    await expect(once(stream, 'open')).rejects.toThrow('503');
    await expect(new StandbyServer({ ...own, port: standby.port ?? 0 }).open()).rejects.toThrow(/is taken by another/);
    await stop(first);
    const app = await waiting;
    expect(await ask('/health/live')).toEqual([200, { live: true }]);
    const port = standby.port ?? 0;
    await standby.close();
    await standby.close();
    await app.listen(port, '127.0.0.1');
    expect((await ask('/api/fleet/pdus'))[0]).toBe(401);
    await app.close();
  });

  it('that stand still lose the database to the next, store nothing any more, and start again', async () => {
    url = await server.newUrl();
    const config = readConfig({
      ...{ RACKFEED_ROLE: 'hub', RACKFEED_FLEET_PORT: '0', RACKFEED_FLEET_HOST: 'localhost,127.0.0.1' },
      ...{ RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD, RACKFEED_DATABASE_URL: url },
    });
    let hasStartedAgain = false;
    const own = { ...config, dataDir: ':memory:', host: '127.0.0.1' };
    const app = await createHub(own, { ticking: false, logger: QUIET, onLost: () => (hasStartedAgain = true) });
    const [holder] = await lease();
    // Another hub has found the lease ended, while this one stood still.
    const database = new URL(url).pathname.slice(1);
    await server.query(database, `UPDATE "hub_lease" SET "holder" = 'another'`);
    const late = app.get(Db).transaction((entities) => entities.query(`UPDATE "role" SET "description" = 'late'`));
    await expect(late).rejects.toThrow(/another hub has taken over/);
    await eventually(() => hasStartedAgain);
    const rows = await server.query(database, `SELECT 1 FROM "role" WHERE "description" = 'late'`);
    expect([rows, holder]).toEqual([[], expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await app.close();
    expect(await lease()).toEqual(['another', 'another']);
  });

  it('that end without a word are followed within seconds, once what they were storing is stored or not', async () => {
    url = await server.newUrl();
    const address = readConfig({ RACKFEED_ROLE: 'hub', RACKFEED_DATABASE_URL: url }).database;
    if (!address) throw new Error('There is no address.');
    const first = await start();
    const database = new URL(url).pathname.slice(1);
    // The lease and the open transaction of a hub that has died.
    const options = await postgresqlOptions(address);
    const dead = await connectAlone(options, 'rackfeed lease');
    await dead.query('SET idle_in_transaction_session_timeout = 0'); // a test on a busy machine takes its time
    await stop(first);
    await dead.query(`UPDATE "hub_lease" SET "holder" = 'dead', "until" = clock_timestamp() + interval '4500 ms'`);
    await dead.query('BEGIN');
    await dead.query('SELECT "id" FROM "hub_lease" WHERE "id" = 2 FOR SHARE');
    await dead.query(`UPDATE "role" SET "description" = 'stored' WHERE "id" = 1`);
    const second = start();
    const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE "hub_lease"%'`;
    await eventually(async () => (await server.query(database, waits)).length > 0);
    expect(await hasBegun(second)).toBe(false);
    await dead.query('COMMIT');
    await dead.end();
    const admin = await (await second).as('admin');
    const roles = (await admin.get('/api/roles')).body as { id: number; description: string }[];
    expect(roles.find(({ id }) => String(id) === '1')).toMatchObject({ description: 'stored' });
  });

  it('wait only with the authority that the PDUs trust', async () => {
    url = await server.newUrl();
    for (const name of ['first', 'second', 'third', 'fourth']) mkdirSync(join(folder, name));
    const first = await start('first');
    await aStoredPdu(first);
    await eventually(async () => {
      const database = new URL(url).pathname.slice(1);
      const rows = await server.query<{ authority: string | null }>(database, 'SELECT "authority" FROM "hub_lease"');
      return rows.some(({ authority }) => authority !== null);
    });
    await expect(start('second')).rejects.toThrow(/needs the files hub-authority.pem and device.key of the hub/);
    writeFileSync(join(folder, 'third', 'hub-authority.pem'), 'of another fleet\n');
    await expect(start('third')).rejects.toThrow(/a damaged hub-authority.pem or another one/);
    for (const file of ['hub-authority.pem', 'device.key']) {
      copyFileSync(join(folder, 'first', file), join(folder, 'fourth', file));
    }
    const fourth = start('fourth');
    await eventually(() => areThere(2));
    await stop(first);
    expect((await (await (await fourth).as('admin')).get('/api/fleet/pdus')).body.items).toHaveLength(1);
  });

  it('accept no command while their clock and that of the server differ by more than two seconds', async () => {
    url = await server.newUrl();
    const hub = await start();
    const admin = await hub.as('admin');
    const { id } = await aStoredPdu(hub);
    const difference = jest.spyOn(hub.app.get(HubLease), 'clockDifference', 'get').mockReturnValue(2500);
    const send = () => admin.post(`/api/fleet/pdus/${id}/commands`, { outlet: '1-1', command: 'OFF' });
    expect(await send()).toMatchObject({ status: 503, body: { code: 'HUB_CLOCK_DIFFERS' } });
    expect((await admin.get('/api/fleet/commands')).body.items).toEqual([]);
    difference.mockRestore();
    expect(hub.app.get(HubLease).clockDifference).toBeLessThan(2000);
    expect((await send()).status).toBe(202);
  });
});
