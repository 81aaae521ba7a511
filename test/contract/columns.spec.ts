import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityMetadata } from 'typeorm';
import { withColumnTypes } from '../../src/database/columns.js';
import { dataSourceOptions, openDatabase } from '../../src/database/data-source.js';
import { entitiesOf } from '../support/app/entities.js';
import { aPdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { Postgresql } from '../support/servers/postgresql.js';

/** A value of each type that a narrower column would change or refuse. */
const VALUES: Readonly<Record<string, unknown>> = {
  integer: 2 ** 31 - 1,
  bigint: Number.MAX_SAFE_INTEGER,
  'double precision': 123_456.789_012_345,
  blob: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  text: `ä€😀 "quoted" 'and' \\n\n%`,
  boolean: true,
  'simple-json': { deep: [1.5, null, 'ä'], empty: {} },
};

/** A row of an entity, without the id where the database gives it. */
const rowOf = ({ columns }: EntityMetadata): Record<string, unknown> =>
  Object.fromEntries(
    columns
      .filter(({ isGenerated }) => !isGenerated)
      .map(({ propertyName, type }) => [propertyName, VALUES[String(type)]]),
  );

/** Replaces the rows of the table of an entity by one; returns what the table has then, as far as the row names it. */
async function storedAs(
  source: DataSource,
  { target }: EntityMetadata,
  row: Record<string, unknown>,
): Promise<object[]> {
  const table = source.getRepository(target);
  await table.clear();
  await table.insert({ ...row });
  return (await table.find()).map((stored) => Object.fromEntries(Object.keys(row).map((name) => [name, stored[name]])));
}

/** The entities of the whole controller. */
let entities: (new () => object)[];
beforeAll(async () => {
  const pdu = await aPdu();
  entities = entitiesOf(pdu.app);
  await pdu.stop();
});

/** The same expectations of every database that a Rackfeed process may have. */
function keepsValues(open: () => Promise<DataSource>): void {
  let source: DataSource;
  beforeAll(async () => {
    source = await open();
  });
  afterAll(() => source.destroy());

  it('has a table of each entity', async () => {
    const tables = source.entityMetadatas.map(({ tableName }) => tableName);
    expect(tables.length).toBeGreaterThan(25);
    const runner = source.createQueryRunner();
    for (const table of tables) expect([table, await runner.hasTable(table)]).toEqual([table, true]);
    await runner.release();
  });

  it('has the columns that the entities have, of their types', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('answers each value as it was stored: moments, ids, doubles, bytes, texts, objects', async () => {
    for (const metadata of source.entityMetadatas) {
      const row = rowOf(metadata);
      expect([metadata.tableName, Object.values(row).includes(undefined)]).toEqual([metadata.tableName, false]);
      expect([metadata.tableName, await storedAs(source, metadata, row)]).toEqual([metadata.tableName, [row]]);
    }
  });

  it('answers what is left out as null', async () => {
    for (const metadata of source.entityMetadatas) {
      const empty = metadata.columns
        .filter(({ isNullable }) => isNullable)
        .map(({ propertyName }) => [propertyName, null]);
      const row = { ...rowOf(metadata), ...Object.fromEntries(empty) };
      expect([metadata.tableName, await storedAs(source, metadata, row)]).toEqual([metadata.tableName, [row]]);
    }
  });
}

describe('SQLite, with the migrations', () => {
  keepsValues(() => openDatabase({ ...dataSourceOptions(':memory:'), entities }));
});

describeWith('postgresql', 'PostgreSQL', () => {
  let server: Postgresql;
  beforeAll(async () => {
    server = await Postgresql.start();
  });
  afterAll(() => server.stop());

  keepsValues(async () => {
    const { user: username, ...address } = await server.database();
    const options = { type: 'postgres', ...address, username, entities, synchronize: true } as const;
    // Without it, whole numbers of 64 bits are texts.
    return withColumnTypes(new DataSource({ ...options, parseInt8: true })).initialize();
  });
});
