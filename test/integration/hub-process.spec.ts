import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { StorageMonitor } from '../../src/database/storage-monitor.js';
import { readConfig } from '../../src/config/runtime-config.js';
import { createHub } from '../../src/hub.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { ADMIN_PASSWORD, aPdu, QUIET } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

async function tablesOf(source: DataSource): Promise<string[]> {
  const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
  return (await source.query<{ name: string }[]>(tables)).map(({ name }) => name);
}

describe('a hub', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await aHub();
  });
  afterAll(() => hub.stop());

  it('signs in its first account and answers as a controller does, without outlets', async () => {
    const admin = await hub.as('admin');
    expect((await admin.get('/api/user')).body).toMatchObject({ username: 'admin' });
    expect((await admin.get('/api/conf')).body).toMatchObject({ deviceName: expect.any(String) });
    expect((await admin.get('/api/outlets')).status).toBe(404);
    expect((await hub.request('GET', '/api/outlets')).status).toBe(401);
  });

  it('is healthy without hardware, while its clock ticks', async () => {
    const { status, body } = await hub.request('GET', '/health');
    expect([status, body.ready]).toEqual([200, true]);
    expect(body.checks.map(({ name }: { name: string }) => name)).not.toContain('hardware');
    expect((await hub.request('GET', '/health/live')).status).toBe(200);
    hub.clock.advance(11_000);
    expect((await hub.request('GET', '/health/live')).status).toBe(503);
    await hub.poll();
    expect((await hub.request('GET', '/health/live')).status).toBe(200);
  });

  it('is alive before its first second, also when it has waited for long before it started', async () => {
    const clock = new VirtualClock();
    clock.advance(600_000);
    const config = readConfig({
      RACKFEED_ROLE: 'hub',
      RACKFEED_FLEET_PORT: '0',
      RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD,
    });
    const options = { clock, ticking: false, logger: QUIET };
    const app = await createHub({ ...config, dataDir: ':memory:', host: '127.0.0.1' }, options);
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    const status = async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).status;
    expect(await status()).toBe(200);
    clock.advance(11_000);
    expect(await status()).toBe(503);
    await app.close();
  });

  it('says that its database is away, and at which address in its own log alone', async () => {
    const viewer = await hub.as({ viewGlobalDeviceSettings: true });
    const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:5432'), { code: 'ECONNREFUSED' });
    const monitor = hub.app.get(StorageMonitor);
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await monitor.failed(refused);
    expect(String(log.mock.calls)).toContain('192.0.2.7');
    log.mockRestore();
    const answers = [(await viewer.get('/api/system/health')).body, (await hub.request('GET', '/health')).body];
    monitor.written();
    expect(answers).toMatchObject([{ database: { state: 'unreachable' } }, { status: 'degraded', ready: true }]);
    expect(JSON.stringify(answers)).not.toContain('192.0.2.7');
  });

  it('has metrics, an OpenAPI document and the pages', async () => {
    const admin = await hub.as('admin');
    const metrics = (await admin.get('/metrics')).body as string;
    expect(metrics).toContain('rackfeed_build_info');
    expect(metrics).toContain('rackfeed_fleet_pdus{state="active"} 0');
    expect(metrics).toContain('rackfeed_fleet_connections 0');
    const { paths } = (await hub.request('GET', '/api/openapi.json')).body;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/conf', '/api/users', '/health']));
    expect(Object.keys(paths).filter((path) => /^\/api\/(outlets|inlets)/.test(path))).toEqual([]);
  });

  it('exports its configuration, plans it and takes it back, without sections of hardware', async () => {
    const admin = await hub.as('admin');
    await admin.post('/api/conf', { deviceName: 'Fleet north' });
    const { body: document } = await admin.get('/api/config/export');
    expect(Object.keys(document.sections).sort()).toEqual(['pdus', 'roles', 'settings', 'users']);
    await admin.post('/api/conf', { deviceName: 'Fleet south' });
    expect((await admin.post('/api/config/plan', document)).body).toMatchObject({ changes: [{}] });
    expect((await admin.post('/api/config/apply', document)).status).toBe(200);
    expect((await admin.get('/api/conf')).body.deviceName).toBe('Fleet north');
  });

  it('has by its migrations exactly the tables and columns of its entities', async () => {
    const source = hub.app.get(DataSource);
    const own = await tablesOf(source);
    const controller = await new DataSource(dataSourceOptions(':memory:')).initialize();
    await controller.runMigrations();
    // This process has the entities of controllers too.
    const others = (await tablesOf(controller)).filter((table) => !own.includes(table));
    await controller.destroy();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const isOfOthers = (query: string) => others.some((table) => query.includes(` "${table}" (`));
    expect(upQueries.map(({ query }) => query).filter((query) => !isOfOthers(query))).toEqual([]);
  });

  it('has no table left when its migrations are reverted', async () => {
    const source = await new DataSource(dataSourceOptions(':memory:', 'hub')).initialize();
    await source.runMigrations();
    const { length } = await source.query<object[]>('SELECT * FROM migrations');
    for (let undone = 0; undone < length; undone++) await source.undoLastMigration();
    expect(await tablesOf(source)).toEqual(['migrations']);
    await source.destroy();
  });
});

describe('a data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
  const dataDir = join(folder, 'data');
  beforeEach(() => mkdirSync(dataDir));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('of a hub keeps its settings, and no controller takes it', async () => {
    const first = await aHub({ dataDir });
    await (await first.as('admin')).post('/api/conf', { deviceName: 'Fleet north' });
    await first.stop();
    await expect(aPdu({ dataDir })).rejects.toThrow(/holds the data of a hub: start it with RACKFEED_ROLE=hub/);
    const again = await aHub({ dataDir });
    expect((await (await again.as('admin')).get('/api/conf')).body.deviceName).toBe('Fleet north');
    await again.stop();
  });

  it('of a hub is free again when its fleet port was taken, which it says in a sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const env = { RACKFEED_FLEET_PORT: String((other.address() as AddressInfo).port) };
    await expect(aHub({ dataDir, env })).rejects.toThrow(/another program has it\. RACKFEED_FLEET_PORT says which\./);
    other.close();
    const hub = await aHub({ dataDir, env });
    expect((await hub.request('GET', '/health')).status).toBe(200);
    await hub.stop();
  });

  it('of a controller is not taken by a hub, which leaves it as it is', async () => {
    const pdu = await aPdu({ dataDir });
    await pdu.stop();
    await expect(aHub({ dataDir })).rejects.toThrow(/holds the data of a controller: a hub needs a folder of its own/);
    expect(existsSync(join(dataDir, 'hub-authority.pem'))).toBe(false);
    const again = await aPdu({ dataDir });
    expect((await again.as('admin')).userId).toBe('1');
    await again.stop();
  });
});
