import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ConfigSections, rolesOfSection, SECTIONS } from '../../src/common/configuration/config-sections.js';
import { FactoryResets } from '../../src/common/factory-resets.js';
import { ProtocolServers } from '../../src/protocols/protocol-servers.js';
import { configurePdu } from '../support/app/configured-pdu.js';
import { entitiesOf } from '../support/app/entities.js';
import { aPdu, type Pdu } from '../support/app/pdu.js';

/** Columns whose values differ on every controller: random values and times. */
const NEVER_THE_SAME = ['passwordHash', 'created', 'lastLogin', 'engineId'];

describe('a factory reset', () => {
  let pdu: Pdu;
  let resets: FactoryResets;
  beforeAll(async () => {
    pdu = await aPdu();
    resets = pdu.app.get(FactoryResets);
  });
  afterAll(() => pdu.stop());

  const entities = (): object[] => entitiesOf(pdu.app);

  it('either resets a table to that of a new controller or preserves it for a reason', () => {
    const decided = entities().filter((entity) => resets.tables.has(entity) !== resets.unchanged.has(entity));
    expect(entities().filter((entity) => !decided.includes(entity))).toEqual([]);
    expect([...resets.unchanged.values()].filter((reason) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
  });

  it('covers every registered section of the configuration document', () => {
    const names = pdu.app
      .get(ConfigSections)
      .all()
      .map(([name]) => name);
    expect(names).toEqual(SECTIONS.filter((name) => rolesOfSection(name).includes('controller')));
  });

  it('names only existing tables', () => {
    const strangers = [...resets.tables, ...resets.unchanged.keys()].filter((table) => !entities().includes(table));
    expect(strangers).toEqual([]);
  });

  it('leaves the content of a new controller in every table that it resets, and the other tables unchanged', async () => {
    const fresh = await aPdu();
    const asNew = await rowsOf(fresh, resets.tables);
    await fresh.stop();
    const admin = await pdu.as('admin');
    await configurePdu(pdu, admin);
    await pdu.app.get(ProtocolServers).adjust(); // the identity of the SNMP agent is stored when it listens
    const unchanged = await rowsOf(pdu, resets.unchanged);
    delete unchanged.audit_entry; // it grows by the records of the reset
    expect((await admin.post('/api/system/configReset')).status).toBe(200);
    await pdu.idle();
    expect(await rowsOf(pdu, resets.tables)).toEqual(asNew);
    expect(await rowsOf(pdu, resets.unchanged)).toMatchObject(unchanged);
  });
});

/** The rows of these entities' tables, by the name of the table. */
async function rowsOf(pdu: Pdu, entities: Iterable<object>): Promise<Record<string, unknown>> {
  const source = pdu.app.get(DataSource);
  const wanted = new Set([...entities].map((each) => (Array.isArray(each) ? (each[0] as object) : each)));
  const tables = source.entityMetadatas.filter(({ target }) => wanted.has(target as object));
  const entries = await Promise.all(
    tables.map(async ({ tableName }) => {
      const rows = await source.query<Record<string, unknown>[]>(`SELECT * FROM "${tableName}"`);
      return [tableName, rows.map(alike)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

const alike = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !NEVER_THE_SAME.includes(column)));
