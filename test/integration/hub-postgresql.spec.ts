import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { openDatabase } from '../../src/database/data-source.js';
import { Db } from '../../src/database/db.js';
import { postgresqlOptions } from '../../src/database/postgresql.js';
import { readConfig } from '../../src/config/runtime-config.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { aPdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { Postgresql } from '../support/servers/postgresql.js';

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-hub-postgresql-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hubWith = (url: string, dataDir = ':memory:', more: Record<string, string> = {}): Promise<Hub> =>
  aHub({ dataDir, env: { RACKFEED_DATABASE_URL: url, ...more } });

function aFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describeWith('postgresql', 'a hub with PostgreSQL', () => {
  let server: Postgresql;
  beforeAll(async () => {
    server = await Postgresql.start();
  });
  afterAll(() => server.stop());

  it('has by its migrations exactly the tables and columns of its entities, and its texts in the order of code points', async () => {
    const hub = await hubWith(await server.newUrl());
    const source = hub.app.get(DataSource);
    const rows = await source.query<{ name: string }[]>(
      `SELECT table_name AS "name" FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const own = new Set(rows.map(({ name }) => name));
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    // This process has the entities of controllers too.
    const isOfOthers = (query: string) =>
      !own.has(/^CREATE (?:TABLE|(?:UNIQUE )?INDEX "\w+" ON) "(\w+)"/.exec(query)?.[1] ?? '');
    expect(upQueries.map(({ query }) => query).filter((query) => !isOfOthers(query))).toEqual([]);
    expect(own).toContain('hub_command');
    await hub.stop();
  });

  it('has the server compile no statement: that takes longer than the statement', async () => {
    const hub = await hubWith(await server.newUrl());
    expect(await hub.app.get(DataSource).query('SHOW jit')).toEqual([{ jit: 'off' }]);
    await hub.stop();
  });

  it('knows no command with an id that no text of PostgreSQL can be', async () => {
    const hub = await hubWith(await server.newUrl());
    const { status } = await (await hub.as('admin')).get('/api/fleet/commands/%00');
    await hub.stop();
    expect(status).toBe(404);
  });

  it('makes its tables once, however many start on a new database at the same time', async () => {
    const address = readConfig({ RACKFEED_ROLE: 'hub', RACKFEED_DATABASE_URL: await server.newUrl() }).database;
    if (!address) throw new Error('There is no address.');
    const open = async () => openDatabase({ ...(await postgresqlOptions(address)), entities: [] });
    const sources = await Promise.all([open(), open(), open()]);
    const rows = await sources[0].query<{ name: string }[]>('SELECT "name" FROM "migrations"');
    expect(rows).toHaveLength(new Set(rows.map(({ name }) => name)).size);
    expect(rows.length).toBeGreaterThan(1);
    for (const source of sources) await source.destroy();
  });

  it('begins with nobody else’s data: neither does a folder change to it unseen, nor back', async () => {
    const dataDir = aFolder('changing');
    await (await aHub({ dataDir })).stop();
    const url = await server.newUrl();
    await expect(hubWith(url, dataDir)).rejects.toThrow(/holds a database of its own, which would not be used/);
    const other = aFolder('other');
    await (await hubWith(url, other)).stop();
    await expect(aHub({ dataDir: other })).rejects.toThrow(/RACKFEED_DATABASE_URL is missing: the data of this hub is/);
  });

  it('takes the password from a file, and says nowhere what it is', async () => {
    const url = new URL(await server.newUrl());
    const [{ name }] = (await server.query('postgres', 'SELECT current_user AS "name"')) as [{ name: string }];
    expect(name).toBe('rackfeed');
    url.password = 'a-secret-99';
    const hub = await hubWith(String(url));
    const admin = await hub.as('admin');
    const said = JSON.stringify([
      (await admin.get('/api/system/diagnostics')).body,
      (await admin.get('/metrics')).body,
      (await admin.get('/api/config/export')).body,
    ]);
    expect(said).not.toContain('a-secret-99');
    await hub.stop();
    const file = join(folder, 'password');
    writeFileSync(file, '\n');
    const withFile = hubWith(String(url), ':memory:', { RACKFEED_DATABASE_PASSWORD_FILE: file });
    await expect(withFile).rejects.toThrow(/RACKFEED_DATABASE_PASSWORD_FILE has no password in its first line/);
    const refused = hubWith(String(url).replace(/suite_\d+/, 'none'));
    await expect(refused).rejects.toThrow(/does not let user "rackfeed" into database "none"/);
    await refused.catch((error: unknown) => expect(String(error)).not.toContain('a-secret-99'));
  });

  it('is refused by a server that would lose what it has committed', async () => {
    const url = await server.newUrl();
    const database = new URL(url).pathname.slice(1);
    await server.query('postgres', `ALTER DATABASE ${database} SET synchronous_commit = off`);
    await expect(hubWith(url)).rejects.toThrow(/synchronous_commit off, so that it would lose commands/);
  });

  it('begins a transaction again that is in the way of another', async () => {
    const url = await server.newUrl();
    const hub = await hubWith(url);
    const admin = await hub.as('admin');
    let attempts = 0;
    await hub.app.get(Db).transaction(async (entities) => {
      await entities.query(`UPDATE "role" SET "description" = 'x' WHERE "id" = 1`);
      if (++attempts < 3) await entities.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$`);
    });
    expect(attempts).toBe(3);
    expect((await admin.get('/api/roles')).status).toBe(200);
    // A transaction of which a part has failed is not committed, even where nobody has read the error.
    const swallowed = hub.app.get(Db).transaction(async (entities) => {
      await entities.query(`UPDATE "role" SET "description" = 'y' WHERE "id" = 1`);
      await entities.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow(/rolled back/);
    await hub.stop();
  });

  it('keeps what it inserts again and again prepared, and goes on where a pooler has taken that away', async () => {
    const hub = await hubWith(await server.newUrl());
    const [db, log] = [hub.app.get(Db), hub.app.get(AuditLogService)];
    const entry = (object: string) => log.record({ kind: 'test.row', object, cause: { kind: 'system', who: 'test' } });
    const prepared = (): Promise<{ name: string }[]> =>
      db.transaction((entities) => entities.query('SELECT "name" FROM pg_prepared_statements'));
    for (const object of ['row:1', 'row:2', 'row:3']) await entry(object);
    expect((await prepared()).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^rackfeed_/));
    await db.transaction((entities) => entities.query('DEALLOCATE ALL'));
    for (const object of ['row:4', 'row:5']) await entry(object);
    expect(await prepared()).toEqual([]);
    const rows = await db.read.query<{ object: string }[]>(
      `SELECT "object" FROM "audit_entry" WHERE "kind" = 'test.row' ORDER BY "id"`,
    );
    expect(rows.map(({ object }) => object)).toEqual(['row:1', 'row:2', 'row:3', 'row:4', 'row:5']);
    await hub.stop();
  });
});

describe('the address of a database', () => {
  const problemsOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const URL_OF_ONE = 'postgresql://hub:a-secret-99@db.example/rackfeed';

  it('is refused for a controller in a sentence, and never shown', async () => {
    await expect(aPdu({ env: { RACKFEED_DATABASE_URL: URL_OF_ONE } })).rejects.toThrow(
      /is for a hub: a controller has/,
    );
    const hub = { RACKFEED_ROLE: 'hub' };
    for (const url of [
      `${URL_OF_ONE}?sslmode=prefer`,
      'mysql://hub:a-secret-99@db/rackfeed',
      'postgresql://x:a-secret-99@',
    ]) {
      const says = problemsOf({ ...hub, RACKFEED_DATABASE_URL: url });
      expect(says).toContain('RACKFEED_DATABASE_URL must be a URL such as');
      expect(says).not.toContain('a-secret-99');
    }
  });

  it.each([
    [URL_OF_ONE, { host: 'db.example', port: 5432, user: 'hub', password: 'a-secret-99', tls: 'verify-full' }],
    ['postgres://hub@127.0.0.1:5433/fleet', { host: '127.0.0.1', port: 5433, password: undefined, tls: 'disable' }],
    ['postgresql://hub@[2001:db8::7]/fleet?sslmode=require', { host: '2001:db8::7', tls: 'require' }],
    ['postgresql:///fleet?host=/run/postgresql&user=hub', { host: '/run/postgresql', user: 'hub', tls: 'disable' }],
    ['postgresql://h%40b:p%2Fw@db/fleet?sslrootcert=/ca.pem', { user: 'h@b', password: 'p/w', authority: '/ca.pem' }],
  ])('is %s', (url, expected) => {
    expect(readConfig({ RACKFEED_ROLE: 'hub', RACKFEED_DATABASE_URL: url }).database).toMatchObject(expected);
  });
});
