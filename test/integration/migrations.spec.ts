import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';

/** A database in which the migration of this name has run before, on top of all tables or of none. */
async function aDatabaseAfter(name: string, hasTables: boolean): Promise<DataSource> {
  const options = dataSourceOptions(':memory:');
  const source = await new DataSource({ ...options, migrations: hasTables ? MIGRATIONS.slice(0, 1) : [] }).initialize();
  await source.runMigrations();
  await source.query('DELETE FROM "migrations"');
  await source.query('INSERT INTO "migrations" ("timestamp", "name") VALUES (?, ?)', [Number(name.slice(-13)), name]);
  source.setOptions({ migrations: MIGRATIONS });
  await source['buildMetadatas']();
  return source;
}

describe('the tables of 0.1.0', () => {
  it('are left as they are where the last build before it has made them', async () => {
    const source = await aDatabaseAfter('SwitchingCause1700000004100', true);
    await source.query(`INSERT INTO "setting" ("key", "value") VALUES ('deviceName', '"Rack 7"')`);
    await source.runMigrations();
    expect(await source.query('SELECT "value" FROM "setting"')).toEqual([{ value: '"Rack 7"' }]);
    expect(await source.query('SELECT count(*) AS "roles" FROM "role"')).toEqual([{ roles: 1 }]);
    await source.destroy();
  });

  it('then name every change in the audit log by one verb', async () => {
    const source = await aDatabaseAfter('SwitchingCause1700000004100', true);
    const kinds = ['outlet.update', 'sensor.update', 'group.change', 'outlet.switch'];
    for (const kind of kinds) {
      const entry = `INSERT INTO "audit_entry" ("at", "kind", "object", "via", "who", "result")`;
      await source.query(`${entry} VALUES (1, ?, 'x:1', 'session', 'admin', 'ok')`, [kind]);
    }
    await source.runMigrations();
    expect(await source.query('SELECT "kind" FROM "audit_entry" ORDER BY "id"')).toEqual(
      ['outlet.change', 'sensor.change', 'group.change', 'outlet.switch'].map((kind) => ({ kind })),
    );
    await source.destroy();
  });

  it('are not mixed with those of an older build', async () => {
    const source = await aDatabaseAfter('KnownSenders1700000004000', false);
    await expect(source.runMigrations()).rejects.toThrow('older than 0.1.0');
    await source.destroy();
  });
});

describe('messages of webhooks that waited', () => {
  it('go on waiting in the outbox', async () => {
    const options = dataSourceOptions(':memory:');
    const before = MIGRATIONS.filter(({ name }) => !name.startsWith('Outbox'));
    const source = await new DataSource({ ...options, migrations: before }).initialize();
    await source.runMigrations();
    const row = {
      id: 'msg_1',
      type: 'outlet.switched',
      needs: '["outlet:1-1"]',
      body: '{}',
      attempts: 2,
      at: 5,
      due: 9,
    };
    const columns = Object.keys(row).map((name) => `"${name}"`);
    await source.query(
      `INSERT INTO "webhook_message" ("webhookId", ${columns.join(', ')}) VALUES (7${', ?'.repeat(columns.length)})`,
      Object.values(row),
    );
    source.setOptions({ migrations: MIGRATIONS });
    await source['buildMetadatas']();
    await source.runMigrations();
    expect(await source.query('SELECT * FROM "outbox_message"')).toEqual([{ ...row, channel: 'webhook', receiver: 7 }]);
    await source.undoLastMigration();
    expect(await source.query('SELECT * FROM "webhook_message"')).toEqual([{ ...row, webhookId: 7 }]);
    await source.destroy();
  });
});
