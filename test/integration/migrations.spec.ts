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

/** A database with the tables as they were before a migration, which is the next to run. */
async function aDatabaseBefore(name: string): Promise<DataSource> {
  const place = MIGRATIONS.findIndex((each) => each.name.startsWith(name));
  const source = await new DataSource({
    ...dataSourceOptions(':memory:'),
    migrations: MIGRATIONS.slice(0, place),
  }).initialize();
  await source.runMigrations();
  source.setOptions({ migrations: MIGRATIONS });
  await source['buildMetadatas']();
  return source;
}

/** Undoes migrations from the newest to this one. */
async function undo(source: DataSource, name: string): Promise<void> {
  const place = MIGRATIONS.findIndex((each) => each.name.startsWith(name));
  for (let left = MIGRATIONS.length - place; left > 0; left--) await source.undoLastMigration();
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
    const source = await aDatabaseBefore('Outbox');
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
    await source.runMigrations();
    expect(await source.query('SELECT * FROM "outbox_message"')).toEqual([{ ...row, channel: 'webhook', receiver: 7 }]);
    await undo(source, 'Outbox');
    expect(await source.query('SELECT * FROM "webhook_message"')).toEqual([{ ...row, webhookId: 7 }]);
    await source.destroy();
  });
});

describe('the acknowledgements of events', () => {
  it('go over into those of all alarms, and back', async () => {
    const source = await aDatabaseBefore('MeasuredAlarms');
    const row = { objectId: '1-1200578', at: 7, who: 'anna', note: 'On my way' };
    await source.query(
      'INSERT INTO "event_acknowledgement" ("eventId", "triggeredAt", "objectId", "at", "who", "note") VALUES (3, 5, ?, ?, ?, ?)',
      Object.values(row),
    );
    await source.runMigrations();
    const [acknowledgement] = await source.query('SELECT * FROM "alarm_acknowledgement"');
    expect(acknowledgement).toEqual({ ...row, source: 'event:3', since: 5 });
    await source.query(
      `INSERT INTO "alarm_acknowledgement" ("source", "objectId", "since", "at", "who") VALUES ('overload', '1', 1, 2, 'ben')`,
    );
    await undo(source, 'MeasuredAlarms');
    expect(await source.query('SELECT * FROM "event_acknowledgement"')).toEqual([
      { ...row, eventId: 3, triggeredAt: 5 },
    ]);
    await source.destroy();
  });
});

describe('the names of inlets and the settings of outlets', () => {
  it('stay when consumers and sources come, which are none then, and when these go again', async () => {
    const source = await aDatabaseBefore('ConsumersAndSources');
    const settings = { name: 'Router', pwrOnState: 'ON', customRebootTimeEnabled: 1, customRebootTime: 9 };
    const outlet = { id: '1-1200578', ...settings, protection: 'confirm', device: '{"name":"A"}', labels: null };
    const columns = Object.keys(outlet).map((name) => `"${name}"`);
    await source.query(
      `INSERT INTO "outlet" (${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length - 1)})`,
      Object.values(outlet),
    );
    await source.query(`INSERT INTO "inlet_name" ("id", "name") VALUES ('I1-1000036', 'Feed A')`);
    await source.runMigrations();
    expect(await source.query('SELECT * FROM "outlet"')).toEqual([{ ...outlet, consumers: null }]);
    const inlet = { id: 'I1-1000036', name: 'Feed A' };
    expect(await source.query('SELECT * FROM "inlet_name"')).toEqual([{ ...inlet, sourceName: '', sourceUri: '' }]);
    await source.query(`UPDATE "outlet" SET "consumers" = '["db-1"]'`);
    await source.query(`UPDATE "inlet_name" SET "sourceName" = 'UPS A'`);
    await undo(source, 'ConsumersAndSources');
    expect(await source.query('SELECT * FROM "outlet"')).toEqual([outlet]);
    expect(await source.query('SELECT * FROM "inlet_name"')).toEqual([inlet]);
    await source.destroy();
  });
});
